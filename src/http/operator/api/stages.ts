import { z } from 'zod';
import { UNPROVEN } from '../../../core/policy/control.ts';
import type { ControlState } from '../../../core/policy/fleet.ts';
import { chooseShare } from '../../../core/policy/rollout.ts';
import { STAGES, stageUnitOf } from '../../../core/policy/stage.ts';
import { chooseUnits, stageRows } from '../../../core/policy/stageRows.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { requireChange } from '../../app/identity.ts';
import { invalidField } from '../../app/problem.ts';
import type { App } from '../../app/validation.ts';
import { stageView } from './views.ts';

const reason = z.string().trim().min(1).max(500).optional();
const namespace = z.string().trim().min(1).max(2_000);
const GetStages = z.strictObject({ namespace: namespace.optional() });
/** `null`: the first stage of the configuration. */
const PutStages = z.strictObject({
  namespace,
  stage: z.enum(STAGES).nullable(),
  /** Only this share of the namespaces that match, each with a stage of its own. */
  share: z
    .string()
    .regex(/^([1-9]\d?|100)%$/, { error: 'must be from 1% to 100%' })
    .optional(),
  reason,
});

/**
 * `GET stages`, `PUT stages`: the stage of each type in each account. The reply comes when every live instance obeys
 * it; 202 when it is stored, but an instance does not obey yet.
 */
export function stageRoutes(app: App, deps: OperatorDeps): void {
  app.get('/stages', { schema: { querystring: GetStages } }, async ({ query }) => {
    const units = unitsOf(deps, query.namespace, 'query.namespace');
    const state = await deps.control.read();
    return { items: rowsOf(deps, state, units), unproven: state.unproven && UNPROVEN };
  });

  app.put('/stages', { schema: { body: PutStages }, config: { perAccount: true } }, async (request, reply) => {
    const { body, actor } = request;
    const chosen =
      body.share === undefined
        ? unitsOf(deps, body.namespace, 'body.namespace')
        : shareOf(deps, body.namespace, body.share);
    const units = chosen.map((one) => (one.includes('*') ? one : stageUnitOf(one as Namespace)));
    requireChange(request, ...units);
    const stages = Object.fromEntries(chosen.map((unit) => [unit, body.stage]));
    const why = body.reason === undefined ? {} : { reason: body.reason };
    const { acknowledged, waitingFor } = await deps.changeControl({ change: { stages }, actor, ...why });
    reply.code(acknowledged ? 200 : 202);
    return { acknowledged, waitingFor, items: rowsOf(deps, await deps.control.read(), units) };
  });
}

function unitsOf(deps: OperatorDeps, pattern: string | undefined, field: string): readonly string[] {
  const chosen = chooseUnits(pattern, deps.workConfigurations());
  if ('problem' in chosen) throw invalidField(field, chosen.problem);
  return chosen.units;
}

function shareOf(deps: OperatorDeps, pattern: string, share: string): readonly Namespace[] {
  const answer = chooseShare(pattern, Number.parseInt(share, 10) / 100, deps.workConfigurations());
  if ('problem' in answer) throw invalidField('body.share', answer.problem);
  return answer.chosen;
}

function rowsOf({ workConfigurations, clock }: OperatorDeps, state: ControlState, units: readonly string[]) {
  const meant = new Set(units);
  const rows = stageRows(state, workConfigurations(), clock.now());
  return rows.filter(({ unit }) => meant.has(unit)).map(stageView);
}
