import type { Clock } from '../../core/common/clock.ts';
import { messageOf } from '../../core/common/errors.ts';
import type { MonthOfMoney, Months } from '../../core/ports/months.ts';
import type { MonthlyCost } from '../../core/resource/prices.ts';
import type { SavedPart, SavedParts } from '../../core/resource/saved.ts';
import type { RedisConnection } from './connection.ts';
import type { StateDeps } from './deps.ts';
import { MONEY } from './keys.ts';
import { addPart, dropOldParts, partsIn } from './savedParts.ts';

/** Whose deletion it was. */
type PartOf = Pick<SavedPart, 'type' | 'team'>;

/** Amounts are whole millionths: sums of them cannot drift. */
const MILLIONTHS = 1_000_000;
const MONTHS_KEPT = 24;

/** Without `isOn` nothing is written, and there are no months. */
interface Deps extends Pick<StateDeps, 'connection' | 'log'> {
  readonly clock: Clock;
  readonly isOn: boolean;
}

/** The HASH of the months. Every deletion adds to it in the background, which delays and fails none. */
export class RedisMonths implements Months {
  readonly #deps: Deps;
  #adding: Promise<unknown> = Promise.resolve();

  constructor(deps: Deps) {
    this.#deps = deps;
    deps.connection.beforeClose(async () => void (await this.#adding));
  }

  async read(): Promise<readonly MonthOfMoney[]> {
    if (!this.#deps.isOn) return [];
    const [fields, before] = await this.#deps.connection.command('reading the money of the months', (client) =>
      Promise.all([client.hgetall(MONEY.months), client.hgetall(MONEY.before)]),
    );
    return monthsOf(Object.keys(fields).length > 0 ? fields : before, this.#deps.clock.now());
  }

  async storeWaiting(at: number, waiting: ReadonlyMap<string, number>): Promise<void> {
    await this.#deps.connection.command('storing the money of the month', async (client) => {
      await begin(client);
      await dropOld(client, at);
      for (const [currency, amount] of waiting)
        await client.hset(MONEY.months, `waiting|${monthOf(at)}|${currency}`, Math.round(amount * MILLIONTHS));
    });
  }

  async parts(): Promise<SavedParts> {
    if (!this.#deps.isOn) return { parts: [] };
    const fields = await this.#deps.connection.command('reading the money of the months', (client) =>
      client.hgetall(MONEY.parts),
    );
    return partsIn(fields, MILLIONTHS);
  }

  /** A resource was deleted. Never throws. @param cost absent = its cost is not known */
  saved(at: number, cost: MonthlyCost | undefined, currency: string | undefined, by: PartOf): void {
    if (cost?.stays || cost?.amount === 0 || !this.#deps.isOn) return;
    const month = monthOf(at);
    const add = this.#deps.connection.command('storing the money of the month', async (client) => {
      if (cost === undefined || currency === undefined) return addPart(client, { ...by, month, currency: '' }, 1, at);
      await begin(client);
      const amount = Math.round(cost.amount * MILLIONTHS);
      const sum = await client.hincrby(MONEY.months, `saved|${month}|${currency}`, amount);
      await addPart(client, { ...by, month, currency }, amount, at);
      if (sum === amount) await dropOld(client, at);
    });
    const done = add.catch((error: unknown) =>
      this.#deps.log.warn({ problem: messageOf(error) }, 'the money of a deletion is missing in its month'),
    );
    this.#adding = Promise.all([this.#adding, done]);
  }

  /** Resolves when every deletion of this process counts. */
  async settled(): Promise<void> {
    await this.#adding;
  }
}

/** Where there is no HASH yet: release 0.2 counts in one of its own. */
async function begin(client: RedisConnection['client']): Promise<void> {
  await client.copy(MONEY.before, MONEY.months);
}

/** Fields of months that nobody sees any more. */
async function dropOld(client: RedisConnection['client'], at: number): Promise<void> {
  const now = new Date(at);
  const oldest = monthOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS_KEPT + 1));
  const old = (await client.hkeys(MONEY.months)).filter((field) => (field.split('|')[1] ?? '') < oldest);
  if (old.length > 0) await client.hdel(MONEY.months, ...old);
  await dropOldParts(client, oldest);
}

/**
 * The months in the HASH, oldest first and without gaps, up to the month of `now` (ms since the epoch). In a month
 * without a figure as much waits as in the month before it.
 */
export function monthsOf(fields: Readonly<Record<string, string>>, now: number): readonly MonthOfMoney[] {
  const amounts = new Map(Object.entries(fields).map(([field, amount]) => [field, Number(amount) / MILLIONTHS]));
  const keys = [...amounts.keys()].map((field) => field.split('|'));
  const currencies = [...new Set(keys.map(([, , currency = '']) => currency))].toSorted();
  const [first] = keys.map(([, month = '']) => month).toSorted();
  const months: MonthOfMoney[] = [];
  for (const currency of currencies) {
    let waiting = 0;
    const all: MonthOfMoney[] = [];
    for (const month of monthsBetween(first, monthOf(now))) {
      waiting = amounts.get(`waiting|${month}|${currency}`) ?? waiting;
      all.push({ month, currency, saved: amounts.get(`saved|${month}|${currency}`) ?? 0, waiting });
    }
    months.push(...all.slice(-MONTHS_KEPT));
  }
  return months.toSorted((a, b) => (a.month < b.month ? -1 : a.month > b.month ? 1 : 0));
}

/** Both included; none when the first is absent or later. */
function monthsBetween(first: string | undefined, last: string): readonly string[] {
  const months: string[] = [];
  for (let month = first; month !== undefined && month <= last; ) {
    months.push(month);
    const [year = 0, number = 0] = month.split('-').map(Number);
    month = monthOf(Date.UTC(year, number));
  }
  return months;
}

/** `2026-11`, UTC. */
function monthOf(at: number): string {
  return new Date(at).toISOString().slice(0, 7);
}
