import fastifyFormbody from '@fastify/formbody';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { STAGES } from '../../../core/policy/stage.ts';
import { chooseUnits, stageRows } from '../../../core/policy/stageRows.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { invalidField } from '../../app/problem.ts';
import type { App } from '../../app/validation.ts';
import { stagesPage } from './stages.tsx';

const MoveStage = z.object({
  namespace: z.string().trim().min(1).max(2_000),
  stage: z.enum([...STAGES, 'configured']),
  reason: z.string().trim().max(500).optional(),
});

/** `GET stages` and its form. */
export async function stagesRoute(app: App, deps: OperatorDeps): Promise<void> {
  const { clock, control, workConfigurations } = deps;
  const page = async (reply: FastifyReply, waitingFor: readonly string[] = []) => {
    const now = clock.now();
    const rows = stageRows(await control.read(), workConfigurations(), now);
    return reply.type('text/html; charset=utf-8').send(stagesPage({ rows, now, waitingFor }));
  };
  app.get('/stages', (_request, reply) => page(reply));
  // This is the only route of the listener that reads a form.
  await app.register(async (forms: App) => {
    await forms.register(fastifyFormbody);
    forms.post('/stages', { schema: { body: MoveStage } }, async ({ body, actor }, reply) => {
      const chosen = chooseUnits(body.namespace, workConfigurations());
      if ('problem' in chosen) throw invalidField('body.namespace', chosen.problem);
      const stage = body.stage === 'configured' ? null : body.stage;
      const change = { stages: Object.fromEntries(chosen.units.map((unit) => [unit, stage])) };
      const why = body.reason ? { reason: body.reason } : {};
      const { acknowledged, waitingFor } = await deps.changeControl({ change, actor, ...why });
      return acknowledged ? reply.redirect('./stages', 303) : page(reply, waitingFor);
    });
  });
}
