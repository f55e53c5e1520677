import type { OperatorDeps } from '../../app/deps.ts';
import { Problem } from '../../app/problem.ts';
import type { App } from '../../app/validation.ts';
import { knownNamespace, NamespaceAndId } from './known.ts';

/**
 * `GET configuration`: the file in force; `GET configuration/:namespace`: the settings of one namespace with all
 * defaults; `POST configuration/reload`: this instance reads its file again; an invalid file changes nothing: 422.
 */
export function configurationRoutes(app: App, deps: OperatorDeps): void {
  app.get('/configuration', () => deps.configuration());

  app.get(
    '/configuration/:namespace',
    { schema: { params: NamespaceAndId.pick({ namespace: true }) } },
    ({ params }) => {
      const { namespace } = knownNamespace(deps, params.namespace);
      return deps.effective(namespace);
    },
  );

  app.post('/configuration/reload', async ({ actor }) => {
    const reloaded = await deps.reload(actor);
    if (reloaded.kind === 'replaced') return reloaded;
    const fields = reloaded.problems.map(({ file, line, column, message }) => {
      return { field: `${file}:${line}:${column}`, why: message };
    });
    throw new Problem('invalidConfiguration', 'The running configuration stays in force.', { fields });
  });
}
