import { sentence, strong } from '../../../core/text/html.ts';
import { deMessageTexts } from './deMessage.ts';
import { numbersOf } from './numbers.ts';
import type { KeptThing, PageTexts, ResourceTexts } from './texts.ts';

const { pluralize: counted, relative } = numbersOf('de');

const whatIsKept = ({ kind, name }: KeptThing) => {
  if (kind === 'over') return `Alles mit dem Namen ${name}`;
  return kind === 'group' ? `Alles in ${name}` : name;
};
const until = (date: string | undefined) => (date === undefined ? 'für immer' : `bis ${date}`);

const PLANNED = {
  no: 'gelöscht',
  you: 'vorzeitig gelöscht, weil Sie es so gesagt haben',
  owner: 'vorzeitig gelöscht, weil ihr Eigentümer es so gesagt hat',
} as const;

const resource: ResourceTexts = {
  theResource: 'Die Ressource',
  facts: {
    name: 'Name',
    id: 'Id',
    type: 'Typ',
    account: 'Konto',
    location: 'Ort',
    group: 'Gruppe',
    created: 'Angelegt',
    cost: 'Kosten',
    lastUse: 'Letzte Benutzung',
    usedBy: 'Benutzt von',
    read: 'Nachgesehen',
    why: 'Warum',
    asked: 'Gefragt',
    chosen: 'Ausgewählt',
    told: 'Mitgeteilt',
    lastAttempt: 'Letzter Versuch',
    deletion: 'Löschung',
  },
  nobody: 'niemand',
  unknown: 'nicht bekannt',
  noUse: 'keine verzeichnet',
  usedByNobody: 'niemand wurde gefunden',
  wasRead: (sources) => `${counted(sources, 'Quelle', 'Quellen')}, gelesen`,
  found: (places, findings) =>
    `${counted(places, 'Stelle', 'Stellen')}, ${counted(findings, 'Fund', 'Funde')} über alle Ressourcen`,
  restorable: (at, until) =>
    sentence`Sie wurde gelöscht: ${at}. Sie kann wiederhergestellt werden bis ${until}: Fragen Sie vorher Ihren Betreiber.`,
  deleted: (at) =>
    sentence`Sie wurde gelöscht: ${at}. Fragen Sie Ihren Betreiber, ob sie wiederhergestellt werden kann.`,
  gone: (at) => sentence`Sie war nicht mehr da: ${at}. Jemand anderes hat sie gelöscht.`,
  survived: (at) => sentence`Ihre Löschung hatte begonnen und kam nicht zustande; aufgegeben: ${at}.`,
  begun:
    'Ihre Löschung hat begonnen. Eine Entscheidung, sie zu behalten, wird trotzdem gespeichert und gilt, wenn der Anbieter die Löschung ablehnt.',
  nothingPlanned: 'Zurzeit ist keine Löschung geplant. Sie können trotzdem sagen, dass sie behalten werden muss.',
  planned: (at, ahead, early) =>
    sentence`Wird ${PLANNED[early ?? 'no']}: ${strong(at)}, ${ahead ?? 'bei der nächsten Gelegenheit'}, wenn niemand sie wieder
benutzt oder behält.`,
  held: 'In dieser Stufe wird nichts gelöscht.',
  wouldBe: (
    at,
  ) => sentence`Gelöscht würde sie am ${strong(at)}, oder später, sobald das Löschen beginnt, wenn niemand sie
wieder benutzt oder behält.`,
  heldUntil: 'in dieser Stufe keine; sie wäre am',
  isKept: (thing, date, by) =>
    `${whatIsKept(thing)} wird ${until(date)} behalten${
      by === undefined ? '' : by === 'you' ? ', wie Sie entschieden haben' : `, wie ${by.actor} entschieden hat`
    }`,
  until,
  reasonIs: (reason) => `Grund: ${reason}`,
  reason: 'Grund',
  optional: '(freiwillig)',
  keepFor: (days) => (days === undefined ? 'Für immer behalten' : `${counted(days, 'Tag', 'Tage')} behalten`),
  howLong: 'Wie lange behalten',
  overTitle: (name) => `${name} gibt es nicht mehr`,
  keptTitle: (name) => `${name} wird behalten`,
  askTitle: (name) => `${name} behalten?`,
  askGroupTitle: (group) => `Alles in ${group} behalten?`,
  askFoot: (
    owner,
    end,
  ) => sentence`Das Öffnen dieser Seite hat nichts geändert, das tut nur ein Knopf. Dieser Link ist für ${owner} und gilt
bis ${end}.`,
  whatToKeep: 'Was behalten',
  onlyThis: 'Nur diese Ressource',
  everythingIn: (group) => `Alles in ${group}`,
  saySomething: 'Oder sagen Sie etwas anderes über diese Ressource',
  sayLabel: 'Etwas anderes über diese Ressource',
  early: 'Ich brauche sie nicht mehr, vorzeitig löschen',
  notMine: 'Sie gehört mir nicht',
  saidEarly: 'Sie haben gesagt, dass sie vorzeitig gelöscht werden kann. War das ein Versehen?',
  saidNotMine: 'Sie haben gesagt, dass sie Ihnen nicht gehört. War das ein Versehen?',
  saidKeep: ({ kind, name }, date) =>
    `Sie behalten ${kind === 'group' ? `alles in ${name}` : name} ${until(date)}. War das ein Versehen?`,
  takeBack: 'Zurücknehmen',
  takeBackGroup: 'Für die ganze Gruppe zurücknehmen',
  kept: 'Behalten',
  stored: 'Das ist gespeichert.',
  storedUntil: (date) => `Ihre Entscheidung ist gespeichert: ${until(date)}.`,
  longer: (said) => `${said}. Das ist länger.`,
  marksLeft:
    'Die Gruppe ist sehr groß: Was von ihr noch aufgeführt ist, fällt mit der nächsten Durchsicht weg. Gelöscht wird davon inzwischen nichts.',
  begunTitle: 'Die Löschung hatte schon begonnen',
  begunNote: (name, date) =>
    `Ihre Entscheidung ist gespeichert (${until(date)}), aber die Löschung von ${name} hatte vorher begonnen. Wenn der Anbieter sie ablehnt oder sie noch einmal versucht werden muss, gilt Ihre Entscheidung, und die Ressource bleibt. Wenn es sie schon nicht mehr gibt, fragen Sie Ihren Betreiber, ob sie wiederhergestellt werden kann.`,
  tooLate: 'Zu spät',
  overNote: (date) => `Ihre Entscheidung ist gespeichert (${until(date)}) und gilt für alles mit demselben Namen.`,
  undoneTitle: 'Ihre Entscheidung ist zurückgenommen',
  noLongerKept: 'Wird nicht mehr behalten',
  othersKeep: 'Ihre Entscheidung ist zurückgenommen. Andere gelten noch:',
  undone: (name) =>
    `Ihre Entscheidung, ${name} zu behalten, ist zurückgenommen. Wenn niemand sie benutzt, beginnt alles von vorn: Sie wird neu ausgewählt und bekommt ein neues Datum.`,
  back: 'Zurück zur Seite dieser Ressource',
  nothingChanged: 'Es wurde nichts geändert',
  keptBy: (actor) =>
    `Sie wird behalten, weil ${actor} es so entschieden hat. Nur diese Person oder der Betreiber kann das zurücknehmen.`,
  noDecision: 'Es gibt keine Entscheidung, die zurückgenommen werden könnte.',
  earlyTitle: (name) => `${name} vorzeitig löschen?`,
  earlyNote:
    'Sie wird dann vor ihrem Datum gelöscht, frühestens einen Tag nach der Nachricht oder wann der Betreiber es erlaubt. Vorher wird sie noch einmal geprüft: Wenn jemand sie benutzt oder behält, bleibt sie.',
  yesEarly: 'Ja, vorzeitig löschen',
  goBack: 'Nein, zurück',
  said: {
    deleteEarly: (name, at) => ({
      title: 'Sie wird vorzeitig gelöscht',
      paragraphs: [
        sentence`${name} wird gelöscht, frühestens ${at}, wenn niemand sie vorher benutzt oder behält. Das ist gespeichert.`,
      ],
    }),
    notEarly: (name, at) => ({
      title: 'Ihr Datum bleibt',
      paragraphs: [sentence`${name} wird nicht vorher gelöscht: frühestens ${at}. Das ist gespeichert.`],
    }),
    notMine: (name, asked) => ({
      title: 'Jemand anderes wird gefragt',
      paragraphs: [
        sentence`Sie haben gesagt, dass ${name} Ihnen nicht gehört. Das ist gespeichert. ${
          asked
            ? 'Wer sich um das kümmert, was niemandem gehört, bekommt nun die Nachricht und hat von da an die volle Zeit.'
            : 'Es gibt niemand anderen, der gefragt werden kann, also wird sie nicht gelöscht.'
        }`,
        sentence`Wenn ihr Tag Sie als Eigentümer nennt, lassen Sie es berichtigen: Gelesen wird das Tag.`,
      ],
    }),
    mine: (name) => ({
      title: 'Sie werden wieder gefragt',
      paragraphs: [
        sentence`${name} gehört doch Ihnen. Das ist gespeichert. Sie bekommen eine neue Nachricht darüber und haben von da an
die volle Zeit.`,
      ],
    }),
  },
  unheard: {
    noMark: 'Ihre Löschung ist nicht mehr geplant.',
    nothingDeleted: 'Zurzeit wird nichts dieser Art gelöscht.',
    begun: 'Ihre Löschung hat begonnen.',
    markedAnew: 'Sie wurde inzwischen neu ausgewählt. Benutzen Sie den Link in der neuesten Nachricht.',
    otherOwner: 'Inzwischen wird jemand anderes danach gefragt.',
    noOwner:
      'Sie gehört niemandem, und nur ihr Eigentümer kann sie vorzeitig löschen lassen. Ihr Datum bleibt, wie es ist.',
    noticeOver: 'Die Nachricht darüber gilt nicht mehr. Warten Sie auf die nächste.',
    fallbackUntold: 'Die Mail, die davon berichten muss, ging nicht hinaus. Versuchen Sie es später noch einmal.',
    dateCome: 'Ihr Datum ist schon erreicht.',
    notEarly: 'Sie wird nicht vorzeitig gelöscht.',
    saidAlready: 'Das haben Sie schon gesagt.',
    asFallback:
      'Sie gehört niemandem, und Sie werden stattdessen gefragt. Behalten Sie sie, oder tragen Sie den Eigentümer als Tag ein.',
    notSaid: 'Sie haben nicht gesagt, dass sie Ihnen nicht gehört.',
    changing: 'Sie wurde im selben Augenblick geändert. Versuchen Sie es noch einmal.',
  },
};

