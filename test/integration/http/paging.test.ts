/** Lists of the API in pages: whole, without repeats, and no answer larger than its page. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Namespace } from '../../../src/core/resource/namespace.ts';
import { stateForAll } from '../state/support.ts';
import { configurationOf, NOW, siteForAll, startOperator } from './fixture.ts';

const ACCOUNTS = Array.from({ length: 2_105 }, (_, i) => `a${String(i).padStart(4, '0')}`);
const ALL = ACCOUNTS.map((account) => configurationOf({ account, location: 'eu-west-1', resourceType: 'image' }));
const namespaceOf = (at: number) => ALL[at]?.namespace as Namespace;

const store = stateForAll();
const site = siteForAll(() => startOperator(store, { workConfigurations: () => reversed }));

const reversed = ALL.toReversed();
beforeEach(() => store.redis.flush());

interface Page {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly next?: string;
}

async function get(at: string): Promise<Page> {
  const answer = await fetch(`${site.url}/api/v1/${at}`);
  if (answer.status !== 200) throw new Error(`${at}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Page;
}

/** All pages of a list; each must keep to its limit. */
async function pagesOf(path: string, limit: number): Promise<readonly Page[]> {
  const pages: Page[] = [];
  let next: string | undefined;
  do {
    const page = await get(`${path}?limit=${limit}${next === undefined ? '' : `&cursor=${encodeURIComponent(next)}`}`);
    expect(page.items.length).toBeLessThanOrEqual(limit);
    pages.push(page);
    next = page.next;
  } while (next !== undefined);
  return pages;
}

const keep = (namespace: Namespace, value: string, actor = 'ann') =>
  store.optOuts.optOut(namespace, { target: { kind: 'id', value }, until: 'forever', actor, at: NOW });

test('P10 the namespaces come in pages, sorted, whichever order the configuration has', async () => {
  const pages = await pagesOf('namespaces', 500);
  expect(pages.map(({ items }) => items.length)).toEqual([500, 500, 500, 500, 105]);
  expect(pages.flatMap(({ items }) => items.map(({ account }) => account))).toEqual(ACCOUNTS);
});

describe('P10 the opt-outs', () => {
  test('of all namespaces come in pages, each one once, also where a page ends within a namespace', async () => {
    for (const id of ['c', 'a', 'b']) await keep(namespaceOf(3), id);
    await keep(namespaceOf(3), 'a', 'bob');
    await keep(namespaceOf(7), 'a');
    const expected = [
      ['a0003', 'a', 'ann'],
      ['a0003', 'a', 'bob'],
      ['a0003', 'b', 'ann'],
      ['a0003', 'c', 'ann'],
      ['a0007', 'a', 'ann'],
    ];
    for (const limit of [2, 3, 100]) {
      const items = (await pagesOf('opt-outs', limit)).flatMap((page) => page.items);
      expect(
        items.map(({ namespace, target, actor }) => [
          String(namespace).split(':')[1],
          (target as { value: string }).value,
          actor,
        ]),
      ).toEqual(expected);
    }
  });

  test('the cursor stays right while opt-outs are added and taken back, and an id has a space in it', async () => {
    const path = `opt-outs/${encodeURIComponent(namespaceOf(0))}`;
    await keep(namespaceOf(0), 'a', 'b c');
    await keep(namespaceOf(0), 'a b', 'c');
    for (const id of ['d', 'e']) await keep(namespaceOf(0), id);
    const values = ({ items }: Page) => items.map(({ target }) => (target as { value: string }).value);
    const seen = values(await get(`${path}?limit=1`));
    let { next } = await get(`${path}?limit=1`);
    const second = await get(`${path}?limit=1&cursor=${next}`);
    seen.push(...values(second));
    // The page before loses one and gains one, the item under the cursor goes, and one comes behind it.
    for (const value of ['a', 'a b']) {
      const audit = { at: NOW, namespace: namespaceOf(0), id: value, event: 'optOutUndone', actor: 'c' } as const;
      await store.optOuts.undo(namespaceOf(0), { kind: 'id', value }, audit, value === 'a' ? 'b c' : 'c');
    }
    await keep(namespaceOf(0), '0');
    await keep(namespaceOf(0), 'f');
    ({ next } = second);
    while (next !== undefined) {
      const page = await get(`${path}?limit=1&cursor=${next}`);
      seen.push(...values(page));
      ({ next } = page);
    }
    expect(seen.toSorted()).toEqual(['a', 'a b', 'd', 'e', 'f']);
  });

  test('a page looks at a bounded number of namespaces, and the next one continues there', async () => {
    await keep(namespaceOf(2_100), 'a');
    const pages = await pagesOf('opt-outs', 10);
    expect(pages.map(({ items }) => items.length)).toEqual([0, 1]);
  });

  test('of one namespace come in pages, with the question whether each is in force', async () => {
    for (const id of ['c', 'a', 'b']) await keep(namespaceOf(0), id);
    const pages = await pagesOf(`opt-outs/${encodeURIComponent(namespaceOf(0))}`, 2);
    expect(pages.map(({ items }) => items.map(({ inForce }) => inForce))).toEqual([[true, true], [true]]);
  });
});

test('P10 an owner who is refused between two pages of the waiting notices is listed once', async () => {
  const generation = 'g';
  for (const owner of ['ann@example.org', 'bob@example.org', 'cem@example.org']) {
    await store.outbox.put(owner, [{ namespace: namespaceOf(0), id: owner, generation }]);
  }
  const first = await get('notices/waiting?limit=2');
  const refusal = { since: NOW, attempts: 1, problem: 'no such mailbox', permanent: true, nextAttemptAt: NOW + 1 };
  await store.outbox.refuse('cem@example.org', refusal);
  const second = await get(`notices/waiting?limit=2&cursor=${first.next}`);
  const owners = [...first.items, ...second.items].map(({ owner }) => owner);
  expect(owners).toEqual(['ann@example.org', 'bob@example.org', 'cem@example.org']);
  const refused = await get('notices/waiting?refused=true');
  expect(refused.items.map(({ owner }) => owner)).toEqual(['cem@example.org']);
});

test.each(['namespaces', 'opt-outs', 'notices/waiting'])(
  '%s: a foreign cursor and a limit out of range are refused',
  async (path) => {
    for (const query of ['cursor=%00', 'cursor=e30', 'limit=0', 'limit=501', 'limit=x', 'page=2']) {
      const answer = await fetch(`${site.url}/api/v1/${path}?${query}`);
      expect([query, answer.status]).toEqual([query, 400]);
    }
  },
);
