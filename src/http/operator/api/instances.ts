import type { ControlState, Instance } from '../../../core/policy/fleet.ts';
import type { InstanceFigures, QueueDepth } from '../../../core/policy/instanceFigures.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import type { App } from '../../app/validation.ts';
import { isoOf } from './views.ts';

/** The work of the whole fleet. */
export interface FleetWork {
  /** The newest depth that an instance published; absent: none did. */
  readonly queue: QueueDepth | undefined;
  /** Work items at once. */
  readonly capacity: number;
  readonly isPaused: boolean;
  /** Units at once, where an operator limited a provider. */
  readonly providers: Readonly<Record<string, number>>;
}

/** An instance, with its figures as far as it published some. */
export interface KnownInstance extends Instance {
  readonly figures: InstanceFigures | undefined;
}

/** `GET instances`: live instances with their figures, the work of the fleet, and namespaces that pause because they differ. */
export function instanceRoutes(app: App, deps: OperatorDeps): void {
  app.get('/instances', async () => {
    const [live, control] = await Promise.all([deps.instances(), deps.control.read()]);
    const instances = await withFigures(deps, live);
    const { queue, ...work } = workOf(deps, control, instances);
    return {
      items: instances.map(view),
      drift: [...deps.drift()].map(([namespace, why]) => ({ namespace, why })),
      queue,
      work,
    };
  });
}

/** In the order of their names. Rejects with `StoreError`. */
export async function withFigures(
  { figures }: Pick<OperatorDeps, 'figures'>,
  instances: readonly Instance[],
): Promise<readonly KnownInstance[]> {
  const sorted = instances.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const known = await figures(sorted.map(({ id }) => id));
  return sorted.map((instance) => ({ ...instance, figures: known.get(instance.id) }));
}

/** The queue as the instance with the newest figures saw it; `undefined` while none has any. */
export function workOf(
  { configuredCapacity }: Pick<OperatorDeps, 'configuredCapacity'>,
  { service, capacity = configuredCapacity, providers = {} }: ControlState,
  instances: readonly KnownInstance[],
): FleetWork {
  const [newest] = instances
    .flatMap(({ figures }) => (figures?.queue ? [figures] : []))
    .toSorted((a, b) => b.at - a.at);
  return { queue: newest?.queue, capacity, isPaused: service === 'out' || capacity === 0, providers };
}

function view({ id, name, program, configuration, obeys, figures }: KnownInstance) {
  const { version, startedAt, at, concurrency, calls, moreServices } = figures ?? {};
  const times = { startedAt: isoOf(startedAt), lastBeatAt: isoOf(at) };
  return { id, name, program, configuration, obeys, version, ...times, concurrency, calls, moreServices };
}
