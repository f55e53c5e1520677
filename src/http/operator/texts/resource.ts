import type { OptOutTarget } from '../../../core/owner/optOut.ts';
import type { Texts } from './texts.ts';

type Place = Exclude<OptOutTarget['kind'], 'id'>;

const PLACES: Readonly<Record<Place, string>> = { group: 'in', pattern: 'with an id like' };
const GERMAN_PLACES: Readonly<Record<Place, string>> = { group: 'in', pattern: 'mit einer Id wie' };

const en = {
  /** The future of the resource, in one sentence. @param time as text */
  fate: {
    begun: 'Its deletion has begun; Holystone waits for the answer of the provider.',
    kept: (time: string, actor: string) => `It is kept ${time}, by ${actor}.`,
    unmarked: 'It is not marked: Holystone deletes nothing without a mark.',
    nothingDeleted: 'It is marked, and nothing is deleted here.',
    killed: 'It is marked, and the kill switch is on: Holystone deletes nothing until an operator lifts it.',
    out: 'It is marked, and the fleet is out of service: Holystone deletes nothing until an operator puts it back (`holystone service in`).',
    notNotified: 'It will not be deleted before its owner is notified and has had the whole time to answer.',
    deferred: (time: string) => `Its deletion is deferred; Holystone tries again ${time}.`,
    due: (time: string) => `It is due since ${time}; it is checked again before it is deleted.`,
    planned: (time: string) => `It will be deleted on ${time}, unless a person keeps it or another resource uses it.`,
  },
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
    deletion: 'Deletion',
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
    account: 'Account',
    location: 'Location',
    type: 'Type',
  },
  since: 'since',
  noOwner: 'none',
  atProvider: 'Open at the provider',
  notNoticed: 'not yet: Holystone notifies the owner before it deletes the resource',
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

const de: typeof en = {
  fate: {
    begun: 'Ihre Löschung hat begonnen; Holystone wartet auf die Antwort des Anbieters.',
    kept: (time, actor) => `Sie wird ${time} behalten, von ${actor}.`,
    unmarked: 'Sie ist nicht markiert: Ohne Markierung löscht Holystone nichts.',
    nothingDeleted: 'Sie ist markiert, und hier wird nichts gelöscht.',
    killed:
      'Sie ist markiert, und der Notschalter ist an: Holystone löscht nichts, bis ein Betreiber ihn zurückstellt.',
    out: 'Sie ist markiert, und die Flotte ist außer Betrieb: Holystone löscht nichts, bis ein Betreiber sie wieder in Betrieb nimmt (`holystone service in`).',
    notNotified: 'Sie wird nicht gelöscht, bevor ihr Eigentümer benachrichtigt ist und die volle Frist hatte.',
    deferred: (time) => `Ihre Löschung ist aufgeschoben; Holystone versucht es ${time} wieder.`,
    due: (time) => `Sie ist fällig seit ${time}; vor dem Löschen wird sie noch einmal geprüft.`,
    planned: (time) => `Sie wird am ${time} gelöscht, wenn niemand sie behält und keine andere Ressource sie benutzt.`,
  },
  kept: (place, name, time, actor, reason) =>
    `${place === undefined ? 'Sie' : `Alles ${GERMAN_PLACES[place]} ${name}`} wird ${time} behalten, von ${actor}${
      reason === undefined ? '.' : `: ${reason}`
    }`,
  marksOnly: 'Nur Markierungen, keine Löschung.',
  dryRun: 'Probelauf.',
  evaluateNow: 'Jetzt bewerten',
  readsOnly: '(liest nur, ändert nichts)',
  theResource: 'Die Ressource',
  facts: {
    state: 'Zustand',
    why: 'Warum',
    deletion: 'Löschung',
    quarantine: 'Quarantäne',
    notice: 'Nachricht',
    saving: 'Ersparnis',
    owner: 'Eigentümer',
    problem: 'Problem',
    nextAttempt: 'Nächster Versuch',
    marked: 'Markiert',
    created: 'Angelegt',
    id: 'Id',
    identity: 'Identität',
    group: 'Gruppe',
    account: 'Konto',
    location: 'Ort',
    type: 'Typ',
  },
  since: 'seit',
  noOwner: 'keiner',
  atProvider: 'Beim Anbieter öffnen',
  notNoticed: 'noch keine: Holystone benachrichtigt den Eigentümer, bevor es die Ressource löscht',
  noticesOff: 'Nachrichten sind abgeschaltet',
  acceptedFor: (recipient, time) => `angenommen für ${recipient} ${time}`,
  noLongerValid: 'gilt nicht mehr',
  theMessage: 'die gesendete Nachricht',
  why: 'Warum (wird mit der Entscheidung gespeichert)',
  keep30: '30 Tage behalten',
  keepForever: 'Für immer behalten',
  lastDay: 'Letzter Tag (UTC)',
  keepUntil: 'Bis zu diesem Tag behalten',
  history: 'Verlauf',
  noHistory: 'Kein Verlauf.',
  due: 'fällig',
  unless: (time) => `${time}, wenn sie nicht behalten oder benutzt wird`,
  by: (actor) => `von ${actor}`,
  times: (count, last) => `${count}-mal${last === undefined ? '' : `, zuletzt ${last}`}`,
};

/** For the page of one resource. */
export const resourceTexts: Texts<typeof en> = { en, de };
