/** Hostile texts on every page of the console, and the people who may press its buttons. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { newMark } from '../../../src/core/mark/mark.ts';
import type { AccessToken } from '../../../src/http/app/deps.ts';
import { addPart } from '../../../src/state/redis/savedParts.ts';
import { passRecord, workConfiguration } from '../../support/queue.ts';
import { stateForAll } from '../state/support.ts';
import { DAY, IMAGES, mark, NOW, siteForAll, startOperator } from './fixture.ts';

const READER: AccessToken = { name: 'rita', access: 'reader', secret: 'reader-secret' };
const OPERATOR: AccessToken = { name: 'olga', access: 'operator', secret: 'olga-secret' };
const OTHER: AccessToken = { name: 'otto', access: 'operator', secret: 'otto-secret', accounts: ['prod-*'] };
const MARKUP = `"><img src=x onerror=alert(1)><script>alert(2)</script>' onfocus=alert(3) {{7*7}} <!-- `;
const HOSTILE: Readonly<Record<string, string>> = {
  markup: MARKUP,
  'new lines': 'first\r\nSet-Cookie: x=1\r\n\r\n<b>second</b>\u2028third',
  'turned directions': '\u202Egnp.exe\u2066\u200Fx\u0000\u001B[2J',
  'a million characters': `${MARKUP}${'W'.repeat(1_000_000)}`,
  'half characters': '\ud800 half \udc00',
};
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const short = (text: string) => text.slice(0, 300);
/** A pattern has no line ends, and neither has an address half a character. */
const oneLine = () =>
  Buffer.from(text.slice(0, 150))
    .toString()
    .replaceAll(/[\r\n\u2028]/g, ' ');

const store = stateForAll({ currencyOf: () => 'USD' });
const site = siteForAll(() =>
  startOperator(store, {
    tokens: [READER, OPERATOR, OTHER],
    workConfigurations: () => [workConfiguration({ startStage: 'notify' })],
    instances: async () => [{ id: short(text), name: short(text), configuration: short(text), obeys: 0 }],
    figures: async () => new Map([[short(text), hostileFigures()]]),
    drift: () => new Map([[IMAGES, text]]),
    readiness: () => [{ name: 'mail', ok: false, why: text }],
    preview: async () => ({ subject: text, text, resources: 1 }),
    sendAgain: async () => ({ kind: 'tooSoon', actor: short(text), at: NOW }),
  }),
);
let text = MARKUP;

beforeEach(() => store.redis.flush());

const headersOf = ({ secret }: AccessToken) => ({ authorization: `Bearer ${secret}`, accept: 'text/html' });
const get = (path: string) => fetch(`${site.url}/${path}`, { headers: headersOf(OPERATOR) });
const post = (path: string, fields: Record<string, string>, as = OPERATOR) =>
  fetch(`${site.url}/${path}`, {
    method: 'POST',
    headers: headersOf(as),
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });

const hostileFigures = () => ({
  ...{ version: text, startedAt: NOW, at: NOW, concurrency: 1, queue: { waiting: 1, active: 0, delayed: 0 } },
  calls: [{ service: text, sent: 1, throttled: 1 }],
});

async function seed(): Promise<void> {
  const owner = `${short(text)}@example.com`;
  const resource = { id: short(text), identity: 'x', name: text, tags: {}, aliases: [], group: text };
  const nomination = { namespace: IMAGES, resource, reasons: [text], owner, ownerVia: text };
  const after = { ...newMark({ ...nomination, projectedDeletionAt: NOW - DAY }, 'g', NOW - 2 * DAY), problem: text };
  const audit = { at: NOW, namespace: IMAGES, id: after.id, event: 'marked', actor: text, reason: text } as const;
  await store.marks.apply(IMAGES, [{ id: after.id, before: undefined, after, audit }]);
  await store.outbox.put(owner, [{ namespace: IMAGES, id: after.id, generation: 'g' }]);
  await store.outbox.refuse(owner, { since: NOW, attempts: 1, problem: text, permanent: true, nextAttemptAt: NOW });
  const sent = { messageId: '<1@example.com>', owner };
  await store.messages.open({ ...sent, items: [{ namespace: IMAGES, id: after.id }] });
  await store.messages.bounce(sent.messageId, { why: text, permanent: true, actor: text, at: NOW });
  const repeats = { messageId: '<2@example.com>', actor: text };
  const listed = { subject: text, transport: text, refusedBecause: text, repeats };
  await store.sentNotices.add({ ...sent, ...listed, at: NOW, resources: 1, isReminder: true });
  const problem = `markedShare: 71 of 80 (89%) would be newly marked, more than 25%; ${text}`;
  const blocked = { digest: 'd', size: 2 };
  const target = { kind: 'pattern', value: `${oneLine()}*` } as const;
  await store.optOuts.optOut(IMAGES, { target, until: 'forever', actor: short(text), reason: text, at: NOW });
  const record = passRecord({ namespace: IMAGES, passId: 'stopped', outcome: 'blocked', blocked, problem });
  const change = { change: 'mark', id: short(text), name: text, owner, reason: text } as const;
  await store.passes.record(record, undefined, [change, { ...change, id: 'other', name: `other ${text}` }]);
  const saved = { month: new Date(NOW).toISOString().slice(0, 7), team: owner, type: short(text), currency: 'USD' };
  await addPart(store.connection.client, saved, 1_000_000, NOW);
}

