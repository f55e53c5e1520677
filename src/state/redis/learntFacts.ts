import type { Clock } from '../../core/common/clock.ts';
import type { LearntFacts } from '../../core/ports/learntFacts.ts';
import type { StateDeps } from './deps.ts';
import { learntKey } from './keys.ts';
import { NewestSeen } from './newestSeen.ts';
import { openJson, sealJson } from './sealedJson.ts';

/** A fact as it is stored, under a keyed checksum. */
interface Learnt {
  readonly fact: string;
  /** When it was learnt, and until when it counts; ms since the epoch. */
  readonly at: number;
  readonly until: number;
}

/**
 * One STRING per fact, which Redis expires. Two instances that write at once have learnt the same. A fact that no holder
 * of a signing key stored there is not learnt; one that this process saw counts on if Redis lost it or has an older one.
 */
export class RedisLearntFacts implements LearntFacts {
  readonly #deps: Pick<StateDeps, 'connection' | 'seal' | 'log'>;
  readonly #clock: Clock;
  readonly #seen = new NewestSeen<Learnt>();

  constructor(deps: Pick<StateDeps, 'connection' | 'seal' | 'log'>, clock: Clock) {
    this.#deps = deps;
    this.#clock = clock;
  }

  async get(key: string): Promise<string | undefined> {
    const operation = 'reading a learnt fact';
    const text = await this.#deps.connection.command(operation, (client) => client.get(learntKey(key)));
    const learnt = this.#seen.newer(key, text === null ? undefined : this.#opened(key, text));
    return learnt && this.#clock.now() < learnt.until ? learnt.fact : undefined;
  }

  async put(key: string, fact: string, forMs: number): Promise<void> {
    const operation = 'storing a learnt fact';
    const at = this.#clock.now();
    const learnt: Learnt = { fact, at, until: at + forMs };
    const text = sealJson(this.#deps.seal, ['fact', key], JSON.stringify(learnt));
    await this.#deps.connection.command(operation, (client) => client.set(learntKey(key), text, 'PX', forMs));
    this.#seen.replace(key, learnt);
  }

  async forget(key: string): Promise<void> {
    await this.#deps.connection.command('forgetting a learnt fact', (client) => client.unlink(learntKey(key)));
    this.#seen.forget(key);
  }

  #opened(key: string, text: string): Learnt | undefined {
    const { json, check } = openJson(this.#deps.seal, ['fact', key], text);
    const learnt = check === 'valid' ? learntIn(json) : undefined;
    if (!learnt) this.#deps.log.warn({ fact: key, check }, 'a learnt fact is not ours and counts as not learnt');
    return learnt;
  }
}

function learntIn(json: string): Learnt | undefined {
  try {
    const { fact, at, until } = JSON.parse(json) as Partial<Learnt>;
    const isOurs = typeof fact === 'string' && Number.isFinite(at) && Number.isFinite(until);
    return isOurs ? ({ fact, at, until } as Learnt) : undefined;
  } catch {
    return undefined;
  }
}
