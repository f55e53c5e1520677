/** Measured use: what a lost value, a wrong dimension and a wrong clock must never do. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Measured, Metric, Series, Silence } from '../../../src/core/measured/metric.ts';
import { metricsIn } from '../../../src/core/measured/metric.ts';
import { useOf } from '../../../src/core/measured/useOf.ts';

const DAY = 86_400_000;
const TODAY = Date.UTC(2026, 10, 27);
const NOW = TODAY + 15 * 3_600_000;
const FROM = TODAY - 454 * DAY;

const metric = (name: string, zone: string, more: Partial<Metric> = {}): Metric => ({
  namespace: 'AWS/NATGateway',
  name,
  dimensions: { NatGatewayId: 'nat-1', AvailabilityZone: zone },
  stat: 'Sum',
  unit: 'packets',
  words: 'packets',
  ...more,
});
const A = metric('PacketsOut', 'a');
const B = metric('PacketsOut', 'b');
const WITNESS = metric('Alive', 'a');
const zones = (silence: Silence = { means: 'unknown' }, sinceMs?: number): Measured => ({
  what: 'traffic',
  sets: [
    { of: 'zone a', metrics: [A] },
    { of: 'zone b', metrics: [B] },
  ],
  silence,
  ...(sinceMs === undefined ? {} : { sinceMs }),
});
const WITNESSED: Silence = { means: 'zero', witnesses: [WITNESS] };

type Days = ReadonlyMap<number, number>;
/** A value for each day of the last `count` days, the latest first; `used` days ago → value. */
function daily(count: number, used: Readonly<Record<number, number>> = {}): Days {
  return new Map(Array.from({ length: count }, (_, ago) => [TODAY - ago * DAY, used[ago] ?? 0]));
}
const without = (days: Days, ...ago: number[]) =>
  new Map([...days].filter(([day]) => !ago.includes((TODAY - day) / DAY)));
function judged(measured: Measured, given: ReadonlyMap<Metric, Days | Series>, now = NOW) {
  const series = (one: Metric) => {
    const days = given.get(one);
    return days && ('days' in days ? days : { days });
  };
  return useOf(measured, series, { now, from: FROM });
}
const both = (a: Days | Series, b: Days | Series = daily(455)) =>
  new Map<Metric, Days | Series>([
    [A, a],
    [B, b],
    [WITNESS, daily(455)],
  ]);
const lastOf = ({ last }: ReturnType<typeof useOf>) => last && [(TODAY - last.day) / DAY, last.isNow, last.by];

describe('a witness of each set', () => {
  const [OF_A, OF_B] = [metric('Alive', 'a'), metric('Alive', 'b')];
  const witnessed = (second: readonly Metric[] = [OF_B]): Measured => ({
    what: 'use',
    sets: [
      { of: 'a', metrics: [A], witnesses: [OF_A] },
      { of: 'b', metrics: [B], witnesses: second },
    ],
    silence: { means: 'zero', witnesses: 'ofEachSet' },
  });
  const alive = (a: Days, b: Days, used: Days = new Map()) =>
    new Map<Metric, Days>([
      [A, new Map()],
      [B, used],
      [OF_A, a],
      [OF_B, b],
    ]);

  test('A35 silence is zero where each set has a value of its own witness for each day', () => {
    expect(judged(witnessed(), alive(daily(455), daily(455)))).toEqual({ quiet: expect.stringContaining('no use') });
    expect(metricsIn(witnessed())).toEqual([A, OF_A, B, OF_B]);
  });

  test('Law 1 A35 the witness of one set says nothing about another', () => {
    expect(judged(witnessed(), alive(daily(455), new Map()))).toMatchObject({
      unknown: expect.stringContaining('no value of Alive'),
    });
    expect(lastOf(judged(witnessed(), alive(daily(455), without(daily(455), 40))))).toEqual([
      40,
      false,
      expect.any(String),
    ]);
  });

  test('Law 1 A35 a set without a witness is never silent', () => {
    expect(judged(witnessed([]), alive(daily(455), daily(455)))).toHaveProperty('unknown');
  });

  test('A35 a value of a witness is no use', () => {
    const busy = daily(455, { 3: 80 });
    expect(lastOf(judged(witnessed(), alive(busy, busy)))).toBeUndefined();
    expect(lastOf(judged(witnessed(), alive(busy, busy, new Map([[TODAY - 9 * DAY, 1]]))))).toEqual([
      9,
      false,
      expect.any(String),
    ]);
  });
});

