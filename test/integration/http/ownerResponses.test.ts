import { beforeEach, describe, expect, test } from '@jest/globals';
import { intendDeletion } from '../../../src/core/mark/intent.ts';
import { type Mark, recordNotice } from '../../../src/core/mark/mark.ts';
import { enterQuarantine } from '../../../src/core/mark/quarantine.ts';
import { sign } from '../../../src/core/owner/optOutToken.ts';
import type { WorkConfiguration } from '../../../src/core/policy/workConfiguration.ts';
import { workConfiguration } from '../../support/queue.ts';
import { stateForAll } from '../state/support.ts';
import { askedWhileRedisStands, DAY, IMAGES, KEY, link, mark, NOW, post, siteForAll, startPublic } from './fixture.ts';

const store = stateForAll();
const site = siteForAll(() => startPublic(store, { workConfigurations: () => [workConfiguration({ notice })] }));

const ANN = 'ann@example.com';
const FALLBACK = 'cloud@example.com';
const notice = { enabled: true, fallback: FALLBACK, itemsPerMessage: 50, per: 'item', validForMs: 14 * DAY } as const;

beforeEach(() => store.redis.flush());

/** A mark whose owner was notified. */
async function notified(id = 'ami-1'): Promise<Mark> {
  return noticed(await mark(store, id), ANN);
}

async function noticed(before: Mark, recipient: string): Promise<Mark> {
  const { id, generation } = before;
  const shownAt = NOW + 10 * DAY;
  const accepted = {
    messageId: '<1@x>',
    recipient,
    acceptedAt: NOW - DAY,
    shownAt,
    generation,
    validUntil: NOW + 30 * DAY,
  };
  const after = recordNotice(before, accepted, shownAt);
  const audit = { at: NOW - DAY, namespace: IMAGES, id, event: 'noticed', actor: 'holystone' } as const;
  await store.marks.apply(IMAGES, [{ id, before, after, audit }]);
  return after;
}

/** The link of a message about the mark that `notified` made. */
const linkOf = (id = 'ami-1', owner = ANN) => link(id, { owner, generation: `generation of ${id}` });
const say = (form: Record<string, string>, path = linkOf(), url = site.url) => post(`${url}${path}/say`, form);
const text = async (answer: Promise<Response>) => (await (await answer).text()).replace(/\s+/g, ' ');
const stored = (id = 'ami-1') => store.marks.get(IMAGES, id);
const history = async () => (await store.audit.history(IMAGES, 'ami-1')).map(({ event, actor }) => `${event} ${actor}`);
const EARLY = { statement: 'deleteEarly', sure: 'yes' };

