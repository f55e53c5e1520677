import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Language } from '../../../src/core/common/language.ts';
import { recordNotice } from '../../../src/core/mark/mark.ts';
import { signMessage } from '../../../src/core/owner/optOutToken.ts';
import { catalogueOf } from '../../../src/notify/texts/index.ts';
import { phrases } from '../../support/pageWords.ts';
import { stateForAll } from '../state/support.ts';
import { askedWhileRedisStands, DAY, IMAGES, KEY, link, mark, NOW, siteForAll, startPublic } from './fixture.ts';

const store = stateForAll();
const site = siteForAll(() => startPublic(store));

const ANN = 'ann@example.com';

beforeEach(async () => {
  await store.redis.flush();
  await store.messages.open({
    messageId: '<1@x>',
    owner: ANN,
    items: ['ami-1', 'ami-2'].map((id) => ({ namespace: IMAGES, id })),
  });
  for (const id of ['ami-1', 'ami-2']) {
    const before = await mark(store, id, { group: 'web' });
    const { generation } = before;
    const shownAt = NOW + 10 * DAY;
    const notified = { messageId: '<1@x>', recipient: ANN, acceptedAt: NOW - DAY, shownAt, generation };
    const after = recordNotice(before, { ...notified, validUntil: NOW + 30 * DAY }, shownAt);
    const audit = { at: NOW - DAY, namespace: IMAGES, id, event: 'noticed', actor: 'holystone' } as const;
    await store.marks.apply(IMAGES, [{ id, before, after, audit }]);
  }
});

const SAME_IN_BOTH = new Set(phrases(catalogueOf('de').pages));
const ENGLISH = phrases(catalogueOf('en').pages).filter((phrase) => !SAME_IN_BOTH.has(phrase));

/** The text of the page outside of its parts marked as English, and the English words left in it. */
function readIn(page: string): { lang: string | undefined; english: readonly string[] } {
  const own = page.replace(/<(div|span) lang="en">.*?<\/\1>/gs, '');
  const said = own.replace(/<[^>]*>/g, '\n').split('\n');
  const lines = new Set(said.map((line) => line.trim()));
  return { lang: /<html lang="(\w+)">/.exec(page)?.[1], english: ENGLISH.filter((phrase) => lines.has(phrase)) };
}

/** @param language of the message @param accepted the languages that the browser asks for */
function visitor(language: Language | undefined, accepted: string) {
  const spoken = language === undefined ? {} : { language };
  const headers = { 'accept-language': accepted };
  const own = link('ami-1', { ...spoken, generation: 'generation of ami-1', group: 'web' });
  const message = (expiresAt = NOW + 30 * DAY) =>
    `/m/${signMessage({ messageId: '<1@x>', owner: ANN, expiresAt, ...spoken }, KEY)}`;
  return {
    own,
    message,
    old: link('ami-1', { ...spoken, expiresAt: NOW - DAY }),
    get: async (path: string) => (await fetch(site.url + path, { headers })).text(),
    post: async (path: string, form: Record<string, string>, url = site.url) =>
      (await fetch(url + path, { method: 'POST', headers, body: new URLSearchParams(form) })).text(),
  };
}

type Visitor = ReturnType<typeof visitor>;

