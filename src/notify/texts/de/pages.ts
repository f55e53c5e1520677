import { clusterOfGroup } from '../../../core/notice/leftBehind.ts';
import type { Ends } from '../../../core/resource/ends.ts';
import { capitalized } from '../../../core/text/endWords.ts';
import { sentence, strong } from '../../../core/text/html.ts';
import { numbersOf } from '../common/numbers.ts';
import type { KeptThing, PageTexts, ResourceTexts } from '../common/pageTexts.ts';
import { type EndWords, endWords } from './endWords.ts';
import { deMessageTexts } from './messagePages.ts';
import { deProblems } from './problems.ts';

const { pluralize, relative } = numbersOf('de');

/** A group with its preposition; a cluster by the name that people use. */
const inGroup = (group: string) => {
  const cluster = clusterOfGroup(group);
  return cluster === undefined ? `in ${group}` : `im Cluster ${cluster}`;
};
const whatIsKept = ({ kind, name }: KeptThing, stops: boolean) => {
  if (kind === 'over' && !stops) return `Jede Ressource mit dem Namen ${name}`;
  if (kind === 'pattern') return `Alles mit einer Id oder einem Namen wie ${name}`;
  return kind === 'group' ? `Alles ${inGroup(name)}` : name;
};
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
const until = (date: string | undefined) => (date === undefined ? 'für immer' : `bis ${date}`);

const PLANNED = {
  no: '',
  you: ' auf Ihren Wunsch vorzeitig',
  owner: ' auf Wunsch des Eigentümers vorzeitig',
} as const;

const resource = (ends: Ends): ResourceTexts => german(endWords[ends], ends === 'stops');

