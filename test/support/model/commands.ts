/** The possible commands, as plain JSON: a failure prints them, to be pasted into the list of regressions. */
import fc from 'fast-check';
import { STATEMENTS, type Statement } from '../../../src/core/mark/ownerResponse.ts';
import type { Action } from '../../../src/core/policy/workConfiguration.ts';
import { ANSWERS, type Answer, LOCATIONS, type Location } from './things.ts';

export const IDS = ['a', 'b', 'c'] as const;
const OWNERS = ['ann@example.com', 'bob@example.com', ''] as const;
/** Possible recipients of mail: also the fallback, for resources without an owner. */
export const NOTIFIED = ['ann@example.com', 'bob@example.com', 'cloud@example.com'] as const;
const MAILS = ['refused', 'lost'] as const;
/** What each instance runs. */
export const PROGRAMS = ['old', 'new'] as const;
export type Program = (typeof PROGRAMS)[number];
/**
 * Kinds of keys that Redis may lose without the others; `outboxes`: those of all owners. Decisions are none: who remembers
 * one puts it back, and the model does not know who does.
 */
export const LOST = ['marks', 'schedule', 'retry', 'refused', 'record', 'pass', 'outboxes', 'outboxIndex'] as const;

/** `notesFail`: only the notes of the other account; `accountFails`: all reads of that account fail. */
const BREAKS = ['evidenceFails', 'readsFail', 'evidenceEmpty', 'notesFail', 'accountFails'] as const;

type Here = { readonly at: Location; readonly id: string };

/** Acts of other people and of the world; they may also happen in the middle of an instance's work. */
export type Event =
  | ({ readonly do: 'add' | 'use' | 'leave' | 'remove' | 'replace' | 'undo' | 'enable' } & Here)
  /** Another account, with which it is not shared, notes it as its own, or removes the note. */
  | ({ readonly do: 'note' | 'strike' } & Here)
  /** From now on the cloud refuses every request about it, or none. */
  | ({ readonly do: 'refuse' | 'allow' } & Here)
  /** From now on the transport refuses every message to this owner, or none. */
  | { readonly do: 'transport'; readonly owner: (typeof NOTIFIED)[number]; readonly refuses: boolean }
  /** The clock of an instance is this much ahead; 0 = correct. */
  | { readonly do: 'clock'; readonly who: number; readonly aheadDays: number }
  /** The lines of an instance cannot be written from now on, or can be again. */
  | { readonly do: 'log'; readonly who: number; readonly isDead: boolean }
  /** An instance that does nothing just now is replaced by one of this program. */
  | { readonly do: 'upgrade'; readonly who: number; readonly to: Program }
  | ({ readonly do: 'own'; readonly owner: string } & Here)
  | ({ readonly do: 'optOut'; readonly days: number | 'forever'; readonly who: number } & Here)
  | { readonly do: 'optOutGroup'; readonly at: Location; readonly days: number | 'forever'; readonly who: number }
  | { readonly do: 'optOutGroupAndDie'; readonly at: Location; readonly days: number | 'forever' }
  | { readonly do: 'undoGroup'; readonly at: Location }
  /** Any possible holder of a link makes a statement about the mark, owner or not. */
  | ({ readonly do: 'say'; readonly statement: Statement; readonly by: (typeof NOTIFIED)[number] } & Here)
  /** The last message bounces. */
  | { readonly do: 'bounce' }
  /** The reader keeps all of the last message, whether or not its acceptance was reported. */
  | { readonly do: 'keepAll' }
  | { readonly do: 'wait'; readonly hours: number }
  | { readonly do: 'mail'; readonly answer: (typeof MAILS)[number] }
  | { readonly do: 'cloud'; readonly answer: Answer }
  | { readonly do: 'break'; readonly what: (typeof BREAKS)[number]; readonly is: boolean };

