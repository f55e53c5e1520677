/** Owners keep and undo, operators stop and resume: each on one instance, by what the HTTP interface calls. */
import { messageOf } from '../../../src/core/common/errors.ts';
import { changeControl } from '../../../src/lifecycle/index.ts';
import type { Happening } from '../happening.ts';
import type { World } from './world.ts';

const ACTOR = 'ann@example.com';

export class People {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** A click, which the instance hears a little later. */
  act(one: Happening): void {
    const { simulation, instances } = this.#world;
    const instance = instances[one.on ?? 0];
    if (!instance) return;
    const run = async () => {
      try {
        await (one.kind === 'kill' || one.kind === 'resume'
          ? this.#control(one, instance.index)
          : this.#decide(one, instance.index));
      } catch (error) {
        this.#world.tell('person', `cannot ${one.kind} on ${instance.machine.name}: ${messageOf(error).slice(0, 80)}`);
      }
    };
    simulation.busy();
    simulation.in(1, instance.machine, one.kind, run);
  }

  async #decide({ kind, image = 0 }: Happening, on: number): Promise<void> {
    const { laws, recorder, resources, instances, simulation } = this.#world;
    const parts = instances[on]?.parts;
    const resource = resources[image];
    const machine = instances[on]?.machine;
    if (!parts || !machine || !resource) return;
    const { id, namespace } = resource;
    const target = { kind: 'id', value: id } as const;
    const at = machine.wallMs();
    laws.perhapsKept.add(id);
    if (kind === 'undo') {
      laws.kept.delete(id);
      const audit = { at, namespace, id, event: 'optOutUndone', actor: ACTOR } as const;
      const undone = () => parts.optOuts.undo(namespace, target, audit);
      const removed = await recorder.during(id, 'undo', undone, (was) => (was ? 'removed' : 'none'));
      return this.#world.tell('owner', `takes the keep of ${id} back on ${machine.name}: ${removed}`);
    }
    const keep = () => parts.optOuts.optOut(namespace, { target, until: 'forever', actor: ACTOR, at });
    const { deletionBegun } = await recorder.during(id, 'keep', keep, (stored) =>
      stored.deletionBegun ? 'begun' : 'stored',
    );
    if (!deletionBegun) laws.kept.set(id, simulation.now);
    this.#world.tell('owner', `keeps ${id} on ${machine.name}: ${deletionBegun ? 'its deletion had begun' : 'stored'}`);
  }

  async #control({ kind }: Happening, on: number): Promise<void> {
    const { laws, recorder, instances, simulation, happenings } = this.#world;
    const parts = instances[on]?.parts;
    if (!parts) return;
    if (kind === 'resume') laws.killedAt = undefined;
    const change = () =>
      changeControl(parts, { change: { killed: kind === 'kill' }, actor: ACTOR, reason: 'simulated' });
    const { acknowledged } = await recorder.during(undefined, kind, change, (answer) =>
      answer.acknowledged ? 'obeyed' : undefined,
    );
    if (kind === 'kill' && acknowledged) laws.killedAt = simulation.now;
    happenings.lastFaultAt = kind === 'kill' ? Number.POSITIVE_INFINITY : simulation.now;
    this.#world.tell(
      'person',
      `${kind}s on ${instances[on]?.machine.name}: ${acknowledged ? 'all obey' : 'not all obey yet'}`,
    );
  }
}