const german = (words: EndWords, stops: boolean): ResourceTexts => ({
  theResource: 'Die Ressource',
  facts: {
    name: 'Name',
    id: 'Id',
    type: 'Typ',
    account: 'Konto',
    location: 'Ort',
    group: 'Gruppe',
    created: 'Angelegt',
    cost: 'Ersparnis',
    lastUse: 'Letzte Benutzung',
    usedBy: 'Benutzt von',
    read: 'Geprüft',
    why: 'Warum',
    owner: 'Eigentümer',
    chosen: 'Ausgewählt',
    notified: 'Benachrichtigt',
    lastAttempt: 'Letzter Versuch',
    deletion: words.noun,
  },
  noOwner: 'keiner',
  unknown: 'nicht bekannt',
  noUse: 'keine verzeichnet',
  noUser: 'keine Benutzung gefunden',
  evidenceRead: (sources) => `${pluralize(sources, 'Quelle', 'Quellen')}, gelesen`,
  found: (places, findings) =>
    `${pluralize(places, 'Stelle', 'Stellen')}, ${pluralize(findings, 'Fund', 'Funde')} für alle Ressourcen`,
  restorable: (at, until) =>
    sentence`Sie wurde ${words.done}: ${at}. Sie kann wiederhergestellt werden bis ${until}: Fragen Sie vorher Ihren Betreiber.`,
  deleted: (at) =>
    stops
      ? sentence`Sie wurde gestoppt: ${at}. Es gibt sie noch: Wer sie starten darf, kann sie wieder starten.`
      : sentence`Sie wurde gelöscht: ${at}. Fragen Sie Ihren Betreiber, ob sie wiederhergestellt werden kann.`,
  gone: (at) =>
    stops
      ? sentence`Sie war schon gestoppt oder nicht mehr da: ${at}. Holystone hat sie nicht gestoppt.`
      : sentence`Sie war nicht mehr da: ${at}. Holystone hat sie nicht gelöscht.`,
  survived: (at) => sentence`${words.its} hat begonnen, wurde aber nicht fertig; Holystone hat sie aufgegeben: ${at}.`,
  begun: `${words.its} hat begonnen. Holystone speichert trotzdem eine Entscheidung, sie zu behalten; sie gilt, wenn der Anbieter ${words.object} ablehnt.`,
  nothingPlanned: `Zurzeit ist ${words.no} geplant. Sie können trotzdem entscheiden, sie zu behalten.`,
  planned: (at, ahead, early) =>
    sentence`Holystone ${words.does} sie${PLANNED[early ?? 'no']}: ${strong(at)}, ${ahead ?? 'bei der nächsten Gelegenheit'}, wenn niemand sie wieder
benutzt oder behält.`,
  notifyOnly: `Zurzeit ${words.does} Holystone hier nichts.`,
  wouldBe: (
    at,
  ) => sentence`${capitalized(words.done)} würde sie am ${strong(at)}, oder später, sobald ${words.act.replace(/^D/, 'd')} beginnt, wenn niemand sie
wieder benutzt oder behält.`,
  notifyOnlyUntil: 'zurzeit keine; sie wäre am',
  isKept: (thing, date, by) =>
    `${whatIsKept(thing, stops)} wird ${until(date)} behalten${
      by === undefined ? '' : by === 'you' ? ', wie Sie entschieden haben' : `, wie ${by.actor} entschieden hat`
    }`,
  until,
  reasonIs: (reason) => `Grund: ${reason}`,
  reason: 'Grund',
  optional: '(freiwillig)',
  keepUntil: (end) => (end === undefined ? 'Für immer behalten' : `Bis ${end} behalten`),
  keepUntilDay: 'Bis zu diesem Tag behalten',
  keepFor: (days) => (days === undefined ? 'Für immer behalten' : `${pluralize(days, 'Tag', 'Tage')} behalten`),
  howLong: 'Wie lange behalten',
  overTitle: (name) => (stops ? `${name} ist gestoppt` : `${name} gibt es nicht mehr`),
  keptTitle: (name) => `${name} wird behalten`,
  askTitle: (name) => `${name} behalten?`,
  askGroupTitle: (group) => `Alles ${inGroup(group)} behalten?`,
  askFoot: (
    owner,
    end,
  ) => sentence`Das Öffnen dieser Seite hat nichts geändert, das tut nur ein Knopf. Dieser Link ist für ${owner} und gilt
bis ${end}.`,
  whatToKeep: 'Was behalten',
  onlyThis: 'Nur diese Ressource',
  everythingIn: (group) => `Alles ${inGroup(group)}`,
  patternScope: 'Alles, was zu einem Muster passt, auch Künftiges',
  patternField: 'Das Muster, etwa release-*: Der Stern ist beliebiger Text',
  patternTitle: (pattern) => `Alles wie ${pattern} behalten?`,
  patternMatches: ({ matching, marks, isPartial }) =>
    `Es passt auf ${matching} von ${isPartial ? 'den ersten ' : ''}${pluralize(marks, ...words.planned)}.`,
  patternNote:
    'Auch andere Ressourcen mit einer solchen Id oder einem solchen Namen und künftige bleiben. Gespeichert ist noch nichts.',
  yesPattern: 'Alle behalten',
  patternRefused: {
    empty: 'Schreiben Sie ein Muster, etwa release-*.',
    long: 'Das Muster ist zu lang.',
    characters:
      'Das Muster hat einen Zeilenumbruch oder ein anderes unsichtbares Zeichen. Ein Stern kann dafür stehen.',
    all: 'Dieses Muster würde alles behalten. Wählen Sie stattdessen die ganze Gruppe.',
    noStar:
      'Das Muster hat keinen Stern, ist also eine einzelne Id. Öffnen Sie stattdessen die Seite dieser Ressource.',
    tooMany: 'Es gibt hier zu viele Muster. Nehmen Sie erst eines davon zurück.',
  },
  saySomething: 'Weitere Möglichkeiten',
  sayLabel: 'Weitere Möglichkeiten für diese Ressource',
  early: `Ich brauche sie nicht mehr, vorzeitig ${words.verb}`,
  notMine: 'Sie gehört mir nicht',
  saidEarly: `Sie haben gebeten, sie vorzeitig zu ${words.verb}. War das ein Versehen?`,
  saidNotMine: 'Sie haben gesagt, dass sie Ihnen nicht gehört. War das ein Versehen?',
  saidKeep: ({ kind, name }, date) =>
    `Sie behalten ${kind === 'id' || kind === 'over' ? name : lowerFirst(whatIsKept({ kind, name }, stops))} ${until(date)}. War das ein Versehen?`,
  takeBack: 'Zurücknehmen',
  takeBackGroup: 'Für die ganze Gruppe zurücknehmen',
  takeBackPattern: 'Für dieses Muster zurücknehmen',
  kept: 'Behalten',
  stored: 'Das ist gespeichert.',
  storedUntil: (date) => `Ihre Entscheidung ist gespeichert: ${until(date)}.`,
  longer: (keeping) => `${keeping}. Das ist länger.`,
  marksLeft: `Es gibt sehr viele Markierungen: Die nächste Durchsicht entfernt die übrigen von allem, was Sie behalten. Holystone ${words.does} inzwischen nichts davon.`,
  begunTitle: `${words.the} hatte schon begonnen`,
  memberOf: (group) => `etwas ${inGroup(group)}`,
  begunNote: (name, date) =>
    `Ihre Entscheidung ist gespeichert (${until(date)}), aber ${words.the.replace(/^D/, 'd')} von ${name} hatte vorher begonnen. Wenn der Anbieter ${words.object} ablehnt oder Holystone sie noch einmal versuchen muss, gilt Ihre Entscheidung, und die Ressource bleibt. ${
      stops
        ? 'Wenn sie schon gestoppt ist, kann sie wieder starten, wer das darf.'
        : 'Wenn es sie schon nicht mehr gibt, fragen Sie Ihren Betreiber, ob sie wiederhergestellt werden kann.'
    }`,
  tooLate: 'Zu spät',
  overNote: (date) =>
    `Ihre Entscheidung ist gespeichert (${until(date)}) und gilt${stops ? ', wenn sie wieder läuft' : ' für jede Ressource mit demselben Namen'}.`,
  undoneTitle: 'Ihre Entscheidung ist zurückgenommen',
  noLongerKept: 'Wird nicht mehr behalten',
  othersKeep: 'Ihre Entscheidung ist zurückgenommen. Andere gelten noch:',
  undone: (name) =>
    `Ihre Entscheidung, ${name} zu behalten, ist zurückgenommen. Wenn sie unbenutzt ist, beginnt Holystone von vorn: Es markiert die Ressource neu, mit einem neuen Datum.`,
  back: 'Zurück zur Seite dieser Ressource',
  nothingChanged: 'Es wurde nichts geändert',
  keptBy: (actor, date) =>
    `Sie wird ${until(date)} behalten, weil ${actor} es so entschieden hat. Nur diese Person oder der Betreiber kann das zurücknehmen.`,
  noDecision: 'Es gibt keine Entscheidung, die zurückgenommen werden könnte.',
  mayStillKeep: (key) => `Hat die Ressource selbst noch ${key}, so bleibt sie deshalb: Entfernen Sie es dort.`,
  earlyTitle: (name) => `${name} vorzeitig ${words.verb}?`,
  earlyNote: `Holystone ${words.does} sie dann vor ihrem Datum: frühestens einen Tag nach der Nachricht oder wann der Betreiber es erlaubt. Vorher prüft Holystone sie noch einmal: Wenn jemand sie benutzt oder behält, ${stops ? 'läuft' : 'bleibt'} sie${stops ? ' weiter' : ''}.`,
  yesEarly: `Ja, vorzeitig ${words.verb}`,
  goBack: 'Nein, zurück',
  responses: {
    deleteEarly: (name, at) => ({
      title: `Sie wird vorzeitig ${words.done}`,
      paragraphs: [
        sentence`${name} wird ${words.done}, frühestens ${at}, wenn niemand sie vorher benutzt oder behält. Das ist gespeichert.`,
      ],
    }),
    notEarly: (name, at) => ({
      title: 'Ihr Datum bleibt',
      paragraphs: [sentence`${name} wird nicht vorher ${words.done}: frühestens ${at}. Das ist gespeichert.`],
    }),
    notMine: (name, isAsked) => ({
      title: 'Sie sind nicht ihr Eigentümer',
      paragraphs: [
        sentence`Sie haben gesagt, dass ${name} Ihnen nicht gehört. Das ist gespeichert. ${
          isAsked
            ? 'Holystone benachrichtigt stattdessen die Auffangadresse, die die volle Frist bekommt.'
            : `Es gibt keine andere Adresse, also ${words.does} Holystone sie nicht.`
        }`,
        sentence`Wenn ihr Tag Sie als Eigentümer nennt, lassen Sie es berichtigen: Holystone liest den Eigentümer daraus.`,
      ],
    }),
    mine: (name) => ({
      title: 'Sie sind wieder der Eigentümer',
      paragraphs: [
        sentence`${name} gehört doch Ihnen. Das ist gespeichert. Sie bekommen eine neue Nachricht darüber, mit der
vollen Frist.`,
      ],
    }),
  },
  rejected: {
    noMark: `${words.its} ist nicht mehr geplant.`,
    nothingDeleted: `Zurzeit ${words.does} Holystone keine Ressourcen dieser Art.`,
    begun: `${words.its} hat begonnen.`,
    markedAnew:
      'Sie wurde nach der Nachricht mit diesem Link neu markiert. Benutzen Sie den Link in der neuesten Nachricht.',
    otherOwner: 'Holystone benachrichtigt inzwischen jemand anderen darüber.',
    noOwner: `Sie hat keinen Eigentümer, und nur ein Eigentümer kann sie vorzeitig ${words.verb} lassen. Ihr Datum bleibt, wie es ist.`,
    noticeOver: 'Die Nachricht darüber gilt nicht mehr. Warten Sie auf die nächste.',
    othersNotNotified:
      'Holystone konnte nicht alle benachrichtigen, die davon wissen müssen, also bleibt ihr Datum. Versuchen Sie es später noch einmal.',
    dateCome: 'Ihr Datum ist schon erreicht.',
    notEarly: `${words.early} ist nicht geplant.`,
    saidAlready: 'Das haben Sie schon gesagt.',
    asFallback:
      'Sie hat keinen Eigentümer, darum bekommen Sie die Nachricht. Behalten Sie sie, oder tragen Sie den Eigentümer als Tag ein.',
    notSaid: 'Sie haben nicht gesagt, dass sie Ihnen nicht gehört.',
    changing: 'Sie hat sich im selben Augenblick geändert. Versuchen Sie es noch einmal.',
  },
});