/** Work of an instance; `who` is one of the two. */
export type Work =
  | { readonly do: 'pass'; readonly who: number; readonly at: Location; readonly action: Action }
  | { readonly do: 'digest'; readonly who: number; readonly owner: string }
  /** Writes opt-out tags on the resources. */
  | { readonly do: 'protect'; readonly who: number; readonly at: Location }
  | { readonly do: 'recalculate'; readonly who: number; readonly at: Location; readonly hours: number };

/** The effects of an instance: calls of its ports and of the provider. */
const EFFECTS = [
  ...['passes.get', 'list', 'evidence', 'optOuts.all', 'get', 'marks.apply', 'passes.record'],
  ...['outbox.put', 'outbox.read', 'outbox.prepare', 'notifier.send', 'outbox.refuse', 'outbox.settle', 'marks.get'],
  ...['messages.open', 'messages.get'],
  ...['marks.due', 'lastUsed.seen', 'definitions.write', 'control.read', 'permits.request', 'delete'],
  ...['begin', 'release', 'definitions.read'],
] as const;

/** An event at the n-th effect of a name: the instance dies, it sleeps past its lock, the world changes. */
export interface Cut {
  readonly effect: string;
  readonly nth: number;
  readonly what: { readonly do: 'dieBefore' | 'dieAfter' | 'loseLock' } | Event | Work;
}

export type Command =
  | Event
  | (Work & { readonly cuts?: readonly Cut[] })
  | { readonly do: 'restart'; readonly who: number }
  | { readonly do: 'kill'; readonly is: boolean }
  | {
      readonly do: 'configure';
      readonly live: Readonly<Record<Location, boolean>>;
      readonly retentionDays: number;
      readonly noticesOn: boolean;
      readonly excluded?: string;
      readonly quarantineDays?: number;
      /** Tripwires already apply from two resources on. */
      readonly strict?: boolean;
      /** One deletion per day and namespace. */
      readonly slow?: boolean;
      readonly canary?: boolean;
    }
  /** Deletions per day over the fleet; `null` = unlimited. */
  | { readonly do: 'limit'; readonly perDay: number | null }
  /** Redis returns to the last backup. */
  | { readonly do: 'backUp' | 'rollBack' }
  /** Redis loses one kind of keys. */
  | { readonly do: 'lose'; readonly at: Location; readonly what: (typeof LOST)[number] };

const at = fc.constantFrom(...LOCATIONS);
const id = fc.constantFrom(...IDS);
const who = fc.nat({ max: 1 });
const hours = fc.constantFrom(1, 7, 25, 60, 24 * 11);

const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom('add', 'use', 'leave', 'remove', 'replace', 'undo', 'enable'), at, id }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('own'), at, id, owner: fc.constantFrom(...OWNERS) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('refuse', 'refuse', 'allow'), at, id }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('transport'), owner: fc.constantFrom(...NOTIFIED), refuses: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clock'), who, aheadDays: fc.constantFrom(0, 0, 2, 365) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('log'), who, isDead: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('upgrade'), who, to: fc.constantFrom(...PROGRAMS) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('optOut'), at, id, who, days: fc.constantFrom(3, 'forever' as const) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('optOutGroup'), at, who, days: fc.constantFrom(3, 'forever' as const) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('optOutGroupAndDie'), at, days: fc.constantFrom(3, 'forever' as const) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undoGroup'), at }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('say'),
      at,
      id,
      statement: fc.constantFrom(...STATEMENTS),
      by: fc.constantFrom(...NOTIFIED),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('bounce', 'keepAll') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('note', 'note', 'strike'), at, id }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('wait'), hours }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('mail'), answer: fc.constantFrom(...MAILS) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cloud'), answer: fc.constantFrom(...ANSWERS) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('break'),
      what: fc.constantFrom(...BREAKS),
      is: fc.constantFrom(true, true, false),
    }),
  },
);

const work: fc.Arbitrary<Work> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('pass'),
      who,
      at,
      action: fc.constantFrom('mark' as const, 'notify' as const, 'delete' as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('digest'), who, owner: fc.constantFrom(...NOTIFIED) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('recalculate'), who, at, hours }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('protect'), who, at }) },
);

