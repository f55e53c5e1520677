/** What a held mark becomes in the store: each change counts its revision up, or a writer at the same time is not seen. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { type Mark, newMark } from '../../../src/core/mark/mark.ts';
import type { Applied, Transition } from '../../../src/core/ports/ports.ts';
import { rememberEnded, waitForUsers, withoutWaits } from '../../../src/lifecycle/deletion/waiting.ts';
import { NOW, resource } from '../../support/evaluation.ts';
import { workConfiguration } from '../../support/queue.ts';

type Pass = Parameters<typeof withoutWaits>[0];
type Verdict = Parameters<typeof waitForUsers>[2];

const HOUR = 3_600_000;
const wc = workConfiguration();
const user = { type: 'autoScalingGroup', id: 'web', by: 'group web', findings: {}, dueAt: NOW + HOUR };

function markOf(change: Partial<Mark>): Mark {
  const reasons = ['nothing else uses it'];
  const nominated = { namespace: wc.namespace, resource: resource('a'), reasons, ownerVia: 'tag owner' };
  return { ...newMark({ ...nominated, projectedDeletionAt: NOW }, 'first', NOW), revision: 7, ...change };
}

let stored: Transition[];
let answer: Applied;
let counts: { conflicts: number; waiting?: number };
let pass: Pass;

beforeEach(() => {
  [stored, answer, counts] = [[], 'applied', { conflicts: 0 }];
  const marks = {
    async apply(_namespace: string, [transition]: readonly [Transition]) {
      stored.push(transition);
      return [answer];
    },
  };
  const deps = { marks, clock: { now: () => NOW } };
  pass = { deps, wc, lease: {}, passId: 'p-1', evidence: new Map(), counts } as unknown as Pass;
});

test('a mark that waits for a user has the next revision, the later date and a next attempt, and is counted', async () => {
  const mark = markOf({});
  await waitForUsers(pass, mark, { waitsFor: [user] } as unknown as Verdict);
  expect(stored[0]?.after).toMatchObject({ revision: 8, projectedDeletionAt: NOW + HOUR });
  expect(stored[0]?.after?.nextAttemptAt).toBe(NOW + Math.min(5 * 60_000, wc.everyMs.delete));
  await waitForUsers(pass, mark, { waitsFor: [user] } as unknown as Verdict);
  expect(counts.waiting).toBe(2);
});

test('a date is never moved in for a user that is due sooner', async () => {
  const mark = markOf({ projectedDeletionAt: NOW + 2 * HOUR });
  await waitForUsers(pass, mark, { waitsFor: [user] } as unknown as Verdict);
  expect(stored[0]?.after?.projectedDeletionAt).toBe(NOW + 2 * HOUR);
});

test('a mark whose users are gone waits for none, has no problem and the next revision', async () => {
  const mark = markOf({ waitsFor: [user], problem: 'waits: group web' });
  const free = await withoutWaits(pass, mark);
  expect(stored[0]?.audit).toMatchObject({ event: 'refreshed', reason: 'no longer used: group web' });
  expect(free).toMatchObject({ revision: 8, waitsFor: [] });
  expect(free).not.toHaveProperty('problem');
  expect(stored[0]?.after).toEqual(free);
});

test('a mark that changed meanwhile, when its users were gone, takes no further part', async () => {
  answer = 'conflict';
  expect(await withoutWaits(pass, markOf({ waitsFor: [user] }))).toBeUndefined();
  expect(counts.conflicts).toBe(1);
});

test.each([undefined, []])('a mark that waits for %j is not stored again', async (waitsFor) => {
  const mark = markOf(waitsFor === undefined ? {} : { waitsFor });
  expect(await withoutWaits(pass, mark)).toBe(mark);
  expect(stored).toEqual([]);
});

test('its history says after whom it waits', async () => {
  const other = { ...user, id: 'api', by: 'group api', why: 'denied' };
  await waitForUsers(pass, markOf({}), { waitsFor: [user, other] } as unknown as Verdict);
  const reason = 'waits: after group web; waits: after group api (denied)';
  expect(stored[0]?.audit).toMatchObject({ event: 'deferred', reason });
  expect(stored[0]?.after?.problem).toBe(reason);
});

describe('the measure for later reads of evidence', () => {
  type Survey = Parameters<typeof rememberEnded>[1] & {};
  const survey = { passId: 's', baseline: { listed: 9, findings: { groups: 8, gateways: 5 } } } as unknown as Survey;
  const ended = (sources: Record<string, number>) =>
    ({ ended: sources }) as unknown as Parameters<typeof rememberEnded>[2];
  let recorded: Survey[];
  const remember = (
    ...[of, holders, counts]: [Survey | undefined, Parameters<typeof rememberEnded>[2], Record<string, number>]
  ) => {
    recorded = [];
    const passes = { record: async (record: Survey) => recorded.push(record) };
    return rememberEnded({ ...pass, deps: { ...pass.deps, passes } } as unknown as Pass, of, holders, counts);
  };

  test('Law 1 is what is left where Holystone itself deleted the users, and as before for every other source', async () => {
    await remember(survey, ended({ groups: 3 }), { groups: 5, gateways: 0 });
    expect(recorded).toEqual([{ ...survey, baseline: { listed: 9, findings: { groups: 5, gateways: 5 } } }]);
  });

  test.each<[string, Survey | undefined, Parameters<typeof rememberEnded>[2], Record<string, number>]>([
    ['Holystone deleted no users', survey, ended({}), { groups: 0 }],
    ['the type waits for no other', survey, undefined, { groups: 0 }],
    ['their source was not read', survey, ended({ groups: 3 }), {}],
    ['no survey has stored one', { passId: 's' } as unknown as Survey, ended({ groups: 3 }), { groups: 5 }],
    ['there was no survey', undefined, ended({ groups: 3 }), { groups: 5 }],
  ])('Law 1 stays where %s', async (_why, of, holders, counts) => {
    await remember(of, holders, counts);
    expect(recorded).toEqual([]);
  });
});
