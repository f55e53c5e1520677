/** Bulk decisions: the guards and the events of the single ones, and an answer for each item. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { recalculate } from '../../../src/lifecycle/index.ts';
import { workConfiguration } from '../../support/queue.ts';
import { until } from '../../support/until.ts';
import { openState, type StateFixture } from '../state/support.ts';
import { configurationOf, DAY, IMAGES, type Listening, mark, NOW, startOperator } from './fixture.ts';

const silent = { enabled: false, itemsPerMessage: 50, per: 'item', validForMs: DAY } as const;
const OWN = workConfiguration({ notice: silent, live: true });
const FOREIGN = configurationOf({ account: 'foreign', location: 'us-east-1', resourceType: 'image' });
const TOKENS = [
  { name: 'ann', secret: 'operator-token-long-enough-1', access: 'operator' },
  { name: 'bob', secret: 'operator-token-long-enough-2', access: 'operator', accounts: [OWN.account.name] },
  { name: 'ray', secret: 'reader-token-long-enough-123', access: 'reader' },
] as const;

let store: StateFixture;
let site: Listening;

beforeAll(async () => {
  store = await openState();
  const clock = { now: () => NOW };
  site = await startOperator(store, {
    tokens: TOKENS,
    workConfigurations: () => [OWN, FOREIGN],
    recalculate: (request) =>
      recalculate(
        { ...{ marks: store.marks, control: store.control }, clock, workConfigurationOf: () => OWN },
        request,
      ),
  });
});
beforeEach(() => store.redis.flush());
afterAll(async () => {
  await site?.app.close();
  await store?.close();
});

interface Answer {
  readonly status: number;
  readonly items?: readonly Readonly<Record<string, unknown>>[];
}

async function post(what: string, body: object, who: (typeof TOKENS)[number]['name'] = 'ann'): Promise<Answer> {
  const secret = TOKENS.find(({ name }) => name === who)?.secret ?? '';
  const answer = await fetch(`${site.url}/api/v1/marks/${what}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, ...((await answer.json()) as object) } as Answer;
}

const at = (id: string, namespace: string = IMAGES) => ({ namespace, id });
const eventsOf = async (id: string) => (await store.audit.history(IMAGES, id)).map(({ event }) => event);

async function refusals(): Promise<readonly (string | undefined)[]> {
  const { events } = await store.events.before(undefined, 100, { event: 'changeRefused' });
  return events.map(({ entry }) => entry.actor);
}

describe('P10 marks/keep', () => {
  test('keeps each one, in order, with the events of a single decision', async () => {
    await mark(store, 'ami-1');
    const answer = await post('keep', {
      items: [at('ami-1'), at('ami-2'), at('x', 'aws:no:such:image')],
      reason: 'ours',
    });
    expect(answer).toMatchObject({
      status: 200,
      items: [
        { id: 'ami-1', status: 200, unmarked: true, deletionBegun: false, optOut: { actor: 'ann', reason: 'ours' } },
        { id: 'ami-2', status: 200, unmarked: false },
        { id: 'x', status: 404, code: 'unknownNamespace' },
      ],
    });
    expect(await store.marks.get(IMAGES, 'ami-1')).toBeUndefined();
    expect(await eventsOf('ami-1')).toEqual(['marked', 'optedOut', 'unmarked']);
  });

  test('an operator of some accounts keeps these alone, and each refusal is an event', async () => {
    const answer = await post('keep', { items: [at('ami-9', FOREIGN.namespace), at('ami-1')] }, 'bob');
    expect(answer.items?.map(({ status }) => status)).toEqual([403, 200]);
    expect(await store.optOuts.list(FOREIGN.namespace)).toEqual([]);
    await until('the refusal is an event', async () => (await refusals()).includes('bob'));
  });

  test('a reader gets 403 and an event, and nothing is kept', async () => {
    expect((await post('keep', { items: [at('ami-1')] }, 'ray')).status).toBe(403);
    expect(await store.optOuts.list(IMAGES)).toEqual([]);
    await until('the refusal is an event', async () => (await refusals()).includes('ray'));
  });

  test.each([
    { items: [] },
    { items: Array.from({ length: 101 }, (_, i) => at(`ami-${i}`)) },
    { items: [at('ami-1')], until: 'soon' },
    { items: [at('ami-1')], until: '2001-01-01T00:00:00Z' },
    { items: [{ id: 'ami-1' }] },
    { items: [at('ami-1')], force: true },
  ])('P12 a wrong request keeps nothing (%#)', async (body) => {
    expect((await post('keep', body)).status).toBe(400);
    expect(await store.optOuts.list(IMAGES)).toEqual([]);
  });
});

test('P10 marks/undo takes back the opt-outs of each, and says where there was none', async () => {
  await post('keep', { items: [at('ami-1')] });
  const answer = await post('undo', { items: [at('ami-1'), at('ami-2')] });
  expect(answer).toMatchObject({
    status: 200,
    items: [
      { id: 'ami-1', status: 200, takenBack: [{ actor: 'ann' }] },
      { id: 'ami-2', status: 404, code: 'unknownId' },
    ],
  });
  expect(await store.optOuts.list(IMAGES)).toEqual([]);
  expect(await eventsOf('ami-1')).toEqual(['optedOut', 'optOutUndone']);
});

describe('P10 marks/recalculate', () => {
  test('moves the dates of exactly these marks', async () => {
    for (const id of ['ami-1', 'ami-2']) await mark(store, id, { projectedDeletionAt: NOW + 300 * DAY });
    const answer = await post('recalculate', { items: [at('ami-2'), at('ami-3')], seconds: 20 * 86_400 });
    expect(answer).toMatchObject({ status: 200, items: [{ moved: true, status: 200 }, { status: 404 }] });
    const dates = await Promise.all(['ami-1', 'ami-2'].map(async (id) => store.marks.get(IMAGES, id)));
    expect(dates.map((one) => one?.projectedDeletionAt)).toEqual([NOW + 300 * DAY, NOW + 20 * DAY]);
    expect(await eventsOf('ami-1')).toEqual(['marked']);
    expect((await store.audit.history(IMAGES, 'ami-2')).at(-1)).toMatchObject({ event: 'recalculated', actor: 'ann' });
  });

  test.each([0, -1, 0.5, 1e12])('P12 %d seconds are refused, and no date moves', async (seconds) => {
    await mark(store, 'ami-1', { projectedDeletionAt: NOW + 300 * DAY });
    expect((await post('recalculate', { items: [at('ami-1')], seconds })).status).toBe(400);
    expect((await store.marks.get(IMAGES, 'ami-1'))?.projectedDeletionAt).toBe(NOW + 300 * DAY);
  });
});
