/** Buttons in Slack: a fake that signs as Slack does presses those of real posts; the store and the listener are real. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { signButton } from '../../../src/core/owner/optOutToken.ts';
import type { PublicDeps } from '../../../src/http/app/deps.ts';
import { createSlackDoor, type SlackDoorSettings } from '../../../src/notify/webhook/slackDoor.ts';
import { createWebhook } from '../../../src/notify/webhook/webhook.ts';
import { optOutKey } from '../../support/optOutKey.ts';
import { ManualClock } from '../../support/queue.ts';
import {
  type Button,
  buttonsOf,
  type Pressing,
  pressBody,
  SIGNING_SECRET,
  SLACK_TOKEN,
  type SlackServer,
  signedHeaders,
  startSlack,
} from '../../support/slackServer.ts';
import { until } from '../../support/until.ts';
import { drop, startWebhook, status } from '../../support/webhookServer.ts';
import { openState, type StateFixture } from '../state/support.ts';
import { askedWhileRedisStands, DAY, IMAGES, KEY, type Listening, mark, NOW, startPublic } from './fixture.ts';
import { type MailGiven, notifiedMail } from './notifiedMail.ts';

const [DANA, BOB, OPS] = ['dana@example.com', 'bob@example.com', 'ops@example.com'];
const PAGE = 'https://holystone.example.com/m/the-page';
const IMAGE = { namespace: IMAGES, id: 'ami-1' };

let store: StateFixture;
let slack: SlackServer;
let site: Listening;
let clock: ManualClock;
const more: Listening[] = [];
beforeAll(async () => {
  store = await openState();
});
afterAll(() => store?.close());
beforeEach(async () => {
  await store.redis.flush();
  store.log.lines.length = 0;
  clock = new ManualClock(NOW);
  slack = await startSlack();
  slack.people.set(DANA, { id: 'U0DANA' }).set(BOB, { id: 'U0BOB' }).set(OPS, { id: 'U0OPS' });
  site = await start();
});
afterEach(async () => {
  for (const one of [site, ...more.splice(0)]) await one.app.close();
  await slack.close();
});

function slackDeps(given: Partial<SlackDoorSettings> = {}): NonNullable<PublicDeps['slack']> {
  const settings = { name: 'people', url: slack.url, token: SLACK_TOKEN, signingSecret: SIGNING_SECRET } as const;
  const door = { ...settings, language: 'en', links: true, people: {}, operators: [], ...given } as const;
  return { doors: [createSlackDoor(door, { backOffMs: 1, budgetMs: 500 })], pageOf: () => PAGE };
}

const start = (given: Partial<SlackDoorSettings> = {}, deps: Partial<PublicDeps> = {}, state = store) =>
  startPublic(state, { clock, slack: slackDeps(given), ...deps });

/** In place of the site of each test. */
async function restart(given: Partial<SlackDoorSettings>, deps: Partial<PublicDeps> = {}): Promise<void> {
  more.push(site);
  site = await start(given, deps);
}

/** The buttons of a message to an owner, as Slack shows them. */
async function told(
  given: Partial<MailGiven> & { readonly links?: boolean } = {},
): Promise<{ readonly keep: Button; readonly open: Button }> {
  const { links = true, ...mail } = given;
  const digest = await notifiedMail(store, 'https://holystone.example.com', {
    ...{ resources: [{ id: 'ami-1' }, { id: 'ami-2' }], owner: DANA },
    ...mail,
  });
  for (const address of digest.owner.split(', ')) slack.people.has(address) || slack.people.set(address, { id: 'U0X' });
  const app = createWebhook(
    {
      ...({ type: 'slackApp', name: 'people', url: slack.url, token: SLACK_TOKEN, channels: {} } as const),
      ...{ links, signingSecret: SIGNING_SECRET },
    },
    { log: store.log, now: () => NOW, isRequired: true },
  );
  expect(await app.send(digest)).toMatchObject({ kind: 'accepted' });
  await app.close();
  slack.called.length = 0;
  const [keep, open] = slack.posted.flatMap(buttonsOf);
  return { keep: keep as Button, open: open as Button };
}

