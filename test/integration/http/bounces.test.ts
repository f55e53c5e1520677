import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { recordNotice } from '../../../src/core/mark/mark.ts';
import { copyIdOf } from '../../../src/core/notice/sentMessage.ts';
import { bounced } from '../../../src/lifecycle/index.ts';
import { workConfiguration } from '../../support/queue.ts';
import { openState, type StateFixture } from '../state/support.ts';
import { DAY, IMAGES, type Listening, mark, NOW, startOperator } from './fixture.ts';

const MESSAGE = '<0123456789@example.com>';
const BOUNCE = { recipient: 'ann@example.com', reason: '550 5.1.1 no such user', permanent: true };
const TOKENS = [
  { name: 'monitoring', access: 'reader', secret: 'a-reader-for-the-tests' },
  { name: 'postmaster', access: 'operator', secret: 'an-operator-for-the-tests' },
] as const;

let store: StateFixture;
let site: Listening;
beforeAll(async () => {
  store = await openState();
  const { marks, messages, outbox, log } = store;
  const clock = { now: () => NOW };
  const deps = { marks, messages, outbox, log, clock, workConfigurationOf: () => workConfiguration() };
  site = await startOperator(store, { tokens: TOKENS, bounced: (report) => bounced(deps, report) });
});
beforeEach(() => store.redis.flush());
afterAll(async () => {
  await site?.app.close();
  await store?.close();
});

/** A mark whose owner was notified by {@link MESSAGE}. */
async function notice(id: string, owner = 'ann@example.com'): Promise<void> {
  const before = await mark(store, id, { owner });
  const { generation } = before;
  const notified = { messageId: MESSAGE, recipient: owner, acceptedAt: NOW, shownAt: NOW + DAY, generation };
  const after = recordNotice(before, { ...notified, validUntil: NOW + 20 * DAY }, NOW + DAY);
  const audit = { at: NOW, namespace: IMAGES, id, event: 'noticed', actor: 'holystone' } as const;
  await store.messages.open({ messageId: MESSAGE, owner, items: [{ namespace: IMAGES, id }] });
  await store.marks.apply(IMAGES, [{ id, before, after, audit }]);
}

async function post(messageId: string, body: unknown, secret: string = TOKENS[1].secret) {
  const answer = await fetch(`${site.url}/api/v1/notices/${encodeURIComponent(messageId)}/bounce`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

test.each([MESSAGE, MESSAGE.slice(1, -1)])(
  'L50 %s bounced → its notice is withdrawn, with the reporter in the audit log',
  async (id) => {
    await notice('ami-1');
    const answer = await post(id, BOUNCE);
    expect(answer).toEqual({ status: 200, body: { messageId: MESSAGE, countsForOwner: true, noticesWithdrawn: 1 } });
    expect(await store.marks.get(IMAGES, 'ami-1')).toMatchObject({ state: 'marked' });
    const last = (await store.audit.history(IMAGES, 'ami-1')).at(-1);
    expect(last).toMatchObject({ event: 'refreshed', actor: 'postmaster' });
    expect(last?.reason).toContain(BOUNCE.reason);
  },
);

test('L50 a bounce reported twice counts once', async () => {
  await notice('ami-1');
  await post(MESSAGE, BOUNCE);
  const revision = (await store.marks.get(IMAGES, 'ami-1'))?.revision;
  expect(await post(MESSAGE, { ...BOUNCE, reason: 'again' })).toMatchObject({
    status: 200,
    body: { noticesWithdrawn: 0 },
  });
  expect((await store.marks.get(IMAGES, 'ami-1'))?.revision).toBe(revision);
  expect((await store.messages.get(MESSAGE))?.bounce).toMatchObject({ why: BOUNCE.reason, permanent: true });
});

test("L46 a copy bounced → the owner's notice stays", async () => {
  await notice('ami-1');
  const answer = await post(copyIdOf(MESSAGE), { ...BOUNCE, recipient: 'archive@example.com' });
  expect(answer).toMatchObject({ status: 200, body: { countsForOwner: false, noticesWithdrawn: 0 } });
  expect(await store.marks.get(IMAGES, 'ami-1')).toMatchObject({ state: 'noticed' });
});

test.each(['a.smith@mail.example.org', 'ann+cloud@example.com', 'not an address'])(
  'L50 it came back from %s, where the mail of the owner may end → its notice falls',
  async (recipient) => {
    await notice('ami-1');
    const answer = await post(MESSAGE, { ...BOUNCE, recipient });
    expect(answer).toMatchObject({ status: 200, body: { countsForOwner: true, noticesWithdrawn: 1 } });
    expect(await store.marks.get(IMAGES, 'ami-1')).toMatchObject({ state: 'marked' });
  },
);

test('a copy of a message that was never sent → 404', async () => {
  expect((await post('<copy.other@example.com>', BOUNCE)).status).toBe(404);
});

test('a message that was never sent → 404', async () => {
  expect(await post('<other@example.com>', BOUNCE)).toMatchObject({ status: 404, body: { code: 'unknownId' } });
});

test('P11 a reader may not say it', async () => {
  await notice('ami-1');
  expect((await post(MESSAGE, BOUNCE, TOKENS[0].secret)).status).toBe(403);
  expect(await store.marks.get(IMAGES, 'ami-1')).toMatchObject({ state: 'noticed' });
});

test.each([
  [{ ...BOUNCE, permanent: 'yes' }, 'body.permanent'],
  [{ ...BOUNCE, recipient: '' }, 'body.recipient'],
  [{ ...BOUNCE, reason: 'x'.repeat(501) }, 'body.reason'],
  [{ recipient: 'ann@example.com', reason: 'gone' }, 'body.permanent'],
])('P12 %# a bad report → 400 that names the field', async (body, field) => {
  await notice('ami-1');
  const answer = await post(MESSAGE, body);
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  expect(await store.marks.get(IMAGES, 'ami-1')).toMatchObject({ state: 'noticed' });
});