/** German, for the pages behind the links of messages, about resources with this end. */
export const dePages = (ends: Ends): PageTexts => ({
  relative,
  expiredTitle: 'Dieser Link ist abgelaufen',
  invalidTitle: 'Dieser Link ist nicht gültig',
  expired: (at) => sentence`Dieser Link galt bis ${at}.`,
  invalid:
    'Dieser Link ist beschädigt oder stammt von einem anderen Holystone. Öffnen Sie den vollständigen Link noch einmal aus der Nachricht.',
  instead:
    'Es wurde nichts geändert. Um etwas zu behalten, benutzen Sie den Link in der neuesten Nachricht darüber, oder fragen Sie Ihren Betreiber.',
  notStoredTitle: 'Nicht sicher gespeichert',
  notStored: sentence`${strong('Nicht sicher gespeichert, bitte noch einmal versuchen.')} Der Speicher hat Ihre Entscheidung nicht bestätigt, verlassen Sie sich also nicht auf sie.`,
  tryAgain: 'Noch einmal versuchen',
  busyTitle: 'Zu viele Anfragen',
  busy: (isChange) =>
    isChange
      ? sentence`${strong('Ihre Entscheidung wurde nicht gespeichert, bitte noch einmal versuchen.')} Es kommen gerade zu viele Anfragen. Warten Sie eine Minute, und laden Sie diese Seite neu: Ihr Browser schickt Ihre Entscheidung noch einmal.`
      : sentence`Es kommen gerade zu viele Anfragen. Warten Sie eine Minute, und laden Sie diese Seite neu. Es wurde nichts geändert.`,
  problems: deProblems,
  problemFoot: (status, requestId) => `Status ${status}, Anfrage ${requestId}.`,
  resource: resource(ends),
  message: deMessageTexts(endWords[ends]),
});