async function press(button: Button, given: Pressing = {}, at = site): Promise<number> {
  const body = pressBody(slack, button, given);
  const answer = await fetch(`${at.url}/hooks/slack`, { method: 'POST', body, headers: signedHeaders(body, NOW) });
  return answer.status;
}

/** Presses, and reads what Slack shows for it. */
async function pressed(button: Button, given: Pressing = {}): Promise<string> {
  const before = slack.answered.length;
  expect(await press(button, given)).toBe(200);
  await until('Slack has an answer', () => slack.answered.length > before);
  return slack.answered.at(-1)?.text ?? '';
}
const kept = async (id = 'ami-1') => await store.optOuts.list(IMAGES, { kind: 'id', value: id });
const last = () => slack.answered.at(-1);

describe('L92 a message of an app of Slack has buttons', () => {
  test('"Keep all 2 for 30 days" and "Open", which leads to the page; no page takes what a button carries', async () => {
    const { keep, open } = await told();
    expect([keep.text.text, open.text.text]).toEqual(['Keep all 2 for 30 days', 'Open']);
    expect(open.url).toMatch(/^https:\/\/holystone\.example\.com\/m\/h1\./);
    expect((await fetch(`${site.url}/m/${keep.value}`)).status).toBe(400);
    expect((await fetch(`${site.url}/m/${open.url?.split('/m/')[1]}`)).status).toBe(200);
  });

  test('without links in the message no button has one', async () => {
    const { keep, open } = await told({ links: false });
    expect([keep.url, open.url]).toEqual([undefined, undefined]);
    expect(slack.posted[0]?.text).not.toContain('http');
  });

  test('an owner of so many addresses that Slack would refuse the buttons has the message without them', async () => {
    const owner = Array.from({ length: 20 }, (_, i) => `${'a'.repeat(50)}-${i + 10}@a.long.example.com`).join(', ');
    expect((await told({ owner })).keep).toBeUndefined();
    expect(slack.posted).toHaveLength(1);
  });
});

describe('L93 only what Slack signed counts', () => {
  const altered: [string, (headers: Record<string, string>, body: string) => readonly [object, string]][] = [
    ['without a signature', ({ 'x-slack-signature': _s, ...headers }, body) => [headers, body]],
    ['without a time', ({ 'x-slack-request-timestamp': _t, ...headers }, body) => [headers, body]],
    ['signed with another secret', (_headers, body) => [signedHeaders(body, NOW, 'another secret of 24 chars'), body]],
    ['five minutes and a second old', (_headers, body) => [signedHeaders(body, NOW - 301_000), body]],
    ['of a time to come', (_headers, body) => [signedHeaders(body, NOW + 301_000), body]],
    [
      'with a later time than the signed one',
      (headers, body) => [{ ...headers, 'x-slack-request-timestamp': String(NOW / 1000 + 1) }, body],
    ],
    ['with another body', (headers, body) => [headers, `${body}&x=1`]],
    ['read and written again', (headers, body) => [headers, new URLSearchParams(body).toString()]],
    ['with a shorter signature', (headers, body) => [{ ...headers, 'x-slack-signature': 'v0=00' }, body]],
    ['with a time that is no number', (headers, body) => [{ ...headers, 'x-slack-request-timestamp': 'now' }, body]],
  ];
  test.each(altered)('a request %s is refused, and keeps nothing', async (_name, alter) => {
    const { keep } = await told();
    const body = pressBody(slack, keep);
    const [headers, sent] = alter(signedHeaders(body, NOW), body);
    const answer = await fetch(`${site.url}/hooks/slack`, {
      method: 'POST',
      body: sent,
      headers: headers as HeadersInit,
    });
    expect([answer.status, await kept(), slack.answered]).toEqual([403, [], []]);
  });

  test('a signed request that is no press of ours is acknowledged, and one that Slack does not write is refused', async () => {
    const { keep, open } = await told();
    const other = { ...keep, action_id: 'somebody_elses' };
    expect([await press(open), await press(other)]).toEqual([200, 200]);
    expect(await press(keep, { payload: { type: 'view_closed', user: { id: 'U0DANA' } } })).toBe(200);
    const foreign = [await press(keep, { payload: '{' }), await press(keep, { payload: '[]' })];
    expect(foreign).toEqual([400, 400]);
    expect([slack.answered, await kept()]).toEqual([[], []]);
  });

  test('a body that is no form, or larger than any of Slack, is refused', async () => {
    const send = (body: string, type = 'application/x-www-form-urlencoded') => {
      const headers = { ...signedHeaders(body, NOW), 'content-type': type };
      return fetch(`${site.url}/hooks/slack`, { method: 'POST', body, headers }).then((answer) => answer.status);
    };
    expect([await send('{}', 'application/json'), await send('x'.repeat(400_000))]).toEqual([415, 413]);
    expect((await fetch(`${site.url}/hooks/slack`)).status).toBe(405);
  });

  test('the same request again changes nothing and says so, to the person alone', async () => {
    const { keep } = await told();
    await pressed(keep);
    const [first] = await kept();
    expect(last()).toMatchObject({ response_type: 'in_channel', replace_original: false });
    clock.advance(4 * 60_000);
    expect(await pressed(keep)).toContain('You already keep 2 in this message at least as long');
    expect(last()).toMatchObject({ response_type: 'ephemeral', replace_original: false });
    expect(await kept()).toEqual([first]);
  });

  test('without a secret in the configuration there is no such address', async () => {
    const { keep } = await told();
    more.push(site);
    site = await startPublic(store, { clock });
    expect(await press(keep)).toBe(404);
  });
});

