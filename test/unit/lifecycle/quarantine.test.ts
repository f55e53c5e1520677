/** The step before a deletion: when it is next, whether it is in effect, and what becomes of a mark whose resource left it. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { ReadError } from '../../../src/core/common/errors.ts';
import type { Verdict } from '../../../src/core/evaluation/verdict.ts';
import { intendDeletion } from '../../../src/core/mark/intent.ts';
import { type Mark, newMark } from '../../../src/core/mark/mark.ts';
import type { QuarantineStanding } from '../../../src/core/mark/quarantine.ts';
import type { Applied, Transition } from '../../../src/core/ports/ports.ts';
import type { AuditEntry } from '../../../src/core/resource/audit.ts';
import {
  isAsPromised,
  isPutAway,
  isQuarantined,
  isQuarantineInEffect,
  release,
  settle,
  stepOf,
  undoneByOthers,
} from '../../../src/lifecycle/deletion/quarantine.ts';
import { DAY, NOW, resource } from '../../support/evaluation.ts';
import { workConfiguration } from '../../support/queue.ts';

type Pass = Parameters<typeof isAsPromised>[0];
type Opened = Parameters<typeof isAsPromised>[1];
type Session = Parameters<typeof release>[2];

const MINUTE = 60_000;
const wc = workConfiguration();
const { namespace } = wc;
const there = resource('a', { aliases: ['ami-a', 'a tag'] });
const quarantine = { at: NOW - DAY, until: NOW };

function markOf(change: Partial<Mark> = {}): Mark {
  const reasons = ['nothing uses it'];
  const nominated = { namespace, resource: there, reasons, ownerVia: 'tag owner' };
  return { ...newMark({ ...nominated, projectedDeletionAt: NOW }, 'first', NOW - 20 * DAY), ...change };
}
const put = markOf({ quarantine });
const begun = intendDeletion(markOf(), 'p-0', NOW - MINUTE, 'quarantine');

/** What the provider answers, or throws. */
let answer: QuarantineStanding | Error;
/** The questions: id, and the step before which each was asked. */
let asked: (string | undefined)[][];
let stored: Transition[];
let applied: Applied;
let used: [string, readonly string[], number][];
let said: Partial<AuditEntry>[];
let warned: unknown[][];
let removed: [string, readonly string[]][];
let counts: Record<string, number>;
let retriedFor: Map<string, number>;
let releases: 'works' | 'fails' | 'is not recorded';

beforeEach(() => {
  [answer, asked, stored, applied, used, said, warned, removed] = [
    { kind: 'inEffect' },
    [],
    [],
    'applied',
    [],
    [],
    [],
    [],
  ];
  [counts, retriedFor, releases] = [{ unmarked: 0, retried: 0, conflicts: 0 }, new Map(), 'works'];
});

const session = {
  quarantine: {
    async standing({ id }: { readonly id: string }, of: unknown, before?: string) {
      asked.push([id, before]);
      expect(of).toBe(quarantine);
      if (answer instanceof Error) throw answer;
      return answer;
    },
    async release() {
      if (releases === 'fails') throw new Error('ec2:EnableImage is denied');
      return 'enabled again';
    },
  },
} as unknown as Session;
const deps = {
  clock: { now: () => NOW },
  marks: {
    async apply(_namespace: string, [transition]: readonly [Transition]) {
      stored.push(transition);
      return [applied];
    },
  },
  lastUsed: { seen: async (...use: (typeof used)[number]) => void used.push(use) },
  audit: { log: (entry: AuditEntry) => void said.push(entry) },
  log: { warn: (...words: unknown[]) => void warned.push(words) },
  quarantines: {
    async remove(...of: (typeof removed)[number]) {
      if (releases === 'is not recorded') throw new Error('Redis is away');
      removed.push(of);
    },
  },
};
const pass = () => ({ deps, wc, passId: 'p-1', evidence: new Map(), counts, retriedFor, lease: {} }) as unknown as Pass;
const opened = (of: Session = session) => ({ session: of }) as unknown as Opened;
const none = {} as Session;
const wasDenied = () => new ReadError('the read was denied', { problem: 'denied' });

