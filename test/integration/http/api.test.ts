import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ReadError, StoreError } from '../../../src/core/common/errors.ts';
import type { Checked } from '../../../src/core/evaluation/checked.ts';
import type { Approved } from '../../../src/http/app/deps.ts';
import { passRecord, workConfiguration } from '../../support/queue.ts';
import { stateForAll, WILD_IDS } from '../state/support.ts';
import {
  askedWhileRedisStands,
  configurationOf,
  DAY,
  IMAGES,
  mark,
  NOW,
  siteForAll,
  startOperator,
} from './fixture.ts';

const GROUPS = configurationOf(
  { account: 'Acme/{1}:T', location: 'eu-west-1', resourceType: 'autoScalingGroup' },
  { live: false, notLiveBecause: 'dryRun is true' },
);

const store = stateForAll();
const site = siteForAll(() =>
  startOperator(store, {
    workConfigurations: () => [workConfiguration(), GROUPS],
    missingEvidence: (namespace) => (namespace === IMAGES ? ['volumes'] : []),
    check: () => checked(),
    approve: async (request) => {
      asked.push(request);
      return approved;
    },
  }),
);
let checked: () => Promise<Checked>;
let approved: Approved;
const asked: unknown[] = [];

beforeEach(async () => {
  await store.redis.flush();
  asked.length = 0;
});

const path = (...segments: string[]) => `/api/v1/${segments.map(encodeURIComponent).join('/')}`;

/** The fields of any answer that these tests look at. */
interface Body {
  readonly id: string;
  readonly type: string;
  readonly requestId: string;
  readonly items: readonly { readonly id: string }[];
  readonly next?: string;
  readonly mark: { readonly id: string };
  readonly optOut: { readonly until: string; readonly target: { readonly value: string } };
  readonly optOuts: readonly { readonly actor: string }[];
  readonly takenBack: readonly { readonly actor: string }[];
  readonly outlastedBy?: { readonly until: string; readonly actor: string };
  readonly errors: unknown;
  readonly code: string;
  readonly detail: string;
}

async function call(method: string, at: string, body?: unknown) {
  const json =
    body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(site.url + at, { method, ...json });
  return { status: answer.status, type: answer.headers.get('content-type'), body: (await answer.json()) as Body };
}
const get = (at: string) => call('GET', at);
const cursorOf = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url');
const marksBehind = (cursor: string) => `/api/v1/marks?cursor=${cursorOf(IMAGES, cursor)}`;

describe('namespaces', () => {
  test('R11 the API and the dashboard show the state of each unit', async () => {
    await store.units.wait('aws', [{ namespace: IMAGES, action: 'delete', since: NOW, kind: 'due' }]);
    const state = async () =>
      JSON.stringify((await get('/api/v1/namespaces')).body).match(/"image","state":"(\w+)"/)?.[1];
    const waiting = await state();
    await store.units.give('aws', { namespace: IMAGES, action: 'delete', since: NOW }, 1);
    const page = await (await fetch(`${site.url}/namespaces`)).text();
    expect([waiting, await state(), page.includes('ongoing')]).toEqual(['scheduled', 'ongoing', true]);
  });

  test('P10 each namespace has its last passes, its marks, live or the reason, and missing evidence', async () => {
    await mark(store, 'ami-1', { projectedDeletionAt: NOW - DAY });
    await mark(store, 'ami-2');
    await store.passes.record(passRecord({ passId: 'p1', startedAt: NOW - 2, endedAt: NOW - 1, nextDueAt: NOW + DAY }));
    const { body } = await get('/api/v1/namespaces');
    expect(body.items).toMatchObject([
      { namespace: 'aws:acme%2f%7b1%7d%3at:eu-west-1:autoscalinggroup', live: false, notLiveBecause: 'dryRun is true' },
      {
        namespace: IMAGES,
        live: true,
        resourceType: 'image',
        counts: { marked: 2, due: 1 },
        passes: { mark: { passId: 'p1', outcome: 'complete', endedAt: new Date(NOW - 1).toISOString() } },
        missingEvidence: ['volumes'],
      },
    ]);
  });

  test('P10 service: in or out, live and dry run, ready or why not', async () => {
    const { body } = await get('/api/v1/service');
    expect(body).toMatchObject({ service: 'in', killed: false, namespaces: { live: 1, dryRun: 1 }, ready: true });
  });
});

