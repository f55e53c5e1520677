import { describe, expect, test } from '@jest/globals';
import { StopError, stopReasonOf } from '../../../src/core/policy/stop.ts';
import {
  budgetOf,
  describeOverrun,
  outOfTime,
  overrunOf,
  rememberedOverrun,
} from '../../../src/core/policy/surveyBudget.ts';
import { OverBudget } from '../../../src/telemetry/overBudget.ts';
import { passRecord } from '../../support/queue.ts';

const LONGEST = { budgetMs: 2_000, isLongest: true };

describe('the time that a survey gets', () => {
  test.each([
    ['the first', undefined, { budgetMs: 250, isLongest: false }],
    ['after one that ran out', { budgetMs: 250, isLongest: false }, { budgetMs: 500, isLongest: false }],
    ['after one that had eight times as much', LONGEST, LONGEST],
    ['after work.budget was raised', { budgetMs: 10, isLongest: true }, { budgetMs: 250, isLongest: false }],
    ['after work.budget was lowered', { budgetMs: 9_000, isLongest: false }, LONGEST],
  ])('%s', (_name, overrun, given) => {
    expect(budgetOf(250, 'mark', overrun ? { overrun } : {})).toEqual(given);
  });

  test('a delete pass continues where it stopped, with the same budget', () => {
    expect(budgetOf(250, 'delete', { overrun: LONGEST }).budgetMs).toBe(250);
  });

  test('is forgotten only after a survey that took less than half of it', () => {
    expect([1_000, 1_001].map((tookMs) => rememberedOverrun(LONGEST, tookMs))).toEqual([undefined, LONGEST]);
  });

  test('counts as run out of only where the budget stopped it', () => {
    const reasons = [new StopError('budget', LONGEST), new StopError('shutdown'), new Error('budget')];
    expect(reasons.map((reason) => overrunOf('mark', reason))).toEqual([LONGEST, undefined, undefined]);
    expect(overrunOf('notify', reasons[0])).toBeUndefined();
  });
});

describe('a survey that needs longer than it ever gets', () => {
  const record = passRecord({ outcome: 'incomplete', overrun: LONGEST, problem: describeOverrun(LONGEST) });

  test('says which key to raise', () => {
    expect(outOfTime(record)).toMatch(/within 2 s .* 8 times work\.budget .* raise work\.budget and work\.deadline/);
  });

  test('a pass that failed for another reason is not out of time', () => {
    expect(outOfTime({ ...record, problem: 'ec2:DescribeImages is denied' })).toBeUndefined();
  });

  test('is on the readiness page until a survey ends, or for an hour', () => {
    const page = new OverBudget();
    page.see(record);
    expect([page.text(0), page.text(3_599_999), page.text(3_600_000)]).toEqual([
      expect.stringContaining('aws:test:us-east-1:image: the survey did not finish within 2 s'),
      expect.any(String),
      undefined,
    ]);
    page.see(passRecord());
    expect(page.text(0)).toBeUndefined();
  });
});

test('work that was stopped says why, and work that ended for another reason says nothing of that', () => {
  const stopped = (reason?: unknown) => stopReasonOf(AbortSignal.abort(reason));
  expect([stopped(new StopError('lock')), stopped(new Error('lock')), stopped()]).toEqual([
    'lock',
    undefined,
    undefined,
  ]);
  expect(stopReasonOf(new AbortController().signal)).toBeUndefined();
  expect([`${new StopError('budget')}`, new StopError('budget').name]).toEqual(['budget', 'StopError']);
  expect(new StopError('budget').overrun).toBeUndefined();
});
