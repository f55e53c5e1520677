import { z } from 'zod';
import { STAGES } from '../../../core/policy/stage.ts';
import { chooseUnits, stageRows } from '../../../core/policy/stageRows.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { invalidField } from '../../app/problem.ts';
import type { App } from '../../app/validation.ts';
import { stageView } from './views.ts';

const reason = z.string().trim().min(1).max(500).optional();
const namespace = z.string().trim().min(1).max(2_000);
const GetStages = z.strictObject({ namespace: namespace.optional() });
/** `null`: the first stage of the configuration. */
const PutStages = z.strictObject({ namespace, stage: z.enum(STAGES).nullable(), reason });

/**
 * `GET stages`, `PUT stages`: the stage of each type in each account. The reply comes when every live instance obeys
 * it; 202 when it is stored, but an instance does not obey yet.
 */
export function stageRoutes(app: App, deps: OperatorDeps): void {
  app.get('/stages', { schema: { querystring: GetStages } }, async ({ query }) => {
    const units = unitsOf(deps, query.namespace, 'query.namespace');
    return { items: await rowsOf(deps, units) };
  });

  app.put('/stages', { schema: { body: PutStages } }, async ({ body, actor }, reply) => {
    const units = unitsOf(deps, body.namespace, 'body.namespace');
    const stages = Object.fromEntries(units.map((unit) => [unit, body.stage]));
    const why = body.reason === undefined ? {} : { reason: body.reason };
    const { acknowledged, waitingFor } = await deps.changeControl({ change: { stages }, actor, ...why });
    reply.code(acknowledged ? 200 : 202);
    return { acknowledged, waitingFor, items: await rowsOf(deps, units) };
  });
}

function unitsOf(deps: OperatorDeps, pattern: string | undefined, field: string): readonly string[] {
  const chosen = chooseUnits(pattern, deps.workConfigurations());
  if ('problem' in chosen) throw invalidField(field, chosen.problem);
  return chosen.units;
}

async function rowsOf({ control, workConfigurations, clock }: OperatorDeps, units: readonly string[]) {
  const meant = new Set(units);
  const rows = stageRows(await control.read(), workConfigurations(), clock.now());
  return rows.filter(({ unit }) => meant.has(unit)).map(stageView);
}