test.each<[string, number | undefined, Session, Mark, string]>([
  ['is the quarantine where one is configured and the type has one', DAY, session, markOf(), 'quarantine'],
  ['is the deletion after it', DAY, session, put, 'deletion'],
  ['is the deletion where none is configured', undefined, session, markOf(), 'deletion'],
  ['is the deletion where the type has none', DAY, none, markOf(), 'deletion'],
])('L12 the next step of a due mark %s', (_what, quarantineMs, of, mark, step) => {
  const asks = workConfiguration(quarantineMs === undefined ? {} : { quarantineMs });
  expect(stepOf(asks, of, mark)).toBe(step);
});

describe('a notice that names a quarantine', () => {
  const notice = { shownAt: NOW, deletionAt: NOW + 3 * DAY, sentAt: NOW - DAY, validUntil: NOW + 20 * DAY };
  const promised = markOf({ state: 'noticed', notice: notice as unknown as NonNullable<Mark['notice']> });

  test('L12 is kept where none is configured any more: the mark waits until the date of its deletion', async () => {
    expect(await isAsPromised(pass(), opened(), promised)).toBe(false);
    const end = new Date(NOW + 3 * DAY).toISOString();
    const reason = `its notice names a quarantine, which is no longer configured, and its deletion on ${end}`;
    expect(stored[0]?.after?.projectedDeletionAt).toBe(NOW + 3 * DAY);
    expect(stored[0]?.audit).toMatchObject({ event: 'deferred', reason });
  });

  test('L12 holds nothing up before the step itself, or after that date', async () => {
    const asks = { ...pass(), wc: workConfiguration({ quarantineMs: DAY }) };
    expect(await isAsPromised(asks, opened(), promised)).toBe(true);
    const over = markOf({ state: 'noticed', notice: { ...notice, deletionAt: NOW - 1 } as never });
    expect(await isAsPromised(pass(), opened(), over)).toBe(true);
    expect(stored).toEqual([]);
  });
});

describe('before a deletion', () => {
  const isInEffect = (mark: Mark, of = session) => isQuarantineInEffect(pass(), opened(of), mark, there);

  test('L12 a quarantine has to be in effect, and its provider knows that a deletion follows', async () => {
    expect(await isInEffect(put)).toBe(true);
    expect([asked, stored]).toEqual([[['a', 'deletion']], []]);
  });

  test('L12 a mark without a quarantine, or a type without one, needs no look', async () => {
    expect(await isInEffect(markOf())).toBe(true);
    expect(await isInEffect(put, none)).toBe(true);
    expect(asked).toEqual([]);
  });

  test.each<[QuarantineStanding | Error, string, number]>([
    [{ kind: 'pending', why: 'a part is still on' }, 'a part is still on', 10],
    [wasDenied(), 'it is unknown whether it is still in quarantine: the read was denied', 10],
    [{ kind: 'failed', why: 'the step failed' }, 'the step failed', 5],
  ])('L12 %p: it waits', async (is, why, minutes) => {
    answer = is;
    expect(await isInEffect(put)).toBe(false);
    const isAgain = minutes === 5;
    expect(stored[0]?.after).toMatchObject({ problem: why, nextAttemptAt: NOW + minutes * MINUTE, attempts: 1 });
    expect(stored[0]?.after?.quarantine).toEqual(isAgain ? undefined : quarantine);
    expect(stored[0]?.audit).toMatchObject({ event: 'deferred', reason: why });
    expect([retriedFor, used, said]).toEqual([new Map([[why, 1]]), [], []]);
  });

  test('L12 an error that is no failed read ends the pass', async () => {
    answer = new Error('a mistake of ours');
    await expect(isInEffect(put)).rejects.toThrow('a mistake of ours');
  });

  test.each(['undone', 'ended'] as const)('L12 one that is %s ends the mark; only the first is a use', async (kind) => {
    answer = { kind, why: 'it is out' };
    expect(await isInEffect(put)).toBe(false);
    expect(stored).toEqual([expect.objectContaining({ id: 'a', before: put, after: undefined })]);
    expect(stored[0]?.audit).toMatchObject({ event: 'unmarked', reason: 'it is out' });
    expect(used).toEqual(kind === 'undone' ? [[namespace, ['ami-a'], NOW]] : []);
    expect(said).toEqual([
      {
        at: NOW,
        namespace,
        id: 'a',
        event: 'released',
        actor: 'holystone',
        passId: 'p-1',
        reason: 'enabled again; it is out',
      },
    ]);
    expect([counts.unmarked, counts.retried, removed]).toEqual([1, 0, [[namespace, ['a']]]]);
  });

  test('L12 a mark that another process changed meanwhile is not counted', async () => {
    applied = 'conflict';
    await settle(pass(), session, put, there, { kind: 'undone', why: 'it is out' });
    expect([counts.unmarked, counts.conflicts]).toEqual([0, 1]);
  });
});

