import type { Namespace } from '../../../src/core/resource/namespace.ts';
import { MARK_NEWS, namespaceKeys } from '../../../src/state/redis/keys.ts';
import { encodeMark } from '../../../src/state/redis/markValue.ts';
import { markOf, type StateFixture } from '../state/support.ts';
import { DAY, IMAGES, NOW } from './fixture.ts';

const HOUR = DAY / 24;
/** Of one command: more arguments have no place on the stack. */
const AT_ONCE = 5_000;

/**
 * Writes the marks `r-FROM` to `r-UNTIL` as surveys store them, without their scripts; the table of marks has them, too.
 * Each is at its {@link costOfSeed}. Mark `r-N` is in the namespace with the number N modulo their count.
 */
export async function seedMarks(
  store: StateFixture,
  from: number,
  until: number,
  namespaces: readonly Namespace[] = [IMAGES],
): Promise<void> {
  // A million marks on a disk that must have each of them would take most of the time, and show nothing.
  await store.connection.client.config('SET', 'appendfsync', 'no', 'auto-aof-rewrite-percentage', '0');
  await writeMarks(store, { from, until, namespaces });
  await tableOf(store, namespaces);
  await store.connection.client.config('SET', 'appendfsync', 'always', 'auto-aof-rewrite-percentage', '100');
}

/** Nobody announces what {@link writeMarks} writes: a request is answered from the table as it is. */
export async function tableOf(store: StateFixture, namespaces: readonly Namespace[]): Promise<void> {
  await store.connection.client.unlink(MARK_NEWS);
  await store.markTable.read(namespaces);
  await store.markTable.settled();
}

/** Of the mark `r-AT`, $ a month. */
export function costOfSeed(at: number): number {
  return ((at * 13) % 5_000) / 100;
}

interface Seed {
  readonly from: number;
  readonly until: number;
  readonly namespaces: readonly Namespace[];
}

async function writeMarks({ connection: { client } }: StateFixture, { from, until, namespaces }: Seed): Promise<void> {
  let pipeline = client.pipeline();
  let waiting = 0;
  for (const [place, namespace] of namespaces.entries()) {
    const { marks, schedule } = namespaceKeys(namespace);
    const first = from + ((((place - from) % namespaces.length) + namespaces.length) % namespaces.length);
    for (let start = first; start < until; start += AT_ONCE * namespaces.length) {
      const values: string[] = [];
      const dates: string[] = [];
      const end = Math.min(until, start + AT_ONCE * namespaces.length);
      for (let at = start; at < end; at += namespaces.length) {
        // Few are alike, as in a real fleet: equal ones cost the orders more.
        const date = NOW + (at % 20) * DAY + ((at * 7) % HOUR);
        const mark = markOf(`r-${at}`, { at: date, owner: `owner-${at % 500}@example.com` });
        const resource = { ...mark.resource, monthlyCost: { amount: costOfSeed(at) } };
        values.push(mark.id, encodeMark({ ...mark, namespace, resource, markedAt: NOW - DAY + ((at * 11) % DAY) }));
        dates.push(String(date), mark.id);
      }
      pipeline.hset(marks, ...values).zadd(schedule, ...dates);
      waiting += dates.length / 2;
      if (waiting < AT_ONCE) continue;
      await pipeline.exec();
      pipeline = client.pipeline();
      waiting = 0;
    }
  }
  await pipeline.exec();
}
