import { z } from 'zod';
import { defined } from '../../../core/common/defined.ts';
import { FAMILIES_KEPT } from '../../../core/policy/pastPass.ts';
import { ACTIONS, type Action, type WorkConfiguration } from '../../../core/policy/workConfiguration.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { requireChange } from '../../app/identity.ts';
import { Problem } from '../../app/problem.ts';
import type { App } from '../../app/validation.ts';
import { knownNamespace } from './known.ts';

const PostApproval = z.strictObject({
  namespace: z.string(),
  action: z.enum(ACTIONS).optional(),
  passId: z.string().min(1),
  families: z.array(z.string().max(1_000)).min(1).max(FAMILIES_KEPT).optional(),
});

/**
 * `POST approvals`: approves the set for which a tripwire stopped a pass, or some families of its new marks, which holds
 * the others; void if the set of changes changes.
 */
export function approvalRoutes(app: App, deps: OperatorDeps): void {
  app.post('/approvals', { schema: { body: PostApproval }, config: { perAccount: true } }, async (request) => {
    const { body, actor } = request;
    const configuration = knownNamespace(deps, body.namespace);
    const { namespace } = configuration;
    requireChange(request, namespace);
    const action = await actionOf(deps, configuration, body);
    const approved = await deps.approve({
      namespace,
      action,
      ...defined({ families: body.families }),
      passId: body.passId,
      actor,
    });
    // It was the last pass a moment ago: any other outcome means a change meanwhile.
    if (approved.kind !== 'approved') throw new Problem('conflict', approved.why);
    return {
      namespace,
      action,
      passId: body.passId,
      approved: true,
      size: approved.size,
      ...defined({ held: approved.held }),
    };
  });
}

/** The action of the pass: the last pass, or an earlier stopped one since a pass completed. */
async function actionOf(
  deps: OperatorDeps,
  configuration: WorkConfiguration,
  { action, passId }: z.infer<typeof PostApproval>,
): Promise<Action> {
  const records = await deps.passes.last(configuration.namespace);
  const chosen = records.filter((record) => action === undefined || record.action === action);
  const found = chosen.find(
    (record) =>
      record.passId === passId ||
      record.review?.passId === passId ||
      record.blocks?.some((block) => block.passId === passId),
  );
  if (found) return found.action;
  const what = `${action ?? 'any action'} of ${configuration.namespace}`;
  if (chosen.length === 0) throw new Problem('unknownId', `No pass of ${what} has run yet.`);
  throw new Problem('conflict', `"${passId}" is not the last pass of ${what}: the set may have changed.`);
}
