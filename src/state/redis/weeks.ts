import { messageOf } from '../../core/common/errors.ts';
import { WEEK_MS, weekOf } from '../../core/notice/weekly.ts';
import type { WeekOfDeletions, Weeks } from '../../core/ports/weeks.ts';
import { type Namespace, typeOf } from '../../core/resource/namespace.ts';
import type { MonthlyCost } from '../../core/resource/prices.ts';
import type { StateDeps } from './deps.ts';
import { MONEY } from './keys.ts';

const MILLIONTHS = 1_000_000;
const WEEKS_KEPT = 8;
/** Fields beside those of the weeks. */
const SINCE = 'since';
const TOLD = 'told';

/**
 * The HASH of the weeks: `2026-11-23|count|aws.image`, `2026-11-23|saved|USD` in millionths, `2026-11-23|unpriced`.
 * Every deletion adds to it in the background, which delays and fails none.
 */
export class RedisWeeks implements Weeks {
  readonly #deps: Pick<StateDeps, 'connection' | 'log'>;
  #adding: Promise<unknown> = Promise.resolve();

  constructor(deps: Pick<StateDeps, 'connection' | 'log'>) {
    this.#deps = deps;
    deps.connection.beforeClose(async () => void (await this.#adding));
  }

  async read(week: number): Promise<WeekOfDeletions> {
    const fields = Object.entries(await this.#all()).map(([field, text]) => [field.split('|'), Number(text)] as const);
    const own = fields.filter(([[day], value]) => day === dayOf(week) && Number.isFinite(value));
    const of = (wanted: string) =>
      own.flatMap(([[, kind, name = ''], value]) => (kind === wanted ? [[name, value] as const] : []));
    return {
      byType: new Map(of('count')),
      saved: of('saved').map(([currency, amount]) => [currency, amount / MILLIONTHS] as const),
      unpriced: of('unpriced').reduce((sum, [, count]) => sum + count, 0),
    };
  }

  async since(now: number): Promise<number> {
    const text = await this.#deps.connection.command('reading the weeks', async (client) => {
      await client.hsetnx(MONEY.weeks, SINCE, now);
      return client.hget(MONEY.weeks, SINCE);
    });
    const since = Number(text);
    return Number.isFinite(since) ? since : now;
  }

  async told(): Promise<number | undefined> {
    const at = Date.parse((await this.#all())[TOLD] ?? '');
    return Number.isNaN(at) ? undefined : at;
  }

  async storeTold(week: number): Promise<void> {
    await this.#deps.connection.command('storing which week was told', (client) =>
      client.hset(MONEY.weeks, TOLD, dayOf(week)),
    );
  }

  /** A resource was deleted. Never throws. @param cost absent = its cost is not known */
  deleted(at: number, namespace: Namespace, cost: MonthlyCost | undefined, currency: string | undefined): void {
    const day = dayOf(weekOf(at));
    const add = this.#deps.connection.command('counting a deletion in its week', async (client) => {
      await client.hsetnx(MONEY.weeks, SINCE, at);
      const count = await client.hincrby(MONEY.weeks, `${day}|count|${typeOf(namespace)}`, 1);
      if (cost === undefined || currency === undefined) await client.hincrby(MONEY.weeks, `${day}|unpriced`, 1);
      else if (!cost.stays && cost.amount > 0)
        await client.hincrby(MONEY.weeks, `${day}|saved|${currency}`, Math.round(cost.amount * MILLIONTHS));
      if (count > 1) return;
      const oldest = dayOf(weekOf(at) - WEEKS_KEPT * WEEK_MS);
      const old = (await client.hkeys(MONEY.weeks)).filter((field) => field.includes('|') && field < oldest);
      if (old.length > 0) await client.hdel(MONEY.weeks, ...old);
    });
    const done = add.catch((error: unknown) =>
      this.#deps.log.warn({ problem: messageOf(error) }, 'a deletion is missing in its week'),
    );
    this.#adding = Promise.all([this.#adding, done]);
  }

  /** Resolves when every deletion of this process counts; for tests. */
  async settled(): Promise<void> {
    await this.#adding;
  }

  #all(): Promise<Record<string, string>> {
    return this.#deps.connection.command('reading the weeks', (client) => client.hgetall(MONEY.weeks));
  }
}

/** `2026-11-23` */
function dayOf(week: number): string {
  return new Date(week).toISOString().slice(0, 10);
}
