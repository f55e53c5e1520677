import { describe, expect, test } from '@jest/globals';
import { PartialReadError, ReadError } from '../../../src/core/common/errors.ts';
import type { Finding } from '../../../src/core/common/finding.ts';
import type { EvidenceCache, EvidenceKey, SharedEvidence } from '../../../src/core/evaluation/evidenceCache.ts';
import type { Account } from '../../../src/core/policy/workConfiguration.ts';
import { namespaceOf } from '../../../src/core/resource/namespace.ts';
import type { EvidenceSource, Handler, Io } from '../../../src/handlers/contract/handler.ts';
import { EvidenceReader } from '../../../src/lifecycle/index.ts';
import { resource } from '../../support/evaluation.ts';

const PLACE = { account: 'test', location: 'us-east-1' };
const USED: Finding = { alias: 'a', says: 'used', by: 'instance i-1' };

/** A source whose reads are ended by the test. */
class HeldSource implements EvidenceSource {
  readonly name = 'instances';
  readonly summary = 'test';
  readonly permissions = [];
  readonly reads: { end(findings: readonly Finding[]): void; fail(error: Error): void }[] = [];
  readonly per: 'location' | 'resource';

  constructor(per: 'location' | 'resource' = 'location') {
    this.per = per;
  }
  places() {
    return [PLACE];
  }
  read(): Promise<readonly Finding[]> {
    return new Promise((end, fail) => this.reads.push({ end, fail }));
  }
}

class Ticks {
  now = 0;
  monotonicMs(): number {
    return this.now;
  }
}

/** Keeps its requests, and answers as the test wants. */
class Fleet implements EvidenceCache {
  readonly asked: { readonly key: EvidenceKey; readonly notBefore: number }[] = [];
  readonly answers: SharedEvidence[] = [];

  async share(key: EvidenceKey, notBefore: number, _: AbortSignal, read: () => Promise<readonly Finding[]>) {
    this.asked.push({ key, notBefore });
    return this.answers.shift() ?? { startedAt: Number.POSITIVE_INFINITY, findings: await read() };
  }
}

type Made = ConstructorParameters<typeof EvidenceReader>;

function setUp(source = new HeldSource(), sharing?: Made[1], watch?: Made[2]) {
  const clock = new Ticks();
  const reader = new EvidenceReader(clock, sharing, watch);
  const handler = { evidence: [source] } as unknown as Handler;
  const account = { name: 'test', provider: 'aws', locations: ['us-east-1'] };
  const namespace = namespaceOf({ provider: 'aws', account: 'test', location: 'us-east-1', resourceType: 'image' });
  const scope = { namespace, account, location: 'us-east-1', accounts: [account], parameters: {} };
  const request = (change: { signal?: AbortSignal; notBefore?: number; off?: string[]; until?: number } = {}) => ({
    handler,
    scope,
    settings: {
      off: (change.off ?? []).map((kind) => ({ kind })),
      on: [],
      acceptUnread:
        change.until === undefined
          ? []
          : [{ kind: 'instances', accounts: ['test'], untilAt: change.until, reason: 'no role yet' }],
    },
    io: { signal: change.signal ?? new AbortController().signal } as Io,
    notBefore: change.notBefore ?? -1,
    now: 1000,
  });
  return { source, clock, reader, request };
}

