import type { Action } from '../../../core/policy/workConfiguration.ts';
import { numbersIn, type Texts } from './texts.ts';
import { sharedWords } from './words.ts';

const { pluralize, form, number } = numbersIn('en');
const german = numbersIn('de');
const germanResources = (count: number) => german.pluralize(count, 'Ressource', 'Ressourcen');

const en = {
  title: 'Overview',
  days: {
    title: (day: string) => `Due in the next 14 days from ${day} (UTC), the first with all that is overdue`,
    day: 'Day',
    due: 'Marks due',
  },
  tiles: {
    marked: (namespaces: number) => `marked, in ${pluralize(namespaces, 'namespace', 'namespaces')}`,
    dueInAWeek: 'due within 7 days, overdue included',
    deferred: 'past their date and deferred',
    deleted: 'deleted in 7 days',
    kept: 'kept by people in 7 days',
    saving: 'a month, once all marks are deleted',
  },
  notSummedUp: 'not summed up',
  noFigure: 'no figure',
  tooMany: 'There are too many marks to sum up for a page:',
  allCosts: 'all costs as JSON',
  noCosts: 'No mark has a figure for its cost.',
  savings: {
    title: 'Monthly savings of the deletion of all marks, by account (list prices)',
    account: 'Account',
    month: 'A month',
    upTo: (amount: string) => `up to ${amount}`,
  },
  attention: 'Needs attention',
  nothing: 'Nothing needs attention.',
  more: (count: number) => `… and ${number(count)} more, worst first.`,
  items: {
    approved: 'approved',
    notReady: 'not ready',
    thisInstance: 'this instance',
    differs: 'differs',
    stopped: (action: Action, changes: number) =>
      `The ${action} pass stopped before its first write, with ${pluralize(changes, 'resource', 'resources')}.`,
    lastPass: (action: Action) => `The last ${action} pass.`,
    notFound: 'not found',
    andMore: (count: number) => `The same in ${pluralize(count, 'other namespace', 'other namespaces')}.`,
    refused: 'refused',
    notSent: 'not sent',
    noneDeleted: (resources: number) =>
      `Holystone deletes none of ${pluralize(resources, 'resource', 'resources')} until the owner is notified.`,
    overdue: 'overdue',
    deferred: (count: number) =>
      `${pluralize(count, 'resource', 'resources')} past ${form(count, 'its', 'their')} deletion date. Holystone did not delete ${form(count, 'it', 'them')} and tries again; each mark says why.`,
    buttons: { instances: 'Instances', review: 'Review', look: 'Look', owner: 'Owner', marks: 'Marks' },
  },
  stopped: {
    unproven:
      'The control of the fleet in Redis is not proven: an earlier release wrote it, or somebody without a key of signing. Nothing is marked or deleted. Look at the stages and the limits, correct them, then allow deletions again (or run holystone kill --lift).',
    killed: 'The kill switch is on: no instance sends a request that deletes.',
    out: 'Out of service: no new work starts.',
    paused: 'The capacity is 0: all work is paused.',
    by: (actor: string, when: string, reason: string | undefined) =>
      `${actor} set this on ${when} UTC${reason === undefined ? ', without a reason.' : `: ${reason}`}`,
  },
  dry: {
    where: (dry: number, all: number) =>
      dry === all ? 'Dry run.' : `Dry run in ${number(dry)} of ${pluralize(all, 'namespace', 'namespaces')}.`,
    text: 'Holystone marks, mails and deletes nothing there.',
    unknown: 'unknown reason',
    andMore: (names: string, more: number) => `${names} and ${number(more)} more`,
  },
};

