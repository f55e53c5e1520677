/** The costs of marks, wherever they are shown: to owners, to operators, and to programs. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { recordNotice } from '../../../src/core/mark/mark.ts';
import { signMessage } from '../../../src/core/owner/optOutToken.ts';
import type { WorkConfiguration } from '../../../src/core/policy/workConfiguration.ts';
import type { PriceList } from '../../../src/core/resource/prices.ts';
import { workConfiguration } from '../../support/queue.ts';
import { openState, type StateFixture } from '../state/support.ts';
import {
  configurationOf,
  DAY,
  IMAGES,
  KEY,
  type Listening,
  link,
  mark,
  NOW,
  startOperator,
  startPublic,
} from './fixture.ts';

const ANN = 'ann@example.com';
const source = 'https://example.com/';
const prices: PriceList = { currency: 'USD', date: '2026-05-01', source, staleAt: NOW + DAY, of: () => undefined };
const PRICED = workConfiguration({ prices });
const UNPRICED = configurationOf({ account: 'other', location: 'mars-1', resourceType: 'image' });
const TEMPLATES: WorkConfiguration = {
  ...configurationOf({ account: 'other', location: 'mars-1', resourceType: 'launchTemplate' }),
  costsNothing: true,
};
const stays = { amount: 5, upTo: true, stays: true } as const;

let store: StateFixture;
let owners: Listening;
let operators: Listening;
let configurations: readonly WorkConfiguration[];

beforeAll(async () => {
  store = await openState();
  const workConfigurations = () => configurations;
  owners = await startPublic(store, { workConfigurations });
  operators = await startOperator(store, { workConfigurations });
});
beforeEach(async () => {
  configurations = [PRICED, UNPRICED, TEMPLATES];
  await store.redis.flush();
});
afterAll(async () => {
  await owners?.app.close();
  await operators?.app.close();
  await store?.close();
});

async function text({ url }: Listening, path: string): Promise<string> {
  const answer = await fetch(new URL(path, url), { headers: { accept: 'text/html' } });
  return (await answer.text()).replace(/<style>.*<\/style>/s, '').replace(/\s+/g, ' ');
}

async function json(path: string) {
  const answer = await fetch(new URL(`/api/v1/${path}`, operators.url));
  expect(answer.status).toBe(200);
  return answer.json() as Promise<Record<string, unknown> & { items: Record<string, unknown>[] }>;
}

describe('the cost, for its owner', () => {
  test('A13 P7 the page of a link says it, with the day of the prices', async () => {
    await mark(store, 'ami-1', { monthlyCost: { amount: 12.5 } });
    expect(await text(owners, link('ami-1'))).toContain(
      'Deleting it saves $12.50 a month, at list prices of 1 May 2026.',
    );
    configurations = [workConfiguration({ prices: { ...prices, staleAt: NOW } })];
    expect(await text(owners, link('ami-1'))).toContain('at list prices of 1 May 2026 (out of date).');
    expect(await text(owners, link('ami-1', { language: 'de' }))).toMatch(
      /Das Löschen spart 12,50\s\$ im Monat, nach Listenpreisen/,
    );
  });

  test('A13 without prices of its location the page shows no cost, whatever the mark stores', async () => {
    await mark(store, 'ami-1', { namespace: UNPRICED.namespace, monthlyCost: { amount: 12.5 } });
    await mark(store, 'ami-2');
    const pages = [link('ami-1', { namespace: UNPRICED.namespace }), link('ami-2')];
    for (const path of pages) expect(await text(owners, path)).not.toMatch(/Cost|\$\d/);
  });

  test('A13 P7 a type without costs of its own says so, also without prices of its location', async () => {
    await mark(store, 'lt-1', { namespace: TEMPLATES.namespace });
    expect(await text(owners, link('lt-1', { namespace: TEMPLATES.namespace }))).toMatch(
      />Saving<.{1,20}>nothing: it has no cost of its own</,
    );
    const german = link('lt-1', { namespace: TEMPLATES.namespace, language: 'de' });
    expect(await text(owners, german)).toMatch(/>Ersparnis<.{1,20}>nichts: sie hat keine eigenen Kosten</);
  });

  test('A13 P7 the page of a message has each cost, and the sum', async () => {
    const costs = [{ amount: 1 }, { amount: 2, upTo: true as const }, stays, undefined];
    const items = [];
    for (const [index, monthlyCost] of costs.entries()) {
      const id = `ami-${index}`;
      const before = await mark(store, id, monthlyCost ? { monthlyCost } : {});
      const { generation, projectedDeletionAt: shownAt } = before;
      const notice = { messageId: '<1@x>', recipient: ANN, acceptedAt: NOW - DAY, shownAt, generation };
      const after = recordNotice(before, { ...notice, validUntil: NOW + 30 * DAY }, shownAt);
      const audit = { at: NOW - DAY, namespace: IMAGES, id, event: 'noticed', actor: 'holystone' } as const;
      await store.marks.apply(IMAGES, [{ id, before, after, audit }]);
      items.push({ namespace: IMAGES, id });
    }
    await store.messages.open({ messageId: '<1@x>', owner: ANN, items });
    const token = signMessage({ messageId: '<1@x>', owner: ANN, expiresAt: NOW + 30 * DAY }, KEY);
    const page = await text(owners, `/m/${token}`);
    expect(page).toContain(
      'Deleting them saves up to $3.00 a month, at list prices of 1 May 2026. Their snapshots stay and cost up to $5.00 a month. 1 resource has',
    );
    for (const cell of [
      '>$1.00 a month<',
      '>up to $2.00 a month<',
      '>nothing now; its snapshots, up to $5.00 a month, stay<',
      '>–<',
    ])
      expect(page).toContain(cell);
  });
});

describe('the cost, for operators and programs', () => {
  test('A13 P13 the marks and the page of one say it', async () => {
    await mark(store, 'ami-1', { monthlyCost: { amount: 12.5 } });
    await mark(store, 'ami-2');
    const page = await text(operators, '/marks');
    expect(page).toContain('Deleting them saves $12.50 a month, at list prices of 1 May 2026. 1 resource has');
    expect(page).toContain('>$12.50<');
    expect(page).toContain('>no figure<');
    await mark(store, 'lt-1', { namespace: TEMPLATES.namespace });
    const more = await text(operators, '/marks');
    expect(more).toContain('Deleting them saves $12.50 a month, at list prices of 1 May 2026. 1 resource has');
    expect(more).toContain('>nothing: it has no cost of its own<');
    expect(await text(operators, `/resources/${encodeURIComponent(TEMPLATES.namespace)}/lt-1`)).toContain(
      '>nothing: it has no cost of its own<',
    );
    expect(await text(operators, `/resources/${encodeURIComponent(IMAGES)}/ami-1`)).toContain(
      'Deleting it saves $12.50 a month',
    );
  });

  test('A13 P10 a mark in the API has its cost; an unknown cost is absent', async () => {
    await mark(store, 'ami-1', { monthlyCost: stays });
    await mark(store, 'ami-2', { namespace: UNPRICED.namespace, monthlyCost: stays });
    const { items } = await json('marks');
    expect(items.map(({ id, monthlyCost }) => [id, monthlyCost])).toEqual([
      ['ami-2', undefined],
      ['ami-1', { ...stays, currency: 'USD' }],
    ]);
    await mark(store, 'lt-1', { namespace: TEMPLATES.namespace });
    expect((await json('marks?type=launchTemplate')).items).toMatchObject([{ id: 'lt-1', monthlyCost: { amount: 0 } }]);
    expect((await json(`marks/${encodeURIComponent(IMAGES)}/ami-1`)).mark).toMatchObject({ monthlyCost: stays });
  });

  test('A13 P10 sums of all marks by namespace, account and owner, the costliest first', async () => {
    for (const index of Array.from({ length: 600 }).keys())
      await mark(store, `ami-${index}`, { monthlyCost: { amount: 0.5 } });
    await mark(store, 'ami-bob', { owner: 'bob@example.com', monthlyCost: { amount: 1000, upTo: true } });
    await mark(store, 'ami-x', { namespace: UNPRICED.namespace, monthlyCost: { amount: 5 } });
    await mark(store, 'ami-stays', { monthlyCost: stays });
    await mark(store, 'lt-1', { namespace: TEMPLATES.namespace, owner: 'tom@example.com' });
    const all = { amount: 1300, upTo: true, staying: 5 };
    expect(await json('costs')).toEqual({
      prices: { currency: 'USD', date: '2026-05-01' },
      total: { ...all, unpriced: 1 },
      namespaces: [
        { namespace: IMAGES, ...all, unpriced: 0 },
        { namespace: UNPRICED.namespace, unpriced: 1 },
        { namespace: TEMPLATES.namespace, amount: 0, unpriced: 0 },
      ],
      accounts: [
        { account: 'test', ...all, unpriced: 0 },
        { account: 'other', amount: 0, unpriced: 1 },
      ],
      owners: [
        { owner: 'bob@example.com', amount: 1000, upTo: true, unpriced: 0 },
        { owner: ANN, amount: 300, staying: 5, unpriced: 1 },
        { owner: 'tom@example.com', amount: 0, unpriced: 0 },
      ],
      months: [{ month: '2026-06', currency: 'USD', saved: 0, waiting: 1300 }],
    });
  });

  test('L98 P13 of an owner without a figure the overview says so, and never a zero', async () => {
    configurations = [PRICED, UNPRICED, TEMPLATES];
    await mark(store, 'ami-1', { monthlyCost: { amount: 12.5 } });
    await mark(store, 'ami-2', { owner: 'dan@example.com', namespace: UNPRICED.namespace });
    await mark(store, 'ami-3', { owner: 'eve@example.com' });
    await mark(store, 'ami-4', { owner: 'fay@example.com', monthlyCost: stays });
    await mark(store, 'lt-1', { owner: 'gil@example.com', namespace: TEMPLATES.namespace });
    await mark(store, 'lt-2', { owner: 'hal@example.com', namespace: TEMPLATES.namespace });
    await mark(store, 'ami-5', { owner: 'hal@example.com', namespace: UNPRICED.namespace });
    await mark(store, 'ami-6', { namespace: UNPRICED.namespace });
    const [, bars = ''] =
      /id="waiting-title">Waiting, by owner<\/h2>(.*?)<\/ul>/s.exec(await text(operators, '/')) ?? [];
    const shown = [...bars.matchAll(/<li>(.*?)<svg/g)].map(([, one = '']) =>
      one
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    );
    expect(shown.toSorted()).toEqual([
      'ann @example.com $12.50',
      'dan @example.com no list price',
      'eve @example.com no list price',
      'fay @example.com nothing now: snapshots of up to $5.00 stay',
      'gil @example.com nothing',
      'hal @example.com no list price',
    ]);
    expect(shown.slice(0, 2).map((one) => one.slice(0, 3))).toEqual(['ann', 'fay']);
  });

  test('P10 P13 one figure everywhere: of an owner in two spellings, in the API, on the overview, Owners and Marks', async () => {
    await mark(store, 'ami-1', { owner: 'Ann@Example.com', monthlyCost: { amount: 12.5 } });
    await mark(store, 'ami-2', { owner: ANN, monthlyCost: { amount: 0.25 } });
    await mark(store, 'ami-3', { owner: 'bob@example.com', monthlyCost: { amount: 2 } });
    // A mark that somebody kept since is in no message.
    await store.outbox.put(ANN, [{ namespace: IMAGES, id: 'ami-gone', generation: 'g' }]);
    for (const [owner, id] of [
      ['Ann@Example.com', 'ami-1'],
      [ANN, 'ami-2'],
    ] as const)
      await store.outbox.put(owner, [{ namespace: IMAGES, id, generation: `generation of ${id}` }]);
    const { total, owners: byOwner } = await json('costs');
    expect({ total, byOwner }).toMatchObject({ total: { amount: 14.75 }, byOwner: [{ amount: 12.75 }, { amount: 2 }] });
    expect(await text(operators, '/')).toContain('$14.75');
    const [row = ''] = (await text(operators, '/owners')).match(/<tr><td>(?:(?!<\/tr>).)*ann@.*?<\/tr>/is) ?? [];
    expect([row.match(/ann@/gi)?.length, row.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')]).toEqual([
      expect.any(Number),
      expect.stringMatching(/ 2 0 \$12\.75 a month .* 2 resources,/),
    ]);
    const [, link = ''] = /href="\.\/(marks\?owner=[^"]*)"/.exec(row) ?? [];
    const page = await text(operators, `/${link}`);
    expect(page).toContain('Deleting them saves $12.75 a month');
    expect(page.match(/name="pick"/g)).toHaveLength(2);
    expect((await json(`marks?owner=${ANN}`)).items).toHaveLength(2);
  });

  test('P10 amounts of two currencies are not added', async () => {
    const { namespace } = UNPRICED;
    configurations = [PRICED, { ...UNPRICED, prices: { ...prices, currency: 'EUR' } }, TEMPLATES];
    await mark(store, 'ami-1', { monthlyCost: { amount: 12.5 } });
    await mark(store, 'ami-2', { namespace, monthlyCost: { amount: 5 } });
    expect(await json('costs')).toMatchObject({
      total: { unpriced: 0 },
      totals: [
        { currency: 'USD', amount: 12.5 },
        { currency: 'EUR', amount: 5 },
      ],
      namespaces: [{ currency: 'USD' }, { namespace, currency: 'EUR', amount: 5 }],
      owners: [
        { owner: ANN, currency: 'USD', amount: 12.5 },
        { owner: ANN, currency: 'EUR', amount: 5 },
      ],
    });
    expect(await text(operators, '/')).toContain('$12.50 + €5.00');
  });

  test('A13 P10 nothing marked: no sums, no prices, and no zero', async () => {
    expect(await json('costs')).toEqual({
      total: { unpriced: 0 },
      namespaces: [],
      accounts: [],
      owners: [],
      months: [],
    });
  });
});
