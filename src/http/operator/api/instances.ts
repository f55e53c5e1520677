import type { OperatorDeps } from '../../app/deps.ts';
import type { App } from '../../app/validation.ts';

/** `GET instances`: live instances, the configuration of each, and the namespaces that pause because they differ. */
export function instanceRoutes(app: App, deps: OperatorDeps): void {
  app.get('/instances', async () => {
    const instances = await deps.instances();
    return {
      items: instances.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      drift: [...deps.drift()].map(([namespace, why]) => ({ namespace, why })),
    };
  });
}
