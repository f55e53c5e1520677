import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { evidenceOf, type Gap, type SourcedFinding } from '../../../src/core/common/finding.ts';
import { evaluate } from '../../../src/core/evaluation/evaluate.ts';
import { factsOf, usedWithin } from '../../../src/core/evaluation/facts.ts';
import { matcherWords, matchesOnly, matchKeep } from '../../../src/core/evaluation/matcher.ts';
import type { Policy } from '../../../src/core/evaluation/policy.ts';
import type { Facts } from '../../../src/core/evaluation/rule.ts';
import { isDue, STEPS } from '../../../src/core/evaluation/verdict.ts';
import type { Matcher } from '../../../src/core/policy/workConfiguration.ts';
import { DAY, gap, NOW, policy, resource, rule, usedBy, verdict, verdicts } from '../../support/evaluation.ts';

const optOutOf = (id: string, until: number | 'forever' = 'forever') =>
  new Map([[`id:${id}`, { target: { kind: 'id', value: id }, until, actor: 'ann@example.com', at: NOW }]] as const);

describe('use and rules', () => {
  test('L26 of three old resources the one with a user is kept and the others are candidates with reasons', async () => {
    const all = await verdicts(
      [resource('a'), resource('b'), resource('c')],
      {},
      evidenceOf([usedBy('b', 'instance i-1')]),
    );
    expect([...all.values()].map(({ id, kind, reasons }) => [id, kind, reasons])).toEqual([
      ['a', 'candidate', ['nothing uses it']],
      ['b', 'keep', ['used by instance i-1']],
      ['c', 'candidate', ['nothing uses it']],
    ]);
  });

  test('L27 a rule by age never overrides use, and the user is named', async () => {
    const when = [[rule('age', { moreThan: '1d' })]];
    const kept = await verdict(resource('a'), { when }, evidenceOf([usedBy('a', 'instance i-9 (stopped)')]));
    expect(kept).toMatchObject({ kind: 'keep', decidedBy: 'use', reasons: ['used by instance i-9 (stopped)'] });
  });

  test.each(['a ', ' a', 'a\n'])('L27 a user who writes the id %j means this resource', async (alias) => {
    const kept = await verdict(resource('a'), {}, evidenceOf([usedBy(alias, 'launch configuration web')]));
    expect(kept).toMatchObject({ kind: 'keep', reasons: ['used by launch configuration web'] });
  });

  test('A10 a user on whom two sources agree is one reason', async () => {
    const evidence = evidenceOf([
      usedBy('a', 'load balancer b'),
      { ...usedBy('arn:a', 'load balancer b'), source: 'x' },
    ]);
    const kept = await verdict(resource('a', { aliases: ['a', 'arn:a'] }), {}, evidence);
    expect(kept.reasons).toEqual(['used by load balancer b']);
  });

  test('L27 all users are named, found under any alias', async () => {
    const subject = resource('a', { aliases: ['a', 'arn:a'] });
    const evidence = evidenceOf([usedBy('a', 'instance i-1'), usedBy('arn:a', 'group g')]);
    expect((await verdict(subject, {}, evidence)).usedBy.map(({ by }) => by)).toEqual(['instance i-1', 'group g']);
  });

  test('L38 entries are OR-ed, `all` needs each, and the trace lists every answer', async () => {
    const never = rule('age', { moreThan: '3650d' });
    const or = await verdict(resource('a'), { when: [[never], [rule('unused')]] });
    const and = await verdict(resource('a'), { when: [[never, rule('unused')]] });
    expect(or).toMatchObject({ kind: 'candidate', reasons: ['nothing uses it'] });
    expect(and).toMatchObject({ kind: 'keep', decidedBy: 'rule' });
    const answers = and.trace.find(({ step }) => step === 'rule')?.reasons;
    expect(answers).toEqual(['no rule selects it', 'age: no', 'unused: nothing uses it']);
  });

  test('L38 no entry at all nominates nothing', async () => {
    expect((await verdict(resource('a'), { when: [] })).kind).toBe('keep');
    expect((await verdict(resource('a'), { when: [[]] })).kind).toBe('keep');
  });

  test('L39 age moreThan 6d on 5 days is no, on 7 days yes, at exactly 6 days no', async () => {
    const when = [[rule('age', { moreThan: '6d' })]];
    const at = async (days: number) =>
      (await verdict(resource('a', { createdAt: new Date(NOW - days * DAY) }), { when, minimumAgeMs: 1 })).kind;
    expect([await at(5), await at(6), await at(7)]).toEqual(['keep', 'keep', 'candidate']);
  });

  test.each([
    [{ where: { state: 'available' } }, 'candidate'],
    [{ where: { state: 'avail' } }, 'keep'],
    [{ where: { state: '/^avail/' } }, 'candidate'],
    [{ where: { count: 3, public: false } }, 'candidate'],
    [{ where: { count: 4 } }, 'keep'],
    [{ where: { public: true } }, 'keep'],
    [{ where: { missing: '/.*/' } }, 'keep'],
    [{ where: { 'tag:team': 'infra' } }, 'candidate'],
    [{ where: { State: 'available', 'tag:TEAM': 'infra' } }, 'candidate'],
    [{ where: { constructor: '/.*/' } }, 'keep'],
    [{ where: { 'owner.name': '/.*/' } }, 'keep'],
    [{ where: { 'state.length': 9 } }, 'keep'],
    [{ where: { 'host.name': 'h-1' } }, 'candidate'],
    [{ where: { 'host.name.first': '/.*/' } }, 'keep'],
  ] as const)('L39 attribute %j → %s', async (parameters, kind) => {
    const subject = resource('a', {
      state: 'available',
      count: 3,
      public: false,
      owner: null,
      host: { name: 'h-1' },
      tags: { team: 'infra' },
    });
    expect((await verdict(subject, { when: [[rule('attribute', parameters)]] })).kind).toBe(kind);
  });
});

