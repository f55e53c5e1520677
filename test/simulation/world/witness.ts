/** Sees what leaves a machine, and what it writes down, and asks the laws. */
import type { Machine } from '../kernel/machine.ts';
import { DEFINITIONS } from './configuration.ts';
import { FAMILIES } from './families.ts';
import type { Line } from './recordLog.ts';
import type { World } from './world.ts';

export class Witness {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  async onDeletion(machine: Machine, id: string, isForced: boolean): Promise<void> {
    const { simulation, files, recorder, resources, connections, instances, laws, lockHolders } = this.#world;
    this.#world.tell(machine.name, `asks AWS to delete ${id}`);
    recorder.sent(id);
    const lock = `holystone:{${resources.find((one) => one.id === id)?.namespace}}:lock`;
    const left = Number(await connections.do('PTTL', lock));
    const own = this.#world.instanceOn(machine);
    const other = instances.find(({ program, isAlive, machine: at, parts }) => {
      return program.keepsAll && isAlive && parts !== undefined && !at.isAsleep && program !== own?.program;
    });
    const hasLock = left > 0 && lockHolders.get(lock) === machine.name;
    const facts = { hasLock, keptBy: other?.machine.name, isDefined: files.names(DEFINITIONS, id), isForced };
    laws.check({ instance: machine.name, id, now: simulation.now, ...facts });
  }

  /** Any other request was carried out: a resource is taken out of use, or given back; a dry run writes nothing. */
  onDone(machine: Machine, action: string, body: string): void {
    const { laws, simulation, options } = this.#world;
    if (/^(Disable|Enable)Image$|^CreateTags$/.test(action) && options.scale.settings?.isDryRun)
      this.#world.violate('dry run', `${machine.name} sends ${action}`);
    const [, id = ''] = /(?:^|&)ImageId=([\w-]+)/.exec(body) ?? [];
    if (action === 'DisableImage') laws.quarantined.set(id, simulation.now);
    if (action === 'EnableImage') laws.quarantined.delete(id);
    if (action.endsWith('ableImage')) this.#world.tell(machine.name, `${action} ${id}`);
  }

  onLine(machine: Machine, line: Line): void {
    const { passes, simulation } = this.#world;
    if (line.msg === 'audit') this.#onAudit(machine, line);
    if (line.msg === 'pass') {
      passes.ended(line, simulation.now);
      // Each pass may be the one that keeps another out.
      this.#world.lookAtPasses();
    }
    if (process.env.HOLYSTONE_SIMULATION_LOG) this.#world.tell(machine.name, JSON.stringify(line).slice(0, 3000));
  }

  /** The record of the fleet says nothing that is not so. */
  #onAudit(machine: Machine, { event, id: said }: Line): void {
    const id = String(said);
    const { laws, cloud, resources } = this.#world;
    if (event === 'permitted') laws.permitted(machine.name, id);
    if (event !== 'deleted' && event !== 'gone') return;
    const resource = resources.find((one) => one.id === id);
    const isThere = resource && FAMILIES[resource.type].ids(cloud.control, resource.place).includes(id);
    if (isThere) this.#world.violate('log', `${machine.name} writes "${event}" of ${id}, which is there`);
    if (event === 'deleted') laws.deletions.set(id, (laws.deletions.get(id) ?? 0) + 1);
  }
}
