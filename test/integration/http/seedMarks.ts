import { namespaceKeys } from '../../../src/state/redis/keys.ts';
import { encodeMark } from '../../../src/state/redis/markValue.ts';
import { markOf, type StateFixture } from '../state/support.ts';
import { DAY, IMAGES, NOW } from './fixture.ts';

const AT_ONCE = 5_000;

/** Writes the marks `r-FROM` to `r-UNTIL` as a survey stores them, without its scripts; the index of marks has them, too. */
export async function seedMarks(store: StateFixture, from: number, until: number): Promise<void> {
  const { marks, schedule } = namespaceKeys(IMAGES);
  const { client } = store.connection;
  for (let start = from; start < until; start += AT_ONCE) {
    const values: string[] = [];
    const dates: string[] = [];
    for (let at = start; at < Math.min(start + AT_ONCE, until); at++) {
      const date = NOW + (at % 20) * DAY;
      const mark = { ...markOf(`r-${at}`, { at: date, owner: `owner-${at % 500}@example.com` }), namespace: IMAGES };
      values.push(mark.id, encodeMark(mark));
      dates.push(String(date), mark.id);
    }
    await Promise.all([client.hset(marks, ...values), client.zadd(schedule, ...dates)]);
  }
  store.markIndex.repair(IMAGES);
  await store.markIndex.settled();
}