describe('age and dates', () => {
  test('L34 younger than the minimum age, without a readable date, or dated in the future is kept', async () => {
    const kinds = await verdicts([
      resource('young', { createdAt: new Date(NOW - 29 * DAY) }),
      resource('unreadable', { createdAt: new Date('no date') }),
      resource('future', { createdAt: new Date(NOW + DAY) }),
      resource('old', { createdAt: new Date(NOW - 31 * DAY) }),
    ]);
    expect([...kinds.values()].map(({ kind }) => kind)).toEqual(['keep', 'keep', 'keep', 'candidate']);
  });

  test('L34 a missing date is kept, and for types without a date the first-seen time counts', async () => {
    const { createdAt: _none, ...undated } = resource('a');
    const since = (days: number) => new Map([['a@1', NOW - days * DAY]]);
    expect((await verdict(undated)).decidedBy).toBe('age');
    expect((await verdict(undated, { firstSeen: since(29) })).kind).toBe('keep');
    expect((await verdict(undated, { firstSeen: since(31) })).kind).toBe('candidate');
  });

  test('R30 the later of both dates counts for what came after the first survey', async () => {
    const old = resource('a', { createdAt: new Date(NOW - 100 * DAY) });
    const given = (days: number | undefined, watchedDays = 60) => ({
      firstSeen: new Map([
        ['first@1', NOW - watchedDays * DAY],
        ...(days === undefined ? [] : [['a@1', NOW - days * DAY] as const]),
      ]),
      watchedSince: NOW - watchedDays * DAY,
    });
    const kind = async (days: number | undefined) => (await verdict(old, given(days))).kind;
    expect(await kind(60)).toBe('candidate');
    expect(await kind(31)).toBe('candidate');
    expect(await kind(29)).toBe('keep');
    expect(await kind(undefined)).toBe('keep');
    const pushed = resource('a', { createdAt: new Date(NOW - 29 * DAY) });
    expect((await verdict(pushed, given(45))).kind).toBe('keep');
    const { createdAt: _none, ...undated } = old;
    expect((await verdict(undated, given(45))).decidedBy).toBe('age');
  });

  test("a recently used resource is kept, by Holystone's or the provider’s record, whichever is later", async () => {
    const given: Partial<Policy> = { unusedForMs: 14 * DAY };
    const seen = (days: number) => new Map([['a', NOW - days * DAY]]);
    expect((await verdict(resource('a'), { ...given, lastUsed: seen(13) })).decidedBy).toBe('age');
    expect((await verdict(resource('a'), { ...given, lastUsed: seen(15) })).kind).toBe('candidate');
    const launched = resource('a', { lastUsedAt: new Date(NOW - 2 * DAY) });
    expect((await verdict(launched, { ...given, lastUsed: seen(15) })).kind).toBe('keep');
  });

  test("Law 1 time without surveys does not count as unused in Holystone's own record", async () => {
    const span = { from: NOW - 10 * DAY, to: NOW - 2 * DAY };
    const given: Partial<Policy> = { unusedForMs: 14 * DAY, unobserved: [span] };
    const seen = (days: number) => ({ ...given, lastUsed: new Map([['a', NOW - days * DAY]]) });
    expect(await verdict(resource('a'), seen(20))).toMatchObject({
      decidedBy: 'age',
      reasons: ['it was last used 20 days ago, without surveys for 8 days of that time: not seen unused for 14d'],
    });
    expect((await verdict(resource('a'), seen(22))).kind).toBe('candidate');
  });

  describe('where nobody reports the last use', () => {
    const given = (days?: number, more: Partial<Policy> = {}): Partial<Policy> => ({
      unusedForMs: 14 * DAY,
      firstSeenUses: new Map(days === undefined ? [] : [['a@1', NOW - days * DAY]]),
      ...more,
    });

    test('Law 1 the first-seen time counts as a use, so a resource first seen now was used until now', async () => {
      expect(await verdict(resource('a'), given())).toMatchObject({
        decidedBy: 'age',
        reasons: ['Holystone sees it for the first time; it may have been in use until now, within 14d'],
      });
      expect(await verdict(resource('a'), given(13))).toMatchObject({
        decidedBy: 'age',
        reasons: ['Holystone first saw it, possibly in use, 13 days ago, within 14d'],
      });
      expect((await verdict(resource('a'), given(14))).kind).toBe('candidate');
    });

    test('Law 1 later time without surveys does not count', async () => {
      const unobserved = [{ from: NOW - 10 * DAY, to: NOW - 2 * DAY }];
      expect(await verdict(resource('a'), given(20, { unobserved }))).toMatchObject({
        decidedBy: 'age',
        reasons: [
          'Holystone first saw it, possibly in use, 20 days ago, without surveys for 8 days of that time: not seen unused for 14d',
        ],
      });
      expect((await verdict(resource('a'), given(22, { unobserved }))).kind).toBe('candidate');
    });

    test('a later use counts, also of another identity', async () => {
      const seen = given(300, { lastUsed: new Map([['a', NOW - 3 * DAY]]) });
      expect((await verdict(resource('a'), seen)).reasons).toEqual(['it was last used 3 days ago, within 14d']);
      expect((await verdict(resource('a', { identity: 'a@2' }), given(300))).decidedBy).toBe('age');
    });

    test('Law 1 somebody changed the resource → the first-seen time of its revision counts', async () => {
      const changed = (days?: number) =>
        verdict(
          resource('a', { revision: 'version 3' }),
          given(300, days === undefined ? {} : { firstSeenUses: new Map([['a@1 version 3', NOW - days * DAY]]) }),
        );
      expect((await changed()).reasons).toEqual([
        'Holystone sees its version 3 for the first time; it may have been in use until now, within 14d',
      ]);
      expect((await changed(13)).reasons).toEqual([
        'Holystone first saw its version 3, possibly in use, 13 days ago, within 14d',
      ]);
      expect((await changed(14)).kind).toBe('candidate');
    });

    test('L34 it is not taken for the date of creation', async () => {
      const { createdAt: _none, ...undated } = resource('a');
      expect((await verdict(undated, given(300))).reasons).toEqual(['it has no readable creation date']);
    });

    test('Law 1 the reason names the users that surveys cannot see', async () => {
      expect((await verdict(resource('a'), given(14))).reasons).toEqual([
        'nothing uses it, as far as surveys can see: a use between two surveys leaves no trace',
      ]);
    });

    test('Law 1 the reason names no such users where the provider records each use', async () => {
      const recorded = { ...given(14), isUseRecorded: true as const };
      expect((await verdict(resource('a'), recorded)).reasons).toEqual(['nothing uses it']);
    });

    test('with `unusedFor: off` present use alone decides', async () => {
      const { unusedForMs: _off, ...off } = given();
      expect((await verdict(resource('a'), off)).kind).toBe('candidate');
    });
  });

  describe('the last use in a verdict', () => {
    const ago = (days: number) => NOW - days * DAY;
    const usedLast = (by: string, days: number) => ({ ...usedBy('a', by), says: 'lastUsed' as const, at: ago(days) });

    test('is the latest one, with the user whom its source names', async () => {
      const evidence = evidenceOf([usedLast('job 1', 40), usedLast('job 2', 20), usedLast('job 3', 30)]);
      expect((await verdict(resource('a'), {}, evidence)).lastUse).toEqual({ at: ago(20), by: 'job 2' });
    });

    test('names no user where Holystone’s own record is later than each source', async () => {
      const seen = await verdict(
        resource('a'),
        { lastUsed: new Map([['a', ago(10)]]) },
        evidenceOf([usedLast('job 1', 40)]),
      );
      expect(seen.lastUse).toEqual({ at: ago(10) });
    });

    test('Law 1 is no first-seen time: no survey saw a use', async () => {
      const first = await verdict(resource('a'), { firstSeenUses: new Map([['a@1', ago(90)]]) });
      expect(first.lastUse).toBeUndefined();
    });
  });

  describe('where the use is measured', () => {
    const given = (more: Partial<Policy> = {}): Partial<Policy> => ({
      unusedForMs: 32 * DAY,
      minimumAgeMs: DAY,
      isMeasured: true,
      ...more,
    });
    const created = (days: number) => resource('a', { createdAt: new Date(NOW - days * DAY) });

    test('Law 1 what is younger than `unusedFor` was not measured for so long, and is not idle', async () => {
      expect(await verdict(created(31), given())).toMatchObject({
        decidedBy: 'age',
        reasons: ['it was created 31 days ago, and its use is measured from then on, within 32d'],
      });
      const old = await verdict(created(32), given());
      expect(old.kind).toBe('candidate');
      expect(old.lastUse).toBeUndefined();
    });

    test('A119 Law 1 one that got its name after the first survey is measured from then on', async () => {
      const renamed = resource('a', { createdAt: new Date(NOW - 200 * DAY), revision: 'name b' });
      const seen = (days: number) => ({
        firstSeen: new Map([['a@1 name b', NOW - days * DAY]]),
        watchedSince: NOW - 60 * DAY,
      });
      expect(await verdict(renamed, given(seen(31)))).toMatchObject({
        decidedBy: 'age',
        reasons: ['Holystone first saw its name b 31 days ago, and its use is measured from then on, within 32d'],
      });
      expect((await verdict(renamed, given(seen(32)))).kind).toBe('candidate');
      expect((await verdict(renamed, given(seen(60)))).kind).toBe('candidate');
    });

    test('Law 1 a date of creation that is missing, or in the future, counts as now', async () => {
      const { createdAt: _none, ...undated } = resource('a');
      expect((await verdict(undated, given({ firstSeen: new Map([['a@1', NOW - 31 * DAY]]) }))).decidedBy).toBe('age');
      expect((await verdict(undated, given())).kind).toBe('keep');
      expect((await verdict(created(-1), given())).kind).toBe('keep');
    });
  });

  test('a past use recorded by the provider or a source needs no survey', async () => {
    const given: Partial<Policy> = { unusedForMs: 14 * DAY, unobserved: [{ from: 0, to: NOW }] };
    const launched = resource('a', { lastUsedAt: new Date(NOW - 15 * DAY) });
    const usedLast = evidenceOf([{ ...usedBy('a', 'job'), says: 'lastUsed', at: NOW - 15 * DAY }]);
    expect((await verdict(launched, given)).kind).toBe('candidate');
    expect((await verdict(resource('a'), given, usedLast)).kind).toBe('candidate');
    expect((await verdict(launched, { ...given, lastUsed: new Map([['a', NOW - 30 * DAY]]) })).decidedBy).toBe('age');
  });
});