describe('L94 who presses decides', () => {
  test('the owner keeps all of the message, as on its page: stored, on record, and no longer marked', async () => {
    const { keep } = await told();
    const said = await pressed(keep);
    expect(said).toContain('dana@example.com pressed');
    expect(said).toContain('2 in this message are kept until Wednesday 1 July 2026, 12:00 (UTC). This is stored.');
    for (const id of ['ami-1', 'ami-2']) {
      const until = NOW + 30 * DAY;
      expect(await kept(id)).toMatchObject([{ actor: DANA, until, at: NOW, reason: 'Slack: U0DANA' }]);
      expect(await store.marks.get(IMAGES, id)).toBeUndefined();
      expect((await store.audit.history(IMAGES, id)).map(({ event }) => event)).toContain('optedOut');
    }
  });

  test('of several addresses any decides, and is the actor', async () => {
    const { keep } = await told({ owner: `${BOB}, ${DANA}` });
    await pressed(keep, { user: 'U0DANA' });
    expect(await kept()).toMatchObject([{ actor: DANA }]);
  });

  test.each([
    ['somebody else in a channel', 'U0BOB', 'C0DATA'],
    ['an operator in a direct message', 'U0OPS', 'D0OPS'],
    ['somebody whom Slack does not know', 'U0NOBODY', 'C0DATA'],
  ])('%s changes nothing, and reads who decides, with the page', async (_who, user, channel) => {
    await restart({ operators: [OPS] });
    const { keep } = await told();
    expect(await pressed(keep, { user, channel })).toMatch(
      /Nothing was changed: .* dana@example\.com.*\n<https:.*\|The page/s,
    );
    expect(last()).toMatchObject({ response_type: 'ephemeral', replace_original: false });
    expect(await kept()).toEqual([]);
  });

  test('an operator decides in a channel, and the address of a team has the people that the configuration names', async () => {
    await restart({ operators: [OPS], people: { 'data@example.com': ['U0BOB'] } });
    const { keep } = await told({ owner: 'Data@example.com' });
    await pressed(keep, { user: 'U0DANA', channel: 'C0DATA' });
    expect(await kept()).toEqual([]);
    await pressed(keep, { user: 'U0BOB', channel: 'C0DATA' });
    await pressed(keep, { user: 'U0OPS', channel: 'C0DATA' });
    expect((await kept()).map(({ actor }) => actor).sort()).toEqual(['Data@example.com', OPS]);
  });

  test.each([
    ['left', { id: 'U0DANA', deleted: true }],
    ['is a program', { id: 'U0DANA', is_bot: true }],
    ['is of another company in a shared channel', { id: 'U0DANA', is_stranger: true }],
    ['is another one by now', { id: 'U0NEW' }],
  ])('whoever had the address %s: nothing is kept', async (_why, person) => {
    const { keep } = await told();
    slack.people.set(DANA, person);
    expect(await pressed(keep)).toContain('Nothing was changed');
    expect(await kept()).toEqual([]);
  });

  test('without links in the message only its owner is told the page, by "Open", and nobody else', async () => {
    await restart({ links: false, operators: [OPS] });
    const { keep, open } = await told({ links: false });
    const inChannel = (button: Button, user: string) => pressed(button, { user, channel: 'C0DATA' });
    expect(await inChannel(open, 'U0DANA')).toBe(`<${PAGE}|The page of this message>`);
    expect(last()).toMatchObject({ response_type: 'ephemeral' });
    for (const user of ['U0OPS', 'U0BOB']) expect(await inChannel(open, user)).not.toContain('http');
    expect(await inChannel(keep, 'U0BOB')).not.toContain('http');
    expect(await inChannel(keep, 'U0DANA')).not.toContain('http');
    expect(last()).toMatchObject({ response_type: 'in_channel' });
    expect(await kept()).toHaveLength(1);
  });
});

