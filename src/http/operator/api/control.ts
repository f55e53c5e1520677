import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { defined } from '../../../core/common/defined.ts';
import { formatMs } from '../../../core/common/duration.ts';
import { type Limit, limitProblem, readSpan, type SpanLimit, UNPROVEN } from '../../../core/policy/control.ts';
import type { ControlAnswer, ControlState } from '../../../core/policy/fleet.ts';
import { partsOf } from '../../../core/resource/namespace.ts';
import { STARVE_AFTER_MS } from '../../../core/work/turns.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { invalidField } from '../../app/problem.ts';
import type { App } from '../../app/validation.ts';

const reason = z.string().trim().min(1).max(500).optional();

const limit = (name: Limit) =>
  z
    .number()
    .superRefine((value, context) => {
      const problem = limitProblem(name, value);
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
    })
    .nullish();

const PutService = z.strictObject({ service: z.enum(['in', 'out']), reason });
const PutKillSwitch = z.strictObject({ on: z.boolean(), reason });
const span = (name: SpanLimit) =>
  z
    .string()
    .transform((text, context) => {
      const ms = readSpan(name, text);
      if (typeof ms === 'number') return ms;
      context.addIssue({ code: 'custom', message: ms.problem });
      return z.NEVER;
    })
    .nullish();

/** `null`: the configured value. */
const PutLimits = z
  .strictObject({
    capacity: limit('capacity'),
    deletesPerDay: limit('deletesPerDay'),
    deleteBudget: span('deleteBudget'),
    starveAfter: span('starveAfter'),
    /** Units at once, by provider. */
    providers: z
      .record(
        z.string().min(1).max(50),
        limit('capacity').transform((units) => units ?? null),
      )
      .optional(),
    reason,
  })
  .refine(({ reason: _, ...limits }) => Object.values(limits).some((value) => value !== undefined), {
    message: 'give at least one limit: capacity, deletesPerDay, deleteBudget, starveAfter, providers',
  });

/**
 * `PUT service`, `PUT kill-switch`, `GET` and `PUT limits`. A change that stops deletions gets its reply when every
 * live instance obeys it; 202 when it is stored, but an instance does not obey yet.
 */
export function controlRoutes(app: App, deps: OperatorDeps): void {
  app.put('/service', { schema: { body: PutService } }, async ({ body, actor }, reply) => {
    const { service, ...why } = body;
    return answered(reply, await deps.changeControl({ change: { service }, actor, ...given(why) }));
  });

  app.put('/kill-switch', { schema: { body: PutKillSwitch } }, async ({ body, actor }, reply) => {
    const { on, ...why } = body;
    return answered(reply, await deps.changeControl({ change: { killed: on }, actor, ...given(why) }));
  });

  app.get('/limits', async () => limitsView(deps, await deps.control.read()));

  app.put('/limits', { schema: { body: PutLimits } }, async ({ body, actor }) => {
    const { deleteBudget, starveAfter, providers, capacity, deletesPerDay, ...why } = body;
    const unknown = Object.keys(providers ?? {}).find((name) => !isConfigured(deps, name));
    if (unknown !== undefined) throw invalidField('body.providers', `no namespace has the provider "${unknown}"`);
    const limits = { capacity, deletesPerDay, deleteBudgetMs: deleteBudget, starveAfterMs: starveAfter };
    const change = { ...defined(limits), ...(providers ? { providers } : {}) };
    const { before, after } = await deps.changeControl({ change, actor, ...given(why) });
    return { ...limitsView(deps, after), before: limitsView(deps, before) };
  });
}

function given(why: { readonly reason?: string | undefined }): { readonly reason?: string } {
  return why.reason === undefined ? {} : { reason: why.reason };
}

function answered(reply: FastifyReply, { before, after, acknowledged, waitingFor }: ControlAnswer) {
  reply.code(acknowledged ? 200 : 202);
  return { service: after.service, killed: after.killed, acknowledged, waitingFor, before: stateView(before) };
}

function stateView({ service, killed }: ControlState) {
  return { service, killed };
}

/** The limits in force: the fleet's own, or the configuration's. */
function limitsView({ configuredCapacity }: Pick<OperatorDeps, 'configuredCapacity'>, state: ControlState) {
  const { deletesPerDay = null, providers = {}, deleteBudgetMs, starveAfterMs } = state;
  return {
    /** As in `GET service`. */
    unproven: state.unproven && UNPROVEN,
    capacity: state.capacity ?? configuredCapacity,
    deletesPerDay,
    providers,
    deleteBudget: deleteBudgetMs === undefined ? null : formatMs(deleteBudgetMs),
    starveAfter: formatMs(starveAfterMs ?? STARVE_AFTER_MS),
  };
}

function isConfigured({ workConfigurations }: OperatorDeps, provider: string): boolean {
  return workConfigurations().some(({ namespace }) => partsOf(namespace).provider === provider);
}