describe('the facts for rules', () => {
  async function factsWith(findings: Parameters<typeof evidenceOf>[0], gaps: readonly Gap[] = []): Promise<Facts> {
    let seen: Facts | undefined;
    const matches = (_subject: unknown, facts: Facts) => {
      seen = facts;
      return undefined;
    };
    await verdict(resource('a'), { when: [[{ name: 'spy', matches }]] }, evidenceOf(findings, gaps));
    return seen as Facts;
  }

  test('law 1 say that evidence is unread, from the first gap on', async () => {
    expect((await factsWith([])).isUnread).toBe(false);
    expect((await factsWith([], [gap('denied')])).isUnread).toBe(true);
  });

  test('name the absent things, if a finding says so', async () => {
    expect((await factsWith([])).absences).toBeUndefined();
    const gone = { ...usedBy('a', 'cluster x'), says: 'gone' as const };
    expect((await factsWith([gone])).absences).toEqual([{ alias: 'a', by: 'cluster x', forMs: 0, wasSeen: false }]);
  });
});

describe('expiry', () => {
  const aged = (days: number, tags: Record<string, string>) =>
    resource('a', { createdAt: new Date(NOW - days * DAY), tags });
  const judged = async (days: number, tags: Record<string, string>) =>
    verdict(aged(days, tags), { when: [[rule('expired')]], minimumAgeMs: 1 });

  test.each([
    [10, { expiration_time: '10d' }, 'keep'],
    [11, { expiration_time: '10d' }, 'candidate'],
    [9, { ttl: '9d' }, 'keep'],
    [16, { expires: '2w' }, 'candidate'],
    [14, { expires: '2w' }, 'keep'],
    [33, { ttl: '1m' }, 'candidate'],
    [368, { ttl: '1y' }, 'candidate'],
    [200, { ttl: '1y' }, 'keep'],
    [400, { expires: '2026-05-01' }, 'candidate'],
    [400, { expires: '2026-06-01' }, 'keep'],
    [400, { expires: '2026-06-01T11:59:59Z' }, 'candidate'],
    [400, { Expiration_Time: '10d' }, 'candidate'],
    [400, {}, 'keep'],
  ])('L40 %d days old with %j → %s', async (days, tags, kind) => {
    expect((await judged(days, tags as Record<string, string>)).kind).toBe(kind);
  });

  test.each(['soon', '', '-1d', '10 d', '1h', '2026-13-45', '99999999d'])(
    'L40 the unreadable value %j keeps',
    async (value) => {
      expect(await judged(400, { ttl: value })).toMatchObject({ kind: 'keep', decidedBy: 'exclusion' });
    },
  );

  test('L40 a tag that has not passed yet keeps, whichever rule nominates', async () => {
    const kept = await verdict(aged(30, { ttl: '90d' }), { when: [[rule('unused')]] });
    expect(kept).toMatchObject({
      kind: 'keep',
      decidedBy: 'exclusion',
      reasons: ['its tag ttl=90d has not passed yet'],
    });
  });

  test('L40 at the very instant in its tag a resource is still kept, and a millisecond later it is not', async () => {
    const at = (instant: number) =>
      verdict(aged(400, { expires: new Date(instant).toISOString() }), { when: [[rule('unused')]] });
    expect([(await at(NOW)).kind, (await at(NOW - 1)).kind]).toEqual(['keep', 'candidate']);
  });

  test('law 1 L40 a value that cannot be read keeps, also beside expired tags, in whatever order', async () => {
    const [expired, unreadable] = [{ ttl: '1d' }, { expires: 'soon' }];
    for (const tags of [
      { ...expired, ...unreadable },
      { ...unreadable, ...expired },
    ]) {
      expect(await judged(400, tags)).toMatchObject({
        decidedBy: 'exclusion',
        reasons: ['its tag expires=soon cannot be read: tried 10d, 2w, 1m or 1y since its creation, date, instant'],
      });
    }
  });

  test('L40 of several dates the latest counts, in whatever order', async () => {
    expect((await judged(400, { ttl: '1d', expires: '2026-06-02' })).decidedBy).toBe('exclusion');
    expect((await judged(400, { expires: '2026-06-02', ttl: '1d' })).decidedBy).toBe('exclusion');
  });

  test('L40 `never` keeps forever, also beside an expired tag', async () => {
    expect((await judged(400, { expiration_time: 'never', ttl: '1d' })).decidedBy).toBe('exclusion');
  });

  test('L41 expired, but opted out, excluded, in use or outside the allowlist → kept', async () => {
    const subject = aged(400, { ttl: '1d' });
    const base = { when: [[rule('expired')]] };
    const decided = [
      await verdict(subject, { ...base, optOuts: optOutOf('a') }),
      await verdict(subject, { ...base, keep: [{ name: 'a' }] }),
      await verdict(subject, base, evidenceOf([usedBy('a', 'x')])),
      await verdict(subject, { ...base, only: [{ name: 'b' }] }),
    ];
    expect(decided.map(({ decidedBy }) => decidedBy)).toEqual(['optOut', 'exclusion', 'use', 'exclusion']);
  });
});

