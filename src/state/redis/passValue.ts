/** The record of the last pass of an action as stored: JSON with a keyed checksum. */
import type { Logger } from '../../core/common/logger.ts';
import type { PassRecord } from '../../core/policy/pass.ts';
import type { Action } from '../../core/policy/workConfiguration.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { Seal, SealedPlace } from '../../core/resource/seal.ts';
import { openJson, sealJson } from './sealedJson.ts';

function placeOf(namespace: Namespace, action: Action): SealedPlace {
  return ['pass', namespace, action];
}

/** In the form in which it is stored. */
export function sealPass(seal: Seal, record: PassRecord): string {
  return sealJson(seal, placeOf(record.namespace, record.action), JSON.stringify(record));
}

/** The record, JSON; `undefined` = no holder of a signing key stored it there. */
export function openPass(seal: Seal, namespace: Namespace, action: Action, text: string): string | undefined {
  const { json, check } = openJson(seal, placeOf(namespace, action), text);
  return check === 'valid' ? json : undefined;
}

/**
 * Nothing to compare with, no dates that a tripwire has seen, no confirmation, and an incarnation in which Redis may have
 * lost every decision; the next pass is due at once.
 */
export function notOurs(log: Logger, namespace: Namespace, action: Action): PassRecord {
  log.warn({ namespace, action }, 'the record of a pass is not ours: the next pass begins as if there had been none');
  const times = { startedAt: 0, endedAt: 0, nextDueAt: 0, failures: 0 };
  const problem = 'its record in Redis has no valid checksum of a key of signing';
  const own = { passId: '', namespace, action, outcome: 'unfinished', counts: {}, problem, incarnation: '' } as const;
  return { ...own, ...times };
}