describe('evidence is read once', () => {
  test('for two namespaces that ask at the same time', async () => {
    const { source, reader, request } = setUp();
    const both = Promise.all([reader.readPlaces(request()), reader.readPlaces(request())]);
    source.reads[0]?.end([USED]);
    const [one, two] = await both;
    expect([one?.findings.length, two?.findings.length, source.reads.length]).toEqual([1, 1, 1]);
  });

  test('and again when the stored read began too early', async () => {
    const { source, clock, reader, request } = setUp();
    const first = reader.readPlaces(request());
    source.reads[0]?.end([]);
    await first;
    clock.now = 10;
    const second = reader.readPlaces(request({ notBefore: 10 }));
    clock.now = 11;
    source.reads[1]?.end([USED]);
    expect((await second).findings).toHaveLength(1);
  });

  test('Law 3 a read begun at the very instant a batch was chosen does not count for it', async () => {
    const { source, reader, request } = setUp();
    const first = reader.readPlaces(request());
    source.reads[0]?.end([]);
    await first;
    void reader.readPlaces(request({ notBefore: 0 }));
    expect(source.reads).toHaveLength(2);
  });

  test('a read that failed is not kept', async () => {
    const { source, reader, request } = setUp();
    const first = reader.readPlaces(request());
    source.reads[0]?.fail(new ReadError('failed', { problem: 'failed' }));
    expect((await first).gaps).toMatchObject([{ reason: 'failed' }]);
    const second = reader.readPlaces(request());
    source.reads[1]?.end([USED]);
    expect(await second).toMatchObject({ gaps: [], findings: [USED] });
  });

  test('a read that AWS denies is a gap of all that ask within a minute, found users included, and is read again then', async () => {
    const { source, clock, reader, request } = setUp();
    const first = reader.readPlaces(request());
    const denied = new ReadError('denied', { problem: 'denied', permission: 'ec2:DescribeInstances' });
    source.reads[0]?.fail(new PartialReadError(denied, [USED]));
    await first;
    clock.now = 59_999;
    expect(await reader.readPlaces(request())).toMatchObject({
      gaps: [{ permission: 'ec2:DescribeInstances' }],
      findings: [USED],
    });
    expect(source.reads).toHaveLength(1);
    clock.now = 60_000;
    const later = reader.readPlaces(request());
    source.reads[1]?.end([]);
    expect((await later).gaps).toEqual([]);
  });

  test('Law 3 a read that AWS denied before a batch was chosen is read again for it', async () => {
    const { source, reader, request } = setUp();
    const first = reader.readPlaces(request());
    source.reads[0]?.fail(new ReadError('denied', { problem: 'denied' }));
    await first;
    void reader.readPlaces(request({ notBefore: 0 }));
    expect(source.reads).toHaveLength(2);
  });

  test('a pass that stops does not make a gap for another that waited for its read', async () => {
    const { source, reader, request } = setUp();
    const stop = new AbortController();
    const stopped = reader.readPlaces(request({ signal: stop.signal }));
    const other = reader.readPlaces(request());
    stop.abort(new Error('shutdown'));
    source.reads[0]?.fail(new Error('shutdown'));
    await expect(stopped).rejects.toThrow('shutdown');
    await new Promise(setImmediate);
    source.reads[1]?.end([USED]);
    expect(await other).toMatchObject({ gaps: [], findings: [USED] });
  });
});

test('Law 1 evidence of an account under another id or role, before a reload, does not count', async () => {
  const { source, reader, request } = setUp();
  const known: Account = { name: 'test', provider: 'aws', id: '111111111111', locations: ['us-east-1'] };
  const ask = (account: Account) => {
    const asked = request();
    return reader.readPlaces({ ...asked, scope: { ...asked.scope, account, accounts: [account] } });
  };
  const before = ask(known);
  source.reads[0]?.end([]);
  await before;
  await ask({ ...known });
  expect(source.reads).toHaveLength(1);
  const other = [ask({ ...known, id: '222222222222' }), ask({ ...known, settings: { readRole: 'reader' } })];
  expect(source.reads).toHaveLength(3);
  for (const read of source.reads) read.end([USED]);
  expect((await Promise.all(other)).map(({ findings }) => findings.length)).toEqual([1, 1]);
});

