import { beforeEach, describe, expect, test } from '@jest/globals';
import { StoreError } from '../../../src/core/common/errors.ts';
import { intendDeletion } from '../../../src/core/mark/intent.ts';
import type { OptOutTarget } from '../../../src/core/owner/optOut.ts';
import type { OptOutClaims } from '../../../src/core/owner/optOutToken.ts';
import { namespaceOf } from '../../../src/core/resource/namespace.ts';
import { namespaceKeys } from '../../../src/state/redis/keys.ts';
import { optOutKey } from '../../support/optOutKey.ts';
import { ManualClock, workConfiguration } from '../../support/queue.ts';
import { stateForAll } from '../state/support.ts';
import { askedWhileRedisStands, DAY, IMAGES, KEY, link, mark, NOW, post, siteForAll, startPublic } from './fixture.ts';

const store = stateForAll();
const site = siteForAll(() => startPublic(store));

beforeEach(() => store.redis.flush());

const optOuts = async () => [...(await store.optOuts.all(IMAGES)).values()];

describe('opening a link', () => {
  test('P7 the page of a link shows name, id, type, account, location, reason and date, and a button per choice', async () => {
    await mark(store, 'ami-1', { name: 'web-base', reasons: ['no instance uses it', 'older than 90 days'] });
    const answer = await fetch(site.url + link('ami-1'));
    const page = await answer.text();
    expect(answer.status).toBe(200);
    for (const shown of [
      'web-base',
      'ami-1',
      'image',
      'test',
      'us-east-1',
      'no instance uses it',
      'older than 90 days',
    ])
      expect(page).toContain(shown);
    expect(page).toContain('Thursday 11 June 2026, 12:00 (UTC)');
    expect(page).toContain('2026-06-11T12:00:00Z');
    expect(page.match(/<button name="keep" value="[^"]+">/g)).toHaveLength(5);
  });

  test('P7 the page shows the date in the time zone of the window, as the mail does', async () => {
    await mark(store, 'ami-1');
    const window = { days: [1], fromMinute: 0, toMinute: 60, timeZone: 'America/Los_Angeles' };
    const there = await startPublic(store, { workConfigurations: () => [workConfiguration({ window })] });
    const page = await (await fetch(there.url + link('ami-1'))).text();
    await there.app.close();
    expect(page).toContain('Thursday 11 June 2026, 05:00 (America/Los_Angeles)');
  });

  test('P7 a scanner that follows the link ten times with GET and HEAD changes nothing', async () => {
    const before = await mark(store, 'ami-1');
    const logged = store.log.lines.length;
    for (let i = 0; i < 10; i++) {
      expect((await fetch(site.url + link('ami-1'))).status).toBe(200);
      expect((await fetch(site.url + link('ami-1'), { method: 'HEAD' })).status).toBe(200);
      await fetch(`${site.url}${link('ami-1')}/undo`);
    }
    expect(await store.marks.get(IMAGES, 'ami-1')).toEqual(before);
    expect(await optOuts()).toEqual([]);
    expect(store.log.lines.slice(logged).filter(({ message }) => message === 'audit')).toEqual([]);
  });

  test('P3 markup in names and reasons is shown, never run', async () => {
    await mark(store, 'ami-1', { name: '<script>alert(1)</script>', reasons: ['"><img src=x onerror=alert(2)>'] });
    const page = await (await fetch(site.url + link('ami-1'))).text();
    expect(page).not.toMatch(/<script|<img/);
    expect(page).toContain('&lt;script>alert(1)&lt;/script>');
  });

  test('P9 pages work without scripts: every page forbids scripts and foreign content', async () => {
    for (const path of [link('ami-1'), '/o/nonsense', '/nowhere']) {
      const { headers } = await fetch(site.url + path);
      const policy = headers.get('content-security-policy');
      expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'/);
      expect(policy).not.toMatch(/script|unsafe|http/);
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  test('P9 the page has a language, a title, one heading, a label for each field, and fits a phone', async () => {
    const page = await (await fetch(site.url + link('ami-1', { group: 'web' }))).text();
    expect(page).toContain('<html lang="en">');
    expect(page).toContain('<title>Keep ami-1? · Holystone</title>');
    expect(page).toContain('content="width=device-width, initial-scale=1"');
    expect(page.match(/<h1>/g)).toHaveLength(1);
    expect(page).toContain('<label for="reason">');
    expect(page.match(/<label class="choice"><input type="radio"/g)).toHaveLength(2);
    expect(page).toMatch(/:focus-visible \{/);
    expect(page).not.toMatch(/(src|href)="(https?:)?\/\//);
  });
});

describe('keeping', () => {
  test('L62 an owner keeps a resource → its mark is removed, actor and reason are stored, and the page says "Kept"', async () => {
    await mark(store, 'ami-1', { name: 'web-base' });
    const answer = await post(site.url + link('ami-1'), { keep: '30d', reason: ' needed for audits ' });
    const page = await answer.text();
    expect(answer.status).toBe(200);
    expect(page).toContain('<h1>Kept</h1>');
    expect(page).toContain('until Wednesday 1 July 2026, 12:00 (UTC)');
    expect(await store.marks.get(IMAGES, 'ami-1')).toBeUndefined();
    expect(await optOuts()).toEqual([
      {
        target: { kind: 'id', value: 'ami-1' },
        until: NOW + 30 * DAY,
        actor: 'ann@example.com',
        reason: 'needed for audits',
        at: NOW,
        name: 'web-base',
      },
    ]);
    const history = await store.audit.history(IMAGES, 'ami-1');
    expect(history.filter(({ actor }) => actor === 'ann@example.com').map(({ event }) => event)).toEqual([
      'optedOut',
      'unmarked',
    ]);
  });

  test.each([
    ['7d', NOW + 7 * DAY],
    ['90d', NOW + 90 * DAY],
    ['forever', 'forever'],
  ] as const)('P7 the choice %s stores an opt-out with that end', async (keep, until) => {
    await post(site.url + link('ami-1'), { keep });
    expect(await optOuts()).toMatchObject([{ until }]);
  });

  test('L62 Redis does not answer → the page says "Not safely stored" with 503, and never "Kept"', async () => {
    const [status, page] = await askedWhileRedisStands(store, startPublic, async (url) => {
      const answer = await post(url + link('ami-1'), { keep: 'forever' });
      return [answer.status, await answer.text()];
    });
    expect(status).toBe(503);
    expect(page).toContain('Not safely stored, try again');
    expect(page).not.toContain('Kept');
  });

  test.each([
    ['the resource', { scope: 'id' }, {}, 'id:ami-1'],
    ['its group', { scope: 'group' }, { group: 'web' }, 'group:web'],
  ] as [string, Record<string, string>, Partial<OptOutClaims>, string][])(
    'L62 an unreadable mark does not block keeping %s: the page opens, and the decision is stored',
    async (_what, form, claims, target) => {
      await mark(store, 'ami-1', { group: 'web' });
      await store.connection.client.hset(namespaceKeys(IMAGES).marks, 'ami-1', 'broken');
      expect((await fetch(site.url + link('ami-1', claims))).status).toBe(200);
      const answer = await post(site.url + link('ami-1', claims), { keep: 'forever', ...form });
      expect([answer.status, [...(await store.optOuts.all(IMAGES)).keys()]]).toEqual([200, [target]]);
      expect(await answer.text()).toContain('<h1>Kept</h1>');
    },
  );

  test('L62 Redis stops answering after it stored the decision → the page says "Kept"', async () => {
    await mark(store, 'ami-1');
    const passes = { get: () => Promise.reject(new StoreError('reading the pass: no answer')) };
    const there = await startPublic(store, { passes });
    const answer = await post(there.url + link('ami-1'), { keep: 'forever' });
    await there.app.close();
    expect([answer.status, await optOuts()]).toMatchObject([200, [{ until: 'forever' }]]);
    expect(await answer.text()).toContain('<h1>Kept</h1>');
  });

  test('L63 an owner can keep an unmarked resource, which is then never marked', async () => {
    const page = await (await fetch(site.url + link('ami-9'))).text();
    expect(page).toContain('No deletion of it is planned');
    await post(site.url + link('ami-9'), { keep: 'forever' });
    await expect(mark(store, 'ami-9')).rejects.toThrow('optedOut');
  });

  test('L63 a link of a group keeps the whole group', async () => {
    await post(site.url + link('ami-1', { group: 'team/web' }), { keep: 'forever', scope: 'group' });
    expect(await optOuts()).toMatchObject([{ target: { kind: 'group', value: 'team/web' } }]);
    await expect(mark(store, 'ami-2', { group: 'team/web' })).rejects.toThrow('optedOut');
  });

  test('L65 an owner keeps a resource after the permit → the opt-out is stored, and the page says that deletion had begun', async () => {
    const before = await mark(store, 'ami-1');
    const after = intendDeletion(before, 'pass-1', NOW);
    const audit = { at: NOW, namespace: IMAGES, id: 'ami-1', event: 'permitted', actor: 'holystone' } as const;
    await store.marks.apply(IMAGES, [{ id: 'ami-1', before, after, audit }]);
    const page = await (await post(site.url + link('ami-1'), { keep: 'forever' })).text();
    expect(page).toContain('<h1>Deletion had already begun</h1>');
    expect(page).not.toContain('<h1>Kept</h1>');
    expect(await optOuts()).toHaveLength(1);
  });

  describe('a deletion that had begun', () => {
    /** A mark with a permit, and its outcome. */
    async function ended(event: 'deleted' | 'gone' | 'unmarked' | undefined, restorableUntil?: number): Promise<void> {
      const before = await mark(store, 'ami-1');
      const deleting = intendDeletion(before, 'pass-1', NOW);
      const entry = { at: NOW, namespace: IMAGES, id: 'ami-1', actor: 'holystone' } as const;
      await store.marks.apply(IMAGES, [
        { id: 'ami-1', before, after: deleting, audit: { ...entry, event: 'permitted' } },
      ]);
      if (event === undefined) return;
      await store.marks.apply(IMAGES, [
        {
          id: 'ami-1',
          before: deleting,
          after: undefined,
          audit: { ...entry, event, ...(restorableUntil === undefined ? {} : { restorableUntil }) },
        },
      ]);
    }
    const look = async () => (await fetch(site.url + link('ami-1'))).text();

    test('L65 AWS deleted the resource → the page says that it was deleted, and not that it is kept', async () => {
      await ended('deleted');
      const answer = await (await post(site.url + link('ami-1'), { keep: 'forever' })).text();
      expect(answer).toContain('<h1>Too late</h1>');
      expect(answer).toContain('It was deleted');
      const later = await look();
      expect(later).toContain('<h1>name of ami-1 no longer exists</h1>');
      expect(later).toContain('It was deleted');
      expect(later).not.toContain('<p>ami-1 is kept');
      expect(await optOuts()).toHaveLength(1);
    });

    test.each(['deleted', 'gone'] as const)(
      'P7 the resource is %s → the page offers no button to keep it',
      async (event) => {
        await ended(event);
        const page = await look();
        expect(page).toContain('<h1>name of ami-1 no longer exists</h1>');
        expect(page).not.toContain('name="keep"');
      },
    );

    test('P7 the resource is deleted → the page of a link with a group offers to keep only the rest of the group', async () => {
      await ended('deleted');
      const page = await (await fetch(site.url + link('ami-1', { group: 'web' }))).text();
      expect(page).toContain('Keep everything in web?');
      expect(page).toContain('<input type="hidden" name="scope" value="group"');
      expect(page).not.toContain('value="id"');
    });

    test('L63 the resource is deleted, and its group is kept → the page says both', async () => {
      await ended('deleted');
      await mark(store, 'ami-2', { group: 'web' });
      const answer = await post(site.url + link('ami-1', { group: 'web' }), { keep: 'forever', scope: 'group' });
      const page = await answer.text();
      expect(page).toContain('Everything in web is kept forever');
      expect(page).toContain('It was deleted');
      expect(page).not.toContain('every resource with the same name');
    });

    test('L65 the deletion of another resource of the group had begun → the page does not claim it of this one', async () => {
      await mark(store, 'ami-2', { group: 'web' });
      const before = await mark(store, 'ami-3', { group: 'web' });
      const after = intendDeletion(before, 'pass-1', NOW);
      const audit = { at: NOW, namespace: IMAGES, id: 'ami-3', event: 'permitted', actor: 'holystone' } as const;
      await store.marks.apply(IMAGES, [{ id: 'ami-3', before, after, audit }]);
      const answer = await post(site.url + link('ami-2', { group: 'web' }), { keep: 'forever', scope: 'group' });
      expect(await answer.text()).toContain('the deletion of something in web had begun before it arrived');
    });

    test('A11 the Recycle Bin has the deleted resource → the page says until when somebody can restore it', async () => {
      await ended('deleted', NOW + DAY);
      expect(await look()).toContain('It can be restored until');
    });

    test('A11 the Recycle Bin no longer has the deleted resource → the page does not mention a restore', async () => {
      await ended('deleted', NOW - DAY);
      const page = await look();
      expect(page).toContain('It was deleted');
      expect(page).not.toContain('It can be restored until');
    });

    test('L65 the deletion found the resource gone → the page says so', async () => {
      await ended('gone');
      expect(await look()).toContain('It was gone');
    });

    test('L65 the opt-out wins over a begun deletion → the page says that it started but did not finish', async () => {
      await ended(undefined);
      await post(site.url + link('ami-1'), { keep: 'forever' });
      const before = (await store.marks.get(IMAGES, 'ami-1')) ?? undefined;
      const audit = { at: NOW, namespace: IMAGES, id: 'ami-1', event: 'unmarked', actor: 'holystone' } as const;
      await store.marks.apply(IMAGES, [{ id: 'ami-1', before, after: undefined, audit }]);
      const later = await look();
      expect(later).toContain('<h1>name of ami-1 is kept</h1>');
      expect(later).toContain('started but did not finish');
    });

    test('L65 a link of an earlier resource of the same name can keep the present one', async () => {
      await ended('deleted');
      await mark(store, 'ami-1');
      expect(await look()).toContain('Holystone will delete it');
      expect(await (await post(site.url + link('ami-1'), { keep: '7d' })).text()).toContain('<h1>Kept</h1>');
    });
  });

  test('L66 an opt-out by link does not affect the same id in another region', async () => {
    const elsewhere = namespaceOf({ provider: 'aws', account: 'test', location: 'eu-west-1', resourceType: 'image' });
    const there = await mark(store, 'ami-1', { namespace: elsewhere });
    await post(site.url + link('ami-1'), { keep: 'forever' });
    expect(await store.marks.get(elsewhere, 'ami-1')).toEqual(there);
    expect((await store.optOuts.all(elsewhere)).size).toBe(0);
  });

  test.each(['Repo/App:V1.0', '{a}b*', 'a%2Fb c', 'x\'"<>&;', '?#=+', 'ünï😀', '../..', '\\'])(
    'L66 an id like %s works through a link',
    async (id) => {
      const namespace = namespaceOf({ provider: 'aws', account: 'Acme/{1}:T', location: 'x', resourceType: 'image' });
      await mark(store, id, { namespace, group: `group of ${id}` });
      const answer = await post(site.url + link(id, { namespace, group: `group of ${id}` }), { keep: '7d' });
      expect(answer.status).toBe(200);
      const kept = await store.optOuts.all(namespace);
      expect([...kept.values()].map(({ target }) => target.value)).toEqual([id]);
    },
  );
});

describe('L64 several people keep the same thing', () => {
  const BOB = 'bob@example.com';
  const target = { kind: 'id', value: 'ami-1' } as const;
  const bobKeeps = (until: number | 'forever', of: OptOutTarget = target) =>
    store.optOuts.optOut(IMAGES, { target: of, until, actor: BOB, at: NOW });
  const text = async (answer: Promise<Response>) => (await (await answer).text()).replace(/\s+/g, ' ');

  test('a link does not shorten the decision of another person, and the page shows the decision in force', async () => {
    await bobKeeps('forever');
    const page = await text(post(site.url + link('ami-1'), { keep: '7d' }));
    expect(page).toContain('<h1>Kept</h1>');
    expect(page).toContain('Your decision is stored: until Monday 8 June 2026, 12:00 (UTC)');
    expect(page).toContain('ami-1 is kept forever, by a decision of bob@example.com');
    expect(await optOuts()).toMatchObject([{ until: 'forever', actor: BOB }]);
    expect(await store.optOuts.list(IMAGES, target)).toHaveLength(2);
  });

  test('after the own decision a longer one about the group is named too', async () => {
    await bobKeeps('forever', { kind: 'group', value: 'web' });
    const page = await text(post(site.url + link('ami-1', { group: 'web' }), { keep: '7d' }));
    expect(page).toContain('Everything in web is kept forever, by a decision of bob@example.com');
  });

  test('the page does not mention a shorter decision of another person', async () => {
    await bobKeeps(NOW + DAY);
    expect(await text(post(site.url + link('ami-1'), { keep: '7d' }))).not.toContain(BOB);
  });

  test('the own decision is changed to a shorter one', async () => {
    await post(site.url + link('ami-1'), { keep: 'forever' });
    const page = await text(post(site.url + link('ami-1'), { keep: '7d' }));
    expect(page).not.toContain('kept forever');
    expect(await store.optOuts.list(IMAGES)).toMatchObject([{ until: NOW + 7 * DAY }]);
  });

  test('two decisions at the same moment: the longer is in force, in any order', async () => {
    for (let round = 0; round < 30; round++) {
      const id = `ami-${round}`;
      const forms = [
        ['ann@example.com', '7d'],
        [BOB, 'forever'],
      ].map(([owner = '', keep = '']) => post(site.url + link(id, { owner }), { keep }));
      await Promise.all(round % 2 ? forms : forms.toReversed());
      expect((await store.optOuts.all(IMAGES)).get(`id:${id}`)).toMatchObject({ until: 'forever', actor: BOB });
    }
  });

  test("the page shows all persons who keep the resource, and a button for the reader's own decision only", async () => {
    await bobKeeps('forever');
    await post(site.url + link('ami-1'), { keep: '30d' });
    const page = await text(fetch(site.url + link('ami-1')));
    expect(page).toContain('ami-1 is kept forever, by a decision of bob@example.com');
    expect(page).toContain('until Wednesday 1 July 2026, 12:00 (UTC), by your decision');
    expect(page.match(/Undo/g)).toHaveLength(1);
  });

  test('decisions about the resource and about its group are each taken back by a button of their own', async () => {
    const path = link('ami-1', { group: 'web' });
    await post(site.url + path, { keep: '30d', scope: 'id' });
    await post(site.url + path, { keep: 'forever', scope: 'group' });
    const page = await text(fetch(site.url + path));
    expect([...page.matchAll(/name="scope" value="([^"]+)"\/><button>Undo/g)].map(([, scope]) => scope)).toEqual([
      'group',
      'id',
    ]);
    await post(`${site.url}${path}/undo`, { scope: 'group' });
    expect(await optOuts()).toMatchObject([{ target }]);
  });

  test('the undo of a person leaves the decision of another person, and the page says so', async () => {
    await post(site.url + link('ami-1'), { keep: '90d' });
    const page = await text(post(`${site.url}${link('ami-1', { owner: BOB })}/undo`, { scope: 'id' }));
    expect(page).toContain('It is kept until Sunday 30 August 2026, 12:00 (UTC) by a decision of ann@example.com');
    await bobKeeps('forever');
    const undone = await text(post(`${site.url}${link('ami-1', { owner: BOB })}/undo`, { scope: 'id' }));
    expect(undone).toContain('<h1>Your decision is withdrawn</h1>');
    expect(undone).toContain('until Sunday 30 August 2026, 12:00 (UTC), by a decision of ann@example.com');
    expect(undone).not.toContain('No longer kept');
    await expect(mark(store, 'ami-1')).rejects.toThrow('optedOut');
  });
});

describe('refused links', () => {
  const other = optOutKey('a key that this service does not have');

  test.each([
    ['altered', `${link('ami-1').slice(0, -1)}~`, 400],
    [
      'made for another resource and cut together',
      link('ami-1').replace(/\.[^.]+$/, `.${link('ami-2').split('.').at(-1)}`),
      400,
    ],
    ['foreign', link('ami-1', {}, other), 400],
    ['expired', link('ami-1', { expiresAt: NOW }), 410],
    ['nonsense', '/o/x', 400],
  ])('P8 a token that is %s: a page says so, nothing is changed', async (_what, path, status) => {
    const before = await mark(store, 'ami-1');
    for (const answer of [
      await fetch(site.url + path),
      await post(site.url + path, { keep: 'forever' }),
      await post(`${site.url}${path}/undo`, { scope: 'id' }),
    ]) {
      expect(answer.status).toBe(status);
      const page = await answer.text();
      expect(page).toContain(status === 410 ? 'This link has expired' : 'This link is not valid');
      expect(page).toContain('Nothing was changed');
    }
    expect(await optOuts()).toEqual([]);
    expect(await store.marks.get(IMAGES, 'ami-1')).toEqual(before);
  });

  test('P8 keys are rotated with both accepted meanwhile', async () => {
    const both = await startPublic(store, { keys: [other, KEY] });
    const answers = await Promise.all([KEY, other].map((key) => fetch(both.url + link('ami-1', {}, key))));
    await both.app.close();
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  test.each([
    ['no choice', { reason: 'x' }, 400],
    ['an unknown choice', { keep: '0d' }, 400],
    ['a reason beyond 500 characters', { keep: '7d', reason: 'x'.repeat(501) }, 400],
    ['a body beyond 16 KiB', { keep: '7d', reason: 'x'.repeat(20_000) }, 413],
    ['a group that the link does not name', { keep: '7d', scope: 'group' }, 400],
  ] as [string, Record<string, string>, number][])('P12 %s: a page, nothing changed', async (_what, form, status) => {
    const answer = await post(site.url + link('ami-1'), form);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    expect(await answer.text()).not.toMatch(/\bat .*\.ts:\d|node_modules/);
    expect(await optOuts()).toEqual([]);
  });

  test('P12 JSON is not read on the public listener', async () => {
    const body = JSON.stringify({ keep: 'forever' });
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(site.url + link('ami-1'), { method: 'POST', body, headers })).status).toBe(415);
    expect(await optOuts()).toEqual([]);
  });

  test('P12 above the limit of requests: 429; health still answers, and a scanner blocks no owner', async () => {
    const few = await startPublic(store, { rateLimit: { max: 2, windowMs: 60_000 } });
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++) statuses.push((await fetch(few.url + link('ami-1'))).status);
    const live = await fetch(`${few.url}/health/live`);
    const kept = await post(few.url + link('ami-1'), { keep: '7d' });
    await few.app.close();
    expect(statuses).toEqual([200, 200, 429]);
    expect([live.status, kept.status]).toEqual([200, 200]);
  });

  test('no token reaches the log', async () => {
    const token = link('ami-1').slice(3);
    await fetch(`${site.url}/o/${token}`);
    await fetch(`${site.url}/o/${token}/nothing`);
    await post(`${site.url}/o/${token}`, { keep: 'nonsense' });
    expect(JSON.stringify(store.log.lines)).not.toContain(token);
  });
});

describe('taking it back', () => {
  const undo = (path: string, form: Record<string, string> = { scope: 'id' }) => post(`${site.url}${path}/undo`, form);

  test('L64 an own decision is taken back, and both are in the audit log', async () => {
    await post(site.url + link('ami-1'), { keep: 'forever' });
    const answer = await undo(link('ami-1'));
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('<h1>No longer kept</h1>');
    expect(await optOuts()).toEqual([]);
    const events = (await store.audit.history(IMAGES, 'ami-1')).map(({ event }) => event);
    expect(events).toEqual(['optedOut', 'optOutUndone']);
  });

  test('the page of a kept resource, and the page after the undo, show its name beside its id', async () => {
    await mark(store, 'ami-named', { name: 'web-base' });
    await post(site.url + link('ami-named'), { keep: 'forever' });
    const kept = await (await fetch(site.url + link('ami-named'))).text();
    expect(kept).toContain('<h1>web-base is kept</h1>');
    expect(kept).toContain('<span class="id">ami-named</span>');
    expect(await (await undo(link('ami-named'))).text()).toContain('web-base');
  });

  test('the confirmation has a form that takes it back, relative to its own address', async () => {
    const path = link('ami-1');
    const page = await (await post(site.url + path, { keep: 'forever' })).text();
    const action = /<form method="post" action="([^"]+)"/.exec(page)?.[1] ?? '';
    expect(new URL(action, site.url + path).pathname).toBe(`${path}/undo`);
  });

  test('the decision of another person stays', async () => {
    const target = { kind: 'id', value: 'ami-1' } as const;
    await store.optOuts.optOut(IMAGES, { target, until: 'forever', actor: 'operator-bob', at: NOW });
    const answer = await undo(link('ami-1'));
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain('operator-bob');
    expect(await optOuts()).toHaveLength(1);
  });

  test('an undo without a decision gives a page that says so', async () => {
    const answer = await undo(link('ami-1'), {});
    expect(answer.status).toBe(409);
    const said = await answer.text();
    expect(said).toContain('There is no decision to withdraw');
    expect(said).toContain('If the resource itself still has holystone:keep, that keeps it: remove it there.');
  });

  test('a decision until a date that is over keeps nothing', async () => {
    await post(site.url + link('ami-1'), { keep: '7d' });
    const later = await startPublic(store, { clock: new ManualClock(NOW + 8 * DAY) });
    const page = await (await fetch(later.url + link('ami-1'))).text();
    await later.app.close();
    expect(page).toContain('<h1>Keep ami-1?</h1>');
  });
});
