import type { OperatorDeps } from '../../app/deps.ts';
import { Problem } from '../../app/problem.ts';
import type { App } from '../../app/validation.ts';

/** `POST configuration/reload`: this instance reads its file again; an invalid file changes nothing: 422. */
export function reloadRoutes(app: App, deps: OperatorDeps): void {
  app.post('/configuration/reload', async ({ actor }) => {
    const reloaded = await deps.reload(actor);
    if (reloaded.kind === 'replaced') return reloaded;
    const fields = reloaded.problems.map(({ file, line, column, message }) => {
      return { field: `${file}:${line}:${column}`, why: message };
    });
    throw new Problem('invalidConfiguration', 'The running configuration stays in force.', { fields });
  });
}
