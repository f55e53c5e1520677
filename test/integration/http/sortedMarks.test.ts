/** The marks of all namespaces in one order: pages, totals, cursors. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { redisState } from '../../../src/state/redis/redisState.ts';
import { oneType } from '../../support/oneType.ts';
import { workConfiguration } from '../../support/queue.ts';
import { openState, type StateFixture } from '../state/support.ts';
import { configurationOf, DAY, IMAGES, type Listening, mark, NOW, startOperator } from './fixture.ts';

const GROUPS = configurationOf({ account: 'Dev', location: 'eu-west-1', resourceType: 'autoScalingGroup' });
const LEFT = configurationOf({ account: 'left', location: 'eu-west-1', resourceType: 'image' });

let store: StateFixture;
let site: Listening;

beforeAll(async () => {
  store = await openState({ currencyOf: () => 'USD' });
  const all = [workConfiguration(), GROUPS];
  site = await startOperator(store, { workConfigurations: () => all });
  const given = [
    ['ami-1', IMAGES, 'Delta', 4, 7],
    ['asg-1', GROUPS.namespace, 'alpha', 1, 5],
    ['ami-2', IMAGES, 'charlie', 3, 9],
    ['asg-2', GROUPS.namespace, 'Bravo', 2, 0],
    ['gone-1', LEFT.namespace, 'aaa', 0, 99],
  ] as const;
  for (const [id, namespace, name, days, amount] of given) {
    const owner = id.endsWith('1') ? 'Ann@example.com' : 'bob@example.com';
    const monthlyCost = amount > 0 ? { monthlyCost: { amount } } : {};
    await mark(store, id, { namespace, name, owner, projectedDeletionAt: NOW + days * DAY, ...monthlyCost });
  }
});
afterAll(async () => {
  await site?.app.close();
  await store?.close();
});

interface Page {
  readonly items: readonly { readonly id: string }[];
  readonly next?: string;
  readonly total: number;
  readonly totalIsAtLeast?: true;
}

async function get(query: string): Promise<Page> {
  const answer = await fetch(`${site.url}/api/v1/marks?${query}`);
  if (answer.status !== 200) throw new Error(await answer.text());
  return (await answer.json()) as Page;
}

test.each([
  ['sort=date', ['asg-1', 'asg-2', 'ami-2', 'ami-1']],
  ['sort=date&order=desc', ['ami-1', 'ami-2', 'asg-2', 'asg-1']],
  ['sort=cost&order=desc', ['ami-2', 'ami-1', 'asg-1', 'asg-2']],
  ['sort=name', ['asg-1', 'asg-2', 'ami-2', 'ami-1']],
  ['sort=name&account=dev', ['asg-1', 'asg-2']],
  ['sort=cost&owner=ann@EXAMPLE.com', ['asg-1', 'ami-1']],
  ['sort=cost&q=ALPHA', ['asg-1']],
  [`sort=date&dueBefore=${new Date(NOW + 3 * DAY).toISOString()}`, ['asg-1', 'asg-2']],
  [`sort=date&order=desc&dueBefore=${new Date(NOW + 3 * DAY).toISOString()}`, ['asg-2', 'asg-1']],
])('P10 the marks of all namespaces for ?%s are %j, also one at a time', async (query, ids) => {
  expect((await get(query)).items.map(({ id }) => id)).toEqual(ids);
  const single: string[] = [];
  for (let next: string | undefined = ''; next !== undefined; ) {
    const page: Page = await get(`${query}&limit=1&cursor=${next}`);
    single.push(...page.items.map(({ id }) => id));
    ({ next } = page);
  }
  expect(single).toEqual(ids);
});

test.each([
  ['account=dev&limit=1', 2, undefined],
  ['type=autoscalinggroup&limit=1&sort=name', 2, undefined],
  ['location=EU-WEST-1&state=marked&limit=1', 2, undefined],
  ['owner=bob@example.com&limit=1', 2, undefined],
  ['state=marked&owner=bob@example.com', 2, undefined],
  [`namespace=${GROUPS.namespace}&limit=1&sort=cost`, 2, undefined],
  ['q=a&limit=1&sort=name', 4, undefined],
  ['q=a&limit=1', 4, undefined],
  ['q=a&sort=name', 4, undefined],
])('P10 the total of ?%s is %j, and at least that: %j', async (query, total, atLeast) => {
  const page = await get(query);
  expect([page.total, page.totalIsAtLeast]).toEqual([total, atLeast]);
});

test('a mark that goes between two pages hides no other one', async () => {
  const first = await get('sort=name&limit=2');
  const audit = { at: NOW, namespace: GROUPS.namespace, id: 'asg-2', event: 'unmarked', actor: 'holystone' } as const;
  const before = await store.marks.get(GROUPS.namespace, 'asg-2');
  if (!before) throw new Error('no mark');
  await store.marks.apply(GROUPS.namespace, [{ id: 'asg-2', before, after: undefined, audit }]);
  const second = await get(`sort=name&limit=2&cursor=${first.next}`);
  expect([first, second].map(({ items }) => items.map(({ id }) => id))).toEqual([
    ['asg-1', 'asg-2'],
    ['ami-2', 'ami-1'],
  ]);
  await mark(store, 'asg-2', { namespace: GROUPS.namespace, name: 'Bravo', owner: 'bob@example.com' });
});

test('a row whose mark is gone is not shown, its page is full all the same, and no later page counts it', async () => {
  await mark(store, 'ghost', { name: 'a ghost' });
  expect((await get('sort=name&limit=1')).items.map(({ id }) => id)).toEqual(['ghost']);
  await store.connection.client.hdel(`holystone:{${IMAGES}}:marks`, 'ghost');
  expect((await get('sort=name&limit=1')).items.map(({ id }) => id)).toEqual(['asg-1']);
  expect((await get('sort=name&limit=1')).total).toBe(4);
});

test('a cursor leads on in another instance', async () => {
  const instance = redisState(store.connection, { log: store.log, typesOf: oneType });
  const next = await startOperator(
    { ...store, ...instance },
    { workConfigurations: () => [workConfiguration(), GROUPS] },
  );
  const first = await get('sort=cost&order=desc&limit=2');
  const answer = await fetch(`${next.url}/api/v1/marks?sort=cost&order=desc&limit=2&cursor=${first.next}`);
  expect(((await answer.json()) as Page).items.map(({ id }) => id)).toEqual(['asg-1', 'asg-2']);
  await next.app.close();
});

describe('with more marks than the memory of the instance takes', () => {
  let small: Listening;

  beforeAll(async () => {
    const instance = redisState(store.connection, { log: store.log, typesOf: oneType, mostMarksInTable: 3 });
    const all = [workConfiguration(), GROUPS];
    small = await startOperator({ ...store, ...instance }, { workConfigurations: () => all });
  });
  afterAll(() => small?.app.close());

  test('P12 an order of all marks is refused with the filters that give it', async () => {
    const answer = await fetch(`${small.url}/api/v1/marks?sort=cost`);
    const { errors } = (await answer.json()) as { errors: readonly { field: string; why: string }[] };
    expect([answer.status, errors[0]?.field]).toEqual([400, 'query.sort']);
    expect(errors[0]?.why).toMatch(/^has 4 marks to put in order, and this process takes 3; add a filter by account/);
  });

  test('P10 an order within a filter is there, and the number of all marks', async () => {
    const within = await fetch(`${small.url}/api/v1/marks?sort=name&account=dev`);
    expect(((await within.json()) as Page).items.map(({ id }) => id)).toEqual(['asg-1', 'asg-2']);
    const all = await fetch(`${small.url}/api/v1/marks?limit=1`);
    expect(await all.json()).toMatchObject({ total: 4 });
    const owned = await fetch(`${small.url}/api/v1/marks?limit=1&owner=ann@example.com`);
    expect(await owned.json()).toMatchObject({ total: 1, totalIsAtLeast: true });
  });

  test('P11 the list says that it is in the order by namespace, and which filters give another one', async () => {
    const answer = await fetch(`${small.url}/marks?sort=cost&order=desc`, { headers: { accept: 'text/html' } });
    const html = await answer.text();
    expect([answer.status, /4 marks match, and this instance puts at most 3 in order/.test(html)]).toEqual([200, true]);
    expect(html).not.toContain('aria-sort');
    expect(html).toContain('By namespace, soonest first.');
  });
});

const walkCursor = Buffer.from(JSON.stringify([IMAGES, null])).toString('base64url');
const cursor = (...place: readonly unknown[]) => Buffer.from(JSON.stringify(place)).toString('base64url');
const sortedCursor = cursor('name', 'asc', 'x', IMAGES, 'ami-1', 1);
const hostile = cursor('name', 'asc', 31, IMAGES, 'ami-1', 1);
const ofEarlierVersion = cursor('name', 'asc', '0', 'x\x007', 1);

test.each([
  ['sort=size', 'query.sort'],
  ['order=desc', 'query.order'],
  [`sort=name&cursor=${walkCursor}`, 'query.cursor'],
  [`sort=cost&cursor=${sortedCursor}`, 'query.cursor'],
  [`sort=name&order=desc&cursor=${sortedCursor}`, 'query.cursor'],
  [`sort=name&cursor=${hostile}`, 'query.cursor'],
  [`sort=name&cursor=${ofEarlierVersion}`, 'query.cursor'],
  [`cursor=${sortedCursor}`, 'query.cursor'],
])('P12 ?%s is refused with the field %s', async (query, field) => {
  const answer = await fetch(`${site.url}/api/v1/marks?${query}`);
  const { errors } = (await answer.json()) as { errors: readonly { field: string }[] };
  expect([answer.status, errors.map((one) => one.field)]).toEqual([400, [field]]);
});

test('P11 the heads of the console are links to the order of all namespaces, and show which one it is', async () => {
  const answer = await fetch(`${site.url}/marks?sort=cost&order=desc&account=dev&limit=50`, {
    headers: { accept: 'text/html' },
  });
  const html = await answer.text();
  const heads = [...html.matchAll(/<th scope="col"([^>]*)>(?:<a href="([^"]*)">)?([A-Z][\w ]*)/g)].map(
    ([, ...parts]) => parts,
  );
  const base = 'account=dev&amp;limit=50';
  expect(heads.filter(([, path]) => path)).toEqual([
    ['', `./marks?${base}&amp;sort=name`, 'Resource'],
    [' class="number" aria-sort="descending"', `./marks?${base}&amp;sort=cost`, 'A month'],
    ['', `./marks?${base}&amp;sort=date`, 'Due'],
  ]);
  expect(html.indexOf('alpha')).toBeLessThan(html.indexOf('Bravo'));
  expect(html).toContain('2 resources match');
  expect(html).toContain(`api/v1/marks?${base}&amp;sort=cost&amp;order=desc`);
});
