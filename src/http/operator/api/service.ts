import { changeTo, UNPROVEN } from '../../../core/policy/control.ts';
import type { AuditEntry } from '../../../core/resource/audit.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { readinessOf } from '../../app/health.ts';
import { Problem } from '../../app/problem.ts';
import type { App } from '../../app/validation.ts';
import { knownNamespace, NamespaceAndId } from './known.ts';
import { isoOf } from './views.ts';

/** So many of the last changes are searched for the one that stopped the work. */
const CHANGES = 200;

/** `GET service`: whether work goes on, and if not, why. */
export function serviceRoutes(app: App, deps: OperatorDeps): void {
  app.get('/service', async () => {
    const [control, changes] = await Promise.all([deps.control.read(), deps.control.changes(CHANGES)]);
    const configurations = deps.workConfigurations();
    const live = configurations.filter((one) => one.live).length;
    return {
      version: deps.version,
      service: control.service,
      killed: control.killed,
      capacity: control.capacity,
      /** What happened to the control of the fleet, and what to do; absent where it is proven, or no key signs it. */
      unproven: control.unproven && UNPROVEN,
      /** The person who stopped the work, when and why; absent where it is not stopped, or no longer on record. */
      killedBy: control.killed && !control.unproven ? changeView(changeTo('killed', changes)) : undefined,
      outBy: control.service === 'out' ? changeView(changeTo('out', changes)) : undefined,
      namespaces: { live, dryRun: configurations.length - live },
      ...readinessOf(deps.readiness),
    };
  });
}

function changeView(change: AuditEntry | undefined) {
  return change && { actor: change.actor, at: isoOf(change.at), reason: change.reason };
}

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
