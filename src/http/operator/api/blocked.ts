import { z } from 'zod';
import { defined } from '../../../core/common/defined.ts';
import { type Stopped, stoppedOf } from '../../../core/policy/approval.ts';
import type { Approval } from '../../../core/policy/pass.ts';
import { type BlockedChanges, type Difference, difference } from '../../../core/policy/pastPass.ts';
import type { Action, WorkConfiguration } from '../../../core/policy/workConfiguration.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { Problem } from '../../app/problem.ts';
import type { App } from '../../app/validation.ts';
import { knownNamespace } from './known.ts';
import { approvalOf } from './namespaceState.ts';
import { isoOf } from './views.ts';

const NamespaceAndPass = z.object({ namespace: z.string(), passId: z.string().min(1) });

/** A blocked pass, with the changes that it would have made. */
export interface BlockedView {
  readonly configuration: WorkConfiguration;
  readonly action: Action;
  readonly record: Stopped;
  /** Absent: a version of Holystone that did not keep them stopped the pass. */
  readonly changes?: BlockedChanges;
  readonly difference?: Difference;
  /** Absent: nobody approved it, or a pass has used the approval. */
  readonly approval?: Approval;
}

/** `GET blocked/:namespace/:passId`: the changes that an approval of that pass would allow (P10). */
export function blockedRoutes(app: App, deps: Pick<OperatorDeps, 'passes' | 'workConfigurations'>): void {
  app.get('/blocked/:namespace/:passId', { schema: { params: NamespaceAndPass } }, async ({ params }) => {
    const { configuration, action, record, changes, ...view } = await readBlocked(deps, params);
    return {
      namespace: configuration.namespace,
      action,
      passId: record.passId,
      endedAt: isoOf(record.endedAt),
      /** The tripwires that stopped it, in sentences. */
      problem: record.problem,
      /** The limits in force for this namespace. */
      tripwires: configuration.tripwires,
      size: record.blocked.size,
      /** The pass went through, and holds these. */
      held: record.isHeld,
      /** An approval may name some of them. */
      families: changes?.families?.map(({ name, size }) => ({ name, size })),
      sums: changes?.sums,
      /** The first 1,000 by id. */
      changes: changes?.changes.map((one) => ({
        ...one,
        deletionAt: isoOf(one.deletionAt),
        createdAt: isoOf(one.createdAt),
      })),
      difference: view.difference,
      /** Who approved it; the next pass does it, if its set is still the same. */
      approved: view.approval && { actor: view.approval.actor, at: isoOf(view.approval.at) },
    };
  });
}

/** @throws Problem when the pass is not the blocked one of its namespace */
export async function readBlocked(
  deps: Pick<OperatorDeps, 'passes' | 'workConfigurations'>,
  pass: z.infer<typeof NamespaceAndPass>,
): Promise<BlockedView> {
  const configuration = knownNamespace(deps, pass.namespace);
  const records = await deps.passes.last(configuration.namespace);
  const record = records.flatMap((one) => stoppedOf(one) ?? []).find(({ passId }) => passId === pass.passId);
  if (!record) {
    const why = `"${pass.passId}" is not the blocked pass of ${configuration.namespace}: another pass has run since.`;
    throw new Problem('unknownId', why);
  }
  const { action } = record;
  const [last, before] = await deps.passes.blockedChanges(configuration.namespace, action);
  const isOfPass = last?.digest === record.blocked.digest;
  const differs = isOfPass ? difference(last, before) : undefined;
  const [approval] = await approvalOf(deps, record);
  return {
    configuration,
    action,
    record,
    ...(isOfPass ? { changes: last } : {}),
    ...defined({ difference: differs, approval }),
  };
}