const cut: fc.Arbitrary<Cut> = fc.record({
  effect: fc.oneof(fc.constantFrom(...EFFECTS), fc.constantFrom('delete', 'permits.request', 'marks.apply')),
  nth: fc.constantFrom(0, 0, 0, 1, 2),
  what: fc.oneof(
    { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('dieBefore', 'dieAfter', 'loseLock') }) },
    { weight: 2, arbitrary: event },
    { weight: 1, arbitrary: work },
  ),
});

const notifyAnn = { do: 'digest', owner: 'ann@example.com' } as const;
const TEN_DAYS = { do: 'wait', hours: 24 * 11 } as const;
const HOUR = { do: 'wait', hours: 1 } as const;

/** The usual course, so that runs get as far as a deletion; with events between and within its steps. */
const usual: fc.Arbitrary<readonly Command[]> = fc
  .record({
    at,
    who,
    cuts: fc.array(cut, { minLength: 1, maxLength: 3 }),
    stage: fc.constantFrom(0, 1, 2, 4, 4, 4),
    between: fc.array(fc.option(event, { freq: 2 }), { minLength: 5, maxLength: 5 }),
  })
  .map(({ at, who, cuts, stage, between }): readonly Command[] => {
    const plain: readonly (Work | Event)[] = [
      { do: 'pass', who, at, action: 'mark' },
      { do: 'pass', who, at, action: 'notify' },
      { ...notifyAnn, who },
      TEN_DAYS,
      { do: 'pass', who, at, action: 'delete' },
    ];
    return plain.flatMap((step, index): readonly Command[] => {
      const meanwhile = between[index];
      const does = index === stage && 'who' in step ? ({ ...step, cuts } as Command) : step;
      return meanwhile ? [meanwhile, does] : [does];
    });
  });

/** Back to normal, and due: the start of a race at the last moment. */
function dueAgain(at: Location, id: string, who: number): readonly Command[] {
  return [
    { do: 'configure', live: { here: true, there: true }, retentionDays: 10, noticesOn: true },
    { do: 'add', at, id },
    { do: 'leave', at, id },
    { do: 'undo', at, id },
    { do: 'undoGroup', at },
    HOUR,
    { do: 'pass', who, at, action: 'mark' },
    { do: 'pass', who, at, action: 'notify' },
    { ...notifyAnn, who },
    TEN_DAYS,
  ];
}

type Race = Event | { readonly do: 'loseLock' };

/** An event at the last moment: between the choice of the due marks and the request. */
const races: fc.Arbitrary<readonly Command[]> = fc
  .record({
    at,
    who,
    id: fc.constantFrom('a', 'b', 'b'),
    effect: fc.constantFrom('marks.due', 'get', 'definitions.write', ...Array(3).fill('permits.request'), 'delete'),
    does: fc.constantFrom('optOut', 'optOutGroup', 'optOutGroupAndDie', 'replace', 'use', 'own', 'loseLock'),
    days: fc.constantFrom(3, 'forever' as const),
  })
  .map(({ at, who, id, effect, does, days }): readonly Command[] => {
    const what = { do: does, at, id, days, who: 1 - who, owner: 'bob@example.com' } as Race;
    const cuts = [{ effect, nth: 0, what }];
    return [...dueAgain(at, id, who), { do: 'pass', who, at, action: 'delete', cuts }];
  });

