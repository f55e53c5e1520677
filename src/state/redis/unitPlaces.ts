import { batchesOf } from '../../core/common/batches.ts';
import { ACTIONS, type Action } from '../../core/policy/workConfiguration.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { WaitingUnit } from '../../core/work/turns.ts';
import type { SeenUnits, UnitPlaces } from '../../core/work/unitPlaces.ts';
import type { StateDeps } from './deps.ts';
import { unitKeys } from './keys.ts';
import { loadScript } from './script.ts';

const SEE = loadScript('seeUnits', ['due', 'unfinished', 'places', 'given']);
const TAKE = loadScript('takePlace', ['due', 'unfinished', 'places', 'given']);
const WAIT = loadScript('waitForPlace', ['due', 'unfinished']);
/** The same as the namespace lock's: another worker takes a dead worker's unit when both are over. */
const LEASE_MS = 30_000;
const AT_ONCE = 500;

/** Two ZSETs of waiting passes and one of places, by provider. */
export class RedisUnitPlaces implements UnitPlaces {
  readonly leaseMs: number;
  readonly #deps: StateDeps;

  constructor(deps: StateDeps, leaseMs = LEASE_MS) {
    this.#deps = deps;
    this.leaseMs = leaseMs;
  }

  async wait(provider: string, units: Parameters<UnitPlaces['wait']>[1]): Promise<number> {
    let added = 0;
    for (const some of batchesOf(units, AT_ONCE)) {
      const args = some.flatMap((unit) => [unit.kind, Math.floor(unit.since), passOf(unit)]);
      const operation = `queueing units of ${provider}`;
      added += Number(await this.#deps.scripts.read(WAIT, { operation, keys: unitKeys(provider), args }));
    }
    return added;
  }

  async forget(provider: string, unit: Pick<WaitingUnit, 'namespace' | 'action'>): Promise<void> {
    const { due, unfinished } = unitKeys(provider);
    await this.#deps.connection.command(`dropping a unit of ${provider}`, (client) =>
      client.multi().zrem(due, passOf(unit)).zrem(unfinished, passOf(unit)).exec(),
    );
  }

  async look(provider: string, count = 0): Promise<SeenUnits> {
    const operation = `reading the units of ${provider}`;
    const reply = await this.#deps.scripts.read(SEE, { operation, keys: unitKeys(provider), args: [count] });
    const [given, busy, due, unfinished] = reply as [string, Namespace[], string[], string[]];
    return { given: Number(given), busy: new Set(busy), due: waitingOf(due), unfinished: waitingOf(unfinished) };
  }

  give(provider: string, unit: WaitingUnit, capacity: number): Promise<boolean> {
    return this.#take(provider, unit.namespace, capacity, passOf(unit));
  }

  take(provider: string, namespace: Namespace, capacity: number): Promise<boolean> {
    return this.#take(provider, namespace, capacity, '');
  }

  async free(provider: string, namespace: Namespace): Promise<void> {
    const { places } = unitKeys(provider);
    await this.#deps.connection.command(`freeing the place of ${namespace}`, (client) =>
      client.zrem(places, namespace),
    );
  }

  async #take(provider: string, namespace: Namespace, capacity: number, pass: string): Promise<boolean> {
    const call = { operation: `taking a place for ${namespace}`, keys: unitKeys(provider) };
    const args = [namespace, capacity, this.leaseMs, pass];
    return (await this.#deps.scripts.read(TAKE, { ...call, args })) === '1';
  }
}

/** `delete aws:test:us-east-1:image`: a namespace contains no space. */
function passOf({ namespace, action }: Pick<WaitingUnit, 'namespace' | 'action'>): string {
  return `${action} ${namespace}`;
}

function waitingOf(reply: readonly string[]): readonly WaitingUnit[] {
  const found: WaitingUnit[] = [];
  for (let at = 0; at + 1 < reply.length; at += 2) {
    const [action, namespace] = (reply[at] as string).split(' ');
    if (!ACTIONS.includes(action as Action) || !namespace) continue;
    found.push({ action: action as Action, namespace: namespace as Namespace, since: Number(reply[at + 1]) });
  }
  return found;
}
