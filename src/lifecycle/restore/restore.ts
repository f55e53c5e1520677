/**
 * Restores a deleted resource, for a person at a terminal and never for a pass. The resource is kept for a while before
 * and after, so that no survey marks it again at once.
 */

import { defined } from '../../core/common/defined.ts';
import type { OptOut } from '../../core/owner/optOut.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { Audit, OptOutStore } from '../../core/ports/ports.ts';
import type { AuditEvent } from '../../core/resource/audit.ts';
import type { StoredDefinition } from '../../core/resource/definition.ts';
import type { Begun, NotRestored, Restored, Restoring } from '../../core/resource/restoring.ts';
import type { OpenDeps } from '../pass/deps.ts';
import { open } from '../survey/opened.ts';

/** `holystone restore` passes these; `optOuts` stores that the restored resource is kept for a while. */
export interface RestoreDeps extends OpenDeps {
  readonly audit: Audit;
  readonly optOuts: Pick<OptOutStore, 'optOut'>;
}

/** A person's wish to get a deleted resource back. */
export interface RestoreRequest {
  readonly wc: WorkConfiguration;
  readonly stored: StoredDefinition;
  /** The person who restores it. */
  readonly actor: string;
  /** For how long it is kept then, ms. */
  readonly keepForMs: number;
}

/** The steps that a restore needs; reads only. @throws ReadError, StoreError */
export async function planRestore(
  deps: RestoreDeps,
  request: Pick<RestoreRequest, 'wc' | 'stored'>,
  signal: AbortSignal,
): Promise<Restoring> {
  return planWith(deps, request, signal, {});
}

/**
 * Restores, unless something forbids it. The next run reads the present state and does the remaining steps.
 * @throws ReadError, StoreError; then nothing was sent, or the next run finds out
 */
export async function restore(
  deps: RestoreDeps,
  request: RestoreRequest,
  signal: AbortSignal,
): Promise<Restored | Begun | NotRestored> {
  const { wc } = request;
  const plan = await planWith(deps, request, signal, wc.live ? { mayRestore: true } : {});
  if (plan.kind === 'ready' && !wc.live) {
    const why = `Holystone writes nothing there, because ${wc.notLiveBecause ?? 'it is not live'}`;
    return { kind: 'refused', why, steps: [...plan.steps, ...plan.afterwards] };
  }
  if (plan.kind === 'restored') return keepAndRecord(deps, request, plan);
  if (plan.kind === 'begun' && plan.id !== undefined) await keep(deps, request, plan.id);
  if (plan.kind !== 'ready') return plan;
  await record(deps, request, 'restoring', plan.steps.map(({ says }) => says).join('; '));
  // Before the resource exists, or a survey could mark it in between.
  if (plan.id !== undefined) await keep(deps, request, plan.id);
  const done = await plan.run();
  if (done.kind === 'restored') return keepAndRecord(deps, request, done);
  if (done.kind === 'begun')
    await record(deps, request, 'restoring', done.says, defined({ requestId: done.requestId }));
  else await record(deps, request, 'notRestored', `${done.kind}: ${done.why}`);
  return done;
}

async function planWith(
  deps: RestoreDeps,
  { wc, stored }: Pick<RestoreRequest, 'wc' | 'stored'>,
  signal: AbortSignal,
  leave: { readonly mayRestore?: true },
): Promise<Restoring> {
  const { session } = open(deps, wc, signal, leave);
  if (!session.restore) return { kind: 'byHand', why: `Holystone cannot restore a ${wc.resourceType}`, steps: [] };
  return session.restore(stored, await recoverableUntil(deps, stored));
}

/** The date recorded with its last deletion, if the audit log still has it. */
async function recoverableUntil(
  { audit }: RestoreDeps,
  { namespace, id }: StoredDefinition,
): Promise<Date | undefined> {
  const history = await audit.history(namespace, id);
  const until = history.findLast(({ event }) => event === 'deleted')?.restorableUntil;
  return until === undefined ? undefined : new Date(until);
}

async function keepAndRecord(deps: RestoreDeps, request: RestoreRequest, restored: Restored): Promise<Restored> {
  const { id, requestId } = restored;
  await keep(deps, request, id);
  const was = request.stored.id === id ? '' : `; it was ${request.stored.id}`;
  const reason = requestId === undefined ? `it exists${was}` : `restored${was}`;
  await record(deps, request, 'restored', reason, { id, ...(requestId === undefined ? {} : { requestId }) });
  return restored;
}

async function keep(deps: RestoreDeps, { wc, actor, keepForMs }: RestoreRequest, id: string): Promise<void> {
  const at = deps.clock.now();
  const target = { kind: 'id', value: id } as const;
  const optOut: OptOut = { target, until: at + keepForMs, actor, reason: 'it was restored', at };
  await deps.optOuts.optOut(wc.namespace, optOut);
}

function record(
  { audit, clock }: RestoreDeps,
  { wc: { namespace }, stored: { id }, actor }: RestoreRequest,
  event: AuditEvent,
  reason: string,
  found: { readonly id?: string; readonly requestId?: string } = {},
): Promise<void> {
  return audit.record({ at: clock.now(), namespace, id, event, actor, reason, ...found });
}
