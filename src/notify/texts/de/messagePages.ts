import { numbersOf } from '../common/numbers.ts';
import type { MessageTexts } from '../common/pageTexts.ts';
import type { EndWords } from './endWords.ts';

const { pluralize, form, number } = numbersOf('de');
const until = (date: string | undefined) => (date === undefined ? 'für immer' : `bis ${date}`);

/** German, for the page about all resources of a message. */
export const deMessageTexts = (words: EndWords): MessageTexts => ({
  nothingTitle: 'Nichts zu behalten',
  nothing: `Keine Ressource aus dieser Nachricht ist noch ${words.for} geplant: Jede wird behalten, benutzt oder ist fort.`,
  forgottenTitle: 'Diese Nachricht ist nicht mehr verzeichnet',
  forgotten:
    'Holystone weiß nicht mehr, welche Ressourcen diese Nachricht nannte, also wurde nichts geändert. Um eine zu behalten, benutzen Sie ihren eigenen Link in der neuesten Nachricht darüber, oder fragen Sie Ihren Betreiber.',
  askTitle: (count) =>
    count === 1
      ? 'Die Ressource aus dieser Nachricht behalten?'
      : count === 2
        ? 'Beide Ressourcen aus dieser Nachricht behalten?'
        : `Alle ${number(count)} Ressourcen aus dieser Nachricht behalten?`,
  askPartTitle: (count) => `Die ersten ${number(count)} Ressourcen aus dieser Nachricht behalten?`,
  ask: `Holystone plant noch, diese Ressourcen aus der Nachricht zu ${words.verb}.`,
  select: `Alle sind angehakt: Nehmen Sie den Haken weg, wo Holystone ${words.verb} darf. Vorher prüft es das noch einmal.`,
  forTicked: 'Für die angehakten',
  keepTicked: 'Die angehakten behalten',
  notMineTicked: 'Nicht meine',
  earlyLink: `Vorzeitig ${words.verb}…`,
  noneTicked: 'Sie haben nichts angehakt, also wurde nichts geändert.',
  earlyTitle: `Welche darf Holystone vorzeitig ${words.verb}?`,
  earlyNote: `Nichts ist angehakt. Was Sie anhaken, ${words.does} Holystone vor dem Datum: frühestens einen Tag nach der Nachricht oder wann der Betreiber es erlaubt. Vorher prüft es jede Ressource noch einmal: Was jemand benutzt oder behält, bleibt, wie es ist.`,
  earlyNone: `Keine Ressource aus dieser Nachricht kann vorzeitig ${words.done} werden: Nur der Eigentümer kann darum bitten, nach einer gültigen Nachricht, und nur einmal.`,
  earlyAtMost: (most) => `Haken Sie höchstens ${number(most)} auf einmal an.`,
  earlyLabel: (name) => `Vorzeitig ${words.verb}: ${name}`,
  earlyTicked: `Die angehakten vorzeitig ${words.verb}`,
  saidTitle: (count, all) =>
    count === all ? `Gespeichert: alle ${number(all)}` : `Gespeichert: ${number(count)} von ${number(all)}`,
  responses: {
    deleteEarly: (count) =>
      `Holystone ${words.does} ${pluralize(count, 'Ressource', 'Ressourcen')} vorzeitig, wenn niemand sie vorher benutzt oder behält. Das ist gespeichert.`,
    notEarly: (count) =>
      `${pluralize(count, 'Ressource behält ihr', 'Ressourcen behalten ihr')} Datum. Das ist gespeichert.`,
    notMine: (count) =>
      `Sie haben von ${pluralize(count, 'Ressource', 'Ressourcen')} gesagt, dass sie Ihnen nicht ${form(count, 'gehört', 'gehören')}. Das ist gespeichert. Holystone benachrichtigt stattdessen die Auffangadresse, die die volle Frist bekommt; wo es keine andere Adresse gibt, ${words.does} es nichts. Wenn ein Tag Sie als Eigentümer nennt, lassen Sie es berichtigen.`,
    mine: (count) =>
      `${pluralize(count, 'Ressource gehört', 'Ressourcen gehören')} doch Ihnen. Das ist gespeichert. Sie bekommen eine neue Nachricht, mit der vollen Frist.`,
  },
  unsaid: (count) => `Für ${pluralize(count, 'Ressource', 'Ressourcen')} wurde nichts geändert:`,
  mistaken: 'War das ein Versehen?',
  unselected: (count) =>
    `${pluralize(count, 'weitere Ressource', 'weitere Ressourcen')} aus dieser Nachricht haben Sie nicht ausgewählt: Dafür gilt Ihre Entscheidung nicht.`,
  inParts: 'Die Nachricht ist lang: Sie behalten jeweils so viele, die nächste zuerst.',
  howLong: 'Wie lange alles behalten',
  lastDay: 'oder bis zum Ende von',
  noDay: 'Der letzte Tag ist kein Tag der Zukunft, also wurde nichts geändert.',
  opening: 'Das Öffnen dieser Seite hat nichts geändert, das tut nur ein Knopf.',
  moreAbout: 'Alle Ressourcen, über die Sie Nachrichten bekommen',
  keptTitle: (kept, all) =>
    kept === all ? `Behalten: alle ${number(kept)}` : `Behalten: ${number(kept)} von ${number(all)}`,
  kept: (count, date) =>
    `${number(count)} aus dieser Nachricht ${form(count, 'wird', 'werden')} ${until(date)} behalten. Das ist gespeichert.`,
  keptAlready: (count) =>
    `${number(count)} aus dieser Nachricht behalten Sie schon mindestens so lange: Diese Entscheidung bleibt.`,
  unplanned: (count) =>
    `Davon ${form(count, 'war', 'waren')} ${number(count)} zurzeit nicht ${words.for} geplant oder ${form(count, 'ist', 'sind')} fort. Ihre Entscheidung gilt auch dafür.`,
  over: (count) =>
    `${number(count)} aus dieser Nachricht ${form(count, 'existiert', 'existieren')} nicht mehr: Dafür kam Ihre Entscheidung zu spät.`,
  begun: (count) =>
    `${words.the} von ${number(count)} hatte vorher begonnen. Ihre Entscheidung ist gespeichert und gilt, wenn der Anbieter ${words.object} ablehnt.`,
  left: `Vielleicht sind noch mehr Ressourcen aus dieser Nachricht ${words.for} geplant.`,
  keepNext: 'Die nächsten ebenso lange behalten',
  mistake: 'War das ein Versehen? Sie können jede Entscheidung auch auf ihrer eigenen Seite zurücknehmen.',
  takeBackAll: 'Alles zurücknehmen',
  undoneTitle: 'Ihre Entscheidungen sind zurückgenommen',
  undone: (count) =>
    `Sie behalten ${number(count)} nicht mehr. Holystone markiert jede davon neu, mit einem neuen Datum, wenn sie weder benutzt noch behalten wird.`,
  leftKept: 'Vielleicht behalten Sie noch mehr Ressourcen aus dieser Nachricht.',
  back: 'Zurück zur Seite dieser Nachricht',
  resources: 'Ressourcen',
  evidenceRead: 'Geprüfte Quellen',
  caption: (count, rest) =>
    `${pluralize(count, 'Ressource', 'Ressourcen')}, die nächste zuerst.${
      rest > 0 ? ` ${number(rest)} weitere sind hier nicht zu sehen.` : ''
    }`,
  preferencesTitle: 'Ressourcen, über die Sie Nachrichten bekommen',
  preferences: (owner) =>
    `Holystone benachrichtigt ${owner} über Ressourcen, die anscheinend niemand benutzt, bevor es sie ${words.does}, höchstens einmal am Tag. Das Öffnen dieser Seite hat nichts geändert.`,
  askedNothing: 'Zurzeit wartet keine Ressource auf Ihre Entscheidung.',
  further: 'Die nächste Seite',
  fewerTitle: 'Um weniger Nachrichten zu bekommen',
  fewer: [
    'Behalten Sie die Ressourcen, die Sie brauchen: Öffnen Sie eine, und wählen Sie, für wie lange. Solange sie behalten wird, bekommen Sie keine Nachricht darüber.',
    'Wenn Ihnen eine Ressource nicht gehört, sagen Sie es auf ihrer Seite, und lassen Sie das Tag mit dem Eigentümer berichtigen.',
    `Wenn Sie eine Ressource nicht mehr brauchen, bitten Sie auf ihrer Seite, sie vorzeitig zu ${words.verb}.`,
  ],
  never: `Sie können die Nachrichten nicht ganz abschalten: Holystone ${words.does} nichts, bevor es den Eigentümer benachrichtigt hat.`,
  keepAllOfThis: 'Alles aus der Nachricht behalten, die hierher geführt hat',
});
