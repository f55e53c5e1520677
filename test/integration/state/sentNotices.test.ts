import { beforeEach, describe, expect, test } from '@jest/globals';
import { REPEAT_EVERY_MS, type SentNotice } from '../../../src/core/notice/sentNotices.ts';
import { DAY, NOW, stateForAll } from './support.ts';

const ANN = 'ann@example.com';
const BOB = 'bob+{x}@example.com';

const store = stateForAll();
beforeEach(() => store.redis.flush());

const add = (n: number, given: Partial<SentNotice> = {}) =>
  store.sentNotices.add({
    messageId: `<${n}@example.com>`,
    owner: n % 2 === 0 ? ANN : BOB,
    at: NOW + n,
    resources: 1,
    isReminder: false,
    ...given,
  });
const idsOf = (notices: readonly SentNotice[]) => notices.map(({ messageId }) => Number(messageId.slice(1, -13)));
const page = async (...[filter, cursor, limit = 100]: Partial<Parameters<typeof store.sentNotices.page>>) =>
  idsOf((await store.sentNotices.page(filter ?? {}, cursor, limit)).notices);

describe('P10 the list of sent messages', () => {
  test('is newest first, in pages, also where all were sent at the same instant', async () => {
    for (let n = 0; n < 7; n++) await add(n, { at: NOW });
    const seen: number[][] = [];
    let cursor: string | undefined;
    do {
      const { notices, next } = await store.sentNotices.page({}, cursor, 3);
      seen.push(idsOf(notices));
      cursor = next;
    } while (cursor !== undefined);
    expect(seen).toEqual([[6, 5, 4], [3, 2, 1], [0]]);
  });

  test('is filtered by owner, by instant and by state', async () => {
    for (let n = 0; n < 6; n++) await add(n, n === 5 ? { refusedBecause: '550 no' } : {});
    await store.messages.open({ messageId: '<2@example.com>', owner: ANN, items: [] });
    await store.messages.bounce('<2@example.com>', { why: '550', permanent: true, actor: 'ses', at: NOW });
    expect(await page({ owner: ANN })).toEqual([4, 2, 0]);
    expect(await page({ since: NOW + 1, before: NOW + 4 })).toEqual([3, 2, 1]);
    expect(await page({ state: 'bounced' })).toEqual([2]);
    expect(await page({ state: 'refused' })).toEqual([5]);
    expect(await page({ state: 'accepted', owner: ANN })).toEqual([4, 0]);
  });

  test('has a message once, with the last answer: refused, then accepted', async () => {
    await add(1, { refusedBecause: '451 later' });
    await add(2);
    await add(1, { at: NOW + 10 });
    const { notices } = await store.sentNotices.page({}, undefined, 100);
    expect(idsOf(notices)).toEqual([1, 2]);
    expect(notices[0]?.refusedBecause).toBeUndefined();
  });

  test('goes on after a page in which nothing matched', async () => {
    for (let n = 0; n < 1_100; n++) await add(n, n === 0 ? { refusedBecause: 'no' } : { owner: ANN });
    const first = await store.sentNotices.page({ state: 'refused' }, undefined, 10);
    expect([first.notices, first.next]).toEqual([[], expect.any(String)]);
    expect(await page({ state: 'refused' }, first.next, 10)).toEqual([0]);
    // Each owner's own list is bounded.
    expect(await store.connection.client.zcard('holystone:{ann%40example.com}:notices')).toBe(500);
  });

  test('forgets messages older than 90 days, and every key of it ends', async () => {
    await add(0, { at: NOW - 91 * DAY });
    await add(2);
    expect(await store.connection.client.zcard('holystone:{notices}:index')).toBe(1);
    for (const key of await store.connection.client.keys('*')) {
      expect(await store.connection.client.pttl(key)).toBeGreaterThan(0);
    }
  });

  test('names the last message of each owner', async () => {
    for (let n = 0; n < 5; n++) await add(n);
    const last = await store.sentNotices.lastOf([ANN, BOB, 'nobody@example.com']);
    expect([...last].map(([owner, { messageId }]) => [owner, messageId])).toEqual([
      [ANN, '<4@example.com>'],
      [BOB, '<3@example.com>'],
    ]);
  });
});

test('P7 the first opening of a message stays', async () => {
  await add(1);
  await store.sentNotices.opened('<1@example.com>', NOW + 5);
  await store.sentNotices.opened('<1@example.com>', NOW + 9);
  expect((await store.sentNotices.get('<1@example.com>'))?.openedAt).toBe(NOW + 5);
});

describe('P11 a message again', () => {
  test('of two operators at once one has the claim, and the other learns who', async () => {
    const answers = await Promise.all(
      ['olga', 'otto|x'].map((actor) => store.sentNotices.claimRepeat(ANN, { actor, at: NOW })),
    );
    expect(answers).toEqual([undefined, { actor: 'olga', at: NOW }]);
  });

  test('is possible once an hour for an owner, and for another owner at once', async () => {
    const claim = (owner: string, at: number) => store.sentNotices.claimRepeat(owner, { actor: 'a|b', at });
    expect(await claim(ANN, NOW)).toBeUndefined();
    expect(await claim(BOB, NOW)).toBeUndefined();
    expect(await claim(ANN, NOW + REPEAT_EVERY_MS - 1)).toEqual({ actor: 'a|b', at: NOW });
    expect(await claim(ANN, NOW + REPEAT_EVERY_MS)).toBeUndefined();
  });
});
