import { describe, expect, test } from '@jest/globals';
import { ReadError } from '../../../src/core/common/errors.ts';
import type { Finding, Place } from '../../../src/core/common/finding.ts';
import { whyUnknown } from '../../../src/core/common/unread.ts';
import { evaluate } from '../../../src/core/evaluation/evaluate.ts';
import type { WorkConfiguration } from '../../../src/core/policy/workConfiguration.ts';
import { namespaceOf } from '../../../src/core/resource/namespace.ts';
import type { Resource } from '../../../src/core/resource/resource.ts';
import type { EvidenceSource, Handler, Io } from '../../../src/handlers/contract/handler.ts';
import { reachIsRead, readsOf } from '../../../src/lifecycle/evidence/evidenceReads.ts';
import { EvidenceReader } from '../../../src/lifecycle/index.ts';
import type { SurveyDeps } from '../../../src/lifecycle/pass/deps.ts';
import { judge } from '../../../src/lifecycle/survey/evaluator.ts';
import { ranked, UnknownSummary } from '../../../src/lifecycle/survey/unread.ts';
import { DAY, NOW, policy, resource } from '../../support/evaluation.ts';

const HOME: Place = { account: 'test', location: 'us-east-1' };
const AWAY: Place = { account: 'other', location: 'us-east-1' };
const OTHER_ID = '222222222222';

type Answer = (place: Place, candidates: readonly Resource[]) => readonly Finding[];

function source(name: string, given: Partial<EvidenceSource> & { answer?: Answer } = {}): EvidenceSource {
  const { answer = () => [], ...rest } = given;
  return {
    name,
    summary: 'test',
    permissions: [],
    per: 'location',
    places: () => (given.per === 'resource' ? [HOME] : [HOME, AWAY]),
    read: async (place, _scope, candidates) => answer(place, candidates),
    ...rest,
  };
}

const denied = (permission: string): never => {
  throw new ReadError(`${permission} is denied`, { problem: 'denied', permission });
};
const deniedAway: Answer = (place) => (place.account === 'other' ? denied('sts:AssumeRole') : []);
const deniedHome: Answer = (place) => (place.account === 'test' ? denied('ec2:DescribeInstances') : []);

/** Reports every candidate that it reaches. */
const reach = (reached: Readonly<Record<string, string>> = {}) =>
  source('launchPermissions', {
    per: 'resource',
    answer: (_place, candidates) =>
      candidates.flatMap(({ id }) => [
        { alias: id, says: 'sharedWith', by: 'its own account', byId: '111111111111' },
        ...(reached[id] ? [{ alias: id, says: 'sharedWith', by: reached[id], byId: reached[id] } as const] : []),
      ]),
  });

interface Given {
  readonly sources: readonly EvidenceSource[];
  readonly reach?: string;
  readonly off?: readonly string[];
  readonly on?: readonly string[];
  readonly accept?: readonly string[];
  readonly otherId?: string | undefined;
  readonly lastUsed?: ReadonlyMap<string, number>;
}

function wanted({ sources, reach: reachedBy = 'launchPermissions', off = [], on = [], accept = [], ...given }: Given) {
  const account = { name: 'test', provider: 'aws', id: '111111111111', locations: ['us-east-1'] };
  const otherId = 'otherId' in given ? given.otherId : OTHER_ID;
  const other = { name: 'other', provider: 'aws', locations: ['us-east-1'], ...(otherId ? { id: otherId } : {}) };
  const namespace = namespaceOf({ provider: 'aws', account: 'test', location: 'us-east-1', resourceType: 'image' });
  const scope = { namespace, account, location: 'us-east-1', accounts: [account, other], parameters: {} };
  const settings = {
    off: off.map((kind) => ({ kind })),
    on,
    acceptUnread: accept.map((kind) => ({ kind, accounts: ['test'], untilAt: NOW + DAY, reason: 'no role yet' })),
  };
  return { handler: { evidence: sources, reach: reachedBy } as unknown as Handler, scope, settings };
}

