/** Words that several pages share: of passes, marks, events and dates. */
import type { Mark } from '../../../core/mark/mark.ts';
import type { Outcome } from '../../../core/policy/pass.ts';
import type { Action } from '../../../core/policy/workConfiguration.ts';
import { AUDIT_EVENTS, type AuditEvent } from '../../../core/resource/audit.ts';
import type { UnitState } from '../../../core/work/unitState.ts';
import { numbersIn, type Texts } from './texts.ts';

/** `opted out` */
const plainWords = (event: AuditEvent) =>
  event === 'noticed' ? 'notified' : event.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const english = numbersIn('en');
const german = numbersIn('de');

/** After "seit": `3 Tagen`. */
const since = (ms: number) => german.span(ms).replace(/Tage$/, 'Tagen');

const en = {
  actions: { mark: 'mark', notify: 'notify', delete: 'delete' } satisfies Record<Action, string>,
  outcomes: {
    complete: 'complete',
    incomplete: 'incomplete',
    blocked: 'blocked',
    paced: 'paced',
    unfinished: 'unfinished',
    failed: 'failed',
  } satisfies Record<Outcome, string>,
  work: {
    idle: 'idle',
    scheduled: 'scheduled',
    ongoing: 'ongoing',
    unfinished: 'unfinished',
    partial: 'partial',
    failed: 'failed',
  } satisfies Record<UnitState, string>,
  states: { marked: 'marked', noticed: 'owner notified', deleting: 'deleting' } satisfies Record<Mark['state'], string>,
  deferred: (state: string) => `${state}, deferred`,
  events: Object.fromEntries(AUDIT_EVENTS.map((event) => [event, plainWords(event)])) as Record<AuditEvent, string>,
  /** A pass, in a sentence. */
  pass: (action: Action) => `the ${action} pass`,
  overdue: (ms: number) => `overdue by ${english.span(ms)}`,
  old: (ms: number) => `${english.span(ms)} old`,
  forever: 'forever',
  until: (date: string) => `until ${date}`,
  /** @param what a group or a pattern @param time `forever`, `until …` */
  kept: (what: string | undefined, time: string) => `${what === undefined ? '' : `${what} `}kept ${time}`,
  message: 'message',
  /** After the word for a message. */
  toWithDate: (recipient: string, deletion: string) => `to ${recipient}, deletion on ${deletion}`,
  none: 'none',
  unknown: 'unknown',
  all: 'all',
  dryRun: 'dry run',
  marksOnly: 'marks only',
  next: (count: number, of: number) => `Next ${english.number(count)} of ${english.number(of)}`,
  fleet: 'fleet',
};

const de: typeof en = {
  actions: { mark: 'Markieren', notify: 'Benachrichtigen', delete: 'Löschen' },
  outcomes: {
    complete: 'vollständig',
    incomplete: 'unvollständig',
    blocked: 'blockiert',
    paced: 'gebremst',
    unfinished: 'nicht fertig',
    failed: 'fehlgeschlagen',
  },
  work: {
    idle: 'untätig',
    scheduled: 'eingeplant',
    ongoing: 'läuft',
    unfinished: 'nicht fertig',
    partial: 'teilweise',
    failed: 'fehlgeschlagen',
  },
  states: { marked: 'markiert', noticed: 'Eigentümer benachrichtigt', deleting: 'wird gelöscht' },
  deferred: (state) => `${state}, aufgeschoben`,
  events: {
    marked: 'markiert',
    refreshed: 'aufgefrischt',
    recalculated: 'neu berechnet',
    unmarked: 'Markierung entfernt',
    noticed: 'benachrichtigt',
    reminded: 'erinnert',
    sentAgain: 'noch einmal gesendet',
    permitted: 'freigegeben',
    deleted: 'gelöscht',
    accepted: 'Löschung angenommen',
    quarantined: 'in Quarantäne',
    released: 'aus der Quarantäne',
    gone: 'fort',
    deferred: 'aufgeschoben',
    refused: 'abgelehnt',
    optedOut: 'behalten',
    optOutUndone: 'nicht mehr behalten',
    expedited: 'vorgezogen',
    expediteRefused: 'Vorziehen abgelehnt',
    expediteUndone: 'Vorziehen zurückgenommen',
    disclaimed: 'nicht Eigentümer',
    disclaimRefused: 'nicht Eigentümer, abgelehnt',
    disclaimUndone: 'doch Eigentümer',
    waivedEvidence: 'Nachweis ausgelassen',
    protected: 'geschützt',
    markedElsewhere: 'anderswo markiert',
    unmarkedElsewhere: 'anderswo nicht mehr markiert',
    restoring: 'wird wiederhergestellt',
    restored: 'wiederhergestellt',
    notRestored: 'nicht wiederhergestellt',
    approved: 'zugestimmt',
    control: 'Steuerung',
    signedIn: 'angemeldet',
    signInRefused: 'Anmeldung abgelehnt',
    signedOut: 'abgemeldet',
    changeRefused: 'Änderung abgelehnt',
  },
  pass: (action) => `der Durchlauf „${de.actions[action]}“`,
  overdue: (ms) => `überfällig seit ${since(ms)}`,
  old: (ms) => `${german.span(ms)} alt`,
  forever: 'für immer',
  until: (date) => `bis ${date}`,
  kept: (what, time) => `${what === undefined ? '' : `${what} `}${time} behalten`,
  message: 'Nachricht',
  toWithDate: (recipient, deletion) => `an ${recipient}, Löschung am ${deletion}`,
  none: 'keine',
  unknown: 'unbekannt',
  all: 'alle',
  dryRun: 'Probelauf',
  marksOnly: 'nur Markierungen',
  next: (count, of) => `Die nächsten ${german.number(count)} von ${german.number(of)}`,
  fleet: 'Flotte',
};

/** Each page uses these beside its own texts. */
export const sharedWords: Texts<typeof en> = { en, de };
