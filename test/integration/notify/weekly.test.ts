/** The message of a week, by a real chat's HTTP, from several instances on one Redis, at times that a test sets. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { WeeklyMessage } from '../../../src/composition/weeklyMessage.ts';
import type { WorkConfiguration } from '../../../src/core/policy/workConfiguration.ts';
import type { Weeks } from '../../../src/core/ports/weeks.ts';
import { namespaceOf } from '../../../src/core/resource/namespace.ts';
import { handlers } from '../../../src/handlers/index.ts';
import type { Transport } from '../../../src/notify/message/transport.ts';
import { createWebhook, type WebhookSettings } from '../../../src/notify/webhook/webhook.ts';
import { ManualClock, passRecord, workConfiguration } from '../../support/queue.ts';
import { startWebhook, status, type WebhookServer } from '../../support/webhookServer.ts';
import { DAY, IMAGES, mark } from '../http/fixture.ts';
import { openState, type StateFixture } from '../state/support.ts';

const HOUR = 3_600_000;
/** 00:00 UTC; the week before it is the one that the channel is told about. */
const MONDAY = Date.parse('2026-06-01T00:00:00Z');
const RUNNING = namespaceOf({
  provider: 'aws',
  account: 'test',
  location: 'us-east-1',
  resourceType: 'runningInstance',
});
const LIVE = [workConfiguration({ live: true })];

let store: StateFixture;
let server: WebhookServer;
let clock: ManualClock;
const open: Transport[] = [];
beforeAll(async () => {
  store = await openState({ currencyOf: () => 'USD' });
});
beforeEach(async () => {
  await store.redis.flush();
  server = await startWebhook();
  clock = new ManualClock(MONDAY);
});
afterEach(async () => {
  for (const channel of open.splice(0)) await channel.close();
  await server.close();
});
afterAll(() => store?.close());

interface Given {
  readonly settings?: Partial<WebhookSettings>;
  readonly configured?: readonly WorkConfiguration[];
  readonly weeks?: Weeks;
}

function instance({ settings, configured = LIVE, weeks = store.weeks }: Given = {}): WeeklyMessage {
  const options = { log: store.log, now: () => clock.now(), isRequired: false, backOffMs: 1 };
  const channel = createWebhook({ type: 'slack', name: 'ops', url: server.url, links: false, ...settings }, options);
  open.push(channel);
  const { marks, passes, months, control, claimSlot, log } = store;
  const workConfigurations = () => configured;
  return new WeeklyMessage({
    ...{ marks, passes, months, control, weeks, claimSlot, log, clock, channel, handlers, workConfigurations, hour: 8 },
  });
}

/** All of them look at an instant. */
async function lookAt(at: number, ...instances: readonly WeeklyMessage[]): Promise<void> {
  clock.advance(at - clock.now());
  await Promise.all(instances.map((one) => one.look()));
}

/** Deletes one, at a time of its week. */
async function deleted(id: string, at: number, given: Parameters<typeof mark>[2] = {}): Promise<void> {
  const before = await mark(store, id, given);
  const { namespace } = before;
  const audit = { at, namespace, id, event: 'deleted', actor: 'holystone' } as const;
  await store.marks.apply(namespace, [{ id, before, after: undefined, audit }]);
  await store.weeks.settled();
}

const texts = () => server.received.map(({ body }) => (JSON.parse(body) as { text: string }).text);

