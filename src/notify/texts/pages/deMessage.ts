import { numbersOf } from './numbers.ts';
import type { MessageTexts } from './texts.ts';

const { pluralize: counted, form, number } = numbersOf('de');
const until = (date: string | undefined) => (date === undefined ? 'für immer' : `bis ${date}`);

export const deMessageTexts: MessageTexts = {
  nothingTitle: 'Nichts zu behalten',
  nothing:
    'Von keiner Ressource aus dieser Nachricht ist noch eine Löschung geplant: Jede wird behalten, benutzt oder ist fort.',
  forgottenTitle: 'Diese Nachricht ist nicht mehr verzeichnet',
  forgotten:
    'Holystone weiß nicht mehr, welche Ressourcen diese Nachricht nannte, also wurde nichts geändert. Um eine zu behalten, benutzen Sie ihren eigenen Link in der neuesten Nachricht darüber, oder fragen Sie Ihren Betreiber.',
  askTitle: (count) => (count === 1 ? 'Behalten, was die Nachricht nennt?' : `Alle ${number(count)} behalten?`),
  askPartTitle: (count) => `Die ersten ${number(count)} behalten?`,
  ask: 'Diese Ressourcen nennt die Nachricht, und ihre Löschung ist noch geplant.',
  inParts: 'Die Nachricht ist lang: Sie behalten jeweils so viele, die nächste zuerst.',
  howLong: 'Wie lange alles behalten',
  opening: 'Das Öffnen dieser Seite hat nichts geändert, das tut nur ein Knopf.',
  moreAbout: 'Alles, worüber Sie Nachrichten bekommen',
  keptTitle: (kept, all) =>
    kept === all ? `Behalten: alle ${number(kept)}` : `Behalten: ${number(kept)} von ${number(all)}`,
  kept: (count, date) =>
    `${number(count)} aus dieser Nachricht ${form(count, 'wird', 'werden')} ${until(date)} behalten. Das ist gespeichert.`,
  keptAlready: (count) =>
    `${number(count)} aus dieser Nachricht behalten Sie schon mindestens so lange: Diese Entscheidung bleibt.`,
  unplanned: (count) =>
    `Von diesen ${form(count, 'war', 'waren')} ${number(count)} zurzeit nicht zur Löschung geplant oder ${form(count, 'ist', 'sind')} fort. Ihre Entscheidung gilt auch dafür.`,
  over: (count) =>
    `${number(count)} aus dieser Nachricht ${form(count, 'existiert', 'existieren')} nicht mehr: Dafür kam Ihre Entscheidung zu spät.`,
  begun: (count) =>
    `Die Löschung von ${number(count)} hatte vorher begonnen. Ihre Entscheidung ist gespeichert und gilt, wenn der Anbieter die Löschung ablehnt.`,
  left: 'Vielleicht soll noch mehr aus dieser Nachricht gelöscht werden.',
  keepNext: 'Die nächsten ebenso lange behalten',
  mistake: 'War das ein Versehen? Jede einzelne kann auch auf ihrer eigenen Seite zurückgenommen werden.',
  takeBackAll: 'Alles zurücknehmen',
  undoneTitle: 'Ihre Entscheidungen sind zurückgenommen',
  undone: (count) =>
    `${number(count)} ${form(count, 'wird', 'werden')} von Ihnen nicht mehr behalten. Was niemand benutzt oder behält, wird neu ausgewählt und bekommt ein neues Datum.`,
  leftKept: 'Vielleicht behalten Sie noch mehr aus dieser Nachricht.',
  back: 'Zurück zur Seite dieser Nachricht',
  resources: 'Ressourcen',
  wasRead: 'Wo nachgesehen wurde',
  caption: (count, rest) =>
    `${counted(count, 'Ressource', 'Ressourcen')}, die nächste zuerst.${
      rest > 0 ? ` ${number(rest)} weitere sind hier nicht zu sehen.` : ''
    }`,
  preferencesTitle: 'Worüber Sie Nachrichten bekommen',
  preferences: (owner) =>
    `${owner} bekommt Nachricht von Ressourcen, die anscheinend niemand benutzt, bevor sie gelöscht werden, höchstens einmal am Tag. Das Öffnen dieser Seite hat nichts geändert.`,
  askedNothing: 'Zurzeit werden Sie nach nichts gefragt.',
  further: 'Die nächste Seite',
  fewerTitle: 'Um weniger Nachrichten zu bekommen',
  fewer: [
    'Behalten Sie, was Sie brauchen: Öffnen Sie es, und wählen Sie, für wie lange. Solange es behalten wird, bekommen Sie keine Nachricht darüber.',
    'Sagen Sie auf seiner Seite, was Ihnen nicht gehört, und lassen Sie das Tag mit dem Eigentümer berichtigen.',
    'Sagen Sie, was Sie nicht mehr brauchen und was vorzeitig gelöscht werden kann.',
  ],
  never:
    'Ganz abschalten lassen sich die Nachrichten nicht: Es wird nichts gelöscht, dessen Eigentümer nichts davon weiß.',
  keepAllOfThis: 'Alles aus der Nachricht behalten, die hierher geführt hat',
};
