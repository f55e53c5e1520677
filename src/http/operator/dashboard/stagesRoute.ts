import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { nothingHappensBecause, rolloutOf } from '../../../core/policy/rollout.ts';
import { isLower, isNotifyOnly, STAGES, type Stage, stageUnitOf } from '../../../core/policy/stage.ts';
import { chooseUnits, type StageRow, stageRows } from '../../../core/policy/stageRows.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { requireChange } from '../../app/identity.ts';
import { invalidField } from '../../app/problem.ts';
import type { App } from '../../app/validation.ts';
import type { ReadFrame } from './frameState.ts';
import { sendPage } from './sendPage.ts';
import { confirmMovePage, type Deletable } from './stageMove.tsx';
import { type StagesPage, stagesPage } from './stages.tsx';

const stage = z.enum([...STAGES, 'configured']);
const MoveStage = z.object({
  namespace: z.string().trim().min(1).max(2_000),
  stage,
  reason: z.string().trim().min(1, 'say why: the reason is kept with the change').max(500),
  confirmed: z.literal('yes').optional(),
});
/** Where the last move of this page came from, so that it can be taken back. */
const GetStages = z.object({ moved: z.string().max(2_000).optional(), from: stage.optional() });

/**
 * `GET stages` and its form. A stage that deletes more is set only after a page with the resources that become
 * deletable.
 */
export function stagesRoute(app: App, deps: OperatorDeps, readFrame: ReadFrame): void {
  const { control, workConfigurations } = deps;
  const page = async (
    request: FastifyRequest,
    reply: FastifyReply,
    more: (rows: readonly StageRow[]) => Partial<StagesPage>,
  ) => {
    const { frame, now, control: state } = await readFrame(request, './');
    const rows = stageRows(state, workConfigurations(), now);
    return sendPage(reply, stagesPage({ frame, rows, now, ...more(rows) }));
  };
  app.get('/stages', { schema: { querystring: GetStages } }, (request, reply) =>
    page(request, reply, (rows) => {
      const { moved, from } = request.query;
      const row = rows.find(({ unit }) => unit === moved);
      if (row === undefined || from === undefined) return {};
      const move = { namespace: row.unit, stage: from, reason: `undone: back from ${row.stage}` };
      return { undo: { move, now: row.stage } };
    }),
  );
  app.post('/stages', { schema: { body: MoveStage }, config: { perAccount: true } }, async (request, reply) => {
    const { body, actor } = request;
    const chosen = chooseUnits(body.namespace, workConfigurations());
    if ('problem' in chosen) throw invalidField('body.namespace', chosen.problem);
    const { units } = chosen;
    requireChange(request, ...units);
    const state = await control.read();
    const meant = workConfigurations().filter(({ namespace }) => units.includes(stageUnitOf(namespace)));
    const isRaised = meant.some((wc) => raises(rolloutOf(state, wc).stage, body.stage, wc.startStage));
    if (isRaised && body.confirmed === undefined) {
      const { frame } = await readFrame(request, './');
      return sendPage(reply, confirmMovePage(frame, body, await deletable(deps, meant, body.stage)));
    }
    const [unit = ''] = units;
    const before = state.stages[unit] ?? 'configured';
    const to = body.stage === 'configured' ? null : body.stage;
    const change = { stages: Object.fromEntries(units.map((one) => [one, to])) };
    const { acknowledged, waitingFor } = await deps.changeControl({ change, actor, reason: body.reason });
    if (!acknowledged) return page(request, reply, () => ({ waitingFor }));
    const undo = units.length === 1 ? `?${new URLSearchParams({ moved: unit, from: before })}` : '';
    return reply.redirect(`./stages${undo}`, 303);
  });
}

/** Does the move allow deletions that the present stage does not? */
function raises(present: Stage, chosen: Stage | 'configured', startStage: Stage): boolean {
  const next = chosen === 'configured' ? startStage : chosen;
  return isLower(present, next) && !isNotifyOnly(next);
}

async function deletable(
  { marks, clock }: OperatorDeps,
  wcs: ReturnType<OperatorDeps['workConfigurations']>,
  chosen: Stage | 'configured',
): Promise<Deletable> {
  const become = wcs.filter(
    (wc) => nothingHappensBecause(wc, chosen === 'configured' ? wc.startStage : chosen) === undefined,
  );
  const counts = await Promise.all(become.map(({ namespace }) => marks.count(namespace, clock.now())));
  const sum = (of: keyof Deletable) => counts.reduce((total, one) => total + one[of], 0);
  return { marked: sum('marked'), due: sum('due') };
}