describe('evidence that the fleet shares', () => {
  const identified = { name: 'test', provider: 'aws', id: '123456789012', locations: ['us-east-1'] };

  function setUpFleet(source = new HeldSource(), program = '1.0.0') {
    const cache = new Fleet();
    const { reader, request, clock } = setUp(source, { cache, program });
    const ask = (account: Account = identified, notBefore = -1) => {
      const base = request({ notBefore });
      return reader.readPlaces({ ...base, scope: { ...base.scope, account, accounts: [account] } });
    };
    return { cache, clock, source, ask };
  }

  test('is asked for by source, proven id and place, and by all that the answer depends on', async () => {
    const other = setUpFleet(Object.assign(new HeldSource(), { variant: () => '/golden' }));
    const [{ cache, ask, source }, newer] = [setUpFleet(), setUpFleet(new HeldSource(), '1.0.1')];
    for (const fleet of [cache, other.cache, newer.cache]) {
      fleet.answers.push({ startedAt: 0, findings: [] }, { startedAt: 0, findings: [] });
    }
    await ask();
    await ask({ ...identified, settings: { readRole: 'reader' } }, 0);
    await other.ask();
    await newer.ask();
    const asked = [...cache.asked, ...other.cache.asked, ...newer.cache.asked];
    const place = { source: 'instances', provider: 'aws', accountId: '123456789012', location: 'us-east-1' };
    for (const { key } of asked) expect(key).toMatchObject(place);
    expect(new Set(asked.map(({ key }) => key.how)).size).toBe(4);
    expect(source.reads).toEqual([]);
  });

  test('Law 1 no evidence of an account whose id is unproven', async () => {
    const { cache, ask, source } = setUpFleet();
    const { id: _, ...unproven } = identified;
    const read = ask(unproven);
    source.reads[0]?.end([USED]);
    expect((await read).findings).toHaveLength(1);
    expect(cache.asked).toEqual([]);
  });

  test('Law 3 a read that began too early does not count for a pass that needs a later one', async () => {
    const { cache, clock, ask } = setUpFleet();
    clock.now = 100;
    cache.answers.push({ startedAt: 5, findings: [] }, { startedAt: 60, findings: [USED] });
    const both = await Promise.all([ask(identified, 1), ask(identified, 50)]);
    expect(both.map(({ findings, readAt }) => [findings.length, readAt])).toEqual([
      [0, 5],
      [1, 60],
    ]);
    expect(cache.asked.map(({ notBefore }) => notBefore)).toEqual([1, 50]);
  });

  test('is asked for once by all in this process', async () => {
    const { cache, clock, ask } = setUpFleet();
    clock.now = 100;
    cache.answers.push({ startedAt: 90, findings: [] });
    await Promise.all([ask(identified, 1), ask(identified, 2), ask(identified, 3)]);
    expect(cache.asked).toHaveLength(1);
  });

  test('A3 a read that fails is a gap', async () => {
    const { ask, source } = setUpFleet();
    const read = ask();
    source.reads[0]?.fail(new ReadError('denied', { problem: 'denied', permission: 'ec2:DescribeInstances' }));
    expect((await read).gaps).toMatchObject([{ permission: 'ec2:DescribeInstances' }]);
  });
});

