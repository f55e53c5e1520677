/** When clients pulled an image, or something that goes with it. */
import type { ManifestFacts } from '../../../images/manifest.ts';
import type { ListedManifest } from '../../calls/through/deletionApi.ts';
import type { CallScope } from '../../wire/call.ts';
import { factsOf } from './facts.ts';

/** The repository, and what its API says. */
export interface Pulling {
  readonly target: CallScope;
  /** Its name without the host: `shop/web`. */
  readonly repository: string;
  /** The API deletes the parts of an index with it. */
  readonly takesParts?: boolean;
  /** What another API says of the image; absent: no API says when it was pulled. @throws ReadError */
  pulledIn?(digest: string): Promise<ListedManifest | undefined>;
}

/**
 * The last pull of what an index names, also of indexes within it: a client that pins a platform pulls that part alone.
 * @returns ms since the epoch; `undefined`: no part goes with it, or no pull is known @throws ReadError
 */
export async function pullOfParts(describing: Pulling, facts: ManifestFacts): Promise<number | undefined> {
  const { target, repository, takesParts, pulledIn } = describing;
  if (!takesParts || !pulledIn) return undefined;
  const pulls: number[] = [];
  const seen = new Set<string>();
  const waiting = [facts];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    for (const part of one.parts.filter((digest) => !seen.has(digest))) {
      seen.add(part);
      const pulledAt = (await pulledIn(part))?.pulledAt;
      if (pulledAt !== undefined) pulls.push(pulledAt);
      if (one.indexes?.includes(part)) waiting.push(await factsOf(target, repository, part));
    }
  }
  return pulls.length === 0 ? undefined : Math.max(...pulls);
}
