/** Owners keep and undo, operators stop and resume: each on one instance, by what the HTTP interface calls. */
import { messageOf } from '../../../src/core/common/errors.ts';
import type { OptOutTarget } from '../../../src/core/owner/optOut.ts';
import type { ControlChange } from '../../../src/core/policy/fleet.ts';
import { changeControl, storeResponse } from '../../../src/lifecycle/index.ts';
import type { Happening } from '../happening.ts';
import type { World } from './world.ts';

const ANSWER_MS = 20_000;
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
        await this.#do(one, instance.index);
      } catch (error) {
        this.#world.tell('person', `cannot ${one.kind} on ${instance.machine.name}: ${messageOf(error).slice(0, 80)}`);
      }
    };
    // An operator waits until all obey.
    simulation.busy(one.kind === 'keep' || one.kind === 'undo' ? 0 : ANSWER_MS);
    simulation.in(1, instance.machine, one.kind, run);
  }

  #do(one: Happening, on: number): Promise<void> {
    if (one.kind === 'kill' || one.kind === 'resume') return this.#control(one, on, { killed: one.kind === 'kill' });
    if (one.kind === 'control') return this.#control(one, on, this.#changeOf(one));
    if (one.kind === 'expedite' || one.kind === 'disclaim') return this.#respond(one, on);
    return this.#decide(one, on);
  }

  #changeOf({ change = {} }: Happening): ControlChange {
    return JSON.parse(JSON.stringify(change).replaceAll('{ns}', this.#world.namespaces[0] ?? ''));
  }

  /** An answer to a message. */
  async #respond({ kind, image = 0 }: Happening, on: number): Promise<void> {
    const { laws, resources, instances, tell } = this.#world;
    const deps = instances[on]?.deps;
    const resource = resources[image];
    if (!deps || !resource) return;
    const { id, namespace } = resource;
    const mark = await deps.marks.get(namespace, id);
    const { owner = '', generation } = mark ?? {};
    const statement = kind === 'expedite' ? 'deleteEarly' : 'notMine';
    if (kind === 'expedite') laws.expedited.add(id);
    const { kind: answer } = await storeResponse(deps, { statement, namespace, id, owner, generation });
    // Its fallback has to be told, and has the full retention.
    if (kind === 'disclaim' && answer !== 'nothing') laws.forgetTold(id, owner);
    tell.call(this.#world, 'owner', `says ${statement} of ${id}: ${answer}`);
  }

  async #decide({ kind, image = 0, isPattern }: Happening, on: number): Promise<void> {
    const { laws, recorder, resources, instances, simulation } = this.#world;
    const parts = instances[on]?.parts;
    const resource = resources[image];
    const machine = instances[on]?.machine;
    if (!parts || !machine || !resource) return;
    const { id, namespace } = resource;
    const target: OptOutTarget = isPattern
      ? { kind: 'pattern', value: `${id.slice(0, -1)}*` }
      : { kind: 'id', value: id };
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

  async #control({ kind }: Happening, on: number, change: ControlChange): Promise<void> {
    const { laws, recorder, instances, simulation, happenings } = this.#world;
    const parts = instances[on]?.parts;
    if (!parts) return;
    if (kind === 'resume') laws.killedAt = undefined;
    const write = () => changeControl(parts, { change, actor: ACTOR, reason: 'simulated' });
    const answerOf = (answer: { readonly acknowledged: boolean }) => (answer.acknowledged ? 'obeyed' : undefined);
    const { acknowledged } = await (kind === 'control' ? write() : recorder.during(undefined, kind, write, answerOf));
    if (kind === 'kill' && acknowledged) laws.killedAt = simulation.now;
    if (kind === 'control' && acknowledged) laws.obey(change, simulation.now);
    happenings.held(kind === 'resume' ? simulation.now : Number.POSITIVE_INFINITY);
    this.#world.tell(
      'person',
      `${kind}s on ${instances[on]?.machine.name}: ${acknowledged ? 'all obey' : 'not all obey yet'}`,
    );
  }
}