describe('P7 delete it early', () => {
  test('asks whether one is sure, and changes nothing by that', async () => {
    const before = await notified();
    const page = await text(say({ statement: 'deleteEarly', reason: 'a <b>test</b>' }));
    expect(page).toContain('<h1>Delete name of ami-1 early?</h1>');
    expect(page).toContain('a &lt;b>test&lt;/b>');
    expect(page).toContain('name="sure" value="yes"');
    expect(await stored()).toEqual(before);
  });

  test('"delete early" moves the date to now, with the reason in the audit log, and the page says so', async () => {
    await notified();
    const page = await text(say({ ...EARLY, reason: 'a test of May' }));
    expect(page).toContain('<h1>It will be deleted early</h1>');
    expect((await stored())?.projectedDeletionAt).toBe(NOW);
    const entry = (await store.audit.history(IMAGES, 'ami-1')).at(-1);
    expect(entry).toMatchObject({ event: 'expedited', actor: ANN });
    expect(entry?.reason).toMatch(/: a test of May$/);
    expect(await text(fetch(site.url + linkOf()))).toMatch(/at your request: .* at the next opportunity/);
  });

  test('is taken back by a button, and by keeping', async () => {
    const before = await notified();
    await say(EARLY);
    const page = await text(say({ statement: 'notEarly' }));
    expect(page).toContain('<h1>It keeps its date</h1>');
    expect((await stored())?.projectedDeletionAt).toBe(before.projectedDeletionAt);
    await say(EARLY);
    expect(await text(post(site.url + linkOf(), { keep: '7d' }))).toContain('<h1>Kept</h1>');
    expect(await stored()).toBeUndefined();
  });

  test("an answer about a kept resource, an earlier mark or another owner's resource has no effect", async () => {
    await notified();
    for (const path of [link('ami-1'), link('ami-1', { generation: 'earlier' }), linkOf('ami-1', 'bob@example.com')]) {
      const answer = await say(EARLY, path);
      expect(answer.status).toBe(409);
      expect(await answer.text()).toContain('<h1>Nothing was changed</h1>');
    }
    await post(site.url + linkOf(), { keep: 'forever' });
    expect((await say(EARLY)).status).toBe(409);
    expect(await history()).not.toContain(`expedited ${ANN}`);
  });

  test('law 3: the fallback is not offered an early deletion of a resource without an owner, and is refused, with or without confirmation', async () => {
    await notified();
    await say({ statement: 'notMine' });
    const unowned = await stored();
    const before = unowned && (await noticed(unowned, FALLBACK));
    const path = linkOf('ami-1', FALLBACK);
    const page = await text(fetch(site.url + path));
    expect([page.includes('Keep for 7 days'), /deleteEarly|notMine/.test(page)]).toEqual([true, false]);
    for (const form of [{ statement: 'deleteEarly' }, EARLY]) {
      const answer = await say(form, path);
      expect(answer.status).toBe(409);
      expect(await answer.text()).toContain('It has no owner, and only an owner can have it deleted early.');
    }
    expect(await stored()).toEqual(before);
  });

  test("P7 an answer about a kept resource, also by its group: the audit log has both persons' answers", async () => {
    for (const target of [{ kind: 'id', value: 'ami-1' } as const, { kind: 'group', value: 'web' } as const]) {
      await store.redis.flush();
      await noticed(await mark(store, 'ami-1', { group: 'web' }), ANN);
      await store.optOuts.optOut(IMAGES, { target, until: 'forever', actor: 'bob@example.com', at: NOW });
      const path = link('ami-1', { generation: 'generation of ami-1', group: 'web' });
      expect((await say({ ...EARLY, reason: 'a test of May' }, path)).status).toBe(409);
      expect((await store.audit.history(IMAGES, 'ami-1')).at(-1)).toMatchObject({
        event: 'expediteRefused',
        actor: ANN,
        reason: 'not needed, but bob@example.com keeps it: a test of May',
      });
      expect(await stored()).toBeUndefined();
    }
  });

  test('an answer about a resource without mark and opt-out writes nothing', async () => {
    expect((await say(EARLY)).status).toBe(409);
    expect(await history()).toEqual([]);
  });

  test('L65 when deletion has begun: the page says so', async () => {
    const before = await notified();
    const audit = { at: NOW, namespace: IMAGES, id: 'ami-1', event: 'permitted', actor: 'holystone' } as const;
    const after = intendDeletion(before, 'pass-1', NOW);
    await store.marks.apply(IMAGES, [{ id: 'ami-1', before, after, audit }]);
    expect(await text(say(EARLY))).toContain('Its deletion has begun.');
    expect(await text(say({ statement: 'notMine' }))).toContain('Its deletion has begun.');
  });

  test('L65 only the step before has begun: it is planned, with both dates', async () => {
    const before = await notified();
    const audit = { at: NOW, namespace: IMAGES, id: 'ami-1', event: 'permitted', actor: 'holystone' } as const;
    const begun = intendDeletion(before, 'pass-1', NOW, 'quarantine');
    await store.marks.apply(IMAGES, [{ id: 'ami-1', before, after: begun, audit }]);
    const page = await text(fetch(site.url + linkOf()));
    expect(page).toContain('Holystone will delete it');
    const quarantine = { quarantineMs: 14 * DAY, notice: { validForMs: DAY } } as unknown as WorkConfiguration;
    const after = enterQuarantine(quarantine, begun, NOW);
    await store.marks.apply(IMAGES, [{ id: 'ami-1', before: begun, after, audit }]);
    expect(await text(fetch(site.url + linkOf()))).toContain(
      'Since Monday 1 June 2026, 12:00 (UTC) it has been disabled, so that no instance can launch from it. It is deleted on Monday 15 June',
    );
  });

  test('L62 with Redis not answering: 503, "not safely stored"', async () => {
    await notified();
    const [status, page] = await askedWhileRedisStands(store, startPublic, async (url) => {
      const answer = await say(EARLY, linkOf(), url);
      return [answer.status, await answer.text()];
    });
    expect(status).toBe(503);
    expect(page).toContain('Not safely stored, try again');
  });
});

describe('P7 it is not mine', () => {
  test('the fallback is asked, with its whole retention; both are in the audit log', async () => {
    await notified();
    const page = await text(say({ statement: 'notMine', reason: 'of the other team' }));
    expect(page).toContain('<h1>You are not its owner</h1>');
    expect(page).not.toContain(FALLBACK);
    const after = await stored();
    expect(after).toMatchObject({ state: 'marked', owner: FALLBACK, unowned: true, disclaimedBy: [ANN] });
    expect(after).not.toHaveProperty('notice');
    expect(after?.projectedDeletionAt).toBe(NOW + 30 * DAY);
    expect(await text(say({ statement: 'notMine' }))).toContain('You already said so.');
    expect(await history()).toEqual(['marked holystone', 'noticed holystone', `disclaimed ${ANN}`]);
  });

  test('is taken back by a button of the page', async () => {
    await notified();
    await say({ statement: 'notMine' });
    expect(await text(fetch(site.url + linkOf()))).toContain('You said that it is not yours.');
    expect(await text(say({ statement: 'mine' }))).toContain('<h1>You are its owner again</h1>');
    expect(await stored()).toMatchObject({ state: 'marked', owner: ANN });
    expect((await say({ statement: 'mine' })).status).toBe(409);
  });
});

