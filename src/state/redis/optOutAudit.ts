/**
 * The audit entries of a decision: whether its target was kept before, and whether it is after. The scripts write the
 * values read just before into the stream; the log line, which is the record, uses the values in the script's reply.
 */

import { StoreError } from '../../core/common/errors.ts';
import { inForce, longestFirst, type OptOut } from '../../core/owner/optOut.ts';
import type { AuditEntry } from '../../core/resource/audit.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { Seal } from '../../core/resource/seal.ts';
import { decodeOptOuts } from './optOutValue.ts';

/** The opt-outs of all persons for one target; `undefined` = unreadable, so it keeps for ever. */
export type StoredOptOuts = readonly OptOut[] | undefined;

/** @param value as Redis has it; `null` = no opt-out, which gives an empty list. An unreadable value does not throw. */
export function storedOptOutsOf(namespace: Namespace, target: string, value: string | null, seal: Seal): StoredOptOuts {
  if (value === null) return [];
  try {
    return decodeOptOuts(namespace, target, value, seal);
  } catch (error) {
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}

/** The opt-outs without those of one person. */
export function besides(decisions: StoredOptOuts, actor: string): StoredOptOuts {
  return decisions?.filter((optOut) => optOut.actor !== actor);
}

/** @param own the same person's earlier opt-outs */
export function optOutEntry(
  namespace: Namespace,
  optOut: OptOut,
  others: StoredOptOuts,
  own: StoredOptOuts,
): AuditEntry {
  const before = keptState(others && own && [...others, ...own], optOut.at);
  const after = keptState(others && [...others, optOut], optOut.at);
  return { ...entryOf(namespace, optOut, 'optedOut'), before, after };
}

/** The entry for the mark that the opt-out removes. */
export function unmarkedEntry(namespace: Namespace, optOut: OptOut, state: string): AuditEntry {
  return { ...entryOf(namespace, optOut, 'unmarked'), before: state, after: 'none' };
}

/** The entry shows the opt-outs in force at `audit.at`, before and after those of `whose` are removed. */
export function undoEntry(audit: AuditEntry, decisions: StoredOptOuts, whose: string): AuditEntry {
  return { ...audit, before: keptState(decisions, audit.at), after: keptState(besides(decisions, whose), audit.at) };
}

function entryOf(
  namespace: Namespace,
  { target, until, actor, reason, at, name }: OptOut,
  event: 'optedOut' | 'unmarked',
): AuditEntry {
  const what = target.kind === 'id' ? 'kept' : `${target.kind} ${target.value} kept`;
  const sentence = `${what} ${endingOf(until)}${reason === undefined ? '' : `: ${reason}`}`;
  const resource = target.kind === 'id' ? { id: target.value, ...(name ? { name } : {}) } : {};
  return { at, namespace, actor, ...resource, event, reason: sentence };
}

function keptState(decisions: StoredOptOuts, now: number): string {
  if (!decisions) return 'kept by an unreadable opt-out';
  const [longest] = longestFirst(decisions.filter((optOut) => inForce(optOut, now)));
  return longest ? `kept ${endingOf(longest.until)}` : 'not kept';
}

function endingOf(until: OptOut['until']): string {
  return until === 'forever' ? 'forever' : `until ${new Date(until).toISOString()}`;
}
