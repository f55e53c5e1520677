import type { BlockedChange } from '../../../core/policy/pastPass.ts';
import type { Action } from '../../../core/policy/workConfiguration.ts';
import { numbersIn, type Texts } from './texts.ts';
import { sharedWords } from './words.ts';

const { pluralize, number } = numbersIn('en');
const german = numbersIn('de');
const { actions } = sharedWords.de;

const en = {
  title: 'Blocked',
  heading: 'Blocked passes',
  intro: 'A tripwire stops a pass before its first write. It stays so until the cause ends or an operator approves.',
  none: 'No pass is blocked.',
  columns: {
    namespace: 'Namespace',
    pass: 'Pass',
    resources: 'Resources',
    why: 'Why',
    when: 'When',
    review: 'Review',
  },
  reviewOf: (action: Action, namespace: string) => `Review ${action} of ${namespace}`,
  titleOf: (action: Action, namespace: string) => `Blocked: ${action} of ${namespace}`,
  headingOf: (action: Action, namespace: string) => `The ${action} pass of ${namespace} is blocked`,
  stopped: (time: string, changes: number) =>
    `It stopped ${time}, before its first write, with ${pluralize(changes, 'change', 'changes')}.`,
  thePass: 'The pass',
  facts: {
    pass: 'Pass',
    ended: 'Ended',
    listed: 'Listed',
    before: 'Listed before',
    difference: 'Difference',
    inARow: 'Seen in a row',
  },
  surveys: (count: number) => pluralize(count, 'equal survey', 'equal surveys'),
  findingsOf: (source: string) => `Findings of ${source}`,
  findings: (left: number, before: number | undefined) => `${left}, ${before ?? 'unknown'} before`,
  notOnRecord: 'The changes themselves are not on record.',
  changes: {
    label: 'The changes',
    caption: (shown: number, all: number) =>
      `${shown === all ? `All ${number(shown)}` : `The first ${number(shown)} by id`} of ${pluralize(all, 'change', 'changes')}.`,
    resource: 'Resource',
    change: 'Change',
    owner: 'Owner',
    why: 'Why',
    kinds: { mark: 'new mark', unmark: 'mark removed', delete: 'deletion' } satisfies Record<
      BlockedChange['change'],
      string
    >,
  },
  since: 'Since the blocked pass before with another set',
  added: 'New in the set',
  removed: 'No longer in it',
  noChanges: 'none',
  compared: 'Compared',
  upTo: (id: string) => `up to the id ${id}`,
  tripwire: (name: string) => `Tripwire ${name}`,
  counts: { label: 'Counts of the pass', count: 'Count', number: 'Number' },
  approval: {
    title: (size: number) => `Approve exactly these ${size}`,
    text: (action: Action) => `The next ${action} pass may do exactly this; another set makes the approval void.`,
    consequences: {
      mark: 'It marks and unmarks, and deletes nothing: each owner is notified first, and each resource is checked again.',
      notify: 'It notifies owners, and deletes nothing.',
      delete: 'It may DELETE these resources, each after one more check.',
    } satisfies Record<Action, string>,
    type: (size: number) => `Type the number ${size}`,
  },
  approvedBy: (actor: string, time: string, action: Action) =>
    `Approved by ${actor} ${time}. The next ${action} pass does it, if its set is still the same.`,
  refused: (typed: string, size: number) => `Nothing was approved: you typed "${typed}", and the set has ${size}.`,
  approved: {
    title: 'Approved',
    text: (size: number, action: Action, namespace: string) =>
      `You approved exactly these ${size}. The next ${action} pass of ${namespace} does it.`,
  },
};

