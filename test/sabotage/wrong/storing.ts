/** Law 8: whether Redis may be trusted with a deletion, and the rules after it lost data. */
import type { StoreClause } from '../../../src/core/policy/stateWatch.ts';
import { KeyedSeal } from '../../../src/core/resource/seal.ts';
import { MarkMemory } from '../../../src/state/redis/markMemory.ts';
import { OptOutMemory } from '../../../src/state/redis/optOutMemory.ts';
import { ScriptRunner } from '../../../src/state/redis/script.ts';
import { RedisWatch } from '../../../src/state/redis/watch.ts';
import { cutOut } from '../cutOut.ts';
import { BEAT_WITHOUT } from '../edits.ts';
import { over } from '../over.ts';
import { patched } from '../patched.ts';
import { both, type Change } from '../sabotage.ts';

/** Neither the passes nor the permits see that the clause does not hold; the others still do. */
export function storeTrustedDespite(blindTo: StoreClause): Change {
  return {
    patch: () =>
      patched(
        RedisWatch.prototype,
        'trust',
        (trust) =>
          async function (this: RedisWatch, namespace) {
            const answer = await trust.call(this, namespace);
            if (!('clause' in answer) || answer.clause !== blindTo) return answer;
            const incarnation = blindTo === 'incarnation' ? undefined : await this.incarnation();
            return { incarnation: incarnation ?? '' };
          },
      ),
  };
}

/** A beat may fall back as it likes: who still has an incarnation is the one it was. */
export const rollbackNotNoticed: Change = cutOut(...BEAT_WITHOUT.comparing);

/** Only the beat of the whole fleet is compared: another instance that remembers less hides the loss. */
export const rollbackHidden: Change = cutOut(...BEAT_WITHOUT.ownBeat);

/** The control of an emptied Redis is taken for an operator's wish: neither the beat nor an instance puts it back. */
export const controlNotRestored: Change = both(cutOut(...BEAT_WITHOUT.control), {
  swap: (parts) => ({
    ...parts,
    control: over(parts.control, {
      read: async () => ({ ...(await parts.control.read()), version: Number.MAX_SAFE_INTEGER }),
    }),
  }),
});

/** A write of the primary counts as stored, however many replicas have it. */
export const replicasNotAwaited: Change = {
  patch: () =>
    patched(
      ScriptRunner.prototype,
      'write',
      (write) =>
        function (this: ScriptRunner, script, call) {
          return write.call(this, { ...script, isReplicated: false }, { ...call, isReplicated: false });
        },
    ),
};

/** Whatever lies in Redis counts as ours. */
export const sealNotChecked: Change = {
  patch: () => patched(KeyedSeal.prototype, 'check', () => () => 'valid'),
};

/** Whoever writes the control of the fleet decides. */
export const controlNotProven: Change = notProven('control');

/** Whoever writes the record of a pass says what it saw, and in which incarnation. */
export const passNotProven: Change = notProven('pass');

/** A mark that a key signed is the newest one. */
export const olderMarkBelieved: Change = {
  patch: () => patched(MarkMemory.prototype, 'read', () => (mark) => mark),
};

/** What Redis does not have any more was never said. */
export const removedDecisionsForgotten: Change = {
  patch: () => patched(OptOutMemory.prototype, 'lost', () => async () => []),
};

function notProven(kind: 'control' | 'pass'): Change {
  return {
    patch: () =>
      patched(
        KeyedSeal.prototype,
        'check',
        (check) =>
          function (this: KeyedSeal, place, text, checksum) {
            return place[0] === kind ? 'valid' : check.call(this, place, text, checksum);
          },
      ),
  };
}