export const dePages: PageTexts = {
  relative,
  expiredTitle: 'Dieser Link ist abgelaufen',
  invalidTitle: 'Dieser Link ist nicht gültig',
  expired: (at) => sentence`Dieser Link galt bis ${at}.`,
  invalid:
    'Dieser Link ist beschädigt oder stammt nicht von diesem Holystone. Öffnen Sie ihn noch einmal aus der Nachricht, und zwar ganz.',
  instead:
    'Es wurde nichts geändert. Um etwas zu behalten, benutzen Sie den Link in der neuesten Nachricht darüber, oder fragen Sie Ihren Betreiber.',
  notStoredTitle: 'Nicht sicher gespeichert',
  notStored: sentence`${strong('Nicht sicher gespeichert, bitte noch einmal versuchen.')} Der Speicher hat Ihre Entscheidung nicht bestätigt, verlassen Sie sich also nicht auf sie.`,
  tryAgain: 'Noch einmal versuchen',
  busyTitle: 'Zu viel auf einmal',
  busy: (isChange) =>
    isChange
      ? sentence`${strong('Ihre Entscheidung wurde nicht angenommen, bitte noch einmal versuchen.')} Es kommen gerade zu viele Anfragen. Warten Sie eine Minute, und laden Sie diese Seite neu: Ihr Browser schickt dasselbe noch einmal.`
      : sentence`Es kommen gerade zu viele Anfragen. Warten Sie eine Minute, und laden Sie diese Seite neu. Es wurde nichts geändert.`,
  problems: {
    badRequest: { title: 'Die Anfrage ist nicht gültig' },
    forbidden: { title: 'Das ist nicht erlaubt' },
    notFound: { title: 'Unter dieser Adresse gibt es nichts', detail: 'Prüfen Sie, ob der Link vollständig ist.' },
    tooLarge: { title: 'Die Anfrage ist zu groß' },
    mediaType: { title: 'Inhalt dieser Art wird hier nicht gelesen' },
    internal: {
      title: 'Hier ist etwas schiefgegangen',
      detail: 'Was, steht im Protokoll; fragen Sie Ihren Betreiber, und nennen Sie die Nummer der Anfrage.',
    },
    upstream: { title: 'Ein anderer Dienst, der dafür gebraucht wird, antwortet nicht' },
    storeUnavailable: {
      title: 'Der Speicher kann gerade nicht gefragt werden',
      detail: 'Es ist nicht bekannt, dass sich etwas geändert hätte. Versuchen Sie es gleich noch einmal.',
    },
  },
  problemFoot: (status, requestId) => `Status ${status}, Anfrage ${requestId}.`,
  resource,
  message: deMessageTexts,
};