const de: typeof en = {
  title: 'Blockiert',
  heading: 'Blockierte Durchläufe',
  intro:
    'Eine Schutzgrenze hält einen Durchlauf vor seiner ersten Änderung an. Er bleibt blockiert, bis die Ursache fort ist oder ein Betreiber zustimmt.',
  none: 'Kein Durchlauf ist blockiert.',
  columns: {
    namespace: 'Namensraum',
    pass: 'Durchlauf',
    resources: 'Ressourcen',
    why: 'Warum',
    when: 'Wann',
    review: 'Prüfen',
  },
  reviewOf: (action, namespace) => `${actions[action]} in ${namespace} prüfen`,
  titleOf: (action, namespace) => `Blockiert: ${actions[action]} in ${namespace}`,
  headingOf: (action, namespace) => `Der Durchlauf „${actions[action]}“ in ${namespace} ist blockiert`,
  stopped: (time, changes) =>
    `Er wurde ${time} vor seiner ersten Änderung angehalten, mit ${german.pluralize(changes, 'Änderung', 'Änderungen')}.`,
  thePass: 'Der Durchlauf',
  facts: {
    pass: 'Durchlauf',
    ended: 'Ende',
    listed: 'Aufgezählt',
    before: 'Vorher aufgezählt',
    difference: 'Unterschied',
    inARow: 'In Folge gesehen',
  },
  surveys: (count) => german.pluralize(count, 'gleiche Durchsicht', 'gleiche Durchsichten'),
  findingsOf: (source) => `Funde von ${source}`,
  findings: (left, before) => `${left}, vorher ${before ?? 'unbekannt'}`,
  notOnRecord: 'Die Änderungen selbst sind nicht verzeichnet.',
  changes: {
    label: 'Die Änderungen',
    caption: (shown, all) =>
      `${shown === all ? `Alle ${german.number(shown)}` : `Die ersten ${german.number(shown)} nach Id`} von ${german.pluralize(all, 'Änderung', 'Änderungen')}.`,
    resource: 'Ressource',
    change: 'Änderung',
    owner: 'Eigentümer',
    why: 'Warum',
    kinds: { mark: 'neue Markierung', unmark: 'Markierung entfernt', delete: 'Löschung' },
  },
  since: 'Seit dem letzten blockierten Durchlauf mit einer anderen Menge',
  added: 'Neu in der Menge',
  removed: 'Nicht mehr darin',
  noChanges: 'nichts',
  compared: 'Verglichen',
  upTo: (id) => `bis zur Id ${id}`,
  tripwire: (name) => `Schutzgrenze ${name}`,
  counts: { label: 'Zahlen des Durchlaufs', count: 'Größe', number: 'Zahl' },
  approval: {
    title: (size) => `Genau diesen ${size} zustimmen`,
    text: (action) =>
      `Der nächste Durchlauf „${actions[action]}“ darf genau das tun; bei einer anderen Menge gilt die Zustimmung nicht.`,
    consequences: {
      mark: 'Er setzt und entfernt Markierungen und löscht nichts: Erst wird jeder Eigentümer benachrichtigt und jede Ressource noch einmal geprüft.',
      notify: 'Er benachrichtigt Eigentümer und löscht nichts.',
      delete: 'Er darf diese Ressourcen LÖSCHEN, jede nach einer weiteren Prüfung.',
    },
    type: (size) => `Tippen Sie die Zahl ${size}`,
  },
  approvedBy: (actor, time, action) =>
    `Freigegeben von ${actor} ${time}. Der nächste Durchgang „${actions[action]}“ tut es, wenn die Menge noch dieselbe ist.`,
  refused: (typed, size) =>
    `Nichts ist freigegeben: Sie haben „${typed}“ getippt, und die Menge hat ${size} Änderungen.`,
  approved: {
    title: 'Zugestimmt',
    text: (size, action, namespace) =>
      `Sie haben genau diesen ${size} zugestimmt. Der nächste Durchlauf „${actions[action]}“ in ${namespace} führt sie aus.`,
  },
};

/** For the list of blocked passes, and for the page of one with its approval. */
export const blockedTexts: Texts<typeof en> = { en, de };
