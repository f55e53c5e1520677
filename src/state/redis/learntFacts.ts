import type { LearntFacts } from '../../core/ports/learntFacts.ts';
import type { StateDeps } from './deps.ts';
import { learntKey } from './keys.ts';

/** One STRING per fact, which Redis expires. Two instances that write at once have learnt the same. */
export class RedisLearntFacts implements LearntFacts {
  readonly #deps: Pick<StateDeps, 'connection'>;

  constructor(deps: Pick<StateDeps, 'connection'>) {
    this.#deps = deps;
  }

  async get(key: string): Promise<string | undefined> {
    const operation = 'reading a learnt fact';
    return (await this.#deps.connection.command(operation, (client) => client.get(learntKey(key)))) ?? undefined;
  }

  async put(key: string, fact: string, forMs: number): Promise<void> {
    const operation = 'storing a learnt fact';
    await this.#deps.connection.command(operation, (client) => client.set(learntKey(key), fact, 'PX', forMs));
  }

  async forget(key: string): Promise<void> {
    await this.#deps.connection.command('forgetting a learnt fact', (client) => client.unlink(learntKey(key)));
  }
}