/** By their content: the way to each. */
const PAGES: Readonly<Record<string, (of: Visitor) => Promise<string>>> = {
  'the question': ({ get, own }) => get(own),
  'the question about a group': ({ get, own }) => get(`${own}?scope=group`),
  kept: ({ post, own }) => post(own, { keep: '30d' }),
  'kept for ever, with a group': ({ post, own }) => post(own, { keep: 'forever', scope: 'group', reason: 'x' }),
  'kept before': async ({ get, post, own }) => {
    await post(own, { keep: '30d', reason: 'x' });
    return get(own);
  },
  'taken back': async ({ post, own }) => {
    await post(own, { keep: '30d' });
    return post(`${own}/undo`, { scope: 'id' });
  },
  'nothing to take back': ({ post, own }) => post(`${own}/undo`, { scope: 'id' }),
  'are you sure': ({ post, own }) => post(`${own}/say`, { statement: 'deleteEarly' }),
  'deleted early': ({ post, own }) => post(`${own}/say`, { statement: 'deleteEarly', sure: 'yes' }),
  'to be deleted early': async ({ get, post, own }) => {
    await post(`${own}/say`, { statement: 'deleteEarly', sure: 'yes' });
    return get(own);
  },
  'not mine': ({ post, own }) => post(`${own}/say`, { statement: 'notMine' }),
  'mine after all': async ({ post, own }) => {
    await post(`${own}/say`, { statement: 'notMine' });
    return post(`${own}/say`, { statement: 'mine' });
  },
  'a response that changes nothing': ({ post, own }) => post(`${own}/say`, { statement: 'mine' }),
  'a whole message': ({ get, message }) => get(message()),
  'all kept': ({ post, message }) => post(message(), { keep: '7d' }),
  'all taken back': async ({ post, message }) => {
    await post(message(), { keep: '7d' });
    return post(`${message()}/undo`, { at: String(NOW) });
  },
  'nothing left to keep': async ({ get, post, message }) => {
    await post(message(), { keep: '7d' });
    return get(message());
  },
  preferences: ({ get, message }) => get(`/preferences?t=${message().slice('/m/'.length)}`),
  'an expired link': ({ get, old }) => get(old),
  'an expired message': ({ get, message }) => get(message(NOW - DAY)),
  'not stored': ({ post, own }) =>
    askedWhileRedisStands(store, startPublic, (url) => post(own, { keep: 'forever' }, url)),
  'a form that says nothing': ({ post, own }) => post(own, {}),
};

test('the test finds English parts of a page', async () => {
  const { get, own } = visitor('en', 'de');
  expect(readIn(await get(own)).english).toEqual(expect.arrayContaining(['It is not mine', 'Why']));
});

describe('P9 every page behind a link', () => {
  test.each(Object.entries(PAGES))(
    '%s: in the language of the message, whatever the browser prefers',
    async (_, open) => {
      expect(readIn(await open(visitor('de', 'en')))).toEqual({ lang: 'de', english: [] });
      await store.redis.flush();
      expect(readIn(await open(visitor('en', 'de'))).lang).toBe('en');
    },
  );

  test('is in the language that the browser asks for, where the link says none', async () => {
    expect(readIn((await PAGES['the question']?.(visitor(undefined, 'fr, de;q=0.9'))) ?? '')).toEqual({
      lang: 'de',
      english: [],
    });
    expect(readIn((await PAGES['the question']?.(visitor(undefined, 'fr'))) ?? '').lang).toBe('en');
  });

  test.each([
    ['nonsense', '/o/x'],
    ['no page', '/nothing'],
  ])('%s: in the language that the browser asks for', async (_, path) => {
    expect(readIn(await visitor(undefined, 'de-CH').get(path))).toEqual({ lang: 'de', english: [] });
  });

  test('P12 too many requests: the page has the language of the message', async () => {
    const limited = await startPublic(store, { rateLimit: { max: 1, windowMs: 60_000 } });
    const url = limited.url + visitor('de', 'en').own;
    await fetch(url);
    const page = await (await fetch(url)).text();
    await limited.app.close();
    expect(readIn(page)).toEqual({ lang: 'de', english: [] });
    expect(page).toContain('Zu viele Anfragen');
  });

  test('a reason without a translation stays in English, and the HTML marks it as English', async () => {
    const page = await visitor('de', 'de').get(visitor('de', 'de').own);
    expect(page).toContain('<dt>Warum</dt><dd><span lang="en">used by nothing for 60 days</span></dd>');
    expect(page).toContain('Donnerstag, 11. Juni 2026, 12:00 Uhr (UTC)');
    expect(page).toContain('in 10 Tagen');
  });
});
