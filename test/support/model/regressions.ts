import { type Command, type Cut, LOST } from './commands.ts';

export interface Regression {
  readonly was: string;
  readonly commands: readonly Command[];
}

const mark: Command = { do: 'pass', who: 0, at: 'here', action: 'mark' };
const remove: Command = { do: 'pass', who: 0, at: 'here', action: 'delete' };
/** The commands up to the due day. */
const DUE: readonly Command[] = [
  mark,
  { do: 'pass', who: 0, at: 'here', action: 'notify' },
  { do: 'digest', who: 0, owner: 'ann@example.com' },
  { do: 'wait', hours: 24 * 11 },
];
/** The same by the other instance. */
const DUE_BY_THE_OTHER = DUE.map((command) => ('who' in command ? { ...command, who: 1 } : command));
const cutAt = (work: Command, effect: string, what: Cut['what']): Command =>
  ({ ...work, cuts: [{ effect, nth: 0, what }] }) as Command;
const keepA = { do: 'optOut', at: 'here', id: 'a', who: 1, days: 'forever' } as const;
const keepGroup = { do: 'optOutGroup', at: 'here', who: 1, days: 'forever' } as const;
const early = { do: 'say', at: 'here', id: 'a', statement: 'deleteEarly', by: 'ann@example.com' } as const;
const refuse: Command = { do: 'cloud', answer: 'refused' };
const HOUR: Command = { do: 'wait', hours: 1 };
const other: Command = { do: 'pass', who: 1, at: 'here', action: 'delete' };

const QUARANTINE: Command = {
  do: 'configure',
  live: { here: true, there: true },
  retentionDays: 10,
  noticesOn: true,
  quarantineDays: 5,
};

const CLOUD = { do: 'digest', who: 0, owner: 'cloud@example.com' } as const;
const DIGEST: Command = { do: 'digest', who: 0, owner: 'ann@example.com' };
const notify: Command = { do: 'pass', who: 0, at: 'here', action: 'notify' };
const ahead = (aheadDays: number): Command => ({ do: 'clock', who: 0, aheadDays });
const addC: Command = { do: 'add', at: 'here', id: 'c' };
const plain = { do: 'configure', live: { here: true, there: true }, retentionDays: 10, noticesOn: true } as const;

