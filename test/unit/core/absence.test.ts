import { describe, expect, it } from '@jest/globals';
import type { SourcedFinding } from '../../../src/core/common/finding.ts';
import {
  absencesIn,
  type Existence,
  existenceIn,
  knownExistence,
  NO_EXISTENCE,
} from '../../../src/core/resource/absence.ts';
import type { Span } from '../../../src/core/resource/unused.ts';
import { NOW } from '../../support/evaluation.ts';

const HOUR = 3_600_000;
const CLUSTER = 'cluster/shop@vpc-1';

function finding(says: SourcedFinding['says'], alias = CLUSTER): SourcedFinding {
  return { alias, says, by: 'cluster shop', source: 'clusters', place: { account: 'test', location: 'us-east-1' } };
}

function absence(recorded: Existence | undefined, unobserved: readonly Span[] = [], findings = [finding('gone')]) {
  const existence = new Map(recorded ? [[CLUSTER, recorded]] : []);
  return absencesIn(findings, knownExistence([{ existence, unobserved }], NOW));
}

describe('the absence of a thing that resources belong to', () => {
  it('C5 an absence lasts 0 ms at the first survey that sees it', () => {
    expect(absence(undefined)).toEqual([{ alias: CLUSTER, by: 'cluster shop', forMs: 0, wasSeen: false }]);
  });

  it('C5 an absence lasts since the first survey that saw it', () => {
    expect(absence({ goneSince: NOW - 24 * HOUR })).toMatchObject([{ forMs: 24 * HOUR, wasSeen: false }]);
  });

  it('C5 an absence does not begin before a survey last saw the thing exist', () => {
    expect(absence({ goneSince: NOW - 24 * HOUR, existedAt: NOW - 2 * HOUR })).toMatchObject([
      { forMs: 2 * HOUR, wasSeen: true },
    ]);
  });

  it('C5 time without a survey does not count as absence', () => {
    const unobserved = [{ from: NOW - 20 * HOUR, to: NOW - 5 * HOUR }];
    expect(absence({ goneSince: NOW - 24 * HOUR }, unobserved)).toMatchObject([{ forMs: 9 * HOUR }]);
  });

  it('C5 a record from the future counts as now', () => {
    expect(absence({ goneSince: NOW + HOUR })).toMatchObject([{ forMs: 0 }]);
    expect(absence({ goneSince: NOW - HOUR, existedAt: NOW + HOUR })).toMatchObject([{ forMs: 0 }]);
  });

  it('C5 nothing is absent without a finding of now, whatever surveys recorded', () => {
    expect(absence({ goneSince: NOW - 24 * HOUR }, [], [])).toEqual([]);
    expect(absence({ goneSince: NOW - 24 * HOUR }, [], [finding('used')])).toEqual([]);
  });

  it('C5 a thing that exists by any finding is not gone', () => {
    const both = [finding('gone'), finding('exists'), finding('gone', 'cluster/other')];
    expect(absence({ goneSince: NOW - 24 * HOUR }, [], both).map(({ alias }) => alias)).toEqual(['cluster/other']);
    expect(existenceIn(both)).toEqual({ gone: new Set(['cluster/other']), existing: new Set([CLUSTER]) });
  });

  it('C5 a thing that is used or only unknown is neither gone nor existing, also beside one that is gone', () => {
    const all = [finding('gone', 'cluster/other'), finding('used'), finding('unknown'), finding('lastUsed')];
    expect(absence({ goneSince: NOW - 24 * HOUR }, [], all).map(({ alias }) => alias)).toEqual(['cluster/other']);
    expect(existenceIn(all)).toEqual({ gone: new Set(['cluster/other']), existing: new Set() });
    expect(existenceIn([finding('used')])).toEqual(NO_EXISTENCE);
  });

  it('C5 without any record a thing that is gone now was never seen, and what its finding warns of stays', () => {
    const cautions = [{ code: 'words', values: { words: 'its name was used again' } }] as const;
    expect(absencesIn([{ ...finding('gone'), cautions }], undefined)).toEqual([
      { alias: CLUSTER, by: 'cluster shop', forMs: 0, wasSeen: false, cautions },
    ]);
  });

  it('C5 of several namespaces that saw it exist the last one counts, in whatever order they are', () => {
    const record = (existedAt: number) => ({ existence: new Map([[CLUSTER, { existedAt }]]), unobserved: [] });
    const gone = { existence: new Map([[CLUSTER, { goneSince: NOW - 24 * HOUR }]]), unobserved: [] };
    const records = [record(NOW - 9 * HOUR), record(NOW - 3 * HOUR), gone];
    for (const order of [records, records.toReversed()]) {
      expect(knownExistence(order, NOW).get(CLUSTER)?.absentMs).toBe(3 * HOUR);
    }
  });

  it('C5 surveys of several namespaces count: the longest absence, after the last time that any of them saw it exist', () => {
    const record = (recorded: Existence, unobserved: readonly Span[] = []) => ({
      existence: new Map([[CLUSTER, recorded]]),
      unobserved,
    });
    const own = record({ goneSince: NOW - 2 * HOUR }, [{ from: NOW - 24 * HOUR, to: NOW - 1 * HOUR }]);
    const first = record({ goneSince: NOW - 24 * HOUR });
    expect(knownExistence([own, first], NOW).get(CLUSTER)).toEqual({ absentMs: 24 * HOUR, wasSeen: false });
    const seen = record({ existedAt: NOW - 3 * HOUR });
    expect(knownExistence([own, first, seen], NOW).get(CLUSTER)).toEqual({ absentMs: 3 * HOUR, wasSeen: true });
  });
});