test('L12 the tag on a resource says that Holystone put it there', () => {
  expect(isQuarantined(there)).toBe(false);
  expect(isQuarantined(resource('a', { tags: { 'holystone:quarantine': '' } }))).toBe(true);
});

test.each<[string, Mark, boolean]>([
  ['its step is done', put, true],
  ['its step was begun', begun, true],
  ['its deletion was begun', intendDeletion(put, 'p-0', NOW), false],
  ['its deletion was begun, and the mark has lost the intent', { ...put, state: 'deleting' }, false],
  ['nothing was begun', markOf(), false],
])('L12 whether it is put away: %s', (_what, mark, is) => {
  expect(isPutAway(mark)).toBe(is);
});

describe('a survey of what is marked', () => {
  const verdict = (kind: Verdict['kind']): Verdict => ({
    id: 'a',
    kind,
    decidedBy: 'candidate',
    reasons: ['nothing uses it'],
    usedBy: [],
    trace: [],
    unread: [],
    waivedEvidence: [],
  });
  const judged = (kind: Verdict['kind'] = 'candidate', of = there) =>
    new Map([['a', { resource: of, verdict: verdict(kind) }]]) as unknown as Parameters<typeof undoneByOthers>[3];
  const undone = (mark: Mark, of = judged(), by = session) =>
    undoneByOthers(deps as unknown as Parameters<typeof undoneByOthers>[0], by, [mark], of);

  test.each(['undone', 'ended'] as const)('L12 keeps a candidate that is %s; only the first is a use', async (kind) => {
    answer = { kind, why: 'it is out' };
    const found = (await undone(put)).get('a');
    expect(found?.resource).toBe(there);
    expect(found?.verdict).toMatchObject({ kind: 'keep', decidedBy: 'use', reasons: ['it is out'] });
    expect(used).toEqual(kind === 'undone' ? [[namespace, ['ami-a'], NOW]] : []);
    expect(asked).toEqual([['a', undefined]]);
  });

  test.each<[string, QuarantineStanding | Error]>([
    ['in effect', { kind: 'inEffect' }],
    ['not complete', { kind: 'pending', why: 'a part is still on' }],
    ['unreadable', wasDenied()],
    ['to be repeated', { kind: 'failed', why: 'the step failed' }],
  ])('L12 leaves one as it was judged whose quarantine is %s', async (_what, is) => {
    answer = is;
    expect([(await undone(put)).size, used, asked]).toEqual([0, [], [['a', undefined]]]);
  });

  test.each<[string, Mark, Parameters<typeof undoneByOthers>[3], Session]>([
    ['one that is no candidate', put, judged('keep'), session],
    ['another resource with its id', put, judged('candidate', resource('a', { identity: 'another' })), session],
    ['what was not judged', put, new Map(), session],
    ['one whose step was only begun', begun, judged(), session],
    ['one that was never put away', markOf(), judged(), session],
    ['a type without a quarantine', put, judged(), none],
  ])('L12 asks nothing about %s', async (_what, mark, of, by) => {
    answer = { kind: 'undone', why: 'it is out' };
    expect([(await undone(mark, of, by)).size, used, asked]).toEqual([0, [], []]);
  });
});

describe('a release', () => {
  const released = (by = session) =>
    release(deps as unknown as Parameters<typeof release>[0], namespace, by, there, {
      reason: 'needed',
      actor: 'olga',
    });

  test('L12 that fails says so, and is tried again', async () => {
    releases = 'fails';
    expect(await released()).toBe(false);
    expect(warned).toEqual([
      [
        { namespace, id: 'a', problem: 'ec2:EnableImage is denied' },
        'it could not be released from quarantine; Holystone will try again',
      ],
    ]);
    expect([said, removed]).toEqual([[], []]);
  });

  test('L12 is one even where the record cannot be removed; whoever asked is in the log', async () => {
    releases = 'is not recorded';
    expect(await released()).toBe(true);
    expect(said).toEqual([expect.objectContaining({ actor: 'olga', reason: 'enabled again; needed' })]);
  });

  test('L12 of a type without a quarantine is none', async () => {
    expect([await released(none), warned]).toEqual([false, []]);
  });
});
