/** What happens to everybody, or is done by a person. */
import { ACTS, type Happening, SAYINGS, WRITTEN } from '../happening.ts';
import type { Copy } from '../redis/server.ts';
import { DEFINITIONS } from './configuration.ts';
import { FAMILIES } from './families.ts';
import { People } from './people.ts';
import type { World } from './world.ts';
import { Written } from './written.ts';

export class Events {
  readonly #world: World;
  readonly #people: People;
  readonly #written: Written;
  /** A fault begins. */
  readonly #disturbed: (event: Happening) => void;
  #copy: Copy | undefined;
  #copiedAt = 0;

  constructor(world: World, disturbed: (event: Happening) => void) {
    this.#world = world;
    this.#disturbed = disturbed;
    this.#people = new People(world);
    this.#written = new Written(world);
  }

  async happens(one: Happening): Promise<void> {
    const world = this.#world;
    const { connections, simulation, outside, laws, resources } = world;
    const { kind, ms = 0, key = '', image = 0 } = one;
    if ([...ACTS, ...SAYINGS].some((act) => act === kind)) return this.#people.act(one);
    if (WRITTEN.some((written) => written === kind)) return this.#written.happens(one);
    const back = (what: string, undo: () => void) => {
      simulation.in(ms, outside, what, () => {
        undo();
        world.tell('world', what);
      });
    };
    this.#disturbed(one);
    switch (kind) {
      case 'keyLost':
        for (const namespace of world.namespaces) {
          const lost = await connections.do('DEL', `holystone:{${namespace}}:${key}`);
          world.tell('redis', `loses its key ${key} of ${namespace} (${lost})`);
        }
        laws.storeFaultAt = simulation.now;
        return;
      case 'olderCopy':
        if (!this.#copy) return;
        await simulation.awaiting(world.options.server.restore(this.#copy, simulation.now));
        world.tell('redis', 'is a copy of half a day ago');
        world.recorder.forgetSince(this.#copiedAt);
        laws.forgetSince(this.#copy.at, (id, keptAt) => !isOnResource(world, id, keptAt));
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
        laws.wrongClockAt = ms > 60_000 ? simulation.now : undefined;
        world.tell('redis', `has its clock set ahead by ${seconds(ms)}`);
        return back('the clock of redis is right again', () => {
          connections.aheadMs -= ms;
          laws.storeFaultAt = simulation.now;
          laws.wrongClockAt = undefined;
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
        const used = resources[image];
        if (!used || laws.deleted.has(used.id)) return;
        FAMILIES[used.type].use(world.cloud.control, used.place, used.id);
        laws.used.set(used.id, simulation.now);
        world.tell('aws', `${used.id} is taken into use`);
        return;
      }
      default:
        throw new Error(`"${kind}" needs an effect`);
    }
  }

  /** For an older copy, later. */
  async backUp(): Promise<void> {
    const { simulation, options } = this.#world;
    this.#copiedAt = this.#world.recorder.instant;
    this.#copy = await simulation.awaiting(options.server.copy(simulation.now));
  }
}

/** A keep is also a tag on its resource, where that takes one: at the tick after it, or at the next. */
export function isOnResource({ simulation, options, resources }: World, id: string, keptAt: number): boolean {
  const isTaggable = resources.some((one) => one.id === id && one.type === 'image');
  return isTaggable && keptAt + 2 * options.scale.tickS * 1_000 < simulation.now;
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1_000)} s`;
}