describe('exclusions and opt-outs', () => {
  test.each([
    [{ tag: { team: 'infra' } }],
    [{ tag: { team: '*' } }],
    [{ tag: { team: '/^inf/' } }],
    [{ name: '/^golden-/' }],
    [{ name: 'golden-1' }],
    [{ attribute: { state: 'available' } }],
    [{ owner: 'ann@example.com' }],
    [{ account: 'test' }],
    [{ id: 'a' }],
    [{ tag: { team: 'infra' }, name: '/golden/' }],
    [{ tag: { TEAM: 'infra' } }],
    [{ attribute: { State: 'available', 'tags.Team': 'infra', createdAt: '2026-01-02' } }],
  ])('L42 keep by %j', async (matcher) => {
    const subject = resource('a', {
      name: 'golden-1',
      state: 'available',
      createdAt: new Date('2026-01-02T03:04:05Z'),
      tags: { team: 'infra', owner: 'ann@example.com' },
    });
    expect(await verdict(subject, { keep: [matcher] })).toMatchObject({ kind: 'keep', decidedBy: 'exclusion' });
    expect((await verdict(subject, { only: [matcher] })).kind).toBe('candidate');
  });

  test.each([
    [{ tag: { team: 'web' } }],
    [{ tag: { other: '*' } }],
    [{ name: 'golden' }],
    [{ owner: 'bob@example.com' }],
    [{ tag: { team: 'infra' }, name: 'no' }],
    [{}],
  ])('L42 %j does not match, so it keeps nothing and allows nothing', async (matcher) => {
    const subject = resource('a', { name: 'golden-1', tags: { team: 'infra' } });
    expect((await verdict(subject, { keep: [matcher] })).kind).toBe('candidate');
    expect((await verdict(subject, { only: [matcher] })).kind).toBe('keep');
  });

  test.each([
    { ' environment': 'prod' },
    { 'Environment ': 'prod' },
    { environment: 'prod ' },
    { environment: '\u200bprod' },
    { environment: 'Prod' },
    { Environment: 'PROD' },
    { 'environ\u00adment': 'prod\t' },
  ])('L42 a tag that reads as one of `keep` keeps: %j; no such one is in an allowlist', async (tags) => {
    const subject = resource('a', { tags });
    const matcher = { tag: { environment: 'prod' } };
    expect((await verdict(subject, { keep: [matcher] })).kind).toBe('keep');
    expect((await verdict(subject, { only: [matcher] })).kind).toBe('keep');
  });

  test('L42 `keep` takes an owner in whatever case, `only` does not', async () => {
    const subject = resource('a', { tags: { owner: 'Ann@example.com' } });
    expect((await verdict(subject, { keep: [{ owner: 'ann@Example.com' }] })).kind).toBe('keep');
    expect((await verdict(subject, { only: [{ owner: 'ann@Example.com' }] })).kind).toBe('keep');
  });

  test('L42 `keep` takes an accent in either way of writing it', async () => {
    const subject = resource('a', { tags: { Zweck: 'Pru\u0308fung' } });
    expect((await verdict(subject, { keep: [{ tag: { zweck: 'Pr\u00fcfung' } }] })).kind).toBe('keep');
  });

  test('L42 of tags whose keys differ only in case one keeps, and all have to be in an allowlist', async () => {
    const subject = resource('a', { tags: { environment: 'dev', Environment: 'prod' } });
    for (const value of ['dev', 'prod']) {
      const matcher = { tag: { ENVIRONMENT: value } };
      expect((await verdict(subject, { keep: [matcher] })).reasons).toEqual([`excluded by tag ENVIRONMENT=${value}`]);
      expect((await verdict(subject, { only: [matcher] })).kind).toBe('keep');
      const when = [[rule('attribute', { where: { 'tag:environment': value } })]];
      expect((await verdict(subject, { when })).kind).toBe('keep');
    }
    expect((await verdict(subject, { only: [{ tag: { environment: '/dev|prod/' } }] })).kind).toBe('candidate');
  });

  test('L42 a key with dots below a mapping is one key', async () => {
    const subject = resource('a', { labels: { 'app.kubernetes.io/name': 'shop' } });
    const keep = [{ attribute: { 'labels.app.kubernetes.io/name': 'shop' } }];
    expect((await verdict(subject, { keep })).kind).toBe('keep');
  });

  describe('with an owner who is not sure, because the registry could not be read', () => {
    const ownerOf = () => ({
      owner: 'ann@example.com',
      via: 'account',
      unowned: false,
      invalid: [],
      unsure: 'it is down',
    });
    const both = (given: Partial<Policy>) => verdict(resource('a', { name: 'golden-1' }), { ownerOf, ...given });

    test.each([{ owner: 'ann@example.com' }, { owner: 'bob@example.com' }])(
      'Law 1 what %j keeps or allows is unknown',
      async (matcher) => {
        const unknown = { kind: 'unknown', reasons: ['its owner is uncertain: it is down'] };
        expect(await both({ keep: [matcher] })).toMatchObject(unknown);
        expect(await both({ only: [matcher] })).toMatchObject(unknown);
      },
    );

    test('L42 a policy that does not ask for the owner ignores an uncertain one', async () => {
      expect((await both({})).kind).toBe('candidate');
      expect((await both({ keep: [{ owner: 'bob@example.com' }, { name: 'golden-1' }] })).kind).toBe('keep');
      expect((await both({ only: [{ name: 'other' }] })).kind).toBe('keep');
    });
  });

  test('L42 an owner whom `owner.domains` does not allow still keeps, and does not open an allowlist', async () => {
    const ownerOf = () => ({ via: 'nobody', unowned: true, invalid: [], refused: ['ann@partner.example'] });
    const matcher = { owner: 'ann@partner.example' };
    expect((await verdict(resource('a'), { ownerOf, keep: [matcher] })).kind).toBe('keep');
    expect((await verdict(resource('a'), { ownerOf, only: [matcher] })).kind).toBe('keep');
  });

  test('L42 an owner who comes next because `owner.domains` refuses an earlier address does not open an allowlist', async () => {
    const owner = { via: 'tag owner', owner: 'dana@example.com', unowned: false, invalid: [] };
    const only = [{ owner: 'dana@example.com' }];
    const refused = ['golden@partner.example'];
    expect((await verdict(resource('a'), { ownerOf: () => owner, only })).kind).toBe('candidate');
    expect((await verdict(resource('a'), { ownerOf: () => ({ ...owner, refused }), only })).kind).toBe('keep');
  });

  test.each([
    ['without entries', []],
    ['whose entries match nothing', [{ name: 'golden' }, { tag: { team: 'web' } }]],
  ])('L42 an allowlist %s keeps everything', async (_what, only) => {
    expect((await verdict(resource('a'), { only })).reasons).toEqual(['not in the allowlist `only`']);
  });

  test('L63 an opt-out with a date keeps until then, and an opt-out of a group keeps the whole group', async () => {
    const group = { target: { kind: 'group', value: 'g' }, until: 'forever', actor: 'ann', at: NOW } as const;
    expect((await verdict(resource('a'), { optOuts: optOutOf('a', NOW + 1) })).decidedBy).toBe('optOut');
    expect((await verdict(resource('a'), { optOuts: optOutOf('a', NOW) })).kind).toBe('candidate');
    expect((await verdict(resource('a', { group: 'g' }), { optOuts: new Map([['group:g', group]]) })).kind).toBe(
      'keep',
    );
  });

  test.each([
    ['always', 'keep'],
    ['2026-06-02T00:00:00.000Z', 'keep'],
    ['2026-05-31', 'candidate'],
    ['whatever', 'keep'],
    ['', 'keep'],
  ])('L62 the tag holystone:keep=%s says so itself → %s', async (value, kind) => {
    expect((await verdict(resource('a', { tags: { 'holystone:keep': value } }))).kind).toBe(kind);
  });

  test.each([
    [{ 'Holystone:Keep': 'always' }, 'keep'],
    [{ 'HOLYSTONE:KEEP ': '2026-06-02' }, 'keep'],
    [{ 'Holystone:Keep': ' 2026-05-31 ' }, 'candidate'],
    [{ 'holystone:keep': '2026-05-31', 'Holystone:Keep': 'always' }, 'keep'],
    [{ 'Holystone:Keep': '2026-06-02', 'holystone:keep': '2026-05-31' }, 'keep'],
  ])('L62 the tag is read without case, and of several spellings the longest counts: %j → %s', async (tags, kind) => {
    expect((await verdict(resource('a', { tags }))).kind).toBe(kind);
  });

  test.each([
    ['2026-06-01', 'the whole day'],
    ['2026-06-01 ', 'the whole day'],
    [' 2026-06-01', 'the whole day'],
    ['2026-06-01Z', 'no date that is known'],
    ['2026-06-01T13:00', 'an hour that is UTC'],
    ['2026-06-01 13:00z', 'an hour that is UTC'],
    ['2026-06-01T08:00-05:00', 'an hour elsewhere'],
    ['2026-06-01 (before noon)', 'words of a person'],
  ])('L62 the tag holystone:keep=%j keeps on 1 June at noon: it is %s', async (value) => {
    expect((await verdict(resource('a', { tags: { 'holystone:keep': value } }))).kind).toBe('keep');
  });
});