describe('marks', () => {
  async function ids(query: string): Promise<string[]> {
    const { body } = await get(`/api/v1/marks?${query}`);
    return body.items.map(({ id }) => id);
  }

  async function seed() {
    const { namespace } = GROUPS;
    await mark(store, 'late', { projectedDeletionAt: NOW + 20 * DAY, owner: 'Ann@example.com' });
    await mark(store, 'soon', { projectedDeletionAt: NOW + DAY, owner: 'bob@example.com' });
    await mark(store, 'group', { namespace, projectedDeletionAt: NOW + 5 * DAY });
  }

  test('P10 all, by namespace, type, owner and due before', async () => {
    await seed();
    expect(await ids('')).toEqual(['group', 'soon', 'late']);
    expect(await ids(`namespace=${encodeURIComponent(IMAGES.toUpperCase())}`)).toEqual(['soon', 'late']);
    expect(await ids('type=autoscalinggroup')).toEqual(['group']);
    expect(await ids('type=aws.autoScalingGroup')).toEqual(['group']);
    expect(await ids('type=files.autoScalingGroup')).toEqual([]);
    expect(await ids('owner=bob@example.com')).toEqual(['soon']);
    expect(await ids(`dueBefore=${new Date(NOW + 6 * DAY).toISOString()}`)).toEqual(['group', 'soon']);
    expect(await ids('dueBefore=2026-06-03')).toEqual(['soon']);
  });

  test('P10 paged by cursor over all namespaces: each once, in order, at most the limit', async () => {
    const expected = Array.from({ length: 7 }, (_, i) => `ami-${i}`);
    for (const [i, id] of expected.entries()) await mark(store, id, { projectedDeletionAt: NOW + i * DAY });
    await mark(store, 'first', { namespace: GROUPS.namespace });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await get(`/api/v1/marks?limit=3${cursor === undefined ? '' : `&cursor=${cursor}`}`);
      expect(body.items.length).toBeLessThanOrEqual(3);
      seen.push(...body.items.map(({ id }) => id));
      cursor = body.next;
    } while (cursor !== undefined);
    expect(seen).toEqual(['first', ...expected]);
  });

  test('P10 one mark with its reasons and history', async () => {
    await mark(store, 'ami-1');
    const { body } = await get(path('marks', IMAGES, 'ami-1'));
    expect(body).toMatchObject({
      mark: { id: 'ami-1', state: 'marked', projectedDeletionAt: '2026-06-11T12:00:00.000Z', owner: 'ann@example.com' },
      history: [{ event: 'marked', actor: 'holystone' }],
    });
  });

  test('P12 an unknown id: 404', async () => {
    expect(await get(path('marks', IMAGES, 'ami-none'))).toMatchObject({ status: 404, body: { code: 'unknownId' } });
  });
});

describe('check', () => {
  const resource = { id: 'ami-1', identity: 'x', name: 'web', tags: {}, aliases: [] };

  const owner = { via: 'nobody', unowned: true, invalid: ['tag owner'] };

  test('P10 evaluates one resource now, with the trace and who owns it', async () => {
    const trace = [{ step: 'use', says: 'keep', reasons: ['used by i-1'] }] as const;
    const verdict = {
      id: 'ami-1',
      kind: 'keep',
      decidedBy: 'use',
      reasons: ['used by i-1'],
      usedBy: [],
      trace,
    } as const;
    checked = async () => ({
      kind: 'verdict',
      resource,
      owner,
      verdict: { ...verdict, unread: [], waivedEvidence: [] },
    });
    const { body } = await get(path('check', IMAGES, 'ami-1'));
    expect(body).toMatchObject({ namespace: IMAGES, id: 'ami-1', verdict: 'keep', decidedBy: 'use', trace, owner });
  });

  test('a resource whose evidence cannot be read is unknown, with the reason', async () => {
    checked = async () => {
      throw new ReadError('ec2:DescribeImages was denied', { problem: 'denied' });
    };
    const { body } = await get(path('check', IMAGES, 'ami-1'));
    expect(body).toMatchObject({ verdict: 'unknown', reasons: ['ec2:DescribeImages was denied'] });
  });

  test('P12 a check of a resource that no longer exists answers 404', async () => {
    checked = async () => ({ kind: 'gone' });
    expect((await get(path('check', IMAGES, 'ami-1'))).status).toBe(404);
  });

  test('P12 a mistake of ours: 500 without a stack trace, and the log has it', async () => {
    checked = async () => {
      throw new TypeError('secret detail of the inside');
    };
    const { status, body } = await get(path('check', IMAGES, 'ami-1'));
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toMatch(/secret detail|\.ts/);
    const line = store.log.lines.find(({ message }) => message === 'request failed');
    expect(line?.fields).toMatchObject({ requestId: body.requestId, problem: 'secret detail of the inside' });
  });
});