async function judged(ids: readonly string[], given: Given) {
  const deps = { evaluate, evidence: new EvidenceReader({ monotonicMs: () => 0 }) } as unknown as SurveyDeps;
  const io = { signal: new AbortController().signal } as Io;
  const { lastUsed = new Map() } = given;
  return judge(deps, {
    subjects: ids.map((id) => resource(id)),
    population: undefined,
    policy: policy({ lastUsed }),
    evidence: { ...wanted(given), wc: {} as WorkConfiguration, io, notBefore: -1, now: NOW },
  });
}

function undecidedOf({ verdicts }: Awaited<ReturnType<typeof judged>>): UnknownSummary {
  const undecided = new UnknownSummary();
  for (const verdict of verdicts.values()) undecided.add(verdict);
  return undecided;
}

const describeUnread = (evaluation: Awaited<ReturnType<typeof judged>>) => undecidedOf(evaluation).describe(evaluation);

const kindsOf = ({ verdicts }: Awaited<ReturnType<typeof judged>>) =>
  Object.fromEntries([...verdicts.values()].map(({ id, kind }) => [id, kind]));

describe('an account that cannot be read', () => {
  test('an unread account makes only resources that it may use unknown; the others are judged', async () => {
    const sources = [source('instances', { answer: deniedAway }), reach({ shared: OTHER_ID })];
    const evaluation = await judged(['shared', 'own'], { sources });
    expect(kindsOf(evaluation)).toEqual({ shared: 'unknown', own: 'candidate' });
    expect([evaluation.gaps.length, evaluation.accountScopedGaps.length]).toEqual([0, 1]);
    expect(describeUnread(evaluation)).toMatch(
      /instances could not be read in other\/us-east-1: .* \(1 resource is unknown\)$/,
    );
  });

  test('A15 is named also where it leaves nothing undecided', async () => {
    const evaluation = await judged(['own'], { sources: [source('instances', { answer: deniedAway }), reach()] });
    expect([kindsOf(evaluation), describeUnread(evaluation)]).toEqual([
      { own: 'candidate' },
      'instances could not be read in other/us-east-1: sts:AssumeRole is denied (0 resources are unknown)',
    ]);
  });

  test('A15 is named once, with all the sources that one cause leaves unread', async () => {
    const answer: Answer = (place) => (place.account === 'other' ? denied('sts:AssumeRole') : []);
    const sources = [
      source('instances', { answer }),
      source('fleets', { answer }),
      source('batch', { answer }),
      reach(),
    ];
    const evaluation = await judged(['own', 'shared'], { sources: [...sources, reach({ shared: OTHER_ID })] });
    expect(describeUnread(evaluation)).toBe(
      'instances, fleets and batch could not be read in other/us-east-1: sts:AssumeRole is denied (1 resource is unknown)',
    );
    expect(evaluation.verdicts.get('shared')?.reasons).toEqual([
      'instances, fleets and batch could not be read in other/us-east-1: sts:AssumeRole is denied',
    ]);
  });

  test('A15 makes everything unknown where it writes down for others, whether it can be read otherwise or not', async () => {
    const parameters = source('ssmParameters', { answer: deniedAway, affectsOtherAccounts: true });
    const evaluation = await judged(['own'], {
      sources: [source('instances', { answer: deniedAway }), parameters, reach()],
    });
    expect([kindsOf(evaluation), evaluation.gaps.length]).toEqual([{ own: 'unknown' }, 1]);
  });

  test('Law 1 a resource that was ever in use stays unknown: its former user may use it from an unread account', async () => {
    const sources = [source('instances', { answer: deniedAway }), reach()];
    const evaluation = await judged(['once', 'never'], { sources, lastUsed: new Map([['once', NOW - 300 * DAY]]) });
    expect(kindsOf(evaluation)).toEqual({ once: 'unknown', never: 'candidate' });
  });

  test.each<[string, Partial<Given>]>([
    ['the handler knows no reach', { reach: 'none' }],
    ['reach is switched off', { off: ['launchPermissions'] }],
    ['the account is declared without id', { otherId: undefined }],
  ])('Law 1 makes everything unknown where %s', async (_why, change) => {
    const evaluation = await judged(['own'], {
      sources: [source('instances', { answer: deniedAway }), reach()],
      ...change,
    });
    expect([kindsOf(evaluation), evaluation.gaps.length]).toEqual([{ own: 'unknown' }, 1]);
  });

  test('Law 1 with reach accepted unread every resource is unknown: any account may use it', async () => {
    const unreadable = source('launchPermissions', {
      per: 'resource',
      answer: () => denied('ec2:DescribeImageAttribute'),
    });
    const sources = [source('instances', { answer: deniedAway }), unreadable];
    expect(kindsOf(await judged(['own'], { sources, accept: ['launchPermissions'] }))).toEqual({ own: 'unknown' });
    expect(kindsOf(await judged(['own'], { sources: [unreadable], accept: ['launchPermissions'] }))).toEqual({
      own: 'candidate',
    });
  });

  test('a resource that may reach any account reaches that account too', async () => {
    const sources = [source('instances', { answer: deniedAway }), reach({ shared: '*' })];
    expect(kindsOf(await judged(['shared'], { sources }))).toEqual({ shared: 'unknown' });
  });

  test('a gap in the own account concerns everything, and the verdict names no account that it does not reach', async () => {
    const everywhere = source('instances', { answer: () => denied('ec2:DescribeInstances') });
    const evaluation = await judged(['own'], { sources: [everywhere, reach()] });
    expect(evaluation.verdicts.get('own')?.unread.map(({ place }) => place.account)).toEqual(['test']);
    expect([evaluation.gaps.length, evaluation.accountScopedGaps.length]).toEqual([1, 1]);
  });
});