/** A resource gets a second notice, or a new resource takes its name, with a shorter retention. */
const notifiedAgain: fc.Arbitrary<readonly Command[]> = fc
  .record({
    at,
    who,
    id: fc.constantFrom('a', 'b'),
    first: fc.constantFrom('lost', 'refused', 'die', 'notified'),
    meanwhile: fc.constantFrom('replace', 'own', 'leave', 'optOut', 'undo'),
  })
  .map(({ at, who, id, first, meanwhile }): readonly Command[] => {
    const dies: readonly Cut[] = [{ effect: 'notifier.send', nth: 0, what: { do: 'dieAfter' } }];
    const about = { do: meanwhile, at, id, days: 3, who, owner: 'bob@example.com' } as Event;
    return [
      ...dueAgain(at, id, who).slice(0, -2),
      ...(first === 'lost' || first === 'refused' ? ([{ do: 'mail', answer: first }] as const) : []),
      { ...notifyAnn, who, ...(first === 'die' ? { cuts: dies } : {}) },
      about,
      { do: 'configure', live: { here: true, there: true }, retentionDays: 2, noticesOn: true },
      { ...notifyAnn, who },
      { do: 'wait', hours: 60 },
      { do: 'pass', who, at, action: 'delete' },
    ];
  });

/** After a notice the owner makes a statement, and another event happens before the next delete pass. */
const heard: fc.Arbitrary<readonly Command[]> = fc
  .record({
    at,
    who,
    id: fc.constantFrom('a', 'b'),
    says: fc.array(fc.constantFrom(...STATEMENTS), { minLength: 1, maxLength: 3 }),
    meanwhile: fc.constantFrom('replace', 'own', 'use', 'optOut', 'bounce', 'wait'),
    again: fc.boolean(),
    hours,
  })
  .map(({ at, who, id, says, meanwhile, again, hours }): readonly Command[] => [
    ...dueAgain(at, id, who).slice(0, -1),
    ...says.map((statement) => ({ do: 'say', at, id, statement, by: 'ann@example.com' }) as const),
    { do: meanwhile, at, id, days: 3, who, hours: 1, owner: 'bob@example.com' } as Event,
    ...(again ? ([{ do: 'pass', who, at, action: 'mark' }] as const) : []),
    { do: 'pass', who, at, action: 'delete' },
    { do: 'pass', who, at, action: 'notify' },
    { ...notifyAnn, who, owner: 'cloud@example.com' },
    { do: 'wait', hours },
    { do: 'pass', who, at, action: 'delete' },
  ]);

/** Disabled first; then it is enabled, used or kept, or an owner responds, or an event interrupts the step. */
const quarantined: fc.Arbitrary<readonly Command[]> = fc
  .record({
    at,
    who,
    id: fc.constantFrom('a', 'b'),
    cuts: fc.array(cut, { maxLength: 2 }),
    effect: fc.constantFrom('begin', 'release', 'delete', 'permits.request'),
    meanwhile: fc.constantFrom('enable', 'use', 'optOut', 'optOutGroup', 'own', 'replace', 'bounce', 'wait', 'say'),
    stays: fc.boolean(),
    statement: fc.constantFrom(...STATEMENTS),
    days: fc.constantFrom(3, 'forever' as const),
    hours,
  })
  .map(({ at, who, id, cuts, effect, meanwhile, stays, statement, days, hours }): readonly Command[] => {
    const live = { here: true, there: true };
    const event = {
      do: meanwhile,
      at,
      id,
      days,
      who: 1 - who,
      hours,
      statement,
      by: 'ann@example.com',
      owner: 'bob@example.com',
    };
    const remove = { do: 'pass', who, at, action: 'delete' } as const;
    const configure = { do: 'configure', live, retentionDays: 10, noticesOn: true } as const;
    return [
      { ...configure, quarantineDays: 5 },
      ...dueAgain(at, id, who).slice(1),
      { ...remove, cuts: cuts.map((one) => ({ ...one, effect })) },
      event as Event,
      { do: 'pass', who, at, action: 'mark' },
      remove,
      ...(stays ? [] : [configure]),
      { do: 'wait', hours: 24 * 4 },
      remove,
      { do: 'wait', hours: 25 },
      remove,
    ];
  });

