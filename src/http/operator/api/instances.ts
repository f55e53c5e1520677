import type { OperatorDeps } from '../../app/deps.ts';
import type { App } from '../../app/validation.ts';

/** `GET instances`: who lives, what each runs with, and which namespaces are held because it is not the same. */
export function instanceRoutes(app: App, deps: OperatorDeps): void {
  app.get('/instances', async () => {
    const instances = await deps.instances();
    return {
      items: instances.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      drift: [...deps.drift()].map(([namespace, why]) => ({ namespace, why })),
    };
  });
}
