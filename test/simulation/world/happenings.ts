/** Makes the happenings of a run happen: each once, when its effect is counted or its time has come. */
import { FAULTS, type Happening } from '../happening.ts';
import type { Machine } from '../kernel/machine.ts';
import type { ClientSocket } from '../redis/clientSocket.ts';
import type { Fault } from '../redis/connections.ts';
import type { Copy } from '../redis/server.ts';
import type { CallFault } from './cloud.ts';
import { PLACE } from './cloud.ts';
import { DEFINITIONS, NAMESPACE } from './configuration.ts';
import { People } from './people.ts';
import type { World } from './world.ts';

/** After a fault no time is skipped for so long, ms. */
const FRESH_MS = 45_000;
/** TCP gives an answer up after a while, ms. */
const LATEST_MS = 30_000;
/** How far back an older copy of Redis is, ms. */
const COPY_AGE_MS = 12 * 3_600_000;

export class Happenings {
  readonly #world: World;
  readonly #people: People;
  readonly #all: readonly Happening[];
  readonly #counts = new Map<string, number>();
  fired = 0;
  lastFaultAt = 0;
  #copy: Copy | undefined;

  constructor(world: World, all: readonly Happening[]) {
    this.#world = world;
    this.#all = all;
    this.#people = new People(world);
  }