describe('the order of the steps', () => {
  const everything = (): Partial<Policy> => ({
    optOuts: optOutOf('a'),
    keep: [{ id: 'a' }],
    safeguards: [{ name: 'protected', keeps: () => 'protected' }],
    when: [],
    minimumAgeMs: 3650 * DAY,
    setPolicies: [
      {
        name: 'all',
        row: ({ id }) => ({ id, family: 'f' }),
        keep: (rows) => new Map(rows.map(({ id }) => [id, 'kept'])),
      },
    ],
  });

  test('every step is computed for the trace, and the first that decides wins', async () => {
    const evidence = evidenceOf([usedBy('a', 'x')], [gap('denied')]);
    const all = await verdict(resource('a'), everything(), evidence);
    expect(all.trace.map(({ step }) => step)).toEqual(STEPS.filter((step) => step !== 'hold'));
    expect(all.trace.map(({ says }) => says)).toEqual([
      'keep',
      'keep',
      'keep',
      'keep',
      'keep',
      'unknown',
      'keep',
      'keep',
      'candidate',
    ]);
    expect(all.decidedBy).toBe('optOut');
  });

  test('L30 incomplete evidence is unknown, but a known user, a protection or youth still keeps', async () => {
    const evidence = evidenceOf([usedBy('b', 'x')], [gap('ec2:DescribeInstances was denied')]);
    const young = resource('c', { createdAt: new Date(NOW - DAY) });
    const all = await verdicts([resource('a'), resource('b'), young], {}, evidence);
    expect([...all.values()].map(({ kind }) => kind)).toEqual(['unknown', 'keep', 'keep']);
    expect(all.get('a')?.reasons).toEqual(['ec2:DescribeInstances was denied']);
  });

  test('L30 a gap about some resources leaves the others alone', async () => {
    const all = await verdicts([resource('a'), resource('b')], {}, evidenceOf([], [gap('denied', new Set(['a']))]));
    expect([...all.values()].map(({ kind }) => kind)).toEqual(['unknown', 'candidate']);
  });

  test('a set policy without the complete population is unknown, never a candidate', () => {
    const { setPolicies } = everything();
    const judged = evaluate({
      subjects: [resource('a')],
      evidence: evidenceOf([]),
      policy: policy({ setPolicies: setPolicies ?? [] }),
      now: NOW,
    });
    expect(judged.get('a')).toMatchObject({ kind: 'unknown', decidedBy: 'setPolicy' });
  });
});

