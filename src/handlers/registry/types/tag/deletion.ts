/** How a registry deletes tags: from its account's configuration, or from its answers. */
import { DAY_MS } from '../../../../core/common/duration.ts';
import { messageOf, StoreError } from '../../../../core/common/errors.ts';
import { settingsOf } from '../../wire/account.ts';
import type { Target } from '../../wire/call.ts';

/**
 * `tags`: a tag goes, and nothing else; `digests`: only a digest with all its tags; `nothing`: it deletes neither. Each
 * with how long an answer counts: a registry may be changed.
 */
const COUNTS_FOR_MS = { tags: 30 * DAY_MS, digests: 7 * DAY_MS, nothing: DAY_MS / 4 } as const;

/** In the place of the learnt facts. */
const UNPROVEN = 'unproven';
const NOT_SHOWN = 'notShown';

export type Deletes = keyof typeof COUNTS_FOR_MS;

export interface KnownDeletes {
  /** `undefined` = not known. */
  readonly deletes: Deletes | undefined;
  /** The registry itself has shown it; else the account says it. */
  readonly isShown: boolean;
}

/** A store that cannot be read teaches nothing: the registry is asked again. */
export async function knownDeletes(target: Target): Promise<KnownDeletes> {
  const said = settingsOf(target.account).deletes;
  const fact = await factOf(target);
  // Seen is worth more than said, where it is the more careful of both.
  if (fact === UNPROVEN && said === 'tags') return { deletes: undefined, isShown: false };
  const shown = fact !== undefined && Object.hasOwn(COUNTS_FOR_MS, fact) ? (fact as Deletes) : undefined;
  return { deletes: said ?? shown, isShown: shown !== undefined && shown === (said ?? shown) };
}

async function factOf({ account, io }: Target): Promise<string | undefined> {
  try {
    return await io.learnt?.get(keyOf(account));
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return undefined;
  }
}

export async function learnDeletes({ account, io }: Target, deletes: Deletes): Promise<void> {
  try {
    await io.learnt?.put(keyOf(account), deletes, COUNTS_FOR_MS[deletes]);
  } catch (error) {
    io.log.warn({ problem: messageOf(error) }, 'how the registry deletes could not be stored');
  }
}

/**
 * A tag that should go alone took its digest with it: until it is proven again, nothing is known.
 * @param tookTo `last`: it was the last tag of the digest; what the account says still counts for the tags of others
 */
export async function forgetDeletes({ account, io }: Target, tookTo: 'tags' | 'last'): Promise<void> {
  const isSaid = settingsOf(account).deletes !== undefined;
  const registry = new URL(settingsOf(account).url).host;
  io.log.error(
    { registry },
    'the registry deleted a digest with its tag, so tags that share one stay until it is proven',
  );
  try {
    const fact = isSaid && tookTo === 'last' ? NOT_SHOWN : UNPROVEN;
    await io.learnt?.put(keyOf(account), fact, COUNTS_FOR_MS.digests);
  } catch (error) {
    io.log.warn({ problem: messageOf(error) }, 'how the registry deletes could not be stored');
  }
}

function keyOf(account: Target['account']): string {
  return `registry/${new URL(settingsOf(account).url).origin}/deletes`;
}