describe('the last day of use', () => {
  test.each([
    ['today', 0, true],
    ['yesterday, whose values are not complete', 1, true],
    ['before', 2, false],
    ['a year ago', 400, false],
  ])('A22 %s', (_when, ago, isNow) => {
    expect(lastOf(judged(zones(), both(daily(455), daily(455, { [ago]: 3 }))))).toEqual([
      ago,
      isNow,
      expect.stringMatching(/^traffic on 202\d-\d\d-\d\d: 3 packets in zone b \(PacketsOut in CloudWatch\)$/),
    ]);
  });

  test('A22 none in 455 days, in any zone: none, and the proof is told', () => {
    expect(judged(zones(), both(daily(455)))).toEqual({ quiet: 'it had no traffic on any known day up to 2026-11-27' });
  });

  test('A22 a day below the least that is a use is none, in the zone with the most', () => {
    const least = (one: Metric): Metric => ({ ...one, useFrom: 10 });
    const [a, b] = [least(A), least(B)];
    const measured = { ...zones(), sets: [{ metrics: [a] }, { metrics: [b] }] };
    const read = (first: number, second: number) =>
      judged(measured, new Map([[a, daily(455, { 9: first })], [b, daily(455, { 9: second })]])); // biome-ignore format: a table
    expect(lastOf(read(6, 9))).toBeUndefined();
    expect(read(6, 9).quiet).toBe(
      'its traffic was at most 9 packets (PacketsOut in CloudWatch) a day up to 2026-11-27',
    );
    expect(lastOf(read(1, 10))?.[0]).toBe(9);
  });

  test('A22 metrics of one zone in one unit are added up', () => {
    const more = metric('PacketsIn', 'a', { useFrom: 10 });
    const one = { ...A, useFrom: 10 };
    const measured = { ...zones(), sets: [{ metrics: [one, more] }] };
    const found = judged(measured, new Map([[one, daily(455, { 5: 6 })], [more, daily(455, { 5: 4 })]])); // biome-ignore format: a table
    expect(lastOf(found)).toEqual([
      5,
      false,
      expect.stringContaining('10 packets (PacketsOut, PacketsIn in CloudWatch)'),
    ]);
  });
});

describe('Law 1', () => {
  test('Law 1 a series that begins in the middle was in use, as far as is known, the day before', () => {
    expect(lastOf(judged(zones(), both(daily(20))))).toEqual([
      20,
      false,
      'no value of PacketsOut in CloudWatch on 2026-11-07: it may have been in use',
    ]);
    expect(lastOf(judged(zones(), both(daily(20, { 4: 1 }))))?.[0]).toBe(4);
  });

  test.each<[string, Silence]>([
    ['no values', { means: 'unknown' }],
    ['no values of its witness', WITNESSED],
  ])('Law 1 another set of dimensions answers %s: unknown, with the use of the other zone', (_what, silence) => {
    const silent = both(new Map(), daily(455, { 40: 2 }));
    silent.set(WITNESS, new Map());
    const found = judged(zones(silence), silent);
    expect(found.unknown).toMatch(/^CloudWatch has no value of (PacketsOut|Alive) for 2026-11-25, and one that works/);
    expect(found.quiet).toBeUndefined();
    expect(lastOf(found)?.[0]).toBe(40);
  });

  test('Law 1 silence is zero where it is documented and a witness answered each day', () => {
    const found = judged(zones(WITNESSED), both(new Map(), new Map()));
    expect(found).toEqual({ quiet: 'it had no traffic on any known day up to 2026-11-27' });
    const less = both(new Map(), new Map());
    less.set(WITNESS, without(daily(455), 7));
    expect(lastOf(judged(zones(WITNESSED), less))?.[0]).toBe(7);
  });

  test.each([
    ['one set is missing in the answer', new Map([[A, daily(455)]]), /about PacketsOut is missing/],
    ['one set is partial', both({ days: daily(455), problem: 'is not complete (PartialData)' }), /PartialData/],
  ])('Law 1 %s: unknown', (_what, given, why) => {
    expect(judged(zones(), given).unknown).toMatch(why);
  });

  test('Law 1 without a set nothing is asked, and nothing known', () => {
    expect(judged({ ...zones(), sets: [] }, new Map()).unknown).toMatch(/its parts are not known/);
    expect(judged({ ...zones(), sets: [{ metrics: [] }] }, new Map()).unknown).toMatch(/its parts are not known/);
  });

  test('Law 1 what is not a whole day old was not measured', () => {
    expect(judged(zones({ means: 'unknown' }, NOW - DAY), both(daily(2), daily(2))).unknown).toMatch(
      /no whole day of it yet/,
    );
    const [old] = lastOf(judged(zones({ means: 'unknown' }, NOW - 10 * DAY), both(daily(9), daily(9)))) ?? [];
    expect(old).toBe(9);
    expect(judged(zones({ means: 'unknown' }, NOW - 10 * DAY), both(daily(10), daily(10)))).toEqual({
      quiet: 'it had no traffic on any known day up to 2026-11-27',
    });
  });

  test('Law 14 values of tomorrow: the clock of this machine is behind, and nothing is known', () => {
    const found = judged(zones(), both(daily(455)), NOW - 30 * DAY);
    expect(found.unknown).toMatch(/later than the clock of this machine/);
  });
});

