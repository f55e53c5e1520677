import { z } from 'zod';
import { ACTIONS, type Action, type WorkConfiguration } from '../../core/workConfiguration.ts';
import type { OperatorDeps } from '../deps.ts';
import { Problem } from '../problem.ts';
import type { App } from '../validation.ts';
import { knownNamespace } from './known.ts';
import { lastPasses } from './namespaceState.ts';

const PostApproval = z.strictObject({
  namespace: z.string(),
  action: z.enum(ACTIONS).optional(),
  passId: z.string().min(1),
});

/** `POST approvals`: leave for exactly the set that a tripwire stopped; void if the set changes. */
export function approvalRoutes(app: App, deps: OperatorDeps): void {
  app.post('/approvals', { schema: { body: PostApproval } }, async ({ body, actor }) => {
    const configuration = knownNamespace(deps, body.namespace);
    const { namespace } = configuration;
    const action = body.action ?? (await actionOf(deps, configuration, body.passId));
    const approved = await deps.approve(namespace, action, body.passId, actor);
    if (approved.kind === 'notFound') throw new Problem('unknownId', approved.why);
    if (approved.kind === 'conflict') throw new Problem('conflict', approved.why);
    return { namespace, action, passId: body.passId, approved: true, size: approved.size };
  });
}

/** The action whose last pass it was. */
async function actionOf(deps: OperatorDeps, configuration: WorkConfiguration, passId: string): Promise<Action> {
  const records = await lastPasses(deps, configuration);
  const record = records.find((one) => one.passId === passId);
  if (record) return record.action;
  if (records.length === 0) throw new Problem('unknownId', `${configuration.namespace} has had no pass yet.`);
  throw new Problem('conflict', `"${passId}" is not the last pass of any action of ${configuration.namespace}.`);
}