describe('a kind that another source stands in for', () => {
  const covering = (ids: readonly string[], answer?: Answer) =>
    source('imageReferences', {
      per: 'resource',
      optional: true,
      supersedes: ['instances'],
      answer:
        answer ??
        ((_place, candidates) =>
          candidates
            .filter(({ id }) => ids.includes(id))
            .map(({ id }) => ({ alias: id, says: 'supersedes', by: 'AWS', byId: 'instances' }))),
    });
  const on = ['imageReferences'];

  test('its gap concerns only resources that were not covered', async () => {
    const sources = [source('instances', { answer: deniedHome }), covering(['a'])];
    const evaluation = await judged(['a', 'b'], { sources, on });
    expect([kindsOf(evaluation), evaluation.gaps]).toEqual([{ a: 'candidate', b: 'unknown' }, []]);
  });

  test('only in the place where it looked, and only where it is switched on', async () => {
    const away = [source('instances', { answer: () => denied('ec2:DescribeInstances') }), covering(['a'])];
    expect(kindsOf(await judged(['a'], { sources: away, on, reach: 'none' }))).toEqual({ a: 'unknown' });
    const home = [source('instances', { answer: deniedHome }), covering(['a'])];
    expect(kindsOf(await judged(['a'], { sources: home }))).toEqual({ a: 'unknown' });
  });

  test('never takes a user away', async () => {
    const used = source('instances', { answer: () => [{ alias: 'a', says: 'used', by: 'instance i-1' }] });
    expect(kindsOf(await judged(['a'], { sources: [used, covering(['a'])], on }))).toEqual({ a: 'keep' });
  });

  test('a failed source replaces no other', async () => {
    const failing = covering([], () => denied('ec2:DescribeImageReferences'));
    const evaluation = await judged(['a'], { sources: [source('instances', { answer: deniedHome }), failing], on });
    expect(kindsOf(evaluation)).toEqual({ a: 'unknown' });
    expect(
      undecidedOf(evaluation)
        .missingPermissions()
        .map(({ permission }) => permission),
    ).toEqual(['ec2:DescribeImageReferences', 'ec2:DescribeInstances']);
  });
});

