/** Stores an owner's response to a mark; each mark is compared and set, so a concurrent decision is not overwritten. */

import {
  applyResponse,
  type OwnerResponse,
  type ResponseResult,
  type Statement,
} from '../../core/mark/ownerResponse.ts';
import { inForce, isAbout, longestFirst, type OptOutTarget } from '../../core/owner/optOut.ts';
import { nothingHappensNowBecause } from '../../core/policy/rollout.ts';
import type { StateWatch } from '../../core/policy/stateWatch.ts';
import type { OptOutStore } from '../../core/ports/ports.ts';
import { type AuditEvent, nameInHistory } from '../../core/resource/audit.ts';
import { partsOf } from '../../core/resource/namespace.ts';
import type { LifecycleDeps } from '../pass/deps.ts';
import { notifyOthers } from './notifyOthers.ts';

type Deps = Pick<
  LifecycleDeps,
  'audit' | 'control' | 'links' | 'log' | 'marks' | 'notifier' | 'workConfigurationOf'
> & {
  readonly watch: Pick<StateWatch, 'latest'>;
  readonly optOuts: Pick<OptOutStore, 'list' | 'patterns'>;
};

/** How often the write is tried again when another process changes the mark meanwhile. */
const ATTEMPTS = 5;

const EVENTS: Readonly<Record<Statement, AuditEvent>> = {
  deleteEarly: 'expedited',
  notEarly: 'expediteUndone',
  notMine: 'disclaimed',
  mine: 'disclaimUndone',
};

/** For kept resources. A statement that takes something back cannot be refused. */
const REFUSALS: Partial<Readonly<Record<Statement, { readonly event: AuditEvent; readonly words: string }>>> = {
  deleteEarly: { event: 'expediteRefused', words: 'not needed' },
  notMine: { event: 'disclaimRefused', words: 'not theirs' },
};

/** Takes no lock. Rejects with `StoreError` when the store did not confirm. */
export async function storeResponse(deps: Deps, response: OwnerResponse): Promise<ResponseResult> {
  const { namespace, id, statement, owner: actor } = response;
  const wc = deps.workConfigurationOf(namespace);
  const idle = wc && nothingHappensNowBecause(await deps.control.read(), wc);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    // A retention starts at the later time of this process and Redis.
    const at = deps.watch.latest();
    const before = await deps.marks.get(namespace, id);
    const result = applyResponse(wc, before, response, at, idle);
    if (!before) await recordRefusal(deps, response, at);
    if (result.kind === 'nothing' || !before) return result;
    const { mark: after } = result;
    if (!(await isSaidOfFollowers(deps, response))) return { kind: 'nothing', because: 'changing' };
    if (statement === 'deleteEarly' && !(await notifyOthers(deps, wc, before, after, response, at))) {
      return { kind: 'nothing', because: 'othersNotNotified' };
    }
    const reason = reasonOf(response, new Date(after.projectedDeletionAt).toISOString(), after.owner);
    const audit = { at, namespace, id, event: EVENTS[statement], actor, reason, generation: after.generation };
    const [answer] = await deps.marks.apply(namespace, [{ id, before, after, audit }]);
    if (answer === 'applied') return result;
  }
  return { kind: 'nothing', because: 'changing' };
}

/**
 * Whose something is not is no owner of what follows it either: one row of the message told both. First, so that a failure
 * leaves the response to be given again. @returns false when one of them changes too often meanwhile
 */
async function isSaidOfFollowers(deps: Deps, response: OwnerResponse): Promise<boolean> {
  const { namespace: followed, id: leader, group: _group, ...rest } = response;
  if (response.statement !== 'notMine' && response.statement !== 'mine') return true;
  const { resourceType } = partsOf(followed);
  for (const { namespace } of deps.workConfigurationOf(followed)?.parts ?? []) {
    if (deps.workConfigurationOf(namespace)?.follows !== followed) continue;
    for await (const marks of deps.marks.all(namespace)) {
      for (const { id, generation, waitsFor = [] } of marks) {
        if (!waitsFor.some((wait) => wait.type === resourceType && wait.id === leader)) continue;
        const result = await storeResponse(deps, { ...rest, namespace, id, generation });
        if (result.kind === 'nothing' && result.because === 'changing') return false;
      }
    }
  }
  return true;
}

/** For kept resources: a statement that changes nothing is recorded too, beside the opt-out that won. */
async function recordRefusal(
  { marks, optOuts, audit: past }: Deps,
  response: OwnerResponse,
  at: number,
): Promise<void> {
  const refusal = REFUSALS[response.statement];
  if (!refusal) return;
  const { namespace, id, group, owner: actor, reason: why } = response;
  const targets: OptOutTarget[] = [{ kind: 'id', value: id }];
  if (group !== undefined) targets.push({ kind: 'group', value: group });
  const lists = await Promise.all(targets.map((target) => optOuts.list(namespace, target)));
  const patterns = await optOuts.patterns(namespace);
  const name = patterns.length === 0 ? undefined : nameInHistory(await past.history(namespace, id));
  const byPattern = patterns.filter((optOut) => isAbout(optOut, { id, name }));
  const [kept] = longestFirst([...lists.flat(), ...byPattern].filter((optOut) => inForce(optOut, at)));
  if (!kept) return;
  const reason = `${refusal.words}, but ${kept.actor} keeps it${why ? `: ${why}` : ''}`;
  const audit = { at, namespace, id, event: refusal.event, actor, reason } as const;
  await marks.apply(namespace, [{ id, before: undefined, after: undefined, audit }]);
}

function reasonOf({ statement, reason }: OwnerResponse, date: string, owner: string | undefined): string {
  const sentences: Readonly<Record<Statement, string>> = {
    deleteEarly: `its owner does not need it, deletion on ${date}`,
    notEarly: `early deletion withdrawn, deletion on ${date}`,
    notMine: `it is not theirs, ${owner === undefined ? 'no other owner' : `${owner} is notified`}, deletion on ${date} at the earliest`,
    mine: `it is theirs after all, deletion on ${date} at the earliest`,
  };
  return reason ? `${sentences[statement]}: ${reason}` : sentences[statement];
}
