import type { OptOutTarget } from '../../../core/owner/optOut.ts';
import { capitalized, type EndWords } from '../../../core/text/endWords.ts';

type Place = Exclude<OptOutTarget['kind'], 'id'>;

const PLACES: Readonly<Record<Place, string>> = { group: 'in', pattern: 'with an id or a name like' };

/** @param time as text */
type Dated = (time: string) => string;

interface Fate
  extends Readonly<
    Record<'begun' | 'unmarked' | 'reviewed' | 'nothingDeleted' | 'killed' | 'out' | 'notNotified', string> &
      Record<'deferred' | 'due' | 'planned', Dated>
  > {
  kept(time: string, actor: string): string;
}

/** For the page of one resource. */
export const resourceTexts = {
  /** The future of the resource, in one sentence. */
  fate: ({ verb, does, done, noun }: EndWords): Fate => ({
    begun: `Its ${noun} has begun; Holystone waits for the answer of the provider.`,
    kept: (time: string, actor: string) => `It is kept ${time}, by ${actor}.`,
    unmarked: `It is not marked: Holystone ${does} nothing without a mark.`,
    reviewed:
      'It is not marked. New marks of its namespace are reviewed by families of names: whatever nobody approved is held.',
    nothingDeleted: `It is marked, and nothing is ${done} here.`,
    killed: `It is marked, and the kill switch is on: Holystone ${does} nothing until an operator lifts it.`,
    out: `It is marked, and the fleet is out of service: Holystone ${does} nothing until an operator puts it back (\`holystone service in\`).`,
    notNotified: `Holystone will not ${verb} it before its owner is notified and has had the whole time to answer.`,
    deferred: (time: string) => `Its ${noun} is deferred; Holystone tries again ${time}.`,
    due: (time: string) => `It is due since ${time}; it is checked again before it is ${done}.`,
    planned: (time: string) => `It will be ${done} on ${time}, unless a person keeps it or another resource uses it.`,
  }),
  kept: (place: Place | undefined, name: string, time: string, actor: string, reason: string | undefined) =>
    `${place === undefined ? 'It is kept' : `Everything ${PLACES[place]} ${name} is kept`} ${time}, by ${actor}${
      reason === undefined ? '.' : `: ${reason}`
    }`,
  marksOnly: 'Marks only, never deletes.',
  dryRun: 'Dry run.',
  evaluateNow: 'Evaluate it now',
  readsOnly: '(reads, changes nothing)',
  theResource: 'The resource',
  facts: {
    state: 'State',
    why: 'Why',
    /** The end of the resource. */
    end: ({ noun }: EndWords) => capitalized(noun),
    quarantine: 'Quarantine',
    notice: 'Notice',
    saving: 'Saving',
    owner: 'Owner',
    problem: 'Problem',
    nextAttempt: 'Next attempt',
    marked: 'Marked',
    created: 'Created',
    id: 'Id',
    identity: 'Identity',
    group: 'Group',
    entry: 'Entry',
    account: 'Account',
    location: 'Location',
    type: 'Type',
  },
  since: 'since',
  noOwner: 'none',
  atProvider: 'Open at the provider',
  notNoticed: ({ does }: EndWords) => `not yet: Holystone notifies the owner before it ${does} the resource`,
  noticesOff: 'notices are off',
  acceptedFor: (recipient: string, time: string) => `accepted for ${recipient} ${time}`,
  noLongerValid: 'no longer valid',
  theMessage: 'the message that was sent',
  why: 'Why (kept with the decision)',
  keep30: 'Keep 30 days',
  keepForever: 'Keep forever',
  lastDay: 'Last day (UTC)',
  keepUntil: 'Keep until that day',
  history: 'History',
  noHistory: 'No history.',
  due: 'due',
  unless: (time: string) => `${time}, unless it is kept or used`,
  by: (actor: string) => `by ${actor}`,
  times: (count: number, last: string | undefined) =>
    `${count === 1 ? '1 time' : `${count} times`}${last === undefined ? '' : `, last ${last}`}`,
};
