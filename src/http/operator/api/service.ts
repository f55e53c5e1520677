import type { OperatorDeps } from '../../app/deps.ts';
import { readinessOf } from '../../app/health.ts';
import type { App } from '../../app/validation.ts';

/** `GET service`: whether work goes on, and if not, why. */
export function serviceRoutes(app: App, deps: OperatorDeps): void {
  app.get('/service', async () => {
    const control = await deps.control.read();
    const configurations = deps.workConfigurations();
    const live = configurations.filter((one) => one.live).length;
    return {
      version: deps.version,
      service: control.service,
      killed: control.killed,
      capacity: control.capacity,
      namespaces: { live, dryRun: configurations.length - live },
      ...readinessOf(deps.readiness),
    };
  });
}
