/** Several people who own a resource together: one decision, which none of them shortens unseen. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { intendDeletion } from '../../../src/core/mark/intent.ts';
import { stateForAll } from '../state/support.ts';
import { IMAGES, link, mark, NOW, post, siteForAll, startPublic } from './fixture.ts';

const store = stateForAll();
const site = siteForAll(() => startPublic(store));

beforeEach(async () => {
  await store.redis.flush();
  await mark(store, 'ami-1', { owner: 'ann@example.com, bob@example.com' });
});

const optOuts = async () => [...(await store.optOuts.all(IMAGES)).values()];

describe('P21 two people who own it together', () => {
  const BOTH = 'ann@example.com, bob@example.com';
  const open = () => site.url + link('ami-1', { owner: BOTH });
  const ends = async () => (await optOuts()).map(({ until, reason }) => [until, reason]);

  test('a shorter decision does not replace the longer one of the other, and the page says which counts', async () => {
    await post(open(), { keep: 'forever', reason: 'image of the audit' });
    const answer = await post(open(), { keep: '7d', reason: 'next week' });
    const page = await answer.text();
    expect([answer.status, await ends()]).toEqual([409, [['forever', 'image of the audit']]]);
    expect(page).toContain('Nothing was changed');
    const back = /<a href="([^"]+)">Back/.exec(page)?.[1] ?? '';
    expect(new URL(back, open()).href).toBe(open());
    expect(page).toContain(`It is kept forever by a decision of ${BOTH}`);
  });

  test('a longer one replaces it, and after withdrawing a shorter one is stored', async () => {
    await post(open(), { keep: '7d' });
    expect((await post(open(), { keep: 'forever' })).status).toBe(200);
    expect(await ends()).toEqual([['forever', undefined]]);
    expect((await post(`${open()}/undo`, { scope: 'id' })).status).toBe(200);
    expect((await post(open(), { keep: '7d' })).status).toBe(200);
    expect(await optOuts()).toHaveLength(1);
  });

  test('the deletion had begun, or ended, before the longer one: no page says that it is kept', async () => {
    const before = await mark(store, 'ami-2', { owner: BOTH });
    const after = intendDeletion(before, 'pass-1', NOW);
    const entry = { at: NOW, namespace: IMAGES, id: 'ami-2', actor: 'holystone' } as const;
    await store.marks.apply(IMAGES, [{ id: 'ami-2', before, after, audit: { ...entry, event: 'permitted' } }]);
    const url = site.url + link('ami-2', { owner: BOTH });
    await post(url, { keep: 'forever' });
    expect(await (await post(url, { keep: '7d' })).text()).toContain('<h1>Deletion had already begun</h1>');
    const deleted = { ...entry, event: 'deleted' } as const;
    await store.marks.apply(IMAGES, [{ id: 'ami-2', before: after, after: undefined, audit: deleted }]);
    expect(await (await post(url, { keep: '7d' })).text()).toContain('<h1>Too late</h1>');
    expect((await optOuts()).map(({ until }) => until)).toEqual(['forever']);
  });

  test('P22 both press at the same moment: whichever comes first, the longer one counts', async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      const id = `ami-${100 + turn}`;
      await mark(store, id, { owner: BOTH });
      const url = site.url + link(id, { owner: BOTH });
      const [short, long] = [
        ['7d', 'next week'],
        ['forever', 'audit'],
      ].map(
        ([keep = '', reason = '']) =>
          () =>
            post(url, { keep, reason }),
      );
      const both = turn % 2 === 0 ? [short, long] : [long, short];
      await Promise.all(both.map((press) => press?.()));
      const until = (await optOuts()).filter(({ target }) => target.value === id).map((one) => one.until);
      expect([turn, until]).toEqual([turn, ['forever']]);
    }
  });

  test('P22 two instances that have looked before either stored: the second one stores nothing shorter', async () => {
    const wanted = (until: number | 'forever') =>
      ({ target: { kind: 'id', value: 'ami-1' }, actor: BOTH, at: NOW, until }) as const;
    expect(await store.optOuts.optOut(IMAGES, wanted('forever'), 'longer')).not.toHaveProperty('isShorter');
    expect(await store.optOuts.optOut(IMAGES, wanted(NOW + 1_000), 'longer')).toEqual({
      deletionBegun: false,
      isShorter: true,
    });
    expect(await store.optOuts.optOut(IMAGES, wanted(NOW + 1_000))).not.toHaveProperty('isShorter');
    expect(await store.optOuts.optOut(IMAGES, wanted(NOW + 2_000), 'longer')).not.toHaveProperty('isShorter');
    expect(await ends()).toEqual([[NOW + 2_000, undefined]]);
  });

  test('one person alone changes their mind', async () => {
    await post(site.url + link('ami-1'), { keep: 'forever' });
    expect((await post(site.url + link('ami-1'), { keep: '7d' })).status).toBe(200);
    expect((await optOuts())[0]?.until).not.toBe('forever');
  });
});
