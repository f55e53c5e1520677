/** Keeping one resource or group, and taking that back: the same for a single request and for each item of a bulk one. */
import { z } from 'zod';
import { defined } from '../../../core/common/defined.ts';
import { UNSEEN } from '../../../core/common/seen.ts';
import { readKeepPattern } from '../../../core/owner/keepPattern.ts';
import { readKeepUntil } from '../../../core/owner/keepUntil.ts';
import { mayKeepWords, type OptOut, type OptOutTarget } from '../../../core/owner/optOut.ts';
import { type AskedTarget, type Saying, unseenWords } from '../../../core/owner/unseen.ts';
import type { Window } from '../../../core/policy/window.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { type Identity, requireChange } from '../../app/identity.ts';
import { invalidField, Problem } from '../../app/problem.ts';
import { undoAudit } from '../../app/undoAudit.ts';
import { knownNamespace } from './known.ts';

/** `forever` (the default), an ISO date and time, a last day, or a duration from now. */
export const Until = z.string().default('forever');
/** Store the decision although the id has no mark and no read finds it. */
export const Unseen = z.boolean().default(false);
export const Reason = z.string().trim().min(1).max(500).optional();

type Deps = Pick<OperatorDeps, 'optOuts' | 'workConfigurations' | 'clock' | 'lookFor'>;
type By = { readonly actor: string; readonly identity: Identity };

interface Target {
  readonly namespace: string;
  readonly id: string;
  /** The id is a group's, so that the opt-out keeps all of the group. */
  readonly group?: boolean;
  /** The id is a pattern of names. */
  readonly pattern?: boolean;
}

interface Wish {
  readonly until: string;
  readonly reason?: string | undefined;
  /** Store it although neither a mark nor a read shows the target. */
  readonly unseen?: boolean | undefined;
  /** The words of the caller; absent: those of a request's body. */
  readonly say?: Saying;
}

const API: Saying = { pattern: '"pattern": true', unseen: '"unseen": true', quote: jsonWord };

/**
 * @throws Problem for a foreign account, an unknown namespace, an end or a pattern that is none, and a target without a mark
 * that no read finds
 * @throws TooManyPatternsError
 */
export async function keep(
  deps: Deps,
  { actor, identity }: By,
  { until, reason, unseen = false, say = API, ...target }: Target & Wish,
) {
  const { namespace, window } = knownNamespace(deps, target.namespace);
  requireChange({ identity }, namespace);
  const at = deps.clock.now();
  const optOut: OptOut = {
    target: targetOf(target),
    until: untilOf(until, at, window),
    actor,
    at,
    ...(reason === undefined ? {} : { reason }),
  };
  if (optOut.target.kind === 'pattern') patternIn('params.id', target.id);
  const seen = optOut.target.kind === 'pattern' || unseen ? {} : await requireSeen(deps, namespace, optOut.target, say);
  return { namespace, optOut, stored: await deps.optOuts.optOut(namespace, { ...optOut, ...seen }) };
}

/** @returns its name, where a read shows it @throws Problem that says what was probably meant */
async function requireSeen(
  { lookFor }: Deps,
  namespace: Namespace,
  target: AskedTarget,
  say: Saying,
): Promise<Pick<OptOut, 'name'>> {
  const looked = await lookFor(namespace, target);
  if (looked.kind === 'seen') return defined({ name: looked.name });
  throw new Problem(looked.kind === 'absent' ? 'unknownId' : 'unreadId', unseenWords(target, namespace, looked, say));
}

/**
 * @param whose only the opt-out of this person (`actor`); absent = those of all persons
 * @throws Problem for a foreign account, an unknown namespace, and where there was nothing to take back
 */
export async function takeBack(
  deps: Deps,
  { actor: by, identity }: By,
  { actor: only, why, ...wanted }: Target & { readonly actor?: string | undefined; readonly why?: string | undefined },
) {
  const wc = knownNamespace(deps, wanted.namespace);
  const { namespace } = wc;
  requireChange({ identity }, namespace);
  const target = targetOf(wanted);
  const takenBack: OptOut[] = [];
  for (const optOut of await deps.optOuts.list(namespace, target)) {
    const whose = optOut.actor;
    if (only !== undefined && only !== whose) continue;
    const audit = undoAudit(namespace, target, { actor: by, at: deps.clock.now(), whose, name: optOut.name, why });
    if (await deps.optOuts.undo(namespace, target, audit, whose)) takenBack.push(optOut);
  }
  if (takenBack.length === 0) {
    const ofWhom = only === undefined ? '' : ` by ${only}`;
    const sentence = `There is no opt-out for "${wanted.id}"${ofWhom} in ${namespace}.${mayKeepWords(target, wc)}`;
    throw new Problem('unknownId', sentence);
  }
  return { namespace, takenBack };
}

function targetOf({ id, group = false, pattern = false }: Target): OptOutTarget {
  if (group && pattern) throw invalidField('body.group', 'an opt-out is about a group or a pattern, not about both');
  if (pattern) return { kind: 'pattern', value: id.trim() };
  return { kind: group ? 'group' : 'id', value: id };
}

/**
 * @param field the place of the text in the request
 * @throws Problem 400 for a text that is no pattern
 */
export function patternIn(field: string, text: string): string {
  const read = readKeepPattern(text);
  if (read.kind === 'invalid') throw invalidField(field, read.why);
  return read.value;
}

/**
 * @returns ms since the epoch
 * @throws Problem 400 for a text that is no end, or one that is over
 */
export function untilOf(text: string, now: number, window: Window | undefined): number | 'forever' {
  const read = readKeepUntil(text, now, window);
  if ('why' in read) throw invalidField('body.until', read.why);
  return read.until;
}

/** A string of JSON whose invisible characters are escapes. */
export function jsonWord(text: string): string {
  return JSON.stringify(text).replace(UNSEEN, (unit) =>
    [...Array(unit.length).keys()].map((at) => `\\u${unit.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
}