/** An event that the next survey would see, but it cannot read all of the evidence. */
const unread: fc.Arbitrary<readonly Command[]> = fc
  .record({ at, who, id: fc.constantFrom('a', 'b'), what: fc.constantFrom('remove', 'replace', 'use', 'leave') })
  .map(({ at, who, id, what }): readonly Command[] => [
    ...dueAgain(at, id, who),
    { do: what, at, id } as Event,
    { do: 'break', what: 'evidenceFails', is: true },
    { do: 'pass', who, at, action: 'mark' },
    { do: 'pass', who, at, action: 'delete' },
    { do: 'break', what: 'evidenceFails', is: false },
    HOUR,
  ]);

/** Refused, then owned by another person; the pending notice leaves when the first owner's mail is accepted again. */
const disowned: fc.Arbitrary<readonly Command[]> = fc
  .record({ at, who, id: fc.constantFrom('a', 'b'), isTagged: fc.boolean(), days: fc.constantFrom(1, 4, 14), hours })
  .map(({ at, who, id, isTagged, days, hours }): readonly Command[] => {
    const [first, second] = isTagged
      ? (['ann@example.com', 'bob@example.com'] as const)
      : ([null, 'ann@example.com'] as const);
    const asked = first ?? 'cloud@example.com';
    return [
      { do: 'own', at, id, owner: first ?? '' },
      ...dueAgain(at, id, who).slice(0, -2),
      { do: 'transport', owner: asked, refuses: true },
      { ...notifyAnn, who, owner: asked },
      { do: 'own', at, id, owner: second },
      { do: 'wait', hours: 24 * days },
      { do: 'pass', who, at, action: 'mark' },
      { do: 'pass', who, at, action: 'notify' },
      { ...notifyAnn, who, owner: second },
      { do: 'wait', hours },
      { do: 'transport', owner: asked, refuses: false },
      { ...notifyAnn, who, owner: asked },
      { do: 'wait', hours: 24 * 11 },
      { do: 'pass', who, at, action: 'delete' },
    ];
  });

/** Due, and the cloud refuses the first of them for long, while the budget of a day is small. */
const refused: fc.Arbitrary<readonly Command[]> = fc
  .record({ at, who, limits: fc.constantFrom('slow', 'canary', 'fleet'), others: fc.boolean() })
  .map(({ at, who, limits, others }): readonly Command[] => [
    ...dueAgain(at, 'a', who),
    {
      do: 'configure',
      live: { here: true, there: true },
      retentionDays: 10,
      noticesOn: true,
      slow: limits === 'slow',
      canary: limits === 'canary',
    },
    { do: 'limit', perDay: limits === 'fleet' ? 2 : null },
    { do: 'refuse', at, id: 'a' },
    ...(others ? ([{ do: 'refuse', at: at === 'here' ? 'there' : 'here', id: 'a' }] as const) : []),
    { do: 'pass', who, at, action: 'mark' },
    { do: 'pass', who, at, action: 'delete' },
    HOUR,
    { do: 'pass', who, at, action: 'delete' },
  ]);

/** An instance with a fast clock does a part of the work; then its clock is correct again. */
const ahead: fc.Arbitrary<readonly Command[]> = fc
  .record({
    at,
    who,
    aheadDays: fc.constantFrom(2, 365),
    does: fc.constantFrom('mark', 'notify', 'digest', 'delete', 'refused', 'retried'),
    id: fc.constantFrom('b', 'c'),
  })
  .map(({ at, who, aheadDays, does, id }): readonly Command[] => {
    const action = does === 'mark' || does === 'notify' || does === 'digest' ? does : 'delete';
    const inTime = dueAgain(at, id, who);
    return [
      ...(does === 'mark'
        ? inTime.slice(0, -4)
        : does === 'notify' || does === 'digest'
          ? inTime.slice(0, -2)
          : inTime),
      ...(does === 'refused' ? ([{ do: 'transport', owner: 'ann@example.com', refuses: true }] as const) : []),
      ...(does === 'retried' ? ([{ do: 'break', what: 'readsFail', is: true }] as const) : []),
      { do: 'clock', who, aheadDays },
      action === 'digest' ? { ...notifyAnn, who } : { do: 'pass', who, at, action },
      ...(does === 'refused' ? ([{ ...notifyAnn, who }] as const) : []),
      { do: 'clock', who, aheadDays: 0 },
      { do: 'add', at, id: id === 'b' ? 'c' : 'b' },
    ];
  });

