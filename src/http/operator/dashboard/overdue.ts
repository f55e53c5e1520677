/** Why a mark is not deleted though its date has passed, or will not be on its date. Pure. */
import { hasValidNotice, type Mark } from '../../../core/mark/mark.ts';
import type { ControlState } from '../../../core/policy/fleet.ts';
import type { PassRecord } from '../../../core/policy/pass.ts';
import { nothingHappensNowBecause } from '../../../core/policy/rollout.ts';
import { isOpen, moveIntoWindow } from '../../../core/policy/window.ts';
import type { WorkConfiguration } from '../../../core/policy/workConfiguration.ts';
import { partsOf } from '../../../core/resource/namespace.ts';
import type { NamespaceState } from '../api/namespaceState.ts';
import type { WaitsFor } from '../texts/overdue.ts';

/** Its first cause, from the whole fleet down to the mark; `texts/overdue.ts` has a sentence for each kind. */
export interface Overdue {
  readonly kind: WaitsFor;
  /** In English: the problem that a pass or the mark has on record. */
  readonly reported?: string;
  /** When it is tried again, ms since the epoch; absent = not known, or as soon as the cause has ended. */
  readonly at?: number;
}

/** The state of the fleet and of the namespace. */
export interface OverdueFacts extends Pick<NamespaceState, 'configuration' | 'passes' | 'approvals'> {
  readonly control: ControlState;
  /** Why the instances differ about the namespace; absent = they agree. */
  readonly differs?: string | undefined;
  /** ms since the epoch. */
  readonly now: number;
}

/** `undefined`: its deletion has begun, or its date has not passed and something will happen then. */
export function whyOverdue(mark: Mark, facts: OverdueFacts): Overdue | undefined {
  const { configuration, now } = facts;
  if (mark.state === 'deleting') return undefined;
  if (mark.projectedDeletionAt > now) return idleBecause(facts);
  const byFleet = stoppedBy(facts);
  if (byFleet) return byFleet;
  if (mark.unproven || (configuration.notice.enabled && !hasValidNotice(mark, now))) return { kind: 'notNotified' };
  const { problem, nextAttemptAt = 0 } = mark;
  if (nextAttemptAt > now)
    return { kind: 'deferred', at: nextAttemptAt, ...(problem === undefined ? {} : { reported: problem }) };
  if (!isOpen(configuration.window, now)) return { kind: 'window', at: moveIntoWindow(configuration.window, now) };
  return byPass(facts);
}

/** Nothing happens there on any date; `undefined` = something does, unless another cause holds it. */
export function idleBecause({ control, configuration }: Pick<OverdueFacts, 'control' | 'configuration'>) {
  const reported = nothingHappensNowBecause(control, configuration);
  return reported === undefined ? undefined : ({ kind: 'nothingDeleted', reported } as const);
}

/** What holds every mark of a namespace whose date has passed; `undefined` = each has a cause of its own. */
export function waitsAsAWhole(facts: OverdueFacts): Overdue | undefined {
  const byFleet = stoppedBy(facts);
  if (byFleet) return byFleet;
  const last = facts.passes.find(({ action }) => action === 'delete');
  if (last?.outcome !== 'blocked' && last?.outcome !== 'failed') return undefined;
  const { at: _next, ...why } = byPass(facts);
  return why;
}

function stoppedBy({ control, configuration, differs }: OverdueFacts): Overdue | undefined {
  const { namespace } = configuration;
  if (control.unproven) return { kind: 'unproven' };
  if (control.killed) return { kind: 'killed' };
  if (control.service === 'out') return { kind: 'out' };
  if (control.capacity === 0 || control.providers?.[partsOf(namespace).provider] === 0) return { kind: 'paused' };
  const idle = idleBecause({ control, configuration });
  if (idle) return idle;
  return differs === undefined ? undefined : { kind: 'differs', reported: differs };
}

function byPass({ passes, approvals, now }: OverdueFacts): Overdue {
  const last = passes.find(({ action }) => action === 'delete');
  if (!last) return { kind: 'next' };
  const next = last.nextDueAt > now ? { at: last.nextDueAt } : {};
  const isApproved = last.blocked !== undefined && approvals.some(({ action }) => action === 'delete');
  const kind = isApproved ? 'approved' : KINDS[last.outcome];
  if (kind === 'unfinished' && last.problem === undefined) return { kind: 'next', ...next };
  if (kind === 'next' || last.problem === undefined) return { kind, ...next };
  return { kind, reported: last.problem, ...next };
}

const KINDS: Readonly<Record<PassRecord['outcome'], WaitsFor>> = {
  complete: 'next',
  incomplete: 'incomplete',
  blocked: 'blocked',
  paced: 'paced',
  unfinished: 'unfinished',
  failed: 'failed',
};

/** The facts of a namespace, with those of the fleet. */
export function overdueFacts(
  { configuration, passes, approvals }: NamespaceState,
  {
    control,
    drift,
    now,
  }: Pick<OverdueFacts, 'control' | 'now'> & { readonly drift: ReadonlyMap<WorkConfiguration['namespace'], string> },
): OverdueFacts {
  return { configuration, passes, approvals, control, now, differs: drift.get(configuration.namespace) };
}