const de: typeof en = {
  title: 'Übersicht',
  days: {
    title: (day) => `Fällig in den nächsten 14 Tagen ab ${day} (UTC), am ersten auch alles Überfällige`,
    day: 'Tag',
    due: 'Fällige Markierungen',
  },
  tiles: {
    marked: (namespaces) => `markiert, in ${german.pluralize(namespaces, 'Namensraum', 'Namensräumen')}`,
    dueInAWeek: 'in 7 Tagen fällig, auch Überfälliges',
    deferred: 'nach ihrem Datum aufgeschoben',
    deleted: 'in 7 Tagen gelöscht',
    kept: 'in 7 Tagen von Menschen behalten',
    saving: 'im Monat, sobald alles Markierte gelöscht ist',
  },
  notSummedUp: 'nicht summiert',
  noFigure: 'keine Angabe',
  tooMany: 'Es gibt zu viele Markierungen für eine Summe auf dieser Seite:',
  allCosts: 'alle Kosten als JSON',
  noCosts: 'Für keine Markierung sind Kosten bekannt.',
  savings: {
    title: 'Ersparnis im Monat, wenn alles Markierte gelöscht ist, nach Konto (Listenpreise)',
    account: 'Konto',
    month: 'Im Monat',
    upTo: (amount) => `bis zu ${amount}`,
  },
  attention: 'Bitte prüfen',
  nothing: 'Es gibt nichts zu prüfen.',
  more: (count) => `… und ${german.number(count)} weitere, das Schlimmste zuerst.`,
  items: {
    approved: 'freigegeben',
    notReady: 'nicht bereit',
    thisInstance: 'diese Instanz',
    differs: 'weicht ab',
    stopped: (action, changes) =>
      `Der Durchlauf „${sharedWords.de.actions[action]}“ wurde vor seiner ersten Änderung angehalten, mit ${german.pluralize(changes, 'Ressource', 'Ressourcen')}.`,
    lastPass: (action) => `Der letzte Durchlauf „${sharedWords.de.actions[action]}“.`,
    notFound: 'nicht gefunden',
    andMore: (count) => `Ebenso in ${german.pluralize(count, 'weiterem Namensraum', 'weiteren Namensräumen')}.`,
    refused: 'abgelehnt',
    notSent: 'nicht gesendet',
    noneDeleted: (resources) =>
      resources === 1
        ? 'Holystone löscht die Ressource nicht, bevor der Eigentümer benachrichtigt ist.'
        : `Holystone löscht keine von ${germanResources(resources)}, bevor der Eigentümer benachrichtigt ist.`,
    overdue: 'überfällig',
    deferred: (count) =>
      count === 1
        ? '1 Ressource nach ihrem Löschdatum. Holystone hat sie nicht gelöscht und versucht es wieder; die Markierung sagt, warum.'
        : `${germanResources(count)} nach ihrem Löschdatum. Holystone hat sie nicht gelöscht und versucht es wieder; jede Markierung sagt, warum.`,
    buttons: {
      instances: 'Instanzen',
      review: 'Prüfen',
      look: 'Ansehen',
      owner: 'Eigentümer',
      marks: 'Markierungen',
    },
  },
  stopped: {
    unproven:
      'Die Einstellungen der Flotte in Redis sind nicht belegt: Eine frühere Version hat sie geschrieben, oder jemand ohne einen Schlüssel von signing. Nichts wird markiert oder gelöscht. Sehen Sie Stufen und Grenzen an, berichtigen Sie sie, und erlauben Sie dann das Löschen wieder (oder holystone kill --lift).',
    killed: 'Der Notschalter ist an: Keine Instanz sendet eine Anfrage, die löscht.',
    out: 'Außer Betrieb: Es beginnt keine neue Arbeit.',
    paused: 'Die Kapazität ist 0: Alle Arbeit ruht.',
    by: (actor, when, reason) =>
      `${actor} hat das am ${when} UTC so eingestellt${reason === undefined ? ', ohne Angabe eines Grundes.' : `: ${reason}`}`,
  },
  dry: {
    where: (dry, all) =>
      dry === all
        ? 'Probelauf.'
        : `Probelauf in ${german.number(dry)} von ${german.pluralize(all, 'Namensraum', 'Namensräumen')}.`,
    text: 'Dort markiert, benachrichtigt und löscht Holystone nichts.',
    unknown: 'unbekannter Grund',
    andMore: (names, more) => `${names} und ${german.number(more)} weitere`,
  },
};

/** For the first page. */
export const overviewTexts: Texts<typeof en> = { en, de };