const NAMESPACE = encodeURIComponent(IMAGES);
const PAGES: Readonly<Record<string, () => string>> = {
  overview: () => '',
  marks: () => 'marks',
  'marks of an owner': () => `marks?by=owner&owner=${encodeURIComponent(Buffer.from(short(text)).toString())}`,
  'marks that match': () => `marks?q=${encodeURIComponent(Buffer.from(short(text)).toString())}`,
  resource: () => `resources/${NAMESPACE}/${encodeURIComponent(Buffer.from(short(text)).toString())}`,
  namespaces: () => 'namespaces',
  namespace: () => `namespaces/${NAMESPACE}`,
  blocked: () => 'blocked',
  review: () => `blocked/${NAMESPACE}/stopped`,
  savings: () => 'savings',
  owners: () => 'owners',
  'a sent message': () => 'notices/1%40example.com',
  'the next message': () => `owners/preview?owner=${encodeURIComponent(Buffer.from(short(text)).toString())}`,
  'owners that match': () => `owners?q=${encodeURIComponent(Buffer.from(short(text)).toString())}`,
  stages: () => 'stages',
  activity: () => 'activity',
  'activity of a person': () => `activity?actor=${encodeURIComponent(Buffer.from(short(text)).toString())}`,
  instances: () => 'instances',
  patterns: () => `patterns/${NAMESPACE}`,
  'patterns that match': () => `patterns/${NAMESPACE}?pattern=${encodeURIComponent(`${oneLine()}*`)}`,
};
/** Its own page has a name whole, and each problem of an instance too. */
const WHOLE = ['resource', 'overview', 'instances', 'namespace', 'namespaces', 'blocked', 'review'];

/** Every page with markup; those that only repeat a filter, with that alone. */
const cases = Object.keys(HOSTILE).flatMap((what) =>
  Object.keys(PAGES)
    .filter((page) => what === 'markup' || !/ (that match|of a)/.test(page))
    .map((page) => ({ what, page })),
);

test.each(cases)('P3 the page $page, with $what: the text is escaped and visible', async ({ what, page }) => {
  text = HOSTILE[what] ?? '';
  await seed();
  const answer = await get(PAGES[page]?.() ?? '');
  const body = await answer.text();
  expect(answer.status).toBeLessThan(500);
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'.*script-src 'self'(;|$)/);
  const tags = (body.match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/"[^"]*"/g, '""'));
  const foreign = tags.filter(
    (tag) =>
      tag !== '<script src="" defer>' &&
      !/^<svg class="" viewBox="" (role|aria-hidden|preserveAspectRatio)=""/.test(tag),
  );
  expect(foreign.filter((tag) => /^<(img|script|b|iframe|svg|!--)\b|[\s/]on\w+=|'/i.test(tag))).toEqual([]);
  expect([...body].filter((character) => UNSEEN.test(character))).toEqual([]);
  if (!WHOLE.includes(page)) expect(body.length).toBeLessThan(100_000);
});

test('P3 a selected name that is a formula is no formula in the CSV', async () => {
  await mark(store, 'ami-1', { name: '=HYPERLINK("http://x")', owner: '@SUM(1)' });
  const answer = await post('marks/selected.csv', { do: 'csv', pick: `${IMAGES} ami-1` }, READER);
  expect(answer.headers.get('content-type')).toMatch(/^text\/csv/);
  expect(await answer.text()).toMatch(/"'=HYPERLINK\(""http.*"'@SUM\(1\)"/);
});

describe('P11 every form of the console', () => {
  const FORMS: Readonly<Record<string, Record<string, string>>> = {
    stop: { reason: 'a drill' },
    resume: { reason: 'the drill is over' },
    stages: { namespace: 'aws:test:*:image', stage: 'notify', reason: 'a drill' },
    marks: { do: 'forever', pick: `${IMAGES} ami-1` },
    [`patterns/${NAMESPACE}`]: { pattern: 'ami-*', until: '30d', reason: 'a drill' },
    [`patterns/${NAMESPACE}/undo`]: { decision: Buffer.from('["plain*","plain"]').toString('base64url') },
    [`namespaces/${NAMESPACE}`]: { seconds: '60', count: '1' },
    'notices/1%40example.com/again': { reason: 'she lost it' },
    [`blocked/${NAMESPACE}/stopped`]: { typed: '1', size: '1' },
  };

  test.each(Object.entries(FORMS))('refuses a reader, and an operator of another account: %s', async (path, fields) => {
    text = 'plain';
    await seed();
    const before = [await store.control.read(), await store.optOuts.list(IMAGES)];
    for (const who of [READER, OTHER]) {
      expect((await post(path, fields, who)).status).toBe(403);
      const { events } = await store.events.before(undefined, 1);
      expect(events[0]?.entry).toMatchObject({ event: 'changeRefused', actor: who.name });
    }
    expect([await store.control.read(), await store.optOuts.list(IMAGES)]).toEqual(before);
  });

  test('sends a message again only with a reason, and says who was first', async () => {
    text = 'otto';
    await seed();
    expect((await post('notices/1%40example.com/again', { reason: ' ' })).status).toBe(400);
    const second = await post('notices/1%40example.com/again', { reason: 'she lost it' });
    expect([second.status, await second.text()]).toEqual([409, expect.stringContaining('otto')]);
  });

  test('stops only with a reason', async () => {
    expect((await post('stop', { reason: '  ' })).status).toBe(400);
    expect((await store.control.read()).killed).toBe(false);
    expect((await post('stop', { reason: 'a drill' })).status).toBe(303);
    const [last] = await store.control.changes(1);
    expect(last).toMatchObject({ actor: 'olga', reason: 'a drill' });
  });
});
