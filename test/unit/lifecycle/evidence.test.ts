import { describe, expect, test } from '@jest/globals';
import { ReadError } from '../../../src/core/errors.ts';
import type { Finding } from '../../../src/core/finding.ts';
import { namespaceOf } from '../../../src/core/namespace.ts';
import type { EvidenceSource, Handler, Io } from '../../../src/handlers/handler.ts';
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
  readonly asks: 'place' | 'candidates';

  constructor(asks: 'place' | 'candidates' = 'place') {
    this.asks = asks;
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

function setUp(source = new HeldSource()) {
  const clock = new Ticks();
  const reader = new EvidenceReader(clock);
  const handler = { evidence: [source] } as unknown as Handler;
  const account = { name: 'test', provider: 'aws', locations: ['us-east-1'] };
  const namespace = namespaceOf({ provider: 'aws', account: 'test', location: 'us-east-1', resourceType: 'image' });
  const scope = { namespace, account, location: 'us-east-1', accounts: [account], parameters: {} };
  const request = (change: { signal?: AbortSignal; notBefore?: number; off?: string[]; until?: number } = {}) => ({
    handler,
    scope,
    settings: {
      off: change.off ?? [],
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

  test('and again when what is there was begun too early', async () => {
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
    source.reads[0]?.fail(new ReadError('denied', { problem: 'denied', permission: 'ec2:DescribeInstances' }));
    expect((await first).gaps).toMatchObject([{ permission: 'ec2:DescribeInstances' }]);
    const second = reader.readPlaces(request());
    source.reads[1]?.end([USED]);
    expect(await second).toMatchObject({ gaps: [], findings: [USED] });
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

describe('what is not read', () => {
  test('switched off → every verdict says so', async () => {
    const { source, reader, request } = setUp();
    expect((await reader.readPlaces(request({ off: ['instances'] }))).madeWithout).toEqual([
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
    expect([answer.gaps.length, answer.madeWithout.length]).toEqual([gaps, named]);
  });

  test('Law 1 acceptUnread accepts that reading is not allowed, not that it failed', async () => {
    const { source, reader, request } = setUp();
    const read = reader.readPlaces(request({ until: 2000 }));
    source.reads[0]?.fail(new ReadError('throttled', { problem: 'throttled' }));
    expect((await read).gaps).toHaveLength(1);
  });

  test('a gap of a source that is asked per candidate concerns those candidates only', async () => {
    const { source, reader, request } = setUp(new HeldSource('candidates'));
    const read = reader.readCandidates(request(), [resource('a'), resource('b')]);
    source.reads[0]?.fail(new ReadError('denied', { problem: 'denied' }));
    expect([...((await read).gaps[0]?.only ?? [])]).toEqual(['a', 'b']);
  });
});