describe('opt-outs', () => {
  const at = (id: string) => path('opt-outs', IMAGES, id);

  test('L62 by API: the mark is removed; state, actor and reason are stored', async () => {
    await mark(store, 'ami-1');
    const { status, body } = await call('PUT', at('ami-1'), { until: '10d', reason: 'audit' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      optOut: { until: new Date(NOW + 10 * DAY).toISOString(), actor: 'operator@loopback', reason: 'audit' },
      removed: { id: 'ami-1' },
      deletionBegun: false,
    });
    expect(await store.marks.get(IMAGES, 'ami-1')).toBeUndefined();
    expect((await get(path('opt-outs', IMAGES))).body.items).toMatchObject([{ reason: 'audit', inForce: true }]);
  });

  test.each([
    [undefined, 'forever'],
    [{}, 'forever'],
    [{ until: 'forever' }, 'forever'],
    [{ until: '2026-12-01T00:00:00+01:00' }, '2026-11-30T23:00:00.000Z'],
  ])('L63 until %j', async (body, until) => {
    expect((await call('PUT', at('ami-1'), body)).body.optOut.until).toBe(until);
  });

  test('L63 for a group, and taken back', async () => {
    const group = path('opt-outs', IMAGES, 'team/web');
    await call('PUT', group, { group: true });
    await expect(mark(store, 'ami-1', { group: 'team/web' })).rejects.toThrow('optedOut');
    expect((await call('DELETE', `${group}?group=true`)).body).toMatchObject({ undone: true });
    await expect(mark(store, 'ami-1', { group: 'team/web' })).resolves.toBeDefined();
  });

  test('R6 for a pattern: its marks are shown first, then it keeps them and future ones, until it is taken back', async () => {
    await mark(store, 'release-1');
    await mark(store, 'dev-1');
    const matching = `${path('opt-outs', IMAGES, 'matching')}?pattern=${encodeURIComponent('release-*')}`;
    const shown = (await get(matching)).body;
    expect(shown).toMatchObject({ matching: 1, ids: ['release-1'], marks: 2, isPartial: false });
    expect((await store.optOuts.all(IMAGES)).size).toBe(0);

    const pattern = path('opt-outs', IMAGES, 'release-*');
    const kept = await call('PUT', pattern, { pattern: true, until: '10d' });
    expect(kept.body).toMatchObject({ optOut: { target: { kind: 'pattern', value: 'release-*' } } });
    expect(await store.marks.get(IMAGES, 'release-1')).toBeUndefined();
    expect(await store.marks.get(IMAGES, 'dev-1')).toBeDefined();
    await expect(mark(store, 'release-2')).rejects.toThrow('optedOut');
    const seen = (await get(path('marks', IMAGES, 'release-2'))).body.optOuts;
    expect(seen).toMatchObject([{ target: { kind: 'pattern' }, actor: 'operator@loopback' }]);

    expect((await call('DELETE', `${pattern}?pattern=true`)).body).toMatchObject({ undone: true });
    await expect(mark(store, 'release-2')).resolves.toBeDefined();
  });

  test('R6 the number of patterns of a namespace is bounded; one of them can be renewed', async () => {
    const optOut = { until: NOW + DAY, actor: 'ann@example.com', at: NOW } as const;
    for (let i = 0; i < 100; i++)
      await store.optOuts.optOut(IMAGES, { ...optOut, target: { kind: 'pattern', value: `v${i}-*` } });
    const refused = await call('PUT', path('opt-outs', IMAGES, 'one-*'), { pattern: true });
    expect([refused.status, refused.body.code]).toEqual([409, 'tooManyPatterns']);
    expect(refused.body.detail).toMatch(/"one-\*" is one too many: .* has 100/);
    const asked = await get(`${path('opt-outs', IMAGES, 'matching')}?pattern=one-*`);
    expect([asked.status, asked.body.code]).toEqual([409, 'tooManyPatterns']);
    expect((await call('PUT', path('opt-outs', IMAGES, 'v7-*'), { pattern: true })).status).toBe(200);
    expect(await store.optOuts.patterns(IMAGES)).toHaveLength(101);
  });

  test('R6 of two requests at once for the last place of a pattern, one is stored and the other gets a problem', async () => {
    const optOut = { until: NOW + DAY, actor: 'ann@example.com', at: NOW } as const;
    for (let i = 0; i < 99; i++)
      await store.optOuts.optOut(IMAGES, { ...optOut, target: { kind: 'pattern', value: `v${i}-*` } });
    const one = (pattern: string) => call('PUT', path('opt-outs', IMAGES, pattern), { pattern: true });
    const answers = await Promise.all([one('one-*'), one('two-*')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'tooManyPatterns' });
    expect(await store.optOuts.patterns(IMAGES)).toHaveLength(100);
  });

  test('L64 an operator sees all decisions of a resource, and withdraws one or all of them, each audited', async () => {
    const target = { kind: 'id', value: 'ami-1' } as const;
    for (const actor of ['ann@example.com', 'bob@example.com', 'carol@example.com'])
      await store.optOuts.optOut(IMAGES, { target, until: 'forever', actor, at: NOW });
    const actors = (items: readonly { actor: string }[]) => items.map(({ actor }) => actor);
    const listed = async () => actors((await get(path('opt-outs', IMAGES))).body.items as never).sort();
    expect(await listed()).toEqual(['ann@example.com', 'bob@example.com', 'carol@example.com']);
    expect(actors((await get(path('marks', IMAGES, 'ami-1'))).body.optOuts)).toEqual(await listed());

    expect((await call('DELETE', `${at('ami-1')}?actor=ann%40example.com`)).body).toMatchObject({
      takenBack: [{ actor: 'ann@example.com' }],
    });
    expect(await listed()).toEqual(['bob@example.com', 'carol@example.com']);
    expect((await call('DELETE', `${at('ami-1')}?actor=ann%40example.com`)).status).toBe(404);
    expect((await call('DELETE', at('ami-1'))).body.takenBack).toHaveLength(2);

    expect(await listed()).toEqual([]);
    const history = (await store.audit.history(IMAGES, 'ami-1')).filter(({ event }) => event === 'optOutUndone');
    expect(history.map(({ actor, reason }) => [actor, reason])).toEqual(
      ['ann', 'bob', 'carol'].map((who) => ['operator@loopback', `the decision of ${who}@example.com is withdrawn`]),
    );
  });

  test('L64 an operator’s own decision does not shorten another’s, and the answer says so', async () => {
    const target = { kind: 'id', value: 'ami-1' } as const;
    await store.optOuts.optOut(IMAGES, { target, until: 'forever', actor: 'ann@example.com', at: NOW });
    const { body } = await call('PUT', at('ami-1'), { until: '1d' });
    expect(body.outlastedBy).toMatchObject({ until: 'forever', actor: 'ann@example.com' });
  });

  test('P12 withdrawing a missing opt-out: 404', async () => {
    expect((await call('DELETE', at('ami-1'))).status).toBe(404);
  });

  test.each(WILD_IDS)('L66 the id %j works in every path', async (id) => {
    const { namespace } = GROUPS;
    await mark(store, id, { namespace });
    expect((await get(path('marks', namespace, id))).body.mark.id).toBe(id);
    expect((await call('PUT', path('opt-outs', namespace, id))).body.optOut.target.value).toBe(id);
    expect((await call('DELETE', path('opt-outs', namespace, id))).body.id).toBe(id);
  });

  test('L66 an opt-out of any id is stored under exactly that id', async () => {
    // A URL cannot have a segment of dots only: every client takes it for a step in the path.
    const ids = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter((id) => !/^\.{1,2}$/.test(id));
    await fc.assert(
      fc.asyncProperty(ids, async (id) => {
        await store.redis.flush();
        await call('PUT', at(id));
        expect([...(await store.optOuts.all(IMAGES)).values()].map(({ target }) => target.value)).toEqual([id]);
      }),
      { numRuns: 40 },
    );
  });

  test('L66 an id of 2,000 characters works', async () => {
    const id = `arn:${'/é'.repeat(1000)}`;
    expect((await call('PUT', at(id))).body.optOut.target.value).toBe(id);
  });
});

