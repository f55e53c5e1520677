/** Marks in one order with a narrow filter: a page reads what it shows, however many other marks there are. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Namespace } from '../../../src/core/resource/namespace.ts';
import { workConfiguration } from '../../support/queue.ts';
import { adding, auditOf, markOf, openState, type StateFixture } from '../state/support.ts';
import { configurationOf, DAY, IMAGES, type Listening, NOW, startOperator } from './fixture.ts';

const GROUPS = configurationOf({ account: 'Dev', location: 'eu-west-1', resourceType: 'autoScalingGroup' });
const HERE = configurationOf({ account: 'Dev', location: 'us-east-1', resourceType: 'image' });
const MANY = 1_200;
const FEW = 30;

let store: StateFixture;
let site: Listening;
let marks = 0;

beforeAll(async () => {
  store = await openState({ currencyOf: () => 'USD' });
  const all = [workConfiguration(), GROUPS, HERE];
  site = await startOperator(store, {
    workConfigurations: () => all,
    marks: counted(store.marks, {
      getMany: async (namespace, ids) => {
        marks += ids.length;
        return store.marks.getMany(namespace, ids);
      },
    }),
  });
  await fill(IMAGES, 'i', MANY, () => 'bob@example.com');
  await fill(GROUPS.namespace, 'g', FEW, (n) => (n % 2 === 0 ? 'Ann@example.com' : 'bob@example.com'));
  await fill(HERE.namespace, 'h', FEW, () => 'Ann@example.com');
  await store.markTable.read(all.map(({ namespace }) => namespace));
});
afterAll(async () => {
  await site?.app.close();
  await store?.close();
});

/** The store with some methods of its own. */
function counted<T extends object>(store: T, own: Partial<T>): T {
  const get = (target: T, name: keyof T) => {
    const value = own[name] ?? target[name];
    return typeof value === 'function' ? value.bind(target) : value;
  };
  return new Proxy(store, { get: (target, name) => get(target, name as keyof T) });
}

async function fill(namespace: Namespace, prefix: string, count: number, ownerOf: (n: number) => string) {
  const some = Array.from({ length: count }, (_, n) => {
    const id = `${prefix}-${String(n).padStart(4, '0')}`;
    const mark = { ...markOf(id, { at: NOW + ((n * 7) % count) * DAY, owner: ownerOf(n) }), namespace };
    return { ...adding(mark), audit: { ...auditOf(id), namespace } };
  });
  await store.marks.apply(namespace, some);
}

const ofGroups = Array.from({ length: FEW }, (_, n) => `g-${String(n).padStart(4, '0')}`);
const ofHere = ofGroups.map((id) => id.replace('g', 'h'));
const ofAnn = [...ofGroups.filter((_, n) => n % 2 === 0), ...ofHere];

test.each([
  ['owner=ANN@example.com', ofAnn],
  ['account=dev', [...ofGroups, ...ofHere]],
  ['location=EU-west-1', ofGroups],
  ['type=autoscalinggroup', ofGroups],
  ['type=aws.autoScalingGroup', ofGroups],
  [`namespace=${GROUPS.namespace}`, ofGroups],
  ['type=image&account=dev', ofHere],
  ['owner=ann@example.com&location=us-east-1', ofHere],
  ['state=deleting', []],
  ['owner=nobody@example.com', []],
])('P14 the marks for ?%s are found without the many others, in each order and page', async (query, ids) => {
  for (const sort of ['date', 'marked', 'cost', 'name']) {
    for (const order of ['asc', 'desc']) {
      marks = 0;
      const found: string[] = [];
      for (let next: string | undefined = ''; next !== undefined; ) {
        const answer = await fetch(
          `${site.url}/api/v1/marks?${query}&sort=${sort}&order=${order}&limit=7&cursor=${next}`,
        );
        const page = (await answer.json()) as { items: readonly { id: string }[]; next?: string };
        found.push(...page.items.map(({ id }) => id));
        ({ next } = page);
      }
      expect(found.toSorted()).toEqual(ids.toSorted());
      expect(marks).toBe(ids.length);
    }
  }
});

test.each(['owner=ann@example.com', 'account=dev', 'location=eu-west-1', 'type=autoScalingGroup', 'type=image'])(
  'P14 a page of 10 for ?%s reads 10 marks',
  async (query) => {
    marks = 0;
    const answer = await fetch(`${site.url}/api/v1/marks?${query}&sort=cost&order=desc&limit=10`);
    expect([answer.status, marks]).toEqual([200, 10]);
  },
);