describe('an entry of `keep` or `only`', () => {
  const subject = {
    ...{ account: 'test', owner: 'ann@example.com', now: NOW },
    resource: resource('a', { name: 'golden-1', state: 'available', tags: { team: 'infra' }, keptAs: ['web/a'] }),
  };

  test('L42 says in the reason all that matched, and nothing where one field does not', () => {
    const matcher = { name: '/^golden/', tag: { team: 'infra' }, attribute: { state: { not: 'in-use' } } };
    expect(matchKeep(matcher, subject)).toBe('name=golden-1 and tag team=infra and state not in-use');
    expect(matchKeep({ ...matcher, id: 'b' }, subject)).toBeUndefined();
    expect([matchKeep({ id: 'web/a' }, subject), matchKeep({ account: 'test' }, subject)]).toEqual([
      'id=web/a',
      'account=test',
    ]);
    expect([matchesOnly(matcher, subject), matchesOnly({ ...matcher, id: 'b' }, subject)]).toEqual([true, false]);
    expect([matchKeep({}, subject), matchesOnly({}, subject)]).toEqual([undefined, false]);
  });

  test('L42 takes a key that looks like its own for that, and no other key', () => {
    const tagged = (tags: Record<string, string>) => ({ ...subject, resource: resource('a', { tags }) });
    const matcher = { tag: { team: 'infra' } };
    expect(matchKeep(matcher, tagged({ ' Team\u200b': 'infra' }))).toBe('tag team=infra');
    expect(matchKeep(matcher, tagged({ ' owner ': 'infra', 'te am': 'infra' }))).toBeUndefined();
  });

  const [NFD, NFC] = ['gro\u0308sse', 'gr\u00f6sse'];
  test.each<[string, Matcher, string, Record<string, string>]>([
    ['an accent in two signs', { name: NFD }, NFC, {}],
    ['an accent in two signs, in a regex', { name: `/^${NFD}/` }, NFC, {}],
    ['an accent in two signs, in capitals', { name: NFD.toUpperCase() }, NFC, {}],
    ['an accent in two signs, as the resource has it', { name: NFD.toUpperCase() }, NFD, {}],
    ['an invisible character', { name: 'golden\u200b' }, 'golden', {}],
    ['an invisible character, in a regex', { name: '/^golden\u200b-/' }, 'golden-1', {}],
    ['a blank in quotes', { tag: { team: 'infra ' } }, 'a', { team: 'infra' }],
    ['an accent in two signs, of a tag', { tag: { Team: NFD } }, 'a', { team: NFC }],
    ['an accent in two signs, to compare', { tag: { team: { is: ['x', NFD] } } }, 'a', { team: NFC }],
    ['an accent in two signs, to match', { tag: { team: { matches: `/^${NFD}/` } } }, 'a', { team: NFC }],
  ])('L114 with %s keeps what people take for it', (_what, matcher, name, tags) => {
    expect(matchKeep(matcher, { ...subject, resource: resource('a', { name, tags }) })).toBeDefined();
    const other = { ...subject, resource: resource('a', { name: 'other', tags: { team: 'other' } }) };
    expect(matchKeep(matcher, other)).toBeUndefined();
  });

  test('L42 is in words as it is written', () => {
    const matcher = { name: '/^golden/', tag: { team: 'infra' }, attribute: { state: { not: 'in-use' } } };
    expect(matcherWords(matcher)).toBe('name=/^golden/ and tag team=infra and state not in-use');
    expect(matcherWords({ name: undefined as never, id: 'a' })).toBe('id=a');
  });
});

