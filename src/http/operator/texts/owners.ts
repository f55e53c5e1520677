import type { Decisions } from '../../../core/ports/events.ts';
import { numbersIn, type Texts } from './texts.ts';

const english = numbersIn('en');
const german = numbersIn('de');

const en = {
  title: 'Owners',
  findLabel: 'Find an owner',
  part: 'Part of the address',
  find: 'Find',
  /** Of many marks. */
  fromIndex: {
    made: 'There are many marks: the figures come from their index, which follows within a moment.',
    making:
      'There are many marks: the figures come from their index. Holystone is still making it: owners may be missing.',
    off: 'There are too many marks to read for a page, and the configuration switches their index off: only owners with a waiting message are here.',
  },
  none: 'No owners here.',
  noneYet: 'No owners in this part; the next page continues the search.',
  nextPage: 'Next page',
  caption: 'Owners whom Holystone could not notify come first: it deletes none of their resources.',
  columns: {
    owner: 'Owner',
    marks: 'Marks',
    notified: 'Notified',
    saving: 'Saving',
    last: 'Last message',
    next: 'Next message',
    more: 'More',
  },
  noOwner: 'no owner',
  resources: (count: number) => english.pluralize(count, 'resource', 'resources'),
  /** @param next when the message is sent; absent: never */
  waits: (resources: string, next: string | undefined) => `${resources}, ${next ?? 'will not be sent'}`,
  nextTick: 'next tick',
  /** Of an attempt. */
  atNextTick: 'at the next tick',
  refused: 'refused',
  notSent: 'not sent',
  attempts: (count: number, first: string, next: string) =>
    `${english.pluralize(count, 'attempt', 'attempts')}, the first ${first}, the next ${next}`,
  decisions: 'Decisions',
  decided: ({ kept, undone, expedited, disclaimed }: Decisions) =>
    [
      kept > 0 && `${english.number(kept)} kept`,
      undone > 0 && `${english.number(undone)} kept no longer`,
      expedited > 0 && `${english.number(expedited)} to be deleted early`,
      disclaimed > 0 && `${english.number(disclaimed)} not theirs`,
    ]
      .filter((words) => words !== false)
      .join(', '),
  preview: 'Preview',
  /** The name of a link or a button for people who do not see its row. */
  of: (what: string, owner: string) => `${what}: ${owner}`,
  toFix: 'To fix',
  unowned: (count: number) =>
    `${english.pluralize(count, 'mark has', 'marks have')} no owner of ${english.form(count, 'its', 'their')} own`,
  unownedWhy: 'Holystone notifies the fallback; without one it deletes none of them. Tag them with an owner.',
  invalid: (count: number) =>
    `${english.pluralize(count, 'candidate has', 'candidates have')} an owner tag without a valid address`,
  invalidWhy: 'In the last survey. The plan of the namespace names each of them:',
  namespace: 'Namespace',
  count: 'Candidates',
  command: 'Command',
  nothingToFix: 'Every mark has an owner, and the last surveys found no owner tag without a valid address.',
};

const de: typeof en = {
  title: 'Eigentümer',
  findLabel: 'Eigentümer suchen',
  part: 'Teil der Adresse',
  find: 'Suchen',
  fromIndex: {
    made: 'Es gibt viele Markierungen: Die Zahlen kommen aus ihrem Index, der gleich darauf folgt.',
    making:
      'Es gibt viele Markierungen: Die Zahlen kommen aus ihrem Index. Holystone erstellt ihn noch: Eigentümer können fehlen.',
    off: 'Es gibt zu viele Markierungen, um sie für eine Seite zu lesen, und die Konfiguration schaltet ihren Index ab: Hier stehen nur Eigentümer, auf die eine Nachricht wartet.',
  },
  none: 'Keine Eigentümer.',
  noneYet: 'In diesem Teil gibt es keine Eigentümer; die nächste Seite sucht weiter.',
  nextPage: 'Nächste Seite',
  caption: 'Zuerst die Eigentümer, die Holystone nicht benachrichtigen konnte: Es löscht keine ihrer Ressourcen.',
  columns: {
    owner: 'Eigentümer',
    marks: 'Markierungen',
    notified: 'Benachrichtigt',
    saving: 'Ersparnis',
    last: 'Letzte Nachricht',
    next: 'Nächste Nachricht',
    more: 'Mehr',
  },
  noOwner: 'kein Eigentümer',
  resources: (count) => german.pluralize(count, 'Ressource', 'Ressourcen'),
  waits: (resources, next) => `${resources}, ${next ?? 'wird nicht gesendet'}`,
  nextTick: 'beim nächsten Takt',
  atNextTick: 'beim nächsten Takt',
  refused: 'abgelehnt',
  notSent: 'nicht gesendet',
  attempts: (count, first, next) =>
    `${german.pluralize(count, 'Versuch', 'Versuche')}, der erste ${first}, der nächste ${next}`,
  decisions: 'Entscheidungen',
  decided: ({ kept, undone, expedited, disclaimed }) =>
    [
      kept > 0 && `${german.number(kept)} behalten`,
      undone > 0 && `${german.number(undone)} nicht mehr behalten`,
      expedited > 0 && `${german.number(expedited)} vorzeitig zu löschen`,
      disclaimed > 0 && `${german.number(disclaimed)} gehören ihnen nicht`,
    ]
      .filter((words) => words !== false)
      .join(', '),
  preview: 'Vorschau',
  of: (what, owner) => `${what}: ${owner}`,
  toFix: 'Zu beheben',
  unowned: (count) =>
    german.form(
      count,
      '1 Markierung hat keinen Eigentümer',
      `${german.number(count)} Markierungen haben keinen Eigentümer`,
    ),
  unownedWhy:
    'Holystone benachrichtigt die Auffangadresse oder niemanden: Dann löscht es keine davon. Geben Sie ihnen ein Tag mit einem Eigentümer.',
  invalid: (count) =>
    german.form(
      count,
      '1 Kandidat hat ein Eigentümer-Tag ohne gültige Adresse',
      `${german.number(count)} Kandidaten haben ein Eigentümer-Tag ohne gültige Adresse`,
    ),
  invalidWhy: 'In der letzten Durchsicht. Der Plan des Namensraums nennt jeden einzelnen:',
  namespace: 'Namensraum',
  count: 'Kandidaten',
  command: 'Befehl',
  nothingToFix:
    'Jede Markierung hat einen Eigentümer, und die letzten Durchsichten fanden kein Eigentümer-Tag ohne gültige Adresse.',
};

/** For the list of owners, and for resources without one. */
export const ownersTexts: Texts<typeof en> = { en, de };
