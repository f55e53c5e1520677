/** Which of two names is later, and where the names alone do not say. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isLater, laterFirst } from '../../../src/core/evaluation/nameOrder.ts';
import { orderedNames } from '../../../src/core/evaluation/nameSeries.ts';

/** @param beside other names of the same repository */
function isNewer(later: string, earlier: string, beside: readonly string[] = []): boolean {
  const [a, b] = orderedNames([later, earlier, ...beside]);
  return a !== undefined && b !== undefined && isLater(a, b);
}

const HASHES = ['sha-3f2a9c1', 'sha-9b8d7e6'];

describe('R3 a later name', () => {
  test.each([
    ['v1.10', 'v1.9'],
    ['1.20', '1.3'],
    ['v2', 'v1.99.7'],
    ['1.3', '1.2.9'],
    ['v1.0.1', 'v1.0.0-rc.1'],
    ['v1.0.0', 'v1.0.0-rc.1'],
    ['v1.0.0-rc.1', 'v1.0.0-beta.4'],
    ['v1.0.0-rc.10', 'v1.0.0-rc.9'],
    ['1.0rc2', '1.0rc1'],
    ['2.0.0-SNAPSHOT', '1.9.0'],
    ['2.0.0', '2.0.0-snapshot'],
    ['1.1.0-alpine', '1.0.9-alpine'],
    ['1.1.0-rc.1-alpine', '1.0.9-alpine'],
    ['pipeline-1002', 'pipeline-1001'],
    ['pipeline-10000', 'pipeline-9999'],
    ['build-1600000002', 'build-999999999'],
    ['main-20260102-3f2a9c1', 'main-20260101-9b8d7e6'],
    ['2026-01-02', '2025-12-31'],
    ['2026.1.2', '2025.12.31'],
    ['20260102T101112Z', '20260102T091112Z'],
    ['20260102-101112', '20260102-091112'],
    ['2026-01-02T10-11', '2026-01-02T10-09'],
    ['1.4.0-3-g3f2a9c1', '1.4.0-2-g9b8d7e6'],
    ['V1.10', 'v1.9'],
    ['1.10-2026.01.02', '1.9-2026.02.01'],
    ['0.0.2-11-gc6093c2', '0.0.2-2-g18aa031'],
    ['release-0.24.1', 'release-0.23.5'],
    ['24.10', '24.04'],
    ['15.0.2070', '15.0.2000'],
    ['mariadb-10-11', 'mariadb-9-12'],
    ['2026-01-02T10-11', '2026-01-02T09-13'],
    ['run-10000000001', 'run-9999999999'],
    ['1.31.13', '1.30.14'],
    ['2024-q2', '2024-q1'],
    ['1.2.27', '1.2.26'],
    ['1.3.14', '1.2.13'],
  ])('R3 %s is later than %s', (later, earlier) => {
    expect([isNewer(later, earlier), isNewer(earlier, later)]).toEqual([true, false]);
  });

  test.each([
    ['names of two series', 'main-7', 'release-3'],
    ['a name without a number', 'stable', 'v1.2'],
    ['a variant and the plain one', '1.3-alpine', '1.2'],
    ['a name that may move with the other', '1.2', '1.2.9'],
    ['the same number written in two ways', 'v01', 'v1'],
    ['two hashes', '3f2a9c1', '9b8d7e6'],
    ['hashes in the middle', 'sha-3f2a9c1-2', 'sha-9b8d7e6-1'],
    ['one day and two hashes', 'main-20260102-3f2a9c1', 'main-20260102-9b8d7e6'],
    ['two random ids', 'k3j9x2', 'k5j1x8'],
    ['two UUIDs', '550e8400-e29b-41d4-a716-446655440000', '660e8400-e29b-41d4-a716-446655440000'],
    ['a date and a counter', 'build-20260102', 'build-7'],
    ['a time and a counter', 'build-1700000000', 'build-57'],
    ['a day and a minute', '20260102', '202601021011'],
    ['versions by date and by number', '2026.1.2', '3.0.1'],
    ['a release and what comes after it', '1.0.0', '1.0.0-5'],
    ['two kinds of early releases', '1.0.0-pre.2', '1.0.0-rc.1'],
    ['days before months before years', 'RLA2-31012026', 'RLA2-05022026'],
    ['such days with signs between', 'nightly_31.01.2026', 'nightly_05.02.2026'],
    ['days before names of months', '31-jan-2026', '05-feb-2026'],
    ['days without a century', 'build310126', 'build050226'],
    ['such days with signs between, and a counter', '31-01-2026-3', '05-02-2026-4'],
    ['days without a century and with signs', '31-01-26', '05-02-26'],
    ['days without a century and with dots', 'v31.01.26', 'v05.02.26'],
    ['days without zeros before and without a century', '31.1.26', '2.2.26'],
    ['months without zeros before days', 'v1.31.26', 'v2.1.26'],
    ['days behind a version', '1.4.31.01.2026', '1.4.05.02.2026'],
    ['a day, a month by name, a year of two digits', '31-jan-26', '05-jan-27'],
    ['a month by name before the day', 'jan-31-2026', 'jan-05-2027'],
    ['months before years', '12-2025', '01-2026'],
    ['months before years, without a sign', '122025', '012026'],
    ['months before years, with a dot', 'r12.2025', 'r01.2026'],
    ['months before years of two digits', '12-25', '01-26'],
    ['quarters before years', 'q4-2025', 'q1-2026'],
    ['weeks before years of two digits', 'kw52-25', 'kw2-26'],
    ['days of two years', 'nightly-31-12', 'nightly-01-01'],
    ['milliseconds and seconds', 'build-1700000000000', 'build-1760000000'],
    ['two commits of digits only', 'git-7654321', 'git-1234567'],
    ['builds of one version by hash', '1.9--h91753b0_8', '1.9--h43f6869_9'],
    ['a number of another team', 'v0.999-bob', 'v0.49.1'],
    ['nothing', '', ''],
  ])('R3 %s have no order: %s, %s', (_what, one, other) => {
    expect([isNewer(one, other), isNewer(other, one)]).toEqual([false, false]);
  });

  test('R3 a hash of digits only is no number where others of its length are hashes', () => {
    expect(isNewer('sha-7654321', 'sha-1234567', HASHES)).toBe(false);
    expect(isNewer('pipeline-7654321', 'pipeline-1234567', HASHES)).toBe(true);
    expect(isNewer('20260102', '20260101', ['3f2a9c1d'])).toBe(true);
  });

  test('R3 six digits are a number where one of their place can be no day', () => {
    expect(isNewer('pipeline-310126', 'pipeline-050226', ['pipeline-204980'])).toBe(true);
  });
});

describe('R3 of any names', () => {
  const piece = fc.constantFrom(
    'v',
    '-',
    '.',
    'rc',
    '-rc.',
    '-beta',
    '0',
    '1',
    '9',
    '10',
    '2026',
    '20260102',
    '3f2a9c1',
  );
  const names = fc.array(
    fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join('')),
    { minLength: 1, maxLength: 12 },
  );

  test('R3 one is later than no other: the order has no circle', () => {
    fc.assert(
      fc.property(names, (given) => {
        const parsed = orderedNames(given);
        let left = parsed;
        while (left.length > 0) {
          const rest = left.filter((one) => left.some((other) => isLater(one, other)));
          expect(rest.length).toBeLessThan(left.length);
          left = rest;
        }
      }),
    );
  });

  test('R3 sorted by one series, no name is later than one before it', () => {
    fc.assert(
      fc.property(names, (given) => {
        const parsed = orderedNames(given);
        const series = parsed.filter((one) => one.series === parsed[0]?.series).sort(laterFirst);
        const wrong = series.filter((one, index) => series.slice(0, index).some((before) => isLater(one, before)));
        expect(wrong).toEqual([]);
      }),
    );
  });
});