describe('evidence that is not read', () => {
  test('switched off → every verdict says so', async () => {
    const { source, reader, request } = setUp();
    expect((await reader.readPlaces(request({ off: ['instances'] }))).waivedEvidence).toEqual([
      'instances, switched off in the configuration',
    ]);
    expect(source.reads).toEqual([]);
  });

  test.each([
    [1001, 0, 1],
    [1000, 1, 0],
  ])('accepted unread until %d, asked at 1000 → %d gaps, named %d times', async (until, gaps, named) => {
    const { source, reader, request } = setUp();
    const read = reader.readPlaces(request({ until }));
    source.reads[0]?.fail(new ReadError('denied', { problem: 'denied' }));
    const answer = await read;
    expect([answer.gaps.length, answer.waivedEvidence.length]).toEqual([gaps, named]);
  });

  test('Law 1 acceptUnread accepts that reading is not allowed, not that it failed', async () => {
    const { source, reader, request } = setUp();
    const read = reader.readPlaces(request({ until: 2000 }));
    source.reads[0]?.fail(new ReadError('throttled', { problem: 'throttled' }));
    expect((await read).gaps).toHaveLength(1);
  });

  test('reads per candidate are cached, but not for another configuration', async () => {
    const { source, reader, request } = setUp(new HeldSource('resource'));
    const varying = Object.assign(source, { variant: ({ parameters }: { parameters: unknown }) => String(parameters) });
    const ask = (parameters: string) => {
      const asked = request();
      return reader.readCandidates({ ...asked, scope: { ...asked.scope, parameters } }, [resource('a')]);
    };
    const first = ask('keep');
    varying.reads[0]?.end([USED]);
    await first;
    await ask('keep');
    expect(varying.reads).toHaveLength(1);
    const other = ask('check');
    varying.reads[1]?.end([]);
    expect((await other).findings).toEqual([]);
  });

  test('A15 findings before a failed read keep, and the gap remains', async () => {
    const { source, reader, request } = setUp();
    const read = reader.readPlaces(request());
    const covers: Finding = { alias: 'a', says: 'supersedes', by: 'AWS', byId: 'instances' };
    const gone: Finding = { alias: 'a', says: 'gone', by: 'image', byId: 'ami-1' };
    source.reads[0]?.fail(
      new PartialReadError(new ReadError('cut short', { problem: 'malformed' }), [USED, covers, gone]),
    );
    expect(await read).toMatchObject({ findings: [USED], gaps: [{ reason: 'cut short' }], counts: {}, readings: [] });
  });

  test('A15 accepted unread concerns unread places only: findings keep', async () => {
    const { source, reader, request } = setUp();
    const read = reader.readPlaces(request({ until: 2000 }));
    source.reads[0]?.fail(new PartialReadError(new ReadError('denied', { problem: 'denied' }), [USED]));
    expect(await read).toMatchObject({
      findings: [USED],
      gaps: [],
      waivedEvidence: [expect.stringMatching(/accepted/)],
    });
  });

  test('A15 C8 a cluster that a part of the read found exists, also where the rest is accepted unread', async () => {
    const { source, reader, request } = setUp();
    const read = reader.readPlaces(request({ until: 2000 }));
    const exists: Finding = { alias: 'cluster/shop', says: 'exists', by: 'EKS cluster shop' };
    const gone: Finding = { alias: 'cluster/old', says: 'gone', by: 'EKS' };
    const denied = new ReadError('denied', { problem: 'denied' });
    source.reads[0]?.fail(new PartialReadError(denied, [exists, gone]));
    expect((await read).findings).toMatchObject([exists]);
  });

  test('A15 one candidate that is accepted unread leaves the others read', async () => {
    const { source, reader, request } = setUp(new HeldSource('resource'));
    const many = Array.from({ length: 21 }, (_, index) => resource(`r${index}`));
    const read = reader.readCandidates(request({ until: 2000 }), many);
    const used = (alias: string): Finding => ({ ...USED, alias });
    const denied = new ReadError('denied', { problem: 'denied' });
    source.reads[0]?.fail(new PartialReadError(denied, [used('r1')], new Set(['r0'])));
    while (source.reads.length < 2) await new Promise(setImmediate);
    source.reads[1]?.end([used('r20')]);
    const { findings, gaps, waivedEvidence } = await read;
    expect([findings.map(({ alias }) => alias), gaps, waivedEvidence.length]).toEqual([['r1', 'r20'], [], 1]);
    await reader.readCandidates(request({ until: 2000 }), many.slice(1));
    expect(source.reads).toHaveLength(2);
  });

  test('A15 one candidate that cannot be read is the only one with a gap', async () => {
    const { source, reader, request } = setUp(new HeldSource('resource'));
    const read = reader.readCandidates(request(), [resource('a'), resource('b')]);
    const failure = new ReadError('malformed', { problem: 'malformed' });
    source.reads[0]?.fail(new PartialReadError(failure, [{ ...USED, alias: 'b' }], new Set(['a'])));
    const { findings, gaps } = await read;
    expect([findings.map(({ alias }) => alias), gaps.map(({ only }) => [...(only ?? [])])]).toEqual([['b'], [['a']]]);
  });

  test('a gap of a source per candidate concerns those candidates only', async () => {
    const { source, reader, request } = setUp(new HeldSource('resource'));
    const read = reader.readCandidates(request(), [resource('a'), resource('b')]);
    source.reads[0]?.fail(new ReadError('denied', { problem: 'denied' }));
    expect([...((await read).gaps[0]?.only ?? [])]).toEqual(['a', 'b']);
  });
});

describe('a read per candidate that is stopped', () => {
  const many = Array.from({ length: 41 }, (_, index) => resource(`r${index}`));

  /** Stops the second chunk. */
  async function stopped(watch?: Made[2]) {
    const { source, reader, request } = setUp(new HeldSource('resource'), undefined, watch);
    const stop = new AbortController();
    const read = reader.readCandidates(request({ signal: stop.signal }), many);
    source.reads[0]?.end([{ ...USED, alias: 'r1' }]);
    while (source.reads.length < 2) await new Promise(setImmediate);
    stop.abort(new Error('stopped by SIGINT'));
    source.reads[1]?.fail(stop.signal.reason as Error);
    return read;
  }

  test('ends everything where nobody follows it', async () => {
    await expect(stopped()).rejects.toThrow('stopped by SIGINT');
  });

  test('Law 1 leaves a gap for each candidate without an answer where a person follows it', async () => {
    const asked: unknown[] = [];
    const { findings, gaps } = await stopped({ reading: (...said) => asked.push(said) });
    expect(findings.map(({ alias }) => alias)).toEqual(['r1']);
    expect(gaps.map(({ reason, only }) => [reason, [...(only ?? [])]])).toEqual([
      ['stopped by SIGINT', many.slice(20).map(({ id }) => id)],
    ]);
    expect(asked).toEqual([
      ['instances', 0, 41],
      ['instances', 20, 41],
    ]);
  });
});
