import { messageOf, ReadError } from '../../../../core/common/errors.ts';
import { type DeleteOutcome, type Resource, unsent } from '../../../../core/resource/resource.ts';
import { hashesIn } from '../../resources/cdk/assetHash.ts';
import type { AssetParameters } from '../../resources/cdk/parameters.ts';
import { reviewWords } from '../../resources/cdk/stacks.ts';
import type { CallScope } from '../../wire/target.ts';
import { stacksNow } from './stackTemplates.ts';

/** Reviews last minutes; a change set that no user executes stays until a user deletes it. */
const LOOK_AGAIN_MS = 15 * 60_000;

/**
 * The assets of a batch that must not be deleted now, because of the stacks of their place: a stack names it since its
 * evidence was read, a new stack is under review, whose deployment may have found its assets in place just before, or
 * that is unknown.
 */
export async function namedByStacks(
  reader: CallScope,
  parameters: Pick<AssetParameters, 'allowSkip' | 'bootstrap' | 'reviews'>,
  batch: readonly Resource[],
): Promise<ReadonlyMap<string, DeleteOutcome>> {
  const every = (reason: string) => new Map(batch.map(({ id }) => [id, again(reason)]));
  const hashes = new Set(batch.flatMap(({ aliases }) => aliases.flatMap(hashesIn)));
  const now = await stacksNow(reader, parameters, hashes).catch(unread);
  if (typeof now === 'string') return every(now);
  const review = reviewWords(now.reviewed);
  if (review !== undefined) return every(review);
  const users = new Map(now.findings.map(({ alias, by }) => [alias, by]));
  return new Map(
    batch.flatMap(({ id, aliases }): [string, DeleteOutcome][] => {
      const by = aliases.map((alias) => users.get(alias)).find((user) => user !== undefined);
      return by === undefined ? [] : [[id, again(`${by} names it since its evidence was read`)]];
    }),
  );
}

/** The asset is looked at again, once a deployment that has just begun has named it or ended. */
export function again(why: string): DeleteOutcome {
  return unsent(why, LOOK_AGAIN_MS);
}

/** The words of a read that failed, so that nothing is sent. */
export function unread(error: unknown): string {
  if (!(error instanceof ReadError)) throw error;
  return messageOf(error);
}
