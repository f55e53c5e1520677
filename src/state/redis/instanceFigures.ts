import { StoreError } from '../../core/common/errors.ts';
import {
  FIGURES_EVERY_MS,
  type InstanceFigures,
  type InstanceFiguresStore,
} from '../../core/policy/instanceFigures.ts';
import type { StateDeps } from './deps.ts';
import { CONTROL } from './keys.ts';

const KEPT_MS = 6 * FIGURES_EVERY_MS;

/** One STRING per instance, which ends a minute after its instance did. */
export class RedisInstanceFigures implements InstanceFiguresStore {
  readonly #deps: Pick<StateDeps, 'connection'>;

  constructor(deps: Pick<StateDeps, 'connection'>) {
    this.#deps = deps;
  }

  async publish(id: string, figures: InstanceFigures): Promise<void> {
    await this.#deps.connection.command('publishing the figures of this instance', (client) =>
      client.set(CONTROL.figures(id), JSON.stringify(figures), 'PX', KEPT_MS),
    );
  }

  async read(ids: readonly string[]): Promise<ReadonlyMap<string, InstanceFigures>> {
    if (ids.length === 0) return new Map();
    const operation = 'reading the figures of the instances';
    const stored = await this.#deps.connection.command(operation, (client) =>
      client.mget(ids.map((id) => CONTROL.figures(id))),
    );
    try {
      return new Map(
        ids.flatMap((id, at) => {
          const text = stored[at];
          return text ? [[id, JSON.parse(text) as InstanceFigures] as const] : [];
        }),
      );
    } catch (cause) {
      throw new StoreError(`${operation}: one is unreadable`, { cause });
    }
  }
}
