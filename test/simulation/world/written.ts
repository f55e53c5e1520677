/** What happens only where it is written down: to the provider's answers, its resources, and to Redis by a stranger. */
import { KEEP_TAG } from '../../../src/core/owner/optOut.ts';
import type { Happening } from '../happening.ts';
import { isOnResource } from './events.ts';
import { FAMILIES } from './families.ts';
import type { World } from './world.ts';

const DAY = 86_400_000;
/** Every instant in a text is a day earlier. */
const aDayEarlier = (text: string) => text.replace(/\d{13}(?!\d)/g, (at) => String(Number(at) - DAY));

export class Written {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  async happens(one: Happening): Promise<void> {
    const { kind } = one;
    if (kind === 'providerFails') return this.#providerFails(one);
    if (kind === 'emptied') return this.#emptied();
    if (kind === 'forged') return this.#forged(one);
    if (kind === 'command') return this.#command(one);
    return this.#changed(one);
  }

  #providerFails({ fault, image, ms }: Happening): void {
    const { cloud, laws, simulation, outside, resources } = this.#world;
    if (!fault) throw new Error('the provider fails, but how?');
    const containing = image === undefined ? {} : { containing: resources[image]?.id ?? '' };
    // What AWS refuses to do may wait.
    if (image !== undefined) laws.perhapsKept.add(resources[image]?.id ?? '');
    const rule = cloud.control.addFault({ ...fault, ...containing });
    this.#world.tell('aws', `answers ${fault.operation} otherwise: ${fault.kind} ${fault.code ?? ''}`);
    if (ms !== undefined) simulation.in(ms, outside, 'aws is right again', () => cloud.control.removeFault(rule));
  }

  async #emptied(): Promise<void> {
    const { connections, laws, recorder, simulation } = this.#world;
    await connections.do('FLUSHALL');
    this.#world.tell('redis', 'is empty');
    laws.storeFaultAt = simulation.now;
    laws.forgetSince(0, (id, keptAt) => !isOnResource(this.#world, id, keptAt));
    recorder.forgetSince(0);
  }

  /** Somebody who has no key of `signing` dates all that a hash of a namespace says a day back. */
  async #forged({ key = '' }: Happening): Promise<void> {
    const { connections, namespaces } = this.#world;
    for (const namespace of namespaces) {
      const name = `holystone:{${namespace}}:${key}`;
      for (const field of (await connections.do('HKEYS', name)) as readonly string[]) {
        const text = aDayEarlier(String(await connections.do('HGET', name, field)));
        await connections.do('HSET', name, field, text);
        if (key === 'marks') await connections.do('ZADD', name.replace(/marks$/, 'schedule'), 1, field);
      }
    }
    this.#world.tell('nobody', `dates all ${key} a day back`);
  }

  async #command({ words = [], image = 0 }: Happening): Promise<void> {
    const { connections, namespaces, resources } = this.#world;
    const said = words.map((word) =>
      word.replace('{ns}', namespaces[0] ?? '').replace('{id}', resources[image]?.id ?? ''),
    );
    const answer = await connections.do(...said);
    this.#world.tell('nobody', `says ${said.join(' ')} to Redis: ${answer}`);
  }

  #changed({ kind, image = 0 }: Happening): void {
    const { cloud, resources, laws, simulation } = this.#world;
    const resource = resources[image];
    if (!resource) return;
    const { id, type, place } = resource;
    if (kind === 'enabled') {
      cloud.control.update(place, 'image', id, { State: 'available' });
      laws.used.set(id, simulation.now);
      laws.quarantined.delete(id);
      this.#world.tell('aws', `${id} is enabled by somebody`);
      return;
    }
    if (kind === 'keepTag') {
      const { Tags = [] } = cloud.control.state(place).images.find(({ ImageId }) => ImageId === id) ?? {};
      cloud.control.update(place, 'image', id, { Tags: [...Tags, { Key: KEEP_TAG, Value: 'always' }] });
      laws.keptOnResource.set(id, simulation.now);
      laws.perhapsKept.add(id);
      this.#world.tell('owner', `puts the keep tag on ${id}`);
      return;
    }
    FAMILIES[type].renew?.(cloud.control, place, id, simulation.now);
    laws.forgetTold(id);
    laws.perhapsKept.add(id);
    this.#world.tell('aws', `${id} is another one now`);
  }
}