/** Out of use, then in use again, and a tripwire stops the survey that sees it, because too much changed at once. */
const blockedOutOfUse: fc.Arbitrary<readonly Command[]> = fc
  .record({ at, who, id: fc.constantFrom('a', 'b'), quarantineDays: fc.constantFrom(1, 5), surveyed: fc.boolean() })
  .map(({ at, who, id, quarantineDays, surveyed }): readonly Command[] => {
    const live = { here: true, there: true };
    const quarantine = { do: 'configure', live, retentionDays: 10, noticesOn: true, quarantineDays } as const;
    return [
      ...dueAgain(at, id, who),
      quarantine,
      { do: 'pass', who, at, action: 'mark' },
      { do: 'pass', who, at, action: 'delete' },
      { do: 'use', at, id },
      { ...quarantine, strict: true },
      ...(surveyed ? ([{ do: 'pass', who, at, action: 'mark' }] as const) : []),
    ];
  });

/** The reply to the message was lost, or it bounced; its reader keeps all of it. */
const keptAll: fc.Arbitrary<readonly Command[]> = fc
  .record({
    at,
    who,
    id: fc.constantFrom('b', 'c'),
    answer: fc.constantFrom('lost', 'bounce', 'notified'),
    again: fc.boolean(),
  })
  .map(({ at, who, id, answer, again }): readonly Command[] => [
    ...dueAgain(at, id, who).slice(0, -2),
    ...(answer === 'lost' ? ([{ do: 'mail', answer }] as const) : []),
    { ...notifyAnn, who },
    ...(answer === 'bounce' ? ([{ do: 'bounce' }] as const) : []),
    { do: 'keepAll' },
    ...(again ? ([{ ...notifyAnn, who }] as const) : []),
    TEN_DAYS,
    { do: 'pass', who, at, action: 'mark' },
    { do: 'pass', who, at, action: 'delete' },
  ]);

/** Another account uses it, and less and less of that account can be read. */
const unreadElsewhere: fc.Arbitrary<readonly Command[]> = fc
  .record({ at, who, id: fc.constantFrom('a', 'b'), what: fc.constantFrom('notesFail', 'accountFails') })
  .map(({ at, who, id, what }): readonly Command[] => [
    { do: 'note', at, id },
    { do: 'break', what, is: true },
    ...dueAgain(at, id, who),
    { do: 'pass', who, at, action: 'delete' },
    { do: 'break', what, is: false },
    { do: 'strike', at, id },
  ]);

/** Redis loses a decision or an event; the other instance may be the first to see it again. */
const forgotten: fc.Arbitrary<readonly Command[]> = fc
  .record({
    at,
    who,
    id: fc.constantFrom('a', 'b'),
    meanwhile: fc.constantFrom('optOut', 'optOutGroup', 'own', 'replace', 'use', 'undo', 'bounce', 'wait'),
    isWritten: fc.boolean(),
    first: fc.constantFrom('mark', 'delete'),
  })
  .map(({ at, who, id, meanwhile, isWritten, first }): readonly Command[] => {
    const about = { do: meanwhile, at, id, days: 'forever', who, hours: 1, owner: 'bob@example.com' } as Event;
    return [
      ...dueAgain(at, id, who),
      { do: 'backUp' },
      about,
      ...(isWritten ? ([{ do: 'protect', who, at }] as const) : []),
      { do: 'rollBack' },
      { do: 'pass', who: 1 - who, at, action: first },
      { do: 'pass', who, at, action: 'delete' },
      { do: 'pass', who, at, action: 'mark' },
      { do: 'pass', who, at, action: 'delete' },
    ];
  });

