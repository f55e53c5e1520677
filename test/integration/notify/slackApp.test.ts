/** Slack by its API: who gets a message, and which answers are an acknowledgement. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Logger } from '../../../src/core/common/logger.ts';
import { createWebhook, type WebhookOptions, type WebhookSettings } from '../../../src/notify/webhook/webhook.ts';
import { SLACK_TOKEN, type SlackServer, startSlack } from '../../support/slackServer.ts';
import { drop, status } from '../../support/webhookServer.ts';
import { digest, row } from '../../unit/notify/digests.ts';

let slack: SlackServer;
let lines: string[];
beforeEach(async () => {
  slack = await startSlack();
  slack.people.set('dana@example.com', { id: 'U0DANA' });
  lines = [];
});
afterEach(() => slack.close());

const write = (fields: object, message: string) => void lines.push(JSON.stringify({ message, ...fields }));
const log: Logger = { debug: write, info: write, warn: write, error: write, child: () => log };

async function sent(owner = 'dana@example.com', settings: Partial<WebhookSettings> = {}) {
  const options: WebhookOptions = { log, now: () => 0, isRequired: true, backOffMs: 1, timeoutMs: 2_000 };
  const app = createWebhook(
    {
      ...({ type: 'slackApp', name: 'people', url: slack.url, links: true, token: SLACK_TOKEN, channels: {} } as const),
      ...settings,
    },
    options,
  );
  const result = await app.send(digest([row()], { owner }));
  await app.close();
  return result;
}
const json = (answer: object) => status(200, {}, JSON.stringify(answer));

describe('L90 who gets it', () => {
  test('the owner gets a direct message, found by the address, with a link to the page of each resource', async () => {
    expect(await sent()).toMatchObject({ kind: 'accepted' });
    expect(slack.called).toEqual(['users.lookupByEmail', 'chat.postMessage']);
    expect(slack.posted).toMatchObject([{ channel: 'U0DANA' }]);
    expect(slack.posted[0]?.text).toContain(`<${row().keepUrl}|ci-runner>`);
  });

  test('an owner with a channel is told there, whatever the case of the address, and nobody is looked for', async () => {
    expect(await sent('Data@Example.com', { channels: { 'data@example.com': 'C0DATA' } })).toMatchObject({
      kind: 'accepted',
    });
    expect([slack.called, slack.posted.map(({ channel }) => channel)]).toEqual([['chat.postMessage'], ['C0DATA']]);
  });

  test('of an owner of several addresses each is told', async () => {
    slack.people.set('bob@example.com', { id: 'U0BOB' });
    expect(await sent('bob@example.com, dana@example.com')).toMatchObject({ kind: 'accepted' });
    expect(slack.posted.map(({ channel }) => channel)).toEqual(['U0BOB', 'U0DANA']);
  });

  test('names of resources mention nobody', async () => {
    const app = createWebhook(
      { type: 'slackApp', name: 'people', url: slack.url, links: true, token: SLACK_TOKEN, channels: {} },
      { log, now: () => 0, isRequired: true },
    );
    await app.send(digest([row({ name: '<!channel> <@U1>' })]));
    await app.close();
    expect(slack.posted[0]?.text).not.toMatch(/<[!@]/);
  });
});

describe('L91 no acknowledgement is no notice', () => {
  test.each<[string, () => void, string]>([
    ['nobody has the address', () => slack.people.clear(), 'rejected'],
    [
      'the person is deactivated',
      () => slack.people.set('dana@example.com', { id: 'U0DANA', deleted: true }),
      'failed',
    ],
    [
      'the address is that of a bot',
      () => slack.people.set('dana@example.com', { id: 'U0DANA', is_bot: true }),
      'failed',
    ],
    ['the person has no id', () => slack.people.set('dana@example.com', {}), 'failed'],
    [
      'the status is 200 and the body refuses',
      () => slack.answers.push(json({ ok: false, error: 'is_archived' })),
      'rejected',
    ],
    ['ok without the time of a message', () => fill(json({ ok: true })), 'failed'],
    ['ok as a text', () => fill(json({ ok: 'true', ts: '1.2' })), 'failed'],
    ['a page of a proxy', () => fill(status(200, {}, '<html>ok</html>')), 'failed'],
    ['an empty body', () => fill(status(200)), 'failed'],
    ['the connection ends each time', () => fill(drop), 'failed'],
    ['Slack has a problem each time', () => fill(json({ ok: false, error: 'internal_error' })), 'failed'],
  ])('%s', async (_name, happens, kind) => {
    happens();
    expect((await sent()).kind).toBe(kind);
    expect(slack.posted).toEqual([]);
  });

  test('one of two addresses is unknown → the owner has no notice, and the other one no message at each attempt', async () => {
    expect(await sent('dana@example.com, nobody@example.com')).toMatchObject({
      kind: 'rejected',
      why: expect.stringContaining('looking for nobody@example.com: Slack says users_not_found'),
    });
    expect(slack.posted).toEqual([]);
  });

  test('two addresses of one channel get one post', async () => {
    const channels = { 'dana@example.com': 'C0TEAM', 'bob@example.com': 'C0TEAM' };
    expect(await sent('dana@example.com, bob@example.com', { channels })).toMatchObject({ kind: 'accepted' });
    expect(slack.posted).toHaveLength(1);
  });

  test('a wrong token is refused, and no line has it', async () => {
    const token = 'xoxb-999999999999-wrong-and-secret';
    const result = await sent(undefined, { token });
    expect(result).toMatchObject({ kind: 'rejected', why: expect.stringContaining('invalid_auth') });
    expect(JSON.stringify([result, lines])).not.toContain(token);
  });

  test('a limit passes, and so does a problem: then it is told, once', async () => {
    slack.answers.push(status(429, { 'retry-after': '0' }), json({ ok: false, error: 'internal_error' }));
    expect(await sent()).toMatchObject({ kind: 'accepted' });
    expect(slack.posted).toHaveLength(1);
  });
});

/** As often as it is tried. */
function fill(answer: (typeof slack.answers)[number]): void {
  slack.answers.push(...Array.from({ length: 6 }, () => answer));
}
