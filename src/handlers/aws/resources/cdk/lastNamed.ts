/** Which stack named an asset last: whose owner is asked once no stack names it any more. */
import { z } from 'zod';
import { DAY_MS } from '../../../../core/common/duration.ts';
import type { Resource } from '../../../../core/resource/resource.ts';
import { each } from '../../../contract/each.ts';
import type { CallScope } from '../../wire/target.ts';
import { hashesIn } from './assetHash.ts';

/** Longer than any retention; without it Holystone notifies the account's owner. */
const REMEMBERED_MS = 400 * DAY_MS;
/** Stacks name far fewer; Holystone notifies the account's owner of the others. */
const MOST_HASHES = 5_000;
/** In the place of an account: a stack of any account. */
const ANY = '*';

const stored = z.strictObject({ stack: z.string(), tags: z.record(z.string(), z.string()) });

/** A stack with its tags. */
export interface NamingStack {
  readonly name: string;
  readonly tags: Readonly<Record<string, string>>;
}

/** @param hashes that the stack named, and no longer names. @throws StoreError */
export async function rememberLastNamed(
  { io: { learnt }, account, region }: CallScope,
  { name: stack, tags }: NamingStack,
  hashes: readonly string[],
): Promise<void> {
  if (!learnt) return;
  const fact = JSON.stringify({ stack, tags });
  await each(hashes.slice(0, MOST_HASHES), async (hash) => {
    for (const owner of [account.name, ANY]) await learnt.put(keyOf(owner, region, hash), fact, REMEMBERED_MS);
  });
}

/**
 * The assets, each with the stack that named it last: of its own account, else of any other of the configuration.
 * @param namesOf the object key, or the tags and the digest of an image. @throws StoreError
 */
export async function withLastUser<R extends Resource>(
  { io: { learnt }, account, region }: CallScope,
  assets: readonly R[],
  namesOf: (asset: R) => readonly string[],
): Promise<readonly R[]> {
  if (!learnt) return assets;
  const found = new Map<R, R>();
  await each(assets, async (asset) => {
    for (const hash of namesOf(asset).flatMap(hashesIn)) {
      const known =
        (await learnt.get(keyOf(account.name, region, hash))) ?? (await learnt.get(keyOf(ANY, region, hash)));
      if (known === undefined) continue;
      const fact = factIn(known);
      if (fact) found.set(asset, { ...asset, lastUser: { name: `stack ${fact.stack}`, tags: fact.tags } });
      return;
    }
  });
  return assets.map((asset) => found.get(asset) ?? asset);
}

function keyOf(account: string, region: string, hash: string): string {
  return `cdk/lastNamed/${account}/${region}/${hash}`;
}

/** An unreadable fact counts as none: Holystone notifies the account's owner. */
function factIn(text: string): z.output<typeof stored> | undefined {
  try {
    return stored.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