describe('whatever is lost', () => {
  const days = fc.uniqueArray(fc.nat(454), { maxLength: 6 });
  const lost = fc.uniqueArray(fc.nat(454), { maxLength: 455 });
  /** The last day that counts as one of use: ms since the epoch; what is unknown counts as now. */
  const lastUse = (use: ReturnType<typeof useOf>) =>
    use.unknown === undefined ? (use.last?.day ?? Number.NEGATIVE_INFINITY) : NOW;
  const valuesOf = (ago: readonly number[]) => daily(455, Object.fromEntries(ago.map((one) => [one, 1])));

  test('Law 1 values that are lost, of some days or of all, never make the last use earlier', () => {
    fc.assert(
      fc.property(days, days, lost, lost, (a, b, lostOfA, lostOfB) => {
        const whole = judged(zones(), both(valuesOf(a), valuesOf(b)));
        // The values of today and yesterday may be late: then the day before counts.
        const [keptA, keptB] = [lostOfA, lostOfB].map((some) => some.filter((ago) => ago > 1));
        const less = judged(
          zones(),
          both(without(valuesOf(a), ...(keptA ?? [])), without(valuesOf(b), ...(keptB ?? []))),
        );
        expect(lastUse(less)).toBeGreaterThanOrEqual(Math.min(lastUse(whole), NOW));
      }),
    );
  });

  test('Law 1 where silence is zero, a day that is lost for every metric never makes the last use earlier', () => {
    fc.assert(
      fc.property(days, lost, (a, gone) => {
        const some = gone.filter((ago) => ago > 1);
        const given = (lose: readonly number[]) => {
          const all = both(without(valuesOf(a), ...lose), new Map());
          all.set(WITNESS, without(daily(455), ...lose));
          return judged(zones(WITNESSED), all);
        };
        expect(lastUse(given(some))).toBeGreaterThanOrEqual(Math.min(lastUse(given([])), NOW));
      }),
    );
  });

  test('Law 1 a problem in any one series makes it unknown, and a use that was read stays one', () => {
    fc.assert(
      fc.property(
        days,
        fc.constantFrom(...metricsIn(zones(WITNESSED))),
        fc.constantFrom('is missing', undefined),
        (a, odd, problem) => {
          const given = both(valuesOf(a), daily(455));
          if (problem === undefined) given.delete(odd);
          else given.set(odd, { days: new Map(), problem });
          const found = judged(zones(WITNESSED), given);
          expect(found.unknown).toBeDefined();
          expect(found.quiet).toBeUndefined();
          if (odd !== A && a.length > 0) expect(lastOf(found)?.[0]).toBe(Math.min(...a));
        },
      ),
    );
  });

  test('Law 14 a clock that is some days wrong, either way, never makes the last use earlier by more than that', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -400, max: 400 }), (a, step) => {
        const real = judged(zones(), both(valuesOf(a), daily(455)));
        const wrong = judged(zones(), both(valuesOf(a), daily(455)), NOW + step * DAY);
        // Ahead by up to two days the values still look late.
        if (Math.abs(step) > 2) expect(wrong.unknown).toBeDefined();
        else if (wrong.unknown === undefined) expect(lastUse(wrong)).toBeGreaterThanOrEqual(lastUse(real));
      }),
    );
  });
});

describe('something that was stopped', () => {
  const stopped = (ago: number): Measured => ({ ...zones(), endsMs: TODAY - ago * DAY + 3_600_000 });
  const silentSince = (ago: number) => without(daily(455), ...Array.from({ length: ago + 1 }, (_, each) => each));

  test('needs no values from the day of its stop on', () => {
    const days = silentSince(5);
    expect(judged(zones(), both(days, days)).unknown).toContain('no value');
    expect(judged(stopped(5), both(days, days))).toMatchObject({ quiet: expect.stringContaining('it had no traffic') });
  });

  test('needs one of each day before, and a day of use after it counts', () => {
    const early = silentSince(7);
    expect(judged(stopped(5), both(early, early)).unknown).toContain('no value');
    const used = new Map([...silentSince(5), [TODAY - 2 * DAY, 4]]);
    expect(lastOf(judged(stopped(5), both(used, silentSince(5))))?.[0]).toBe(2);
  });
});

describe('silence that nothing proves', () => {
  const unproven = zones({ means: 'unknown', because: 'nothing shows a use' });

  test('is unknown, whatever has a value; a use before it is one', () => {
    expect(judged(unproven, both(daily(455)))).toEqual({ unknown: 'nothing shows a use' });
    expect(judged(unproven, both(daily(455, { 9: 3 })))).toMatchObject({
      unknown: 'nothing shows a use',
      last: { isNow: false },
    });
  });
});