  plan(): void {
    const { simulation, outside } = this.#world;
    for (const one of this.#all) {
      if (one.atMs === undefined) continue;
      const at = simulation.startAt + one.atMs;
      if (one.kind === 'olderCopy')
        simulation.at(Math.max(at - COPY_AGE_MS, simulation.now), outside, 'copies', () => this.#backUp());
      simulation.at(at, outside, one.kind, () => this.#event(one));
    }
  }

  /** Has nothing disturbed the run for so long? */
  quietSince(ms: number): boolean {
    return this.lastFaultAt + ms < this.#world.simulation.now;
  }

  faultOf(machine: Machine, what: string): Fault | undefined {
    for (const name of what.split('+')) {
      const due = this.#counted(name);
      const [first] = due.map((one) => this.#fault(machine, name, one));
      if (first) return first;
    }
    return undefined;
  }

  callFault(machine: Machine, action: string): CallFault | undefined {
    for (const one of this.#counted(`aws:${action}`)) {
      const fault = this.#fault(machine, action, one);
      fault?.after?.(undefined as unknown as ClientSocket);
      if (one.kind === 'silent') return 'answerLost';
      if (one.kind === 'cut') return 'requestLost';
    }
    return undefined;
  }

  #counted(name: string): readonly Happening[] {
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    return this.#all.filter(({ after, nth }) => after === name && nth === count);
  }

  #disturbed(ms = 0): void {
    const { simulation } = this.#world;
    this.fired++;
    this.lastFaultAt = Math.max(this.lastFaultAt, simulation.now + ms);
    simulation.busy(ms + FRESH_MS);
  }

  #fault(machine: Machine, what: string, one: Happening): Fault | undefined {
    const world = this.#world;
    const { simulation } = world;
    const { kind, ms = 0 } = one;
    const instance = world.instanceOn(machine);
    const tell = (how: string) => world.tell(machine.name, `${how} after ${what}`);
    if (!(FAULTS as readonly string[]).includes(kind)) {
      simulation.in(ms, world.outside, kind, () => this.#event(one));
      return undefined;
    }
    this.#disturbed(ms);
    switch (kind) {
      case 'suspended':
      case 'stopped':
        return {
          after: () => {
            tell(`is ${kind} for ${seconds(ms)}`);
            machine.sleep(ms, kind);
          },
        };
      case 'dies':
        return {
          after: () => {
            tell('dies');
            if (instance?.isAlive) world.die(instance);
          },
        };
      case 'silent':
        return { after: (socket) => this.#silence(socket, tell) };
      case 'cut':
        return {
          after: (socket) => {
            tell('loses a connection');
            socket?.cut();
          },
        };
      case 'late':
        tell(`gets its answer ${seconds(Math.min(ms, LATEST_MS))} late`);
        return { lateMs: Math.min(ms, LATEST_MS) };
      case 'readOnly':
        tell('meets a replica');
        return { error: "READONLY You can't write against a read only replica." };
      case 'full':
        tell('meets a full Redis');
        return { error: "OOM command not allowed when used memory > 'maxmemory'." };
      case 'clockAhead':
      case 'clockBack':
        tell(`has its wall clock set ${kind === 'clockAhead' ? 'ahead' : 'back'} by ${seconds(ms)}`);
        machine.aheadMs += kind === 'clockAhead' ? ms : -ms;
        return undefined;
      case 'deadLog':
        tell(`cannot write its log for ${seconds(ms)}`);
        if (instance) instance.log.fault = 'EPIPE';
        simulation.in(ms, world.outside, 'log is back', () => {
          if (instance) instance.log.fault = undefined;
        });
        return undefined;
      default:
        return undefined;
    }
  }

  #silence(socket: ClientSocket | undefined, tell: (how: string) => void): void {
    tell('gets no answer, nor any later one on that connection');
    if (socket) socket.isSilent = true;
  }

  async #event(one: Happening): Promise<void> {
    const world = this.#world;
    const { connections, simulation, outside, laws, images } = world;
    const { kind, ms = 0, key = '', image = 0 } = one;
    if (kind === 'keep' || kind === 'undo' || kind === 'kill' || kind === 'resume') return this.#people.act(one);
    const back = (what: string, undo: () => void) => {
      simulation.in(ms, outside, what, () => {
        undo();
        world.tell('world', what);
      });
    };
    this.#disturbed(ms);
    switch (kind) {
      case 'keyLost':
        world.tell('redis', `loses its key ${key} (${await connections.do('DEL', `holystone:{${NAMESPACE}}:${key}`)})`);
        laws.storeFaultAt = simulation.now;
        return;
      case 'olderCopy':
        if (!this.#copy) return;
        await simulation.awaiting(world.options.server.restore(this.#copy, simulation.now));
        world.tell('redis', 'is a copy of half a day ago');
        laws.storeFaultAt = simulation.now;
        for (const socket of connections.sockets) socket.cut();
        return;
      case 'scriptsLost':
        await connections.do('SCRIPT', 'FLUSH');
        world.tell('redis', 'forgets its scripts');
        return;
      case 'redisDown':
        connections.isDown = true;
        world.tell('redis', `is away for ${seconds(ms)}`);
        for (const socket of connections.sockets) socket.cut();
        return back('redis is back', () => {
          connections.isDown = false;
        });
      case 'redisClock':
        connections.aheadMs += ms;
        laws.storeFaultAt = simulation.now;
        world.tell('redis', `has its clock set ahead by ${seconds(ms)}`);
        return back('the clock of redis is right again', () => {
          connections.aheadMs -= ms;
          laws.storeFaultAt = simulation.now;
        });
      case 'mailAway':
        world.isMailAway = true;
        world.tell('mail', `is away for ${seconds(ms)}`);
        return back('mail is back', () => {
          world.isMailAway = false;
        });
      case 'diskFull':
        world.files.fault = { below: DEFINITIONS, code: 'ENOSPC' };
        world.tell('disk', `has no room for definitions for ${seconds(ms)}`);
        return back('the disk has room', () => {
          world.files.fault = undefined;
        });
      case 'used': {
        const id = images[image];
        if (id === undefined || laws.deleted.has(id)) return;
        world.cloud.control.addInstances(PLACE, [{ ImageId: id }]);
        laws.used.set(id, simulation.now);
        world.tell('aws', `an instance is started from ${id}`);
        return;
      }
      default:
        throw new Error(`"${kind}" needs an effect`);
    }
  }

  async #backUp(): Promise<void> {
    const { simulation, options } = this.#world;
    this.#copy = await simulation.awaiting(options.server.copy(simulation.now));
  }
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1_000)} s`;
}