describe('L95 nothing is said to be kept that is not', () => {
  test.each<[string, () => void]>([
    ['has a problem', () => fill(status(200, {}, '{"ok":false,"error":"internal_error"}'))],
    ['refuses the token', () => fill(status(200, {}, '{"ok":false,"error":"token_revoked"}'))],
    ['does not answer', () => fill(drop)],
    ['answers something else', () => fill(status(200, {}, '<html>'))],
  ])('Slack, asked who that is, %s → nothing is kept, and the person reads it', async (_name, happens) => {
    await restart({}, { slack: { ...slackDeps(), answerWithinMs: 60_000 } });
    const { keep } = await told();
    happens();
    expect(await press(keep)).toBe(503);
    await until('Slack has an answer', () => slack.answered.length > 0);
    expect(last()?.text).toBe(
      'Nothing was changed: Slack did not tell Holystone who you are. Press again in a minute.',
    );
    expect(await kept()).toEqual([]);
  });

  test('Redis does not confirm → Slack shows a failure, and the person reads that it is not stored', async () => {
    const { keep } = await told();
    const answer = await askedWhileRedisStands(
      store,
      (impatient) => start({}, { slack: { ...slackDeps(), answerWithinMs: 60_000 } }, impatient),
      (url) => press(keep, {}, { ...site, url }),
    );
    expect(answer).toBe(503);
    expect(last()).toMatchObject({ response_type: 'ephemeral', text: expect.stringContaining('This is not stored') });
    expect(await kept()).toEqual([]);
  });

  test('a decision that takes longer than Slack waits is acknowledged in time, and told when it is stored', async () => {
    await restart({}, { slack: { ...slackDeps(), answerWithinMs: 1 } });
    const { keep } = await told();
    let answers = () => {};
    slack.lookUps.push((response) => {
      answers = () => void response.end(JSON.stringify({ ok: true, user: { id: 'U0DANA' } }));
    });
    expect([await press(keep), slack.answered]).toEqual([200, []]);
    await until('Slack was asked', () => slack.called.length > 0);
    expect(await kept()).toEqual([]);
    answers();
    await until('Slack has an answer', () => slack.answered.length > 0);
    expect(last()?.text).toContain('This is stored.');
    expect(await kept()).toHaveLength(1);
  });

  test('an instance that ends first finishes the decision', async () => {
    await restart({}, { slack: { ...slackDeps(), answerWithinMs: 1 } });
    const { keep } = await told();
    slack.lookUps.push((response) => {
      setImmediate(() => response.end(JSON.stringify({ ok: true, user: { id: 'U0DANA' } })));
    });
    expect(await press(keep)).toBe(200);
    await site.app.close();
    expect([await kept(), slack.answered.length]).toMatchObject([[{ actor: DANA }], 1]);
  });

  test('an address for the answer that is not of Slack is not called; the decision stands', async () => {
    const inside = await startWebhook('/latest/meta-data');
    const { keep } = await told();
    for (const answerTo of [inside.url, 'file:///etc/passwd', 'http://hooks.slack.com/x', ''])
      expect(await press(keep, { answerTo })).toBe(200);
    await site.app.close();
    expect([inside.received, slack.answered, (await kept()).length]).toEqual([[], [], 1]);
    await inside.close();
  });
});