describe('Law 1 the last use of a resource', () => {
  const seen = {
    lastUsed: new Map([
      ['a', NOW - 90 * DAY],
      ['after:a', NOW - DAY],
    ]),
  };
  const holders = (wasHeld: boolean): NonNullable<Policy['holders']> => ({
    ...{ place: { account: 'test', location: 'us-east-1' }, ownType: 't', types: ['u'], isOwnTypeJudged: false },
    ...{
      stateOf: () => undefined,
      ended: {},
      wasHeld: ({ id, identity }) => wasHeld && id === 'a' && identity === 'a@1',
    },
  });
  const facts = (given: Partial<Policy>, isHeld = false, findings: readonly SourcedFinding[] = []) =>
    factsOf(resource('a'), findings, policy(given), { now: NOW, isHeld });

  test('is also that by a user which went first, unless the owner knows of it', () => {
    expect(facts(seen).lastUsedAt).toBe(NOW - 90 * DAY);
    expect(facts({ ...seen, holders: holders(false) }).lastUsedAt).toBe(NOW - DAY);
    expect(facts({ ...seen, holders: holders(true) }).lastUsedAt).toBe(NOW - 90 * DAY);
    const held = facts({ ...seen, holders: holders(false) }, true);
    expect([held.lastUsedAt, held.isHeld]).toEqual([NOW - 90 * DAY, true]);
    expect(facts(seen).isHeld).toBe(false);
  });

  test('may be as late as the loss of the record of uses, but that is no use', () => {
    const lost = facts({ usesLostAt: NOW - 20 * DAY, unobserved: [{ from: NOW - 15 * DAY, to: NOW - 10 * DAY }] });
    expect(lost.lastUsedAt).toBeUndefined();
    expect(lost.lastUse).toEqual({ at: NOW - 20 * DAY, unobservedMs: 5 * DAY, isLoss: true });
    expect(usedWithin(lost, 16 * DAY)).toMatch(
      /^Holystone lost its record of uses 20 days ago; it may have been in use until then, without surveys for 5 days/,
    );
    expect(usedWithin(lost, 15 * DAY)).toBeUndefined();
  });

  test.each([undefined, Number.NaN, Number.POSITIVE_INFINITY])('is now, where a source dates it %s', (at) => {
    const finding = { ...usedBy('a', 'job'), says: 'lastUsed' as const, ...(at === undefined ? {} : { at }) };
    expect(facts({}, false, [finding]).lastUsedAt).toBe(NOW);
  });

  test('is none that a finding of another kind would date', () => {
    expect(facts({}, false, [{ ...usedBy('a', 'job'), at: NOW - DAY }]).lastUsedAt).toBeUndefined();
  });
});

test('Law 1 time without surveys is no time without a use, at the limit of `unusedFor`', () => {
  const used = (agoMs: number, unobservedMs: number) =>
    usedWithin({ now: NOW, findings: [], lastUse: { at: NOW - agoMs, unobservedMs } }, 14 * DAY);
  expect(used(14 * DAY, 0)).toBeUndefined();
  expect(used(14 * DAY - 1, 0)).toBe('it was last used 13 days ago, within 14d');
  expect(used(20 * DAY, 6 * DAY)).toBeUndefined();
  expect(used(20 * DAY, 6 * DAY + 1)).toMatch(/without surveys for 6 days of that time: not seen unused for 14d$/);
  expect(usedWithin({ now: NOW, findings: [] }, 14 * DAY)).toBeUndefined();
});

test.each([
  ['candidate', true],
  // It waits for its users, and its owner is told meanwhile.
  ['held', true],
  ['keep', false],
  ['unknown', false],
] as const)('only what rules nominate is marked: %s → %s', (kind, due) => {
  expect(isDue({ kind })).toBe(due);
});