describe('approvals', () => {
  const blocked = { outcome: 'blocked', blocked: { digest: 'd', size: 61 } } as const;

  test('L32 exactly the set of a blocked pass is approved, by name', async () => {
    await store.passes.record(passRecord({ passId: 'p1', action: 'delete', ...blocked }));
    approved = { kind: 'approved', size: 61 };
    const { status, body } = await call('POST', '/api/v1/approvals', { namespace: IMAGES, passId: 'p1' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ namespace: IMAGES, action: 'delete', passId: 'p1', size: 61 });
    expect(asked).toEqual([{ namespace: IMAGES, action: 'delete', passId: 'p1', actor: 'operator@loopback' }]);
  });

  test('L32 P12 the set has changed: 409, no approval', async () => {
    await store.passes.record(passRecord({ passId: 'p2', ...blocked }));
    const answer = await call('POST', '/api/v1/approvals', { namespace: IMAGES, action: 'mark', passId: 'p1' });
    expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(asked).toEqual([]);
  });

  test('P12 the pass was not blocked: 409', async () => {
    await store.passes.record(passRecord({ passId: 'p1' }));
    approved = { kind: 'conflict', why: 'pass p1 is complete' };
    const answer = await call('POST', '/api/v1/approvals', { namespace: IMAGES, passId: 'p1' });
    expect(answer).toMatchObject({ status: 409, body: { detail: 'pass p1 is complete' } });
  });

  test('P12 there has been no pass: 404', async () => {
    expect((await call('POST', '/api/v1/approvals', { namespace: IMAGES, passId: 'p1' })).status).toBe(404);
  });
});

