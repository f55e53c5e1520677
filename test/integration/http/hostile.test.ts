/** Hostile texts on every page that shows them: markup, new lines, turned directions, a million characters. */
import { beforeEach, expect, test } from '@jest/globals';
import { newMark, recordNotice } from '../../../src/core/mark/mark.ts';
import { signMessage } from '../../../src/core/owner/optOutToken.ts';
import { namespaceOf } from '../../../src/core/resource/namespace.ts';
import { passRecord } from '../../support/queue.ts';
import { stateForAll } from '../state/support.ts';
import { DAY, IMAGES, KEY, link, NOW, siteForAll, startPublic } from './fixture.ts';

const store = stateForAll();
const site = siteForAll(() => startPublic(store));

beforeEach(() => store.redis.flush());

const MARKUP = `"><img src=x onerror=alert(1)><script>alert(2)</script>' onfocus=alert(3) {{7*7}} \${7*7} <!-- `;
const TURNED = '\u202Egnp.exe\u2066\u200Fx\u0000\u001B[2J';
const HOSTILE: Readonly<Record<string, string>> = {
  markup: MARKUP,
  'new lines': 'first\r\nSet-Cookie: x=1\r\n\r\n<b>second</b>\u2028third',
  'turned directions': TURNED,
  'a million characters': `${MARKUP}${'W'.repeat(1_000_000)}`,
  'half characters': '\ud800 half \udc00',
};

/** Line ends of our own templates and of a reason may stand; nothing else that cannot be seen. */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** As much of it as a link may hold. */
const short = (text: string) => text.slice(0, 300);

/** A mark in which everything that strangers write is that. */
async function hostile(text: string, namespace = IMAGES): Promise<{ own: string; message: string; owner: string }> {
  const owner = `${short(text)}@example.com`;
  const resource = {
    id: short(text),
    identity: 'x',
    name: text,
    tags: {},
    aliases: [],
    group: text,
    note: { code: 'words', values: { words: text } } as const,
  };
  const lastUse = { at: NOW - DAY, by: text };
  const nomination = { namespace, resource, reasons: [text, text], owner, ownerVia: text, lastUse };
  const before = newMark({ ...nomination, projectedDeletionAt: NOW + 10 * DAY }, 'g', NOW);
  const hostileMark = {
    messageId: '<1@x>',
    recipient: owner,
    acceptedAt: NOW,
    shownAt: NOW + 10 * DAY,
    generation: 'g',
  };
  const noticed = recordNotice(
    { ...before, problem: text },
    { ...hostileMark, validUntil: NOW + 30 * DAY },
    NOW + 10 * DAY,
  );
  const after = { ...noticed, problem: text };
  const audit = { at: NOW, namespace, id: before.id, event: 'marked', actor: 'holystone' } as const;
  await store.marks.apply(namespace, [{ id: before.id, before: undefined, after, audit }]);
  const findings = { [`${short(text)}@test/us-east-1`]: 1 };
  await store.passes.record(passRecord({ namespace, baseline: { listed: 1, findings, readAt: NOW } }));
  await store.messages.open({ messageId: '<1@x>', owner, items: [{ namespace, id: before.id }] });
  const own = link(before.id, { namespace, owner, generation: 'g', group: short(text) });
  return { own, owner, message: signMessage({ messageId: '<1@x>', owner, expiresAt: NOW + DAY }, KEY) };
}

type Hostile = Awaited<ReturnType<typeof hostile>>;

const get = (path: string) => fetch(site.url + path);
const post = (path: string, form: Record<string, string>) =>
  fetch(site.url + path, { method: 'POST', body: new URLSearchParams(form) });

/** The pages that a person sees, by the way to them; a reason is as hostile as the rest. */
const PAGES: Readonly<Record<string, (hostileMark: Hostile, reason: string) => Promise<Response>>> = {
  'the question': ({ own }) => get(own),
  'the question about a group': ({ own }) => get(`${own}?scope=group`),
  kept: ({ own }, reason) => post(own, { keep: '7d', reason }),
  'kept by its group': ({ own }, reason) => post(own, { keep: '7d', scope: 'group', reason }),
  'kept by another': async ({ own }, reason) => {
    await post(own, { keep: '7d', reason });
    return get(own);
  },
  'taken back': async ({ own }, reason) => {
    await post(own, { keep: '7d', reason });
    return post(`${own}/undo`, { scope: 'id' });
  },
  'are you sure': ({ own }, reason) => post(`${own}/say`, { statement: 'deleteEarly', reason }),
  'deleted early': ({ own }, reason) => post(`${own}/say`, { statement: 'deleteEarly', sure: 'yes', reason }),
  'not mine': ({ own }, reason) => post(`${own}/say`, { statement: 'notMine', reason }),
  'a whole message': ({ message }) => get(`/m/${message}`),
  'all kept': ({ message }, reason) => post(`/m/${message}`, { keep: '7d', reason }),
  preferences: ({ message }) => get(`/preferences?t=${message}`),
};

const cases = Object.keys(HOSTILE).flatMap((what) => Object.keys(PAGES).map((page) => ({ what, page })));

test.each(cases)('P3 $page, with $what: the text is escaped, visible and short', async ({ what, page }) => {
  await expectHarmless(page, HOSTILE[what] ?? '');
});

/** Registries give them: no client should push them, and the page must not rely on that. */
const NAMES = ['markup', 'turned directions'].flatMap((what) => Object.keys(PAGES).map((page) => ({ what, page })));

test.each(NAMES)('P3 R6 $page of a tag in a repository, both named with $what', async ({ what, page }) => {
  const text = short(HOSTILE[what] ?? '');
  const repository = namespaceOf({
    provider: 'registry',
    account: 'hub',
    location: `shop/${text}`,
    resourceType: 'tag',
  });
  await expectHarmless(page, text, repository);
});

async function expectHarmless(page: string, text: string, namespace = IMAGES): Promise<void> {
  const hostileMark = await hostile(text, namespace);
  const answer = await PAGES[page]?.(hostileMark, short(text));
  const body = (await answer?.text()) ?? '';
  expect(answer?.status).toBeLessThan(500);
  expect(answer?.headers.get('set-cookie')).toBeNull();
  expect(answer?.headers.get('content-security-policy')).toContain("default-src 'none'");
  const tags = (body.match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/"[^"]*"/g, '""'));
  expect(tags.filter((tag) => /^<(img|script|b|iframe|svg|!--)\b|[\s/]on\w+=|'/i.test(tag))).toEqual([]);
  expect([...body].filter((character) => UNSEEN.test(character))).toEqual([]);
  expect(body.length).toBeLessThan(60_000);
}
