/** Machines between a message and its reader: they follow each link in it, of every kind, and the links behind it. */
import { beforeEach, expect, test } from '@jest/globals';
import { openings } from '../../../src/composition/listen.ts';
import { StoreError } from '../../../src/core/common/errors.ts';
import type { Digest } from '../../../src/core/notice/digest.ts';
import { chatBodies } from '../../../src/notify/chat/chat.ts';
import { slack } from '../../../src/notify/chat/slackBody.ts';
import { teams } from '../../../src/notify/chat/teamsBody.ts';
import { renderDigest } from '../../../src/notify/mail/renderDigest.ts';
import { catalogueOf } from '../../../src/notify/texts/index.ts';
import { noticeBodies } from '../../../src/notify/webhook/noticeBody.ts';
import { EXHAUSTIVE } from '../../support/sampled.ts';
import { dump, stateForAll } from '../state/support.ts';
import { siteForAll, startPublic } from './fixture.ts';
import { notifiedMail } from './notifiedMail.ts';

const store = stateForAll();
const site = siteForAll(() => startPublic(store, { rateLimit: { max: 100_000, windowMs: 60_000 } }));

/** The other messages have the same links as the mail. */
const timesOf = (message: string) => (EXHAUSTIVE || message === MAIL ? 10 : 2);
const MAIL = 'a mail, its text and its list';

beforeEach(() => store.redis.flush());

/** A message about three: one alone, and two of a group; each has a notice. */
function digest(kind: 'notice' | 'reminder', perGroup: boolean): Promise<Digest> {
  const resources = [{ id: 'ami-1' }, { id: 'ami-2', group: 'web' }, { id: 'ami-3', group: 'web' }];
  return notifiedMail(store, site.url, { resources, reminder: kind === 'reminder', perGroup, itemsPerMessage: 1 });
}

const OPENED = /holystone:\{message:\w+\}:opened/;
const isOurs = (url: string) => url.startsWith(`${site.url}/`);
const unescaped = (text: string) => text.replaceAll('&amp;', '&');

/** Whatever a machine would take for an address of ours. */
function linksIn(text: string, base = site.url): readonly string[] {
  const named = [...text.matchAll(/\b(?:href|action|formaction)="([^"]+)"/g)].map(([, to = '']) => unescaped(to));
  const written = [...text.matchAll(/https?:\/\/[^\s"<>|\\)]+/g)].map(([url]) => unescaped(url));
  const urls = [...named, ...written].filter((to) => URL.canParse(to, base)).map((to) => new URL(to, base).href);
  return [...new Set(urls.map((url) => url.replace(/#.*$/, '')).filter(isOurs))];
}

const MESSAGES: Readonly<Record<string, (notified: Digest) => Promise<string>>> = {
  [MAIL]: async (notified) => {
    const { html, text, attachments } = await renderDigest(notified, { from: 'holystone@example.com', language: 'en' });
    expect(attachments).toHaveLength(1);
    return [html, text, ...attachments.map(({ content }) => content)].join('\n');
  },
  'a message of Slack': async (notified) =>
    (await chatBodies(notified, { dialect: slack, catalogue: catalogueOf('de'), whole: true })).join('\n'),
  'a card of Teams': async (notified) =>
    (await chatBodies(notified, { dialect: teams, catalogue: catalogueOf('en'), whole: true })).join('\n'),
  'the JSON of a webhook': async (notified) => (await noticeBodies(notified, 100_000)).join('\n'),
};

test.each(
  Object.keys(MESSAGES).flatMap((name) =>
    (['notice', 'reminder'] as const).flatMap((kind) => [
      { name, kind, perGroup: false, times: timesOf(name) },
      { name, kind, perGroup: true, times: timesOf(name) },
    ]),
  ),
)(
  'P7 $name, a $kind, groups folded: $perGroup; followed $times times over, nothing is changed',
  async ({ name, kind, perGroup, times }) => {
    const notified = await digest(kind, perGroup);
    const links = linksIn((await MESSAGES[name]?.(notified)) ?? '');
    const before = await dump(store);
    const pages = await Promise.all(links.map(async (url) => linksIn(await (await fetch(url)).text(), url)));
    const all = [
      ...new Set([
        ...links,
        ...pages.flat(),
        ...links.map((url) => `${url}${url.includes('?') ? '&' : '?'}keep=forever`),
      ]),
    ];
    const kinds = new Set(all.map((url) => new URL(url).pathname.replace(/\/(o|m)\/[^/]+/, '/$1')));
    expect([...kinds].sort()).toEqual(expect.arrayContaining(['/m', '/o', '/o/say', '/preferences']));
    for (let time = 0; time < times; time++) {
      const asked = all.flatMap((url) => ['GET', 'HEAD'].map(async (method) => (await fetch(url, { method })).status));
      expect(new Set(await Promise.all(asked))).toEqual(new Set([200]));
    }
    expect(await dump(store)).toEqual(before);
  },
);

test('P7 an opened link is observed, once for its message, and nothing else is written; a HEAD is no opening', async () => {
  const opened: string[] = [];
  const observing = await startPublic(store, { opened: (messageId) => void opened.push(messageId) });
  try {
    const notified = await notifiedMail(store, observing.url, { resources: [{ id: 'ami-1' }, { id: 'ami-2' }] });
    const links = [notified.rows[0]?.keepUrl, notified.keepAllUrl, notified.preferencesUrl].map((url) => url ?? '');
    const before = await dump(store);
    for (const url of links) await fetch(url, { method: 'HEAD' });
    expect(opened).toEqual([]);
    for (const url of links) expect((await fetch(url)).status).toBe(200);
    expect(opened).toEqual([notified.messageId, notified.messageId, notified.messageId]);
    expect(await dump(store)).toEqual(before);
    const observe = openings({ sentNotices: store.sentNotices, clock: { now: () => 7 } }, store.log);
    for (const messageId of opened) observe(messageId);
    await store.sentNotices.opened(notified.messageId, 8);
    const { [OPENED.exec(Object.keys(await dump(store)).join())?.[0] ?? '']: at, ...rest } = await dump(store);
    expect([at === undefined, rest]).toEqual([false, before]);
    await store.sentNotices.add({ messageId: notified.messageId, owner: 'a', at: 1, resources: 2, isReminder: false });
    expect((await store.sentNotices.get(notified.messageId))?.openedAt).toBe(7);
  } finally {
    await observing.app.close();
  }
});

test('P7 a store that does not take the observation costs no page', async () => {
  const fails = { opened: async () => Promise.reject(new StoreError('the store is away')) };
  const opened = openings({ sentNotices: { ...store.sentNotices, ...fails }, clock: { now: () => 7 } }, store.log);
  const observing = await startPublic(store, { opened });
  try {
    const notified = await notifiedMail(store, observing.url, { resources: [{ id: 'ami-1' }] });
    expect((await fetch(notified.keepAllUrl ?? '')).status).toBe(200);
  } finally {
    await observing.app.close();
  }
});