describe('whyUnknown', () => {
  const sourced = (finding: Finding) => ({ ...finding, source: 'launchPermissions', place: HOME });
  const known = sourced({ alias: 'a', says: 'sharedWith', by: 'its own account', byId: '111111111111' });
  const nobodyKnows = sourced({ alias: 'a', says: 'unknown', by: 'shared with 999', permission: 'x:Y' });

  test('an unknown finding is a reason, with its permission, unless it is covered', () => {
    const evidence = { findings: new Map(), gaps: [], waivedEvidence: [] };
    const covers = { ...nobodyKnows, source: 'usageReports', says: 'supersedes', byId: 'launchPermissions' } as const;
    expect(whyUnknown(evidence, { id: 'a' }, [known, nobodyKnows], false)).toEqual([
      { why: 'launchPermissions: shared with 999', cause: expect.any(String), place: HOME, permission: 'x:Y' },
    ]);
    expect(whyUnknown(evidence, { id: 'a' }, [known, nobodyKnows, covers], false)).toEqual([]);
  });

  test('Law 1 a source that covers one question of a kind does not cover an unread kind', () => {
    const asked = { ...nobodyKnows, byId: 'undeclaredAccounts' };
    const covers = { ...nobodyKnows, source: 'usageReports', says: 'supersedes', byId: 'undeclaredAccounts' } as const;
    const gap = { source: 'launchPermissions', place: HOME, why: 'denied' };
    const evidence = { findings: new Map(), gaps: [gap], waivedEvidence: [] };
    const reasons = whyUnknown(evidence, { id: 'a' }, [known, asked, covers], false);
    expect(reasons.map(({ why }) => why)).toEqual(['denied']);
  });

  test.each([
    ['reached', [known, { ...known, byId: OTHER_ID }], 1],
    ['reached by anybody', [known, { ...known, byId: '*' }], 1],
    ['not reached', [known], 0],
    ['nobody notified', [], 1],
  ])('an account whose gap is bounded: %s', (_case, findings, reasons) => {
    const gap = { source: 'instances', place: AWAY, why: 'denied', reachedBy: OTHER_ID };
    const evidence = { findings: new Map(), gaps: [gap], waivedEvidence: [] };
    expect(whyUnknown(evidence, { id: 'a' }, findings, false)).toHaveLength(reasons);
  });
});

describe('evidenceReads', () => {
  test('a source that is optional is read where it is switched on, none where it is switched off', () => {
    const sources = [source('instances'), source('reports', { optional: true })];
    const names = (given: Partial<Given>) =>
      new Set(readsOf(wanted({ sources, ...given }), 'location').map(({ source: { name } }) => name));
    expect([names({}), names({ on: ['reports'] }), names({ off: ['instances'] })]).toEqual([
      new Set(['instances']),
      new Set(['instances', 'reports']),
      new Set(),
    ]);
  });

  test('reach is read only where its source is', () => {
    const reaching = (given: Partial<Given>) => reachIsRead(wanted({ sources: [reach()], ...given }));
    expect([reaching({}), reaching({ off: ['launchPermissions'] }), reaching({ reach: 'other' })]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('missing permissions', () => {
  test('A15 an unread place does not block a resource that its own evidence keeps', async () => {
    const shared = source('volumePermissions', {
      per: 'resource',
      answer: (_place, candidates) =>
        candidates.filter(({ id }) => id === 'shared').map(({ id }) => ({ alias: id, says: 'used', by: 'account 2' })),
    });
    const evaluation = await judged(['shared', 'own'], {
      sources: [source('instances', { answer: deniedHome }), shared],
    });
    expect(kindsOf(evaluation)).toEqual({ shared: 'keep', own: 'unknown' });
    expect(undecidedOf(evaluation).missingPermissions()).toEqual([
      { permission: 'ec2:DescribeInstances', places: ['test/us-east-1'], blocks: 1 },
    ]);
  });

  test('A3 the one that blocks most comes first, each with its places and how many it blocks', async () => {
    const sources = [source('instances', { answer: deniedAway }), reach({ a: OTHER_ID, b: OTHER_ID })];
    expect(undecidedOf(await judged(['a', 'b', 'c'], { sources })).missingPermissions()).toEqual([
      { permission: 'sts:AssumeRole', places: ['other/us-east-1'], blocks: 2 },
    ]);
  });

  test('A3 the numbers of many namespaces are added; without a listing the number is unknown', () => {
    const one = { permission: 'ec2:A', places: ['a/x'], blocks: 2 };
    const two = { permission: 'ec2:B', places: ['a/x'], blocks: 3 };
    const unlisted = { permission: 'ec2:C', places: ['a/x'], blocks: null };
    expect(ranked([one, two, unlisted, { ...one, places: ['b/x'] }])).toEqual([
      unlisted,
      { permission: 'ec2:A', places: ['a/x', 'b/x'], blocks: 4 },
      two,
    ]);
  });
});