/** Runs that break a law in some wrong copy of the program, shrunk; every test run repeats each. */
export const REGRESSIONS: readonly Regression[] = [
  { was: 'nothing happens', commands: [] },
  {
    was: 'what was nobody’s has its longer retention',
    commands: [{ do: 'own', at: 'here', id: 'a', owner: '' }, mark],
  },
  { was: 'evidence grows old before the request', commands: [...DUE, cutAt(remove, 'delete', HOUR)] },
  { was: 'the lock runs out before the request', commands: [...DUE, cutAt(remove, 'delete', { do: 'loseLock' })] },
  {
    was: 'the lock runs out before the permit',
    commands: [...DUE, cutAt(remove, 'permits.request', { do: 'loseLock' })],
  },
  { was: 'kept just before the permit', commands: [...DUE, cutAt(remove, 'permits.request', keepA)] },
  { was: 'its group kept just before the permit', commands: [...DUE, cutAt(remove, 'permits.request', keepGroup)] },
  { was: 'kept after the permit, and refused', commands: [...DUE, refuse, cutAt(remove, 'delete', keepGroup), remove] },
  { was: 'kept while it is being marked', commands: [cutAt(mark, 'marks.apply', keepA)] },
  {
    was: 'evidence fails in the re-check',
    commands: [...DUE, { do: 'break', what: 'evidenceFails', is: true }, remove],
  },
  {
    was: 'evidence is empty in the re-check',
    commands: [{ do: 'use', at: 'here', id: 'a' }, ...DUE, { do: 'break', what: 'evidenceEmpty', is: true }, remove],
  },
  { was: 'used since the survey', commands: [...DUE, mark, { do: 'use', at: 'here', id: 'a' }, remove] },
  {
    was: 'the answer is lost, and there is another one of the name',
    commands: [...DUE, { do: 'cloud', answer: 'lostAfter' }, remove, { do: 'add', at: 'here', id: 'a' }, HOUR, other],
  },
  { was: 'killed after the request', commands: [...DUE, cutAt(remove, 'delete', { do: 'dieAfter' }), mark, other] },
  {
    was: 'killed between the mail and its record',
    commands: [...DUE.slice(0, 2), cutAt(DUE[2] as Command, 'notifier.send', { do: 'dieAfter' }), HOUR],
  },
  {
    was: 'prepared while live, then dry run',
    commands: [
      ...DUE.slice(0, 2),
      cutAt(DUE[2] as Command, 'notifier.send', { do: 'dieBefore' }),
      { do: 'configure', live: { here: false, there: true }, retentionDays: 10, noticesOn: true },
      DUE[2] as Command,
    ],
  },
  {
    was: 'the mail comes back while it is being deleted, which comes to nothing',
    commands: [...DUE, refuse, cutAt(remove, 'delete', { do: 'bounce' }), { do: 'wait', hours: 25 }, remove, remove],
  },
  {
    was: 'the mail comes back before it is on record',
    commands: [
      ...DUE.slice(0, 2),
      cutAt(DUE[2] as Command, 'marks.apply', { do: 'bounce' }),
      { do: 'wait', hours: 24 * 11 },
      remove,
    ],
  },
  {
    was: 'the mail comes back before it is on record, and who recorded it dies',
    commands: [
      ...DUE.slice(0, 2),
      {
        ...DUE[2],
        cuts: [
          { effect: 'marks.apply', nth: 0, what: { do: 'bounce' } },
          { effect: 'marks.apply', nth: 0, what: { do: 'dieAfter' } },
        ],
      } as Command,
      { do: 'wait', hours: 24 * 11 },
      mark,
      other,
    ],
  },
  {
    was: 'the answer of the mail is lost, and it comes back',
    commands: [
      ...DUE.slice(0, 2),
      { do: 'mail', answer: 'lost' },
      DUE[2] as Command,
      { do: 'bounce' },
      ...DUE.slice(2),
      remove,
    ],
  },
  {
    was: 'another owner since the notice',
    commands: [...DUE, { do: 'own', at: 'here', id: 'a', owner: 'bob@example.com' }, mark, remove],
  },
  {
    was: 'retention is lowered, and dates are recalculated',
    commands: [
      ...DUE.slice(0, 3),
      { do: 'configure', live: { here: true, there: true }, retentionDays: 2, noticesOn: true },
      { do: 'recalculate', who: 0, at: 'here', hours: 1 },
      { do: 'wait', hours: 60 },
      remove,
    ],
  },
  {
    was: 'the answer of the mail server is lost',
    commands: [...DUE.slice(0, 2), { do: 'mail', answer: 'lost' }, ...DUE.slice(2), remove],
  },
  {
    was: 'notified late',
    commands: [mark, { do: 'wait', hours: 25 }, ...DUE.slice(1, 3), { do: 'wait', hours: 225 }, remove],
  },
  {
    was: 'its group kept just before the permit, by an instance that dies before it took the marks away',
    commands: [
      { do: 'add', at: 'here', id: 'b' },
      ...DUE,
      cutAt(remove, 'permits.request', { do: 'optOutGroupAndDie', at: 'here', days: 'forever' }),
    ],
  },
  {
    was: 'another one of the name in the middle of the re-check',
    commands: [...DUE, cutAt(remove, 'marks.due', { do: 'replace', at: 'here', id: 'a' })],
  },
  {
    was: 'the message goes again, when retention is shorter',
    commands: [
      ...DUE.slice(0, 2),
      { do: 'mail', answer: 'lost' },
      DUE[2] as Command,
      { do: 'configure', live: { here: true, there: true }, retentionDays: 2, noticesOn: true },
      DUE[2] as Command,
      { do: 'wait', hours: 60 },
      remove,
    ],
  },
  {
    was: 'gone, and the survey that would see it has no evidence',
    commands: [
      mark,
      HOUR,
      { do: 'remove', at: 'here', id: 'a' },
      { do: 'break', what: 'evidenceFails', is: true },
      mark,
    ],
  },
  {
    was: 'a source that was empty from the beginning is no sudden emptiness',
    commands: [
      { do: 'break', what: 'evidenceEmpty', is: true },
      ...DUE.slice(0, 3),
      { do: 'use', at: 'here', id: 'a' },
      { do: 'wait', hours: 24 * 11 },
      remove,
    ],
  },
  {
    was: 'the lock runs out before marks are stored',
    commands: [cutAt(mark, 'marks.apply', { do: 'loseLock' })],
  },
  {
    was: 'killed between the records of one message, and it goes again later',
    commands: [
      ...DUE.slice(0, 2),
      cutAt(DUE[2] as Command, 'marks.apply', { do: 'dieAfter' }),
      { do: 'wait', hours: 25 },
      DUE[2] as Command,
      { do: 'wait', hours: 225 },
      mark,
      remove,
    ],
  },
  {
    was: 'the mail comes back in a time of dry run',
    commands: [
      ...DUE.slice(0, 3),
      { do: 'configure', live: { here: false, there: true }, retentionDays: 10, noticesOn: true },
      { do: 'bounce' },
      { do: 'configure', live: { here: true, there: true }, retentionDays: 10, noticesOn: true },
      { do: 'wait', hours: 24 * 11 },
      mark,
      remove,
    ],
  },
  {
    was: 'its owner does not need it, and it is used again',
    commands: [...DUE.slice(0, 3), early, { do: 'use', at: 'here', id: 'a' }, remove],
  },
  {
    was: 'its owner does not need it, and the notice comes back',
    commands: [...DUE.slice(0, 3), early, { do: 'bounce' }, remove, { do: 'wait', hours: 25 }, remove],
  },
  {
    was: 'its owner does not need it, and it has another owner by now',
    commands: [...DUE.slice(0, 3), early, { do: 'own', at: 'here', id: 'a', owner: 'bob@example.com' }, mark, remove],
  },
  {
    was: 'its owner does not need it, and says just before the permit that it is not theirs',
    commands: [...DUE.slice(0, 3), early, cutAt(remove, 'permits.request', { ...early, statement: 'notMine' }), remove],
  },
  {
    was: 'the answer of the mail is lost, it comes back, and retention is shorter by then',
    commands: [
      mark,
      { do: 'wait', hours: 24 * 11 },
      { do: 'mail', answer: 'lost' },
      mark,
      { do: 'pass', who: 0, at: 'here', action: 'notify' },
      { do: 'digest', who: 0, owner: 'ann@example.com' },
      { do: 'bounce' },
      { do: 'configure', live: { here: true, there: true }, retentionDays: 2, noticesOn: true },
      { do: 'digest', who: 0, owner: 'ann@example.com' },
      { do: 'wait', hours: 60 },
      remove,
    ],
  },
  {
    was: 'its owner does not need it, and with another owner retention is shorter',
    commands: [
      ...DUE.slice(0, 3),
      early,
      { do: 'break', what: 'readsFail', is: true },
      { do: 'own', at: 'here', id: 'a', owner: 'bob@example.com' },
      { do: 'configure', live: { here: true, there: true }, retentionDays: 2, noticesOn: true },
      { do: 'break', what: 'readsFail', is: false },
      mark,
      { do: 'pass', who: 0, at: 'here', action: 'notify' },
      { do: 'digest', who: 0, owner: 'bob@example.com' },
      { do: 'wait', hours: 60 },
      remove,
    ],
  },
  {
    was: 'it is not theirs, and the fallback wants it gone early',
    commands: [
      ...DUE.slice(0, 3),
      { ...early, statement: 'notMine' },
      ...DUE.slice(0, 2),
      { do: 'digest', who: 0, owner: 'cloud@example.com' },
      { ...early, by: 'cloud@example.com' },
      remove,
    ],
  },
  {
    was: 'disabled, and deleted at once',
    commands: [QUARANTINE, ...DUE, remove, HOUR, remove],
  },
  {
    was: 'disabled, and kept: it is out of use for ever',
    commands: [QUARANTINE, ...DUE, remove, keepA, keepGroup],
  },
  {
    was: 'disabled, and somebody enables it',
    commands: [
      QUARANTINE,
      ...DUE,
      remove,
      { do: 'enable', at: 'here', id: 'a' },
      { do: 'wait', hours: 24 * 6 },
      remove,
    ],
  },
  {
    was: 'the answer to the step before is lost, and nobody looks for long',
    commands: [QUARANTINE, ...DUE, { do: 'cloud', answer: 'lostAfter' }, remove, { do: 'wait', hours: 25 }, remove],
  },
  {
    was: 'a message to the fallback is refused, somebody owns it by now, and the fallback is notified of a later date',
    commands: [
      { do: 'own', at: 'here', id: 'a', owner: '' },
      mark,
      { do: 'pass', who: 0, at: 'here', action: 'notify' },
      { do: 'mail', answer: 'refused' },
      { do: 'digest', who: 0, owner: 'cloud@example.com' },
      { do: 'own', at: 'here', id: 'a', owner: 'ann@example.com' },
      { do: 'wait', hours: 24 * 14 },
      mark,
      { do: 'pass', who: 0, at: 'here', action: 'notify' },
      { do: 'digest', who: 0, owner: 'ann@example.com' },
      { do: 'digest', who: 0, owner: 'cloud@example.com' },
      { do: 'wait', hours: 24 * 17 },
      remove,
    ],
  },
  {
    was: 'a message to the fallback may have arrived, somebody owns it by now, and its date is earlier',
    commands: [
      { do: 'own', at: 'here', id: 'a', owner: '' },
      mark,
      { do: 'wait', hours: 24 * 5 },
      { do: 'pass', who: 0, at: 'here', action: 'notify' },
      { do: 'mail', answer: 'lost' },
      { do: 'digest', who: 0, owner: 'cloud@example.com' },
      { do: 'own', at: 'here', id: 'a', owner: 'ann@example.com' },
      mark,
      { do: 'pass', who: 0, at: 'here', action: 'notify' },
      { do: 'digest', who: 0, owner: 'ann@example.com' },
      { do: 'digest', who: 0, owner: 'cloud@example.com' },
      { do: 'wait', hours: 24 * 26 },
      remove,
    ],
  },
  {
    was: 'another one of the name, and it is surveyed',
    commands: [mark, { do: 'replace', at: 'here', id: 'a' }, mark],
  },
  {
    was: 'the fallback’s message is refused, and goes when the new owner was notified of an earlier date',
    commands: [
      { do: 'own', at: 'here', id: 'a', owner: '' },
      mark,
      notify,
      { do: 'transport', owner: 'cloud@example.com', refuses: true },
      CLOUD,
      { do: 'own', at: 'here', id: 'a', owner: 'ann@example.com' },
      { do: 'wait', hours: 24 * 14 },
      mark,
      notify,
      DIGEST,
      { do: 'wait', hours: 25 },
      { do: 'transport', owner: 'cloud@example.com', refuses: false },
      CLOUD,
      { do: 'wait', hours: 24 * 11 },
      remove,
    ],
  },
  {
    was: 'the cloud refuses one for long, and a day has one place',
    commands: [{ ...plain, slow: true }, ...DUE, { do: 'refuse', at: 'here', id: 'a' }],
  },
  {
    was: 'the cloud refuses two for long, and the fleet has two places a day',
    commands: [
      { do: 'limit', perDay: 2 },
      ...DUE,
      { do: 'refuse', at: 'here', id: 'a' },
      { do: 'refuse', at: 'there', id: 'a' },
    ],
  },
  {
    was: 'the cloud refuses five for long, and a canary has five places',
    commands: [
      { ...plain, canary: true },
      addC,
      { do: 'add', at: 'there', id: 'c' },
      ...(['a', 'b', 'c'] as const).map((id): Command => ({ do: 'refuse', at: 'here', id })),
      ...(['a', 'b'] as const).map((id): Command => ({ do: 'refuse', at: 'there', id })),
    ],
  },
  {
    was: 'in use while it is disabled, and the survey that sees it is blocked',
    commands: [QUARANTINE, ...DUE, remove, { do: 'use', at: 'here', id: 'a' }, { ...QUARANTINE, strict: true }],
  },
  {
    was: 'surveyed by an instance whose clock is a year ahead',
    commands: [ahead(365), mark, ahead(0), addC],
  },
  {
    was: 'notified by an instance whose clock is a year ahead, and another owner is to be notified',
    commands: [mark, notify, ahead(365), DIGEST, ahead(0), addC],
  },
  {
    was: 'refused by the mail server, an instance notes with a clock that is a year ahead',
    commands: [
      mark,
      notify,
      { do: 'transport', owner: 'ann@example.com', refuses: true },
      ahead(365),
      DIGEST,
      ahead(0),
      { do: 'transport', owner: 'ann@example.com', refuses: false },
    ],
  },
  {
    was: 'unread in the re-check of an instance whose clock is a year ahead',
    commands: [...DUE, { do: 'break', what: 'readsFail', is: true }, ahead(365), remove, ahead(0)],
  },
  {
    was: 'the reply to the message is lost, and its reader keeps all of it',
    commands: [
      mark,
      notify,
      { do: 'mail', answer: 'lost' },
      DIGEST,
      { do: 'keepAll' },
      DIGEST,
      ...DUE.slice(3),
      remove,
    ],
  },
  {
    was: 'the message comes back, and its reader keeps all of it',
    commands: [mark, notify, DIGEST, { do: 'bounce' }, { do: 'keepAll' }, notify, DIGEST, ...DUE.slice(3), remove],
  },
  {
    was: 'kept after the permit to put it out of use, which is undone',
    commands: [QUARANTINE, ...DUE, cutAt(remove, 'begin', { ...keepA, days: 3 }), mark],
  },
  {
    was: 'nobody watches for hours while the removal of a keep tag is pending, so the tag stays and keeps',
    commands: [
      QUARANTINE,
      ...DUE,
      cutAt(remove, 'begin', { do: 'keepAll' }),
      { do: 'protect', who: 0, at: 'here' },
      { do: 'undo', at: 'here', id: 'b' },
      HOUR,
    ],
  },
  {
    was: 'a keep tag stays after its decision was taken back, and a new resource of the name has no tag',
    commands: [
      { ...keepA, at: 'there', id: 'b', who: 0 },
      { ...mark, at: 'there' },
      { do: 'protect', who: 0, at: 'there' },
      { do: 'undo', at: 'there', id: 'b' },
      HOUR,
      { ...mark, who: 1, at: 'there' },
      { do: 'replace', at: 'there', id: 'b' },
    ],
  },
  {
    was: 'Redis falls back to before a request whose answer says nothing, so nobody knows that we asked',
    commands: [...DUE, { do: 'backUp' }, { do: 'cloud', answer: 'leftOut' }, remove, { do: 'rollBack' }],
  },
  {
    was: 'an instance whose clock is two days ahead gives up the wait for an accepted deletion',
    commands: [ahead(2), { do: 'cloud', answer: 'accepted' }, ...DUE_BY_THE_OTHER, other, remove],
  },
  {
    was: 'Redis forgets a message, and retention is shorter when its owner is notified anew',
    commands: [
      mark,
      { do: 'wait', hours: 264 },
      { do: 'backUp' },
      notify,
      DIGEST,
      { ...plain, retentionDays: 2 },
      { do: 'rollBack' },
    ],
  },
  {
    was: 'an instance whose clock is a year ahead cannot read a resource that it asked for before it died',
    commands: [
      ...DUE,
      {
        ...remove,
        cuts: [
          { effect: 'delete', nth: 0, what: { do: 'break', what: 'readsFail', is: true } },
          { effect: 'delete', nth: 0, what: { do: 'dieBefore' } },
        ],
      } as Command,
      ahead(365),
      remove,
    ],
  },
  {
    was: 'each quarantine and each deletion is blocked for days, and a day has one place',
    commands: [
      cutAt(mark, 'passes.get', mark),
      {
        do: 'configure',
        live: { here: false, there: false },
        retentionDays: 2,
        noticesOn: false,
        quarantineDays: 1,
        strict: true,
        slow: true,
      },
    ],
  },
  {
    was: 'Redis fell back to an instance with another configuration',
    commands: [
      remove,
      { do: 'backUp' },
      { do: 'configure', live: { here: false, there: false }, retentionDays: 2, noticesOn: false },
      { do: 'rollBack' },
    ],
  },
  {
    was: 'a message that may have arrived shows a later date, and notices are switched off',
    commands: [
      mark,
      notify,
      { do: 'mail', answer: 'lost' },
      { do: 'clock', who: 0, aheadDays: 2 },
      DIGEST,
      { do: 'clock', who: 0, aheadDays: 0 },
      { do: 'configure', live: { here: true, there: true }, retentionDays: 10, noticesOn: false },
    ],
  },
  {
    was: 'each day the one place goes to what is refused, and another one of the same batch waits',
    commands: [
      ...DUE,
      refuse,
      remove,
      {
        do: 'configure',
        live: { here: true, there: true },
        retentionDays: 10,
        noticesOn: true,
        slow: true,
        canary: false,
      },
      { do: 'refuse', at: 'here', id: 'a' },
      remove,
      HOUR,
      remove,
    ],
  },
  {
    was: 'Redis falls back to before the kill switch, and then every instance restarts',
    commands: [
      { do: 'backUp' },
      { do: 'kill', is: true },
      { do: 'rollBack' },
      { do: 'configure', live: { here: true, there: true }, retentionDays: 10, noticesOn: true },
      ...DUE,
    ],
  },
  ...(['notesFail', 'accountFails'] as const).map((what) => ({
    was: `another account uses it, and ${what === 'notesFail' ? 'its notes cannot' : 'nothing of it can'} be read`,
    commands: [{ do: 'note', at: 'here', id: 'a' }, { do: 'break', what, is: true }, ...DUE, remove] as const,
  })),
  {
    was: 'the other instance is of another program, before the pass',
    commands: [...DUE, { do: 'upgrade', who: 1, to: 'new' }, remove],
  },
  {
    was: 'the other instance is of another program, before the request',
    commands: [...DUE, cutAt(remove, 'delete', { do: 'upgrade', who: 1, to: 'new' })],
  },
  {
    was: 'the log cannot be written, before the pass',
    commands: [...DUE, { do: 'log', who: 0, isDead: true }, remove],
  },
  ...(['permits.request', 'delete'] as const).map((effect) => ({
    was: `the log cannot be written, from ${effect} on`,
    commands: [...DUE, cutAt(remove, effect, { do: 'log', who: 0, isDead: true }), remove] as const,
  })),
  ...LOST.map((what) => ({
    was: `Redis loses ${what} of what is due`,
    commands: [...DUE, { do: 'lose', at: 'here', what }, remove, mark, remove] as const,
  })),
];