describe('L85 the message of a week', () => {
  test('is sent on Monday from its hour on, by one of all instances, once: what went, what waits, what is blocked', async () => {
    await deleted('ami-1', MONDAY - 7 * DAY, { monthlyCost: { amount: 440 } });
    await deleted('ami-2', MONDAY - 1, { monthlyCost: { amount: 2.1 } });
    await deleted('ami-3', MONDAY - DAY);
    await deleted('of this week', MONDAY, { monthlyCost: { amount: 9 } });
    await deleted('of an earlier week', MONDAY - 7 * DAY - 1, { monthlyCost: { amount: 7 } });
    await mark(store, 'ami-4');
    await store.months.storeWaiting(MONDAY, new Map([['USD', 255]]));
    const blocked = { digest: 'd', size: 2970 };
    await store.passes.record(passRecord({ namespace: IMAGES, passId: 'p', outcome: 'blocked', blocked }));
    const fleet = [instance(), instance(), instance()];
    await lookAt(MONDAY + 8 * HOUR - 1, ...fleet);
    expect(texts()).toEqual([]);
    for (let minutes = 0; minutes < 3 * 60; minutes += 5)
      await lookAt(MONDAY + 8 * HOUR + minutes * 60_000, ...fleet, instance());
    const [text = '', ...others] = texts();
    expect(others).toEqual([]);
    expect(text.split('\n')).toEqual([
      '*Holystone, the week of 25 May 2026*',
      '3 resources were deleted: that saves up to $442.10 a month. 1 of them has no figure.',
      '• *Waiting:* 1 resource waits for its date; deleting them saves up to $255.00 a month.',
      '• *Blocked:* 1 pass waits for an operator.',
      `• *${IMAGES}* 2,970 resources`,
    ]);
    expect(server.received[0]?.headers['holystone-message-id']).toBe('<week.2026-05-25@holystone>');
  });

  test('that was refused, or had no answer, is tried again within an hour, and never after one that was acknowledged', async () => {
    server.answers.push(status(404), status(503), status(503), status(503), status(503));
    const [first, second] = [instance(), instance()];
    await lookAt(MONDAY + 9 * HOUR, first, second);
    await lookAt(MONDAY + 9 * HOUR + 60_000, first, second);
    expect(server.received).toHaveLength(1);
    await lookAt(MONDAY + 10 * HOUR, first, second);
    expect(server.received).toHaveLength(5);
    await lookAt(MONDAY + 11 * HOUR, second);
    expect(server.received).toHaveLength(6);
    for (let hours = 12; hours < 7 * 24; hours += 1) await lookAt(MONDAY + hours * HOUR, first, second);
    await lookAt(MONDAY + 6 * DAY, instance());
    expect(server.received).toHaveLength(6);
    await lookAt(MONDAY + 7 * DAY + 8 * HOUR, first, second);
    expect(texts()[6]).toContain('the week of 1 June 2026');
  });

  test('that Redis did not hear of is not sent again by its instance, which says so as soon as it can', async () => {
    let fails = 1;
    const weeks: Weeks = {
      read: (week) => store.weeks.read(week),
      since: (now) => store.weeks.since(now),
      told: () => store.weeks.told(),
      storeTold: async (week) => {
        if (fails-- > 0) throw new Error('Redis is away');
        await store.weeks.storeTold(week);
      },
    };
    const one = instance({ weeks });
    await lookAt(MONDAY + 8 * HOUR, one);
    expect(await store.weeks.told()).toBeUndefined();
    await lookAt(MONDAY + 8 * HOUR + 1_000, one);
    expect([server.received.length, await store.weeks.told()]).toEqual([1, MONDAY - 7 * DAY]);
  });

  test('waits for a fleet that was down on Monday, and begins no attempt that would not end within its hour', async () => {
    const late = MONDAY + 3 * DAY + 56 * 60_000;
    await lookAt(late, instance());
    expect(server.received).toHaveLength(0);
    await lookAt(MONDAY + 3 * DAY + HOUR, instance());
    expect(server.received).toHaveLength(1);
  });

  test.each<[string, Partial<WorkConfiguration>]>([
    ['at the stage notify', { startStage: 'notify' }],
    ['by the actions of the entry', { actions: ['mark', 'notify'] }],
  ])('says of marks to which nothing happens %s that nothing does', async (_what, change) => {
    await mark(store, 'ami-1');
    await mark(store, 'i-1', { namespace: RUNNING });
    await mark(store, 'i-2', { namespace: RUNNING });
    await store.months.storeWaiting(MONDAY, new Map([['USD', 255]]));
    const images = workConfiguration({ live: true, ...change });
    const machines = workConfiguration({ namespace: RUNNING, live: true });
    await lookAt(MONDAY + 9 * HOUR, instance({ configured: [images] }));
    expect(texts()[0]).toContain(
      '*Waiting:* 1 resource is marked where Holystone deletes nothing at this stage; deleting them would save up to $255.00 a month.',
    );
    await lookAt(MONDAY + 7 * DAY + 9 * HOUR, instance({ configured: [images, machines] }));
    expect(texts()[1]).toContain(
      '*Waiting:* 2 resources wait for their date, 1 resource is marked where Holystone deletes nothing at this stage',
    );
    await lookAt(MONDAY + 14 * DAY + 9 * HOUR, instance({ configured: [images], settings: { language: 'de' } }));
    expect(texts()[2]).toContain('1 Ressource, wo Holystone zurzeit nichts löscht');
  });

  test('is not sent in a dry run', async () => {
    await lookAt(MONDAY + 9 * HOUR, instance({ configured: [workConfiguration({ live: false })] }));
    expect(server.received).toHaveLength(0);
  });

  test('says nothing where nothing happened, and since when deletions are counted', async () => {
    await store.weeks.since(MONDAY - 2 * DAY);
    await lookAt(MONDAY + 9 * HOUR, instance());
    expect(texts()[0]?.split('\n').slice(1)).toEqual([
      'Nothing was deleted. Counted since 30 May 2026.',
      '• *Waiting:* nothing.',
      '• *Blocked:* nothing.',
    ]);
  });

  test('L75 says stopped of what is only stopped', async () => {
    await deleted('i-1', MONDAY - 1, { namespace: RUNNING, monthlyCost: { amount: 1 } });
    await lookAt(MONDAY + 9 * HOUR, instance());
    expect(texts()[0]).toContain('1 resource was stopped: that saves up to $1.00 a month.');
    expect(texts()[0]).not.toMatch(/delet/i);
  });

  test('is a card in Teams, in its language, and names ten blocked passes and the number of the others', async () => {
    const places = Array.from({ length: 12 }, (_, n) =>
      namespaceOf({ provider: 'aws', account: 'test', location: `l-${n}`, resourceType: 'image' }),
    );
    for (const [n, namespace] of places.entries())
      await store.passes.record(
        passRecord({ namespace, passId: 'p', outcome: 'blocked', blocked: { digest: 'd', size: n + 1 } }),
      );
    const configured = places.map((namespace) => workConfiguration({ namespace, live: true }));
    await lookAt(MONDAY + 9 * HOUR, instance({ configured, settings: { type: 'teams', language: 'de' } }));
    const body = server.received[0]?.body ?? '';
    expect(body).toContain('Holystone, die Woche vom 25. Mai 2026');
    expect(body).toContain('Nichts wurde gelöscht.');
    expect(body.match(/aws:test:l-\d+:image/g)?.length).toBe(10);
    expect(body).toContain('aws:test:l-11:image');
    expect(body).not.toContain('aws:test:l-1:image');
    expect(body).toContain('… und 2 weitere');
  });

  test('forgets weeks that nobody asks about any more', async () => {
    await deleted('ami-1', MONDAY - 70 * DAY);
    await deleted('ami-2', MONDAY);
    const fields = await store.connection.client.hkeys('holystone:{marks}:weeks');
    expect(fields.filter((field) => field.includes('|')).every((field) => field.startsWith('2026-06-01|'))).toBe(true);
  });
});