/** Due, and just before or within the delete pass there are two programs, or the record cannot be written. */
const withheld: fc.Arbitrary<readonly Command[]> = fc
  .record({
    at,
    who,
    id: fc.constantFrom('a', 'b'),
    effect: fc.constantFrom('none', 'marks.due', 'permits.request', 'delete', 'begin'),
    event: fc.constantFrom('log', 'upgrade'),
    other: fc.boolean(),
  })
  .map(({ at, who, id, effect, event, other }): readonly Command[] => {
    const what: Event = event === 'log' ? { do: 'log', who, isDead: true } : { do: 'upgrade', who: 1 - who, to: 'new' };
    const remove = { do: 'pass', who, at, action: 'delete' } as const;
    return [
      ...dueAgain(at, id, who),
      ...(effect === 'none' ? [what, remove] : [{ ...remove, cuts: [{ effect, nth: 0, what }] }]),
      ...(other ? [{ ...remove, who: 1 - who }] : []),
      remove,
    ];
  });

/** Somewhere between the mark and its date Redis loses a part. */
const losing: fc.Arbitrary<readonly Command[]> = fc
  .record({
    at,
    who,
    id: fc.constantFrom('a', 'b'),
    what: fc.constantFrom(...LOST),
    when: fc.integer({ min: 1, max: 5 }),
  })
  .map(({ at, who, id, what, when }): readonly Command[] => {
    const due = dueAgain(at, id, who);
    const from = due.length - when;
    const lost: Command = { do: 'lose', at, what };
    const rest: readonly Command[] = [
      { do: 'pass', who, at, action: 'delete' },
      { do: 'pass', who: 1 - who, at, action: 'mark' },
      { do: 'pass', who, at, action: 'delete' },
    ];
    return [...due.slice(0, from), lost, ...due.slice(from), ...rest];
  });

const stories: fc.Arbitrary<readonly Command[]> = fc.oneof(
  { weight: 4, arbitrary: usual },
  { weight: 3, arbitrary: races },
  { weight: 1, arbitrary: notifiedAgain },
  { weight: 1, arbitrary: heard },
  { weight: 1, arbitrary: unread },
  { weight: 2, arbitrary: quarantined },
  { weight: 2, arbitrary: disowned },
  { weight: 2, arbitrary: refused },
  { weight: 2, arbitrary: ahead },
  { weight: 1, arbitrary: blockedOutOfUse },
  { weight: 1, arbitrary: keptAll },
  { weight: 1, arbitrary: unreadElsewhere },
  { weight: 1, arbitrary: forgotten },
  { weight: 2, arbitrary: withheld },
  { weight: 2, arbitrary: losing },
);

const single: fc.Arbitrary<Command> = fc.oneof(
  { weight: 8, arbitrary: event },
  { weight: 6, arbitrary: work },
  {
    weight: 4,
    arbitrary: fc.tuple(work, fc.array(cut, { minLength: 1, maxLength: 3 })).map(([does, cuts]) => ({ ...does, cuts })),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart'), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('kill'), is: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('backUp', 'backUp', 'rollBack') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lose'), at, what: fc.constantFrom(...LOST) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('limit'), perDay: fc.constantFrom(2, 3, null) }) },
  {
    weight: 2,
    arbitrary: fc.record(
      {
        do: fc.constant('configure'),
        live: fc.record({ here: fc.boolean(), there: fc.boolean() }),
        retentionDays: fc.constantFrom(2, 10),
        noticesOn: fc.boolean(),
        excluded: id,
        quarantineDays: fc.constantFrom(1, 5),
        strict: fc.constantFrom(true, false),
        slow: fc.constantFrom(true, false),
        canary: fc.constantFrom(true, false),
      },
      { requiredKeys: ['do', 'live', 'retentionDays', 'noticesOn'] },
    ),
  },
);

/** A whole run. */
export const commands: fc.Arbitrary<readonly Command[]> = fc
  .array(fc.oneof({ weight: 3, arbitrary: single.map((one) => [one]) }, { weight: 2, arbitrary: stories }), {
    maxLength: 12,
    size: 'max',
  })
  .map((parts) => parts.flat());