describe('bad input', () => {
  test.each([
    ['GET', '/api/v1/marks?limit=0', undefined, 'query.limit'],
    ['GET', '/api/v1/marks?limit=ten', undefined, 'query.limit'],
    ['GET', '/api/v1/marks?limit=1&limit=2', undefined, 'query.limit'],
    ['GET', '/api/v1/marks?dueBefore=soon', undefined, 'query.dueBefore'],
    ['GET', '/api/v1/marks?cursor=xyz', undefined, 'query.cursor'],
    ['GET', marksBehind('xyz'), undefined, 'query.cursor'],
    ['GET', marksBehind(cursorOf('0x10', 'ami-1')), undefined, 'query.cursor'],
    ['GET', marksBehind(cursorOf('NaN', 'ami-1')), undefined, 'query.cursor'],
    ['GET', marksBehind(cursorOf('1 ', 'ami-1')), undefined, 'query.cursor'],
    ['GET', marksBehind(cursorOf(1, 'ami-1')), undefined, 'query.cursor'],
    ['GET', '/api/v1/marks?ower=ann', undefined, 'query.ower'],
    ['PUT', path('opt-outs', IMAGES, 'x'), { until: 'soon' }, 'body.until'],
    ['PUT', path('opt-outs', IMAGES, 'x'), { until: '0d' }, 'body.until'],
    ['PUT', path('opt-outs', IMAGES, 'x'), { until: '2020-01-01T00:00:00Z' }, 'body.until'],
    ['PUT', path('opt-outs', IMAGES, 'x'), { reason: 7 }, 'body.reason'],
    ['PUT', path('opt-outs', IMAGES, '*'), { pattern: true }, 'params.id'],
    ['PUT', path('opt-outs', IMAGES, 'x'), { pattern: true }, 'params.id'],
    ['PUT', path('opt-outs', IMAGES, 'x*'), { pattern: true, group: true }, 'body.group'],
    ['GET', `${path('opt-outs', IMAGES, 'matching')}?pattern=*`, undefined, 'query.pattern'],
    ['PUT', path('opt-outs', IMAGES, 'x'), { forever: true }, 'body.forever'],
    ['PUT', path('opt-outs', IMAGES, 'x'), ['forever'], 'body'],
    ['POST', '/api/v1/approvals', { namespace: IMAGES }, 'body.passId'],
    ['POST', '/api/v1/approvals', { namespace: IMAGES, passId: 'p', action: 'Mark' }, 'body.action'],
  ])('P12 %s %s %j: 400 naming %s', async (method, at, body, field) => {
    const answer = await call(method, at, body);
    expect(answer).toMatchObject({
      status: 400,
      type: 'application/problem+json',
      body: { status: 400, code: 'badRequest' },
    });
    expect(answer.body.errors).toMatchObject([{ field, why: expect.any(String) }]);
    expect((await store.optOuts.all(IMAGES)).size).toBe(0);
  });

  test.each([
    ['a namespace that is not configured', 'GET', path('marks', 'aws:other:us-east-1:image', 'x'), 404],
    ['no namespace at all', 'PUT', path('opt-outs', 'nonsense', 'x'), 404],
    ['an address that is not there', 'GET', '/api/v1/nowhere', 404],
    ['a broken percent-encoding', 'GET', '/api/v1/marks/%zz/x', 400],
  ])('P12 %s: problem+json', async (_what, method, at, status) => {
    const answer = await call(method, at);
    expect(answer).toMatchObject({ status, type: 'application/problem+json', body: { status } });
    expect(answer.body.type).toMatch(/^urn:holystone:problem:/);
  });

  test('P12 JSON that is none: 400', async () => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${site.url}/api/v1/approvals`, { method: 'POST', headers, body: '{"namespace":' });
    expect(answer.status).toBe(400);
  });

  test('P12 a body beyond 64 KiB: 413', async () => {
    const answer = await call('PUT', path('opt-outs', IMAGES, 'x'), { reason: 'x'.repeat(70_000) });
    expect(answer).toMatchObject({ status: 413, body: { code: 'tooLarge' } });
  });

  test('P12 too many requests: 429, also for wrong tokens', async () => {
    const tokens = [{ name: 'bob', access: 'operator', secret: 'secret' }] as const;
    const few = await startOperator(store, { tokens, rateLimit: { max: 2, windowMs: 60_000 } });
    const answers = [];
    for (let i = 0; i < 3; i++) answers.push(await fetch(`${few.url}/api/v1/service`));
    await few.app.close();
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 429]);
    expect(await answers[2]?.json()).toMatchObject({ code: 'tooManyRequests' });
    expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('Redis does not answer', () => {
  test('P12 any request: 503, without an internal address', async () => {
    const requests = [
      ['GET', '/api/v1/namespaces'],
      ['GET', '/api/v1/marks'],
      ['GET', path('marks', IMAGES, 'x')],
      ['PUT', path('opt-outs', IMAGES, 'x')],
    ] as const;
    const answers = await askedWhileRedisStands(store, startOperator, (url) =>
      Promise.all(
        requests.map(async ([method, path]) => {
          const answer = await fetch(url + path, { method });
          return { status: answer.status, body: await answer.json() };
        }),
      ),
    );
    const expected = { status: 503, body: { code: 'storeUnavailable' } };
    expect(answers).toMatchObject([expected, expected, expected, expected]);
    expect(JSON.stringify(answers)).not.toContain('redis://');
  });

  test('P12 a store that fails inside check: 503', async () => {
    checked = async () => {
      throw new StoreError('reading opt-outs');
    };
    expect((await get(path('check', IMAGES, 'x'))).status).toBe(503);
  });
});

test('metrics in the format that was injected', async () => {
  const answer = await fetch(`${site.url}/metrics`);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4');
  expect(await answer.text()).toBe('up 1\n');
});
