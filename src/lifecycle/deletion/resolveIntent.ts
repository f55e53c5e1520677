/** The outcome of a requested deletion while a read by id still finds the resource. */
import { holdMark } from '../../core/mark/hold.ts';
import { dropIntent, mayLeaveForMs } from '../../core/mark/intent.ts';
import type { Intent, Mark } from '../../core/mark/mark.ts';
import { stuckDeletion } from '../../core/mark/patience.ts';
import type { Resource } from '../../core/resource/resource.ts';
import { applyOne, type DeletePass } from './deleteContext.ts';

/** A mark, and its resource as a read by id found it. */
export interface Present {
  readonly mark: Mark;
  readonly resource: Resource;
}

/** An accepted deletion takes at most this long, and no person can restore the deleted resource within it. */
const ACCEPTED_FOR_MS = 6 * 3_600_000;
/** How long until the next look at an accepted deletion. */
const ACCEPTED_MS = 60_000;

/**
 * An intent exists and the resource is there: its deletion is in progress, or it failed, or it ended long ago and
 * someone restored the resource, from the Recycle Bin for example. The notice was about the earlier resource.
 */
export async function resolveIntent(pass: DeletePass, mark: Mark, resource: Resource): Promise<readonly Present[]> {
  const now = pass.deps.clock.now();
  const { acceptedAt, at = Number.NEGATIVE_INFINITY, to }: Partial<Intent> = mark.intent ?? {};
  const { ending } = resource;
  const waitsMs = now - (acceptedAt ?? at);
  if (to === undefined && ending !== undefined && waitsMs >= (ending.patienceMs ?? ACCEPTED_FOR_MS)) {
    return settleStuck(pass, mark, ending.waits, acceptedAt ?? at);
  }
  if (to === undefined && ending === undefined && waitsMs >= ACCEPTED_FOR_MS) {
    const why = 'it exists long after its deletion was requested: it may have been restored, and is evaluated again';
    if ((await applyOne(pass, mark, undefined, 'unmarked', why)) === 'applied') pass.counts.unmarked++;
    return [];
  }
  if (acceptedAt !== undefined) {
    pass.underWay.add(mark.id);
    const waiting = holdMark(mark, now + ACCEPTED_MS);
    await applyOne(pass, mark, waiting, 'deferred', 'its deletion was accepted and is in progress');
    return [];
  }
  if (mark.intent && (await waitsForPermit(pass, mark, mark.intent))) return [];
  const after = dropIntent(mark);
  const applied = await applyOne(pass, mark, after, 'deferred', 'an earlier attempt failed: evaluated again');
  return applied === 'applied' ? [{ mark: after, resource }] : [];
}

/** The machine of another instance may sleep between its permit and its request: the answer "it stays" would be too soon. */
async function waitsForPermit(pass: DeletePass, mark: Mark, intent: Intent): Promise<boolean> {
  const { clock, watch } = pass.deps;
  const leftMs = mayLeaveForMs(intent, watch.earliest() - intent.at - pass.unpassedMs(intent.at));
  if (leftMs === 0) return false;
  pass.underWay.add(mark.id);
  const waiting = holdMark(mark, clock.now() + leftMs);
  await applyOne(pass, mark, waiting, 'deferred', 'another instance may still send its request: read by id again soon');
  return true;
}

/** Its deletion goes on, and waits for something that Holystone never removes: its owner is notified. */
async function settleStuck(pass: DeletePass, mark: Mark, waits: string, since: number): Promise<readonly Present[]> {
  const stuck = stuckDeletion(mark, waits, since, pass.deps.clock.now());
  if ((await applyOne(pass, mark, stuck, 'refused', stuck.problem ?? waits)) === 'applied') pass.counts.refused++;
  return [];
}