describe('laws, over random cases', () => {
  const cases = fc.record({
    ageDays: fc.option(fc.integer({ min: -5, max: 100 })),
    users: fc.nat(2),
    gaps: fc.nat(1),
    protectedByType: fc.boolean(),
    optedOut: fc.boolean(),
    excluded: fc.boolean(),
    nominated: fc.boolean(),
    lastUsedDays: fc.option(fc.integer({ min: 0, max: 40 })),
    blindDays: fc.nat(20),
  });
  type Case = typeof cases extends fc.Arbitrary<infer C> ? C : never;
  const judge = async (c: Case) =>
    verdict(
      resource('a', { createdAt: c.ageDays === null ? new Date(Number.NaN) : new Date(NOW - c.ageDays * DAY) }),
      {
        optOuts: c.optedOut ? optOutOf('a') : new Map(),
        keep: c.excluded ? [{ id: 'a' }] : [],
        safeguards: [{ name: 's', keeps: () => (c.protectedByType ? 'protected' : undefined) }],
        when: c.nominated ? [[rule('unused')]] : [],
        unusedForMs: 14 * DAY,
        lastUsed: c.lastUsedDays === null ? new Map() : new Map([['a', NOW - c.lastUsedDays * DAY]]),
        unobserved: [{ from: NOW - c.blindDays * DAY, to: NOW }],
      },
      evidenceOf(
        Array.from({ length: c.users }, (_, i) => usedBy('a', `user ${i}`)),
        c.gaps ? [gap('gap')] : [],
      ),
    );

  test('Law 1, 4 a candidate is old, nominated, unused on complete evidence, and nobody said keep', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (c) => {
        const clean =
          c.ageDays !== null && c.ageDays >= 30 && c.users === 0 && c.gaps === 0 && !c.protectedByType && !c.optedOut;
        const unusedLongEnough = c.lastUsedDays === null || c.lastUsedDays - c.blindDays >= 14;
        const expected = clean && !c.excluded && c.nominated && unusedLongEnough;
        expect((await judge(c)).kind === 'candidate').toBe(expected);
      }),
    );
  });

  test('Law 1 adding a user, a gap, a protection or an opt-out never makes a candidate', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (c) => {
        const more: Case[] = [
          { ...c, users: c.users + 1 },
          { ...c, gaps: 1 },
          { ...c, protectedByType: true },
          { ...c, optedOut: true },
        ];
        const kinds = await Promise.all(more.map(async (changed) => (await judge(changed)).kind));
        expect(kinds).not.toContain('candidate');
      }),
    );
  });
});

describe('a verdict says', () => {
  test('how old a resource is that is too young, and one of exactly that age is old enough', async () => {
    const aged = (days: number) => verdict(resource('a', { createdAt: new Date(NOW - days * DAY) }));
    expect((await aged(29)).reasons).toEqual(['it is 29 days old, younger than 30d']);
    expect((await aged(-1)).reasons).toEqual(['it is 0 seconds old, younger than 30d']);
    expect((await aged(30)).kind).toBe('candidate');
  });

  test('who opted out, until when and why', async () => {
    const kept = async (until: number | 'forever', reason?: string) => {
      const why = reason === undefined ? {} : { reason };
      const said = { target: { kind: 'id', value: 'a' }, until, actor: 'ann@example.com', at: NOW, ...why } as const;
      const optOuts = new Map([['id:a', said]]);
      return (await verdict(resource('a'), { optOuts })).reasons;
    };
    expect(await kept('forever')).toEqual(['opted out forever by ann@example.com']);
    expect(await kept(NOW + DAY, 'we need it')).toEqual([
      'opted out until 2026-06-02T12:00:00.000Z by ann@example.com: we need it',
    ]);
  });

  test('that a user is itself marked; it keeps nevertheless', async () => {
    const usersPendingDeletion = new Map([['i-1', NOW + 3 * DAY]]);
    const users = [
      { ...usedBy('a', 'instance i-1'), byId: 'i-1' },
      { ...usedBy('a', 'instance i-2'), byId: 'i-2' },
      usedBy('a', 'a record'),
    ];
    expect(await verdict(resource('a'), { usersPendingDeletion }, evidenceOf(users))).toMatchObject({
      kind: 'keep',
      reasons: [
        'used by instance i-1, which is itself scheduled for deletion on 2026-06-04',
        'used by instance i-2',
        'used by a record',
      ],
    });
  });

  test('which safeguards keep it', async () => {
    const safeguards = [
      { name: 'protected', keeps: () => 'its protection is on' },
      { name: 'pending', keeps: () => undefined },
    ];
    expect((await verdict(resource('a'), { safeguards })).reasons).toEqual(['protected: its protection is on']);
  });

  test('every reason of the rules once, as words and as values', async () => {
    const [unused, old] = [rule('unused'), rule('age', { moreThan: '90d' })];
    const quiet = { ...usedBy('a', 'no traffic for 90 days'), says: 'quiet' as const };
    const all = await verdict(resource('a'), { when: [[unused, old], [unused], [unused]] }, evidenceOf([quiet]));
    expect(all.nominatedBy?.map(({ code }) => code)).toEqual(['and', 'unused', 'words']);
    expect(all.nominatedBy?.[0]).toMatchObject({ values: { all: [{ code: 'unused' }, { code: 'older' }] } });
    expect(all.reasons.slice(1)).toEqual(['nothing uses it', 'no traffic for 90 days']);
    expect(await verdict(resource('a'), { when: [] })).not.toHaveProperty('nominatedBy');
  });

  test('while the listing still runs, only what decided, and nothing of evidence that did not', () => {
    const judged = (id: string) =>
      evaluate({
        subjects: [resource(id)],
        population: 'later',
        evidence: evidenceOf([usedBy('a', 'x')], [gap('denied', new Set(['a', 'b']))]),
        policy: policy(),
        now: NOW,
      }).get(id);
    expect(judged('a')?.trace.map(({ step }) => step)).toEqual(['optOut', 'exclusion', 'safeguard', 'use']);
    expect([judged('a')?.unread, judged('b')?.unread.map(({ why }) => why)]).toEqual([[], ['denied']]);
    expect(judged('b')?.trace.at(-1)).toMatchObject({ step: 'evidence', says: 'unknown' });
    expect(judged('c')?.trace.at(-1)).toMatchObject({ step: 'candidate' });
  });
});
