import { money } from '../../core/money.ts';
import type { Catalogue } from './catalogue.ts';
import { numbersOf } from './numbers.ts';
import { dePages } from './pages/de.ts';

const { counted, form, number, span, list, longDay } = numbersOf('de');
const resources = (count: number) => counted(count, 'Ressource', 'Ressourcen');
const be = (count: number) => form(count, 'wird', 'werden');

/** Was zuerst getan wird, und was es zurücknimmt. */
const QUARANTINES: Readonly<Record<string, readonly [string, string]>> = {
  image: ['deaktiviert, so dass niemand davon starten kann', 'aktiviert es wieder'],
  volume: ['in einem Snapshot gesichert', 'hängt es an'],
};

export const de: Catalogue = {
  language: 'de',
  subject: ({ count, day, sameDay, name, reminder }) =>
    `${reminder ? 'Erinnerung: ' : ''}${
      count === 1
        ? `${resources(1)} wird am ${day} gelöscht: ${name}`
        : `${resources(count)} werden gelöscht${sameDay ? ',' : ', die erste'} am ${day}`
    }`,
  preview: ({ count, name }) =>
    `${name}${count === 1 ? '' : ` und ${number(count - 1)} weitere`}: behalten, was gebraucht wird, mit einem Tipp.`,
  heading: ({ count, unowned }) =>
    `${resources(count)} ${unowned ? 'ohne Eigentümer' : 'von Ihnen'} ${be(count)} gelöscht`,
  intro: ({ count, first }) =>
    `Holystone hat nichts gefunden, das sie benutzt. Wenn Sie sie nicht behalten, ${
      count === 1 ? `wird sie am ${first} gelöscht` : `werden sie gelöscht, die erste am ${first}`
    }.`,
  toKeep: 'So behalten Sie eine Ressource',
  ways: ([tag, value], keepAll) => [
    'Folgen Sie ihrem Link „Behalten“ und bestätigen Sie dort. Der Link allein ändert nichts; die Seite zeigt alles, was bekannt ist.',
    ...(keepAll ? ['Oder folgen Sie dem Link, der alles aus dieser Nachricht behält, und bestätigen Sie dort.'] : []),
    'Oder benutzen Sie sie wieder: Direkt vor dem Löschen wird noch einmal geprüft, und was benutzt wird, bleibt.',
    `Oder geben Sie ihr das Tag ${tag} mit dem Wert „${value}“.`,
  ],
  nothingToDo: () => 'Wenn Sie nichts davon mehr brauchen, müssen Sie nichts tun.',
  more: ({ count, cut, file, links }) =>
    `${cut === undefined ? '' : `Dies sind die ${cut.by === 'cost' ? 'teuersten' : 'ersten'} ${number(cut.shown)} von ${number(count)}. `}Alle ${number(count)} stehen mit Datum${links ? ' und Link' : ''} in der angehängten Datei ${file}.`,
  cost: ({ amount, upTo, staying, unpriced }, currency) => {
    if (amount === 0 && staying === undefined) return unpriced === 0 ? 'nichts' : undefined;
    const own = !amount ? undefined : `${upTo ? 'bis zu ' : ''}${money(amount, currency, 'de')} im Monat`;
    const rest = staying === undefined ? undefined : `bis zu ${money(staying, currency, 'de')}`;
    if (own === undefined && rest === undefined) return undefined;
    const both = own === undefined ? `${rest} im Monat` : `${own}${rest === undefined ? '' : ` und ${rest}`}`;
    const missing = unpriced === 0 ? '' : `; für ${number(unpriced)} ist kein Preis bekannt`;
    return `${both}${rest === undefined ? '' : ' für Snapshots, die bleiben'}${missing}`;
  },
  costs: ({ words, count, date, old }) =>
    `${count === 1 ? 'Sie kostet' : 'Zusammen kosten sie'} ${words}, nach Listenpreisen vom ${longDay(date)}${old ? ', die alt sind' : ''}.`,
  footer: (from, unowned) =>
    unowned
      ? `Sie bekommen diese Nachricht, weil niemand als Eigentümer genannt ist. Wenn Sie wissen, wem es gehört, schreiben Sie bitte an ${from}.`
      : `Sie bekommen diese Nachricht, weil Sie als Eigentümer genannt sind. Wenn das nicht stimmt, folgen Sie „Behalten“ oder „Einzelheiten“ und drücken Sie dort „Sie gehört mir nicht“.`,
  preferences: 'Worum es in diesen Nachrichten geht',
  keepIt: 'Behalten',
  keepGroup: 'Gruppe behalten',
  keepAll: (count) => (count === 1 ? 'Behalten' : `Alle ${number(count)} behalten`),
  details: 'Einzelheiten',
  reminded: 'Erinnerung: Sie haben davon schon gehört.',
  quarantine(type, since, deletion) {
    const [step, undo] = QUARANTINES[type] ?? ['außer Betrieb genommen', 'nimmt es wieder in Betrieb'];
    return since === undefined
      ? `Zuerst wird nur eines getan: ${step}. Gelöscht wird am ${deletion}, außer jemand ${undo} oder behält es.`
      : `Seit ${since}: ${step}. Gelöscht wird am ${deletion}, außer jemand ${undo} oder behält es.`;
  },
  folded: (names, rest) =>
    `${resources(names.length + rest)}: ${list([...names, ...(rest === 0 ? [] : [`${number(rest)} weitere`])])}`,
  last: (date) => `die letzte am ${date}`,
  moreReasons: (count) => `und ${counted(count, 'weiterer Grund', 'weitere Gründe')}`,
  inPlace: (type) => `${type} in`,
  age: (ms) => (ms === undefined ? 'Alter unbekannt' : `${span(ms)} alt`),
  headingFor: ({ count, first, reminder, unowned }, owner) =>
    `${reminder ? 'Erinnerung: ' : ''}${resources(count)} ${unowned ? 'ohne Eigentümer' : `von ${owner}`} ${
      count === 1 ? `wird am ${first} gelöscht` : `werden gelöscht, die erste am ${first}`
    }`,
  copy: (owner) =>
    `Dies ist eine Kopie der Nachricht an ${owner}, ohne die Links, mit denen nur dort entschieden wird.`,
  chatMore: (count) => `… und ${number(count)} weitere`,
  part: (part, of) => `(${number(part)} von ${number(of)})`,
  labels: {
    id: 'Id',
    what: 'Was',
    group: 'Gruppe',
    why: 'Warum',
    cost: 'Kosten',
    deletion: 'Löschung',
    keep: 'Behalten',
    keepAll: 'Alles aus dieser Nachricht behalten',
  },
  date: ({ weekday, day, month, year, time }) => `${weekday}, ${day}. ${month} ${year}, ${time} Uhr`,
  day: ({ weekday, day, month, year }) => `${weekday} ${day}. ${month} ${year}`,
  pages: dePages,
};