describe('the offers of the page', () => {
  const buttons = async (path = linkOf()) =>
    [...(await text(fetch(site.url + path))).matchAll(/name="statement" value="(\w+)"/g)].map(([, value]) => value);

  test('P7 only the recipient of the notice for this very mark gets the other buttons', async () => {
    await notified();
    expect(await buttons()).toEqual(['deleteEarly', 'notMine']);
    expect(await buttons(link('ami-1'))).toEqual([]);
    expect(await buttons(linkOf('ami-1', 'bob@example.com'))).toEqual([]);
    await say(EARLY);
    expect(await buttons()).toEqual(['notEarly', 'notMine']);
    await post(site.url + linkOf(), { keep: '7d' });
    expect(await buttons()).toEqual([]);
  });

  test('L63 the group at first, where the link of a folded group leads; the resource otherwise', async () => {
    const path = link('ami-1', { group: 'web' });
    const checked = async (query: string) => {
      const page = await text(fetch(`${site.url}${path}${query}`));
      return [/value="(\w+)" checked/.exec(page)?.[1], /<h1>(.*?)<\/h1>/.exec(page)?.[1]];
    };
    expect(await checked('?scope=group')).toEqual(['group', 'Keep everything in web?']);
    expect(await checked('')).toEqual(['id', 'Keep ami-1?']);
    expect(await checked('?scope=nonsense&utm=x')).toEqual(['id', 'Keep ami-1?']);
  });

  test('every form leads back below the same link', async () => {
    await notified();
    const path = linkOf();
    const action = /formaction="([^"]+)"/.exec(await text(fetch(site.url + path)))?.[1] ?? '';
    expect(new URL(action, site.url + path).pathname).toBe(`${path}/say`);
    const again = /<form method="post" action="([^"]+)"/.exec(await text(say(EARLY)))?.[1] ?? '';
    expect(new URL(again, `${site.url}${path}/say`).pathname).toBe(`${path}/say`);
  });

  test('P7 GET and HEAD of every address below the link change nothing', async () => {
    const before = await notified();
    for (let i = 0; i < 10; i++)
      for (const method of ['GET', 'HEAD'])
        for (const step of ['', '/undo', '/say', '/say?statement=deleteEarly&sure=yes', '?keep=7d'])
          expect((await fetch(`${site.url}${linkOf()}${step}`, { method })).status).toBe(200);
    expect(await stored()).toEqual(before);
    expect(await store.optOuts.list(IMAGES)).toEqual([]);
  });
});

describe('bad input', () => {
  test.each([
    ['no statement', {}, 400],
    ['an unknown one', { statement: 'deleteNow' }, 400],
    ['a reason of a million characters', { ...EARLY, reason: 'x'.repeat(1_000_000) }, 413],
    ['a reason of 501 characters', { ...EARLY, reason: 'x'.repeat(501) }, 400],
  ] as [string, Record<string, string>, number][])('P12 %s: a page, nothing changed', async (_what, form, status) => {
    const before = await notified();
    const answer = await say(form);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    expect(await stored()).toEqual(before);
  });

  test('P8 an altered, expired or foreign token reveals nothing about a mark', async () => {
    const before = await notified();
    const cut = linkOf().slice(0, -1);
    for (const [path, status] of [
      [cut, 400],
      [link('ami-1', { generation: before.generation, expiresAt: NOW }), 410],
      [
        `/o/${sign({ namespace: IMAGES, id: 'ami-1', owner: ANN, expiresAt: NOW + DAY }, { ...KEY, secret: 'x'.repeat(32) })}`,
        400,
      ],
    ] as const) {
      expect((await say(EARLY, path)).status).toBe(status);
      expect((await say({ statement: 'notMine' }, path)).status).toBe(status);
    }
    expect(await stored()).toEqual(before);
  });

  test('a reason of 500 characters in many lines is not too long for having come from a browser', async () => {
    const reason = `${'x\r\n'.repeat(249)}xx`;
    const answer = await post(site.url + linkOf(), { keep: '7d', reason });
    expect(answer.status).toBe(200);
    expect((await store.optOuts.list(IMAGES))[0]?.reason).toBe(reason.replaceAll('\r\n', '\n'));
  });

  test('P3 markup and direction marks in reasons are shown wherever they come back', async () => {
    const reason = '<script>alert(1)</script>\n\u202Egnp.exe';
    await post(site.url + linkOf(), { keep: '7d', reason });
    const page = await (await fetch(site.url + linkOf('ami-1', 'bob@example.com'))).text();
    expect(page).not.toContain('<script');
    expect(page).toContain('&lt;script>alert(1)&lt;/script>\n[U+202E]gnp.exe');
  });

  test('P3 a name of a million characters does not drown the page', async () => {
    await mark(store, 'ami-1', { name: 'n'.repeat(1_000_000), reasons: ['r'.repeat(1_000_000)] });
    const page = await (await fetch(site.url + linkOf())).text();
    expect(page.length).toBeLessThan(30_000);
    expect(page).toContain('n…');
  });
});
