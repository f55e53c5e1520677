/** Makes the happenings of a run happen: each once, when its effect is counted or its time has come. */
import { FAULTS, type Happening, type Kind } from '../happening.ts';
import type { Machine } from '../kernel/machine.ts';
import type { ClientSocket } from '../redis/clientSocket.ts';
import type { Fault } from '../redis/connections.ts';
import type { Copy } from '../redis/server.ts';
import type { CallFault } from './cloud.ts';
import { Events } from './events.ts';
import type { World } from './world.ts';

/** After a fault no time is skipped for so long, ms. */
const FRESH_MS = 45_000;
/** What a fault that lasts still changes after so long, it changes at the next tick, ms. */
const LONG_MS = 10 * 60_000;
/** All others are over at once, or a clock is wrong from then on. */
const LASTING: ReadonlySet<Kind> = new Set([
  'suspended',
  'stopped',
  'late',
  'deadLog',
  'redisDown',
  'redisClock',
  'mailAway',
  'diskFull',
]);
/** TCP gives an answer up after a while, ms. */
const LATEST_MS = 30_000;
/** How far a replica is behind, at most, ms. */
const MOST_LAG_MS = 2_000;
/** How far back an older copy of Redis is, ms. */
const COPY_AGE_MS = 12 * 3_600_000;

export class Happenings {
  readonly #world: World;
  readonly #events: Events;
  readonly #all: readonly Happening[];
  readonly #counts = new Map<Happening, number>();
  fired = 0;
  lastFaultAt = 0;
  /** The same, without what only stands still for a while: no pass may be lost for that. */
  lastStormAt = 0;

  constructor(world: World, all: readonly Happening[]) {
    this.#world = world;
    this.#all = all;
    this.#events = new Events(world, (event) => this.#disturbed(lasts(event)));
  }

  plan(): void {
    const { simulation, outside } = this.#world;
    for (const one of this.#all) {
      if (one.atMs === undefined) continue;
      const at = simulation.startAt + one.atMs;
      if (one.kind === 'olderCopy')
        simulation.at(Math.max(at - COPY_AGE_MS, simulation.now), outside, 'copies', () => this.#events.backUp());
      simulation.at(at, outside, one.kind, () => this.#atItsTime(one));
    }
  }

  #atItsTime(one: Happening): unknown {
    const { machine } = this.#world.instances[one.on ?? 0] ?? {};
    if (!machine || !(FAULTS as readonly string[]).includes(one.kind)) return this.#events.happens(one);
    return this.#fault(machine, 'a while', one)?.after?.(undefined as unknown as ClientSocket);
  }

  /** Operators hold work back until then; true time. */
  held(until: number): void {
    this.lastFaultAt = until;
    this.lastStormAt = until;
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
    const { now, startAt } = this.#world.simulation;
    const begun = this.#all.filter(({ after, fromMs = 0 }) => after === name && now >= startAt + fromMs);
    for (const one of begun) this.#counts.set(one, (this.#counts.get(one) ?? 0) + 1);
    return begun.filter((one) => this.#counts.get(one) === one.nth);
  }

  #disturbed(ms = 0, isPause = false): void {
    const { simulation } = this.#world;
    this.fired++;
    this.lastFaultAt = Math.max(this.lastFaultAt, simulation.now + ms);
    if (!isPause) this.lastStormAt = this.lastFaultAt;
    simulation.busy(Math.min(ms, LONG_MS) + FRESH_MS);
  }

  #fault(machine: Machine, what: string, one: Happening): Fault | undefined {
    const world = this.#world;
    const { simulation } = world;
    const { kind, ms = 0 } = one;
    const instance = world.instanceOn(machine);
    const tell = (how: string) => world.tell(machine.name, `${how} after ${what}`);
    if (!(FAULTS as readonly string[]).includes(kind)) {
      simulation.in(ms, world.outside, kind, () => this.#events.happens(one));
      return undefined;
    }
    this.#disturbed(lasts(one), kind === 'stopped' || kind === 'suspended');
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
      case 'failover':
        return this.#failover(Math.min(ms, MOST_LAG_MS), tell);
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

  /** To a replica that lacks what was written from just before this effect on. */
  #failover(lagMs: number, tell: (how: string) => void): Fault {
    const { simulation, outside, options, laws, recorder, connections } = this.#world;
    const { instant } = recorder;
    let copy: Copy | undefined;
    const promote = async () => {
      if (!copy) return;
      await simulation.awaiting(options.server.restore(copy, simulation.now));
      this.#world.tell('redis', `fails over to a replica that is ${lagMs} ms behind`);
      laws.storeFaultAt = simulation.now;
      laws.forgetSince(copy.at);
      recorder.forgetSince(instant);
      for (const socket of connections.sockets) socket.cut();
    };
    return {
      before: async () => {
        copy = await simulation.awaiting(options.server.copy(simulation.now));
        tell('is the last to write what a replica has not yet');
        simulation.in(lagMs, outside, 'fails over', promote);
      },
    };
  }

  #silence(socket: ClientSocket | undefined, tell: (how: string) => void): void {
    tell('gets no answer, nor any later one on that connection');
    if (socket) socket.isSilent = true;
  }
}

function lasts({ kind, ms = 0 }: Happening): number {
  return LASTING.has(kind) ? ms : 0;
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1_000)} s`;
}
