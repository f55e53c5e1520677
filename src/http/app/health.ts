import { messageOf } from '../../core/common/errors.ts';
import type { ReadinessCheck } from './deps.ts';
import type { App } from './validation.ts';

/**
 * `/health/live`: the event loop turns. `/health/ready`: the program can do its work, else 503. The public reply has no
 * reasons, because they contain hosts and settings; the operator's listener shows them.
 */
export function healthRoutes(
  app: App,
  readiness: () => readonly ReadinessCheck[],
  audience: 'public' | 'operator',
): void {
  app.get('/health/live', async () => ({ status: 'live' }));
  app.get('/health/ready', async (_request, reply) => {
    const state = readinessOf(readiness);
    return reply.code(state.ready ? 200 : 503).send(audience === 'operator' ? state : { ready: state.ready });
  });
}

/** The answer of `/health/ready`: 503 unless `ready`. */
export interface Readiness {
  readonly ready: boolean;
  /** One line per condition that is not met. */
  readonly reasons: readonly string[];
  readonly checks: readonly ReadinessCheck[];
}

/** A readiness check that throws counts as not ready. */
export function readinessOf(readiness: () => readonly ReadinessCheck[]): Readiness {
  const checks = checksOf(readiness);
  const reasons = checks.filter(({ ok }) => !ok).map(({ name, why = 'not ready' }) => `${name}: ${why}`);
  return { ready: reasons.length === 0, reasons, checks };
}

function checksOf(readiness: () => readonly ReadinessCheck[]): readonly ReadinessCheck[] {
  try {
    return readiness();
  } catch (error) {
    return [{ name: 'readiness', ok: false, why: messageOf(error) }];
  }
}