describe('L96 an old button', () => {
  test('after the end of its link nothing is kept, nor with a key that is gone', async () => {
    const { keep } = await told();
    const claims = { messageId: '<1@x>', owner: DANA, expiresAt: NOW + DAY };
    const foreign = { ...keep, value: signButton(claims, optOutKey('a key of another installation')) };
    expect(await pressed(foreign)).toContain('not signed by a key');
    expect(await pressed({ ...keep, value: '' })).toContain('not signed by a key');
    expect(await pressed({ ...keep, value: signButton({ ...claims, expiresAt: NOW }, KEY) })).toContain('is too old');
    expect([await kept(), slack.called]).toEqual([[], []]);
  });

  test('a message that the store forgot, or that is to somebody else, keeps nothing', async () => {
    const { keep } = await told();
    const value = signButton({ messageId: '<1@x>', owner: BOB, expiresAt: NOW + DAY }, KEY);
    expect(await pressed({ ...keep, value }, { user: 'U0BOB' })).toContain('no longer knows');
    await store.redis.flush();
    expect(await pressed(keep)).toContain('no longer knows');
    expect(await kept()).toEqual([]);
  });

  test('of resources that are gone it says that it came too late', async () => {
    const { keep } = await told();
    for (const id of ['ami-1', 'ami-2']) {
      const before = await store.marks.get(IMAGES, id);
      const audit = { at: NOW, namespace: IMAGES, id, event: 'gone', actor: 'holystone' } as const;
      await store.marks.apply(IMAGES, [{ id, before, after: undefined, audit }]);
    }
    expect(await pressed(keep)).toContain('2 in this message no longer exist: your decision came too late');
  });

  test('its owner is another one by now: the earlier one still keeps, as by the page; the later one has a message', async () => {
    const { keep } = await told({ resources: [IMAGE] });
    const before = await store.marks.get(IMAGES, 'ami-1');
    const audit = { at: NOW, namespace: IMAGES, id: 'ami-1', event: 'unmarked', actor: 'holystone' } as const;
    await store.marks.apply(IMAGES, [{ id: 'ami-1', before, after: undefined, audit }]);
    await mark(store, 'ami-1', { owner: BOB });
    expect(await pressed(keep, { user: 'U0BOB', channel: 'C0DATA' })).toContain('Nothing was changed');
    expect(await kept()).toEqual([]);
    await pressed(keep);
    expect([await kept(), await store.marks.get(IMAGES, 'ami-1')]).toMatchObject([[{ actor: DANA }], undefined]);
  });

  test('pressed on two instances at once it is one decision, told twice', async () => {
    const { keep } = await told({ resources: [IMAGE] });
    const second = await start();
    more.push(second);
    expect(await Promise.all([press(keep), press(keep, {}, second)])).toEqual([200, 200]);
    await until('Slack has both answers', () => slack.answered.length === 2);
    expect(await kept()).toMatchObject([{ actor: DANA, until: NOW + 30 * DAY }]);
  });

  test('a longer decision of the same person stays', async () => {
    const { keep } = await told({ resources: [IMAGE] });
    await store.optOuts.optOut(IMAGES, {
      target: { kind: 'id', value: 'ami-1' },
      until: 'forever',
      actor: DANA,
      at: NOW,
    });
    expect(await pressed(keep)).toContain('You already keep 1');
    expect(await kept()).toMatchObject([{ until: 'forever' }]);
  });
});

test('L94 the answers are in the language of the transport', async () => {
  await restart({ language: 'de' });
  const { keep } = await told();
  expect(await pressed(keep)).toContain('dana@example.com hat „30 Tage behalten“ gedrückt.');
});

test('L93 no line has the secret, the token or what a button carries', async () => {
  const { keep } = await told();
  await pressed(keep);
  await press(keep, { answerTo: 'http://127.0.0.1:1/x' });
  await site.app.close();
  const lines = JSON.stringify(store.log.lines);
  expect(lines).toContain('whoever pressed a button was not answered');
  for (const secret of [SIGNING_SECRET, SLACK_TOKEN, keep.value]) expect(lines).not.toContain(secret);
});

/** As often as it is tried. */
function fill(answer: (typeof slack.lookUps)[number]): void {
  slack.lookUps.push(...Array.from({ length: 6 }, () => answer));
}
