/** The facts that a registry has shown about its deletions, in the store of the fleet. `proof.ts` decides. */
import { messageOf, StoreError } from '../../../../core/common/errors.ts';
import { deletionApiOf } from '../../calls/through/index.ts';
import { settingsOf } from '../../wire/account.ts';
import type { CallScope } from '../../wire/call.ts';
import { COUNTS_FOR_MS, type Deletes, deletesKnownBy, factAfter, type KnownDeletes, type Loss } from './proof.ts';

/** A store that cannot be read teaches nothing: the registry is asked again. */
export async function knownDeletes(target: CallScope): Promise<KnownDeletes> {
  return deletesKnownBy(saidBy(target.account), await factOf(target));
}

/** An API that deletes in the place of the registry deletes in one way. */
function saidBy(account: CallScope['account']): Deletes | undefined {
  const { deletes, deletesThrough } = settingsOf(account);
  return deletionApiOf(deletesThrough)?.deletes ?? deletes;
}

async function factOf({ account, io }: CallScope): Promise<string | undefined> {
  try {
    return await io.learnt?.get(keyOf(account));
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return undefined;
  }
}

/** The log has a failure to store it; the next deletion learns it again. */
export async function learnDeletes({ account, io }: CallScope, deletes: Deletes): Promise<void> {
  try {
    await io.learnt?.put(keyOf(account), deletes, COUNTS_FOR_MS[deletes]);
  } catch (error) {
    io.log.warn({ problem: messageOf(error) }, 'how the registry deletes could not be stored');
  }
}

/** A tag that should go alone took its digest with it: until it is proven again, nothing is known. */
export async function forgetDeletes({ account, io }: CallScope, loss: Loss): Promise<void> {
  const isSaid = saidBy(account) !== undefined;
  const registry = new URL(settingsOf(account).url).host;
  io.log.error(
    { registry },
    'the registry deleted a digest with its tag, so tags that share one stay until it is proven',
  );
  try {
    await io.learnt?.put(keyOf(account), factAfter(loss, isSaid), COUNTS_FOR_MS.digests);
  } catch (error) {
    io.log.warn({ problem: messageOf(error) }, 'how the registry deletes could not be stored');
  }
}

/** What an API has shown is nothing that the registry itself has: each has its own fact. */
function keyOf(account: CallScope['account']): string {
  const { url, deletesThrough } = settingsOf(account);
  const api = deletionApiOf(deletesThrough);
  return `registry/${new URL(url).origin}${api === undefined ? '' : `/through/${api.name}`}/deletes`;
}
