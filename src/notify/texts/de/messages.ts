import type { LeftBehind } from '../../../core/notice/leftBehind.ts';
import type { Ends } from '../../../core/resource/ends.ts';
import { bytesWords } from '../../../core/text/bytes.ts';
import { capitalized } from '../../../core/text/endWords.ts';
import { money } from '../../../core/text/money.ts';
import { namesOf, placesOf } from '../common/accounts.ts';
import type { Catalogue, NoticeSummary } from '../common/catalogue.ts';
import { numbersOf } from '../common/numbers.ts';
import { type EndWords, endWords } from './endWords.ts';
import { dePages } from './pages.ts';
import { germanReasons } from './reasons.ts';
import { deSlack } from './slack.ts';
import { deWeekly } from './weekly.ts';

const { pluralize, form, number, span, list, longDay } = numbersOf('de');
const resources = (count: number) => pluralize(count, 'Ressource', 'Ressourcen');
const unpricedWords = (count: number) => `für ${resources(count)} gibt es keinen Listenpreis`;
/** Of resources of which no other has a figure that ends with it. */
const free = (count: number, unpriced: number) => {
  if (unpriced === 0) return `nichts: ${count === 1 ? 'sie hat' : 'sie haben'} keine eigenen Kosten`;
  const rest = count - unpriced;
  return `nichts für ${resources(rest)} ohne eigene Kosten`;
};
/** `2 von 3 Ressourcen werden` when the stage of some allows no deletion; `3 Ressourcen würden` when no stage does. */
const going = ({ count, notifyOnly }: NoticeSummary, whose = '') => {
  const isPart = notifyOnly > 0 && notifyOnly < count;
  const be = notifyOnly === count ? form(count, 'würde', 'würden') : form(count - notifyOnly, 'wird', 'werden');
  return `${isPart ? `${number(count - notifyOnly)} von ` : ''}${resources(count)}${whose} ${be}`;
};

/** `Den Cluster shop-test gibt es nicht mehr, aber er kostet noch 41,06 $ im Monat: `; empty for another message. */
const left = (of: LeftBehind | undefined) =>
  of === undefined ? '' : `${named(of.clusters)} gibt es nicht mehr${monthly(of)}: `;
/** Two are named, more are counted: a subject is one line. */
const named = ([one, two, ...more]: LeftBehind['clusters']) =>
  two === undefined
    ? `Den Cluster ${one}`
    : more.length === 0
      ? `Die Cluster ${one} und ${two}`
      : `${number(more.length + 2)} Cluster`;
const monthly = ({ clusters, saving }: LeftBehind) => {
  const { amount, upTo, unpriced = 0 } = saving?.total ?? {};
  // "Mindestens bis zu" says nothing.
  if (!saving || !amount || (upTo && unpriced > 0)) return '';
  const costs = `${upTo ? 'bis zu ' : unpriced > 0 ? 'mindestens ' : ''}${money(amount, saving.currency, 'de')} im Monat`;
  return `, aber ${form(clusters.length, 'er kostet', 'sie kosten')} noch ${costs}`;
};

/** `2 Ressourcen konnten noch nicht gelöscht werden`: the provider calls them in use. */
const refusedWords = ({ leftBehind, count }: NoticeSummary, done: string, whose = '') =>
  `${left(leftBehind)}${resources(count)}${whose} ${form(count, 'konnte', 'konnten')} noch nicht ${done} werden`;

/** By the type in lower case: the first step, and what ends it. */
const QUARANTINES: Readonly<Record<string, readonly [string, string]>> = {
  cache: ['in einem Snapshot gesichert', 'benutzt wird'],
  dbcluster: ['in einem Snapshot gesichert', 'benutzt wird'],
  dbinstance: ['mit einem letzten Snapshot angehalten', 'gestartet wird'],
  filesystem: ['in einem Backup gesichert', 'benutzt wird'],
  image: ['deaktiviert, so dass keine Instanz davon starten kann', 'wieder aktiviert wird'],
  instance: ['in einem Image gesichert', 'gestartet wird'],
  loggroup: ['nach S3 exportiert', 'benutzt wird'],
  table: ['in einem Backup gesichert', 'benutzt wird'],
  volume: ['in einem Snapshot gesichert', 'angehängt wird'],
  warehouse: ['in einem Snapshot gesichert', 'benutzt wird'],
  windowsfilesystem: ['in einem Backup gesichert', 'benutzt wird'],
};

/** Of what is only stopped: until a day a use starts it again. */
const onlyStopped = (since: string | undefined, last: string, notifyOnly: boolean) => {
  const step =
    since === undefined ? `An diesem Tag ${notifyOnly ? 'würde' : 'wird'} es gestoppt.` : `Seit ${since}: gestoppt.`;
  return `${step} Bis ${last} wird es wieder gestartet, wenn jemand es behält oder anfragt; danach bleibt es gestoppt.`;
};

/** German, about resources with this end; it addresses the reader with "Sie". */
export const de = (ends: Ends): Catalogue => german(endWords[ends], ends);

const german = ({ verb, does, done, act, noun, the, early }: EndWords, ends: Ends): Catalogue => ({
  language: 'de',
  ends,
  subject: (summary) =>
    summary.inUse
      ? `${refusedWords(summary, done)}${summary.count === 1 ? `: ${summary.name}` : ''}`
      : `${summary.reminder ? 'Erinnerung: ' : ''}${left(summary.leftBehind)}${going(summary)} ${
          summary.count === 1
            ? `am ${summary.day} ${done}: ${summary.name}`
            : `${done}${summary.sameDay ? ',' : ', die erste'} am ${summary.day}`
        }`,
  places: (accounts) => placesOf(accounts, (count) => pluralize(count, 'Konto', 'Konten')),
  writer(accounts, intro, contact) {
    const names = namesOf(accounts, list, (rest) => `${number(rest)} weitere`);
    const of = `${form(accounts.length, 'das Konto', 'die Konten')} ${names}`;
    const first = intro === undefined ? `Holystone räumt ${of} auf.` : `${intro} Es geht um ${of}.`;
    return contact === undefined ? first : `${first} Fragen: ${contact}`;
  },
  preview: ({ count, name }) =>
    `${name}${count === 1 ? '' : ` und ${number(count - 1)} weitere`}: Behalten Sie über die Links, was Sie brauchen.`,
  heading: (summary) => {
    const whose = summary.unowned ? ' ohne Eigentümer' : ' von Ihnen';
    return summary.inUse
      ? refusedWords(summary, done, whose)
      : `${left(summary.leftBehind)}${going(summary, whose)} ${done}`;
  },
  intro: ({ count, notifyOnly, first, afterUsers, inUse }) => {
    if (inUse) {
      return (
        'Holystone hat nichts gefunden, das sie benutzt, aber ihr Anbieter sagt, dass etwas sie benutzt, und lehnt ab. ' +
        `Wenn Sie sie nicht behalten, fragt Holystone einmal am Tag wieder, das nächste Mal am ${first}. Es trennt und erzwingt nichts.`
      );
    }
    const but = afterUsers ? ', außer Ressourcen, die vorher gelöscht werden' : '';
    const found = `Holystone hat nichts gefunden, das sie benutzt${but}.`;
    const keep = 'Wenn Sie sie nicht behalten,';
    if (notifyOnly === count) {
      const would = count === 1 ? `würde sie am ${first}` : `würden sie, die erste am ${first},`;
      return `${found} Zurzeit ${does} Holystone hier nichts. ${keep} ${would} oder später ${done}, sobald ${act.replace(/^D/, 'd')} beginnt.`;
    }
    if (notifyOnly === 0) {
      return `${found} ${keep} ${count === 1 ? `${does} Holystone sie am ${first}` : `${does} Holystone sie, die erste am ${first}`}.`;
    }
    const goes =
      count - notifyOnly === 1
        ? `${does} Holystone 1 am ${first}`
        : `${does} Holystone ${number(count - notifyOnly)}, die erste am ${first}`;
    return `${found} ${keep} ${goes}. ${number(notifyOnly)} weitere ${does} es zurzeit nicht.`;
  },
  toKeep: 'So behalten Sie eine Ressource',
  ways: (tag, keepAll) => [
    'Folgen Sie ihrem Link „Behalten“ und bestätigen Sie dort. Der Link allein ändert nichts; die Seite zeigt alle bekannten Angaben.',
    ...(keepAll
      ? [
          'Oder folgen Sie dem Link zu allen Ressourcen aus dieser Nachricht, wo alle angehakt sind, um sie zu behalten: Nehmen Sie den Haken weg, wo etwas weg darf.',
        ]
      : []),
    `Oder benutzen Sie sie wieder: Holystone prüft jede Ressource direkt vor ${act.replace('Das', 'dem')} noch einmal und behält sie, wenn sie benutzt wird.`,
    ...(tag ? [`Oder geben Sie ihr das Tag ${tag[0]} mit dem Wert „${tag[1]}“.`] : []),
  ],
  nothingToDo: () => 'Wenn Sie nichts davon mehr brauchen, tun Sie nichts.',
  seeAll: (count) => `Alle ${number(count)} ansehen`,
  more: ({ count, cut, file, links }) =>
    `${cut === undefined ? '' : `Dies sind die ${cut.by === 'cost' ? 'teuersten' : 'ersten'} ${number(cut.shown)} von ${number(count)}. `}Alle ${number(count)} stehen mit Datum${links ? ' und Link' : ''} in der angehängten Datei ${file}.`,
  saving({ amount, upTo, staying, unpriced }, currency, count) {
    if (amount === undefined && staying === undefined) return undefined;
    const stay = staying && `die Snapshots bleiben und kosten bis zu ${money(staying, currency, 'de')} im Monat`;
    const own = amount ? `${upTo ? 'bis zu ' : ''}${money(amount, currency, 'de')} im Monat` : undefined;
    // What has no list price may save something: "nothing" is never said of all of them then.
    const saved = own ?? (!stay ? free(count, unpriced) : unpriced ? undefined : 'im Moment nichts');
    return [saved, stay, unpriced ? unpricedWords(unpriced) : undefined].filter((one) => one).join('; ');
  },
  frees: (bytes) => `${act} gibt bis zu ${bytesWords(bytes, 'de')} frei.`,
  savings({ amount, upTo, staying, unpriced }, { currency, date, old }) {
    if (!amount && !staying) return undefined;
    const prices = `nach Listenpreisen vom ${longDay(date)}${old ? ' (veraltet)' : ''}`;
    const stay = staying && `bleiben und kosten bis zu ${money(staying, currency, 'de')} im Monat`;
    const sentences = amount
      ? [
          `${act} spart ${upTo ? 'bis zu ' : ''}${money(amount, currency, 'de')} im Monat, ${prices}`,
          ...(stay ? [`Die Snapshots ${stay}`] : []),
        ]
      : [`${unpriced ? '' : `${act} spart im Moment nichts: `}Die Snapshots ${stay}, ${prices}`];
    const missing = unpriced ? [unpricedWords(unpriced).replace(/^f/, 'F')] : [];
    return [...sentences, ...missing].map((one) => `${one}.`).join(' ');
  },
  footer: (from, unowned) =>
    unowned
      ? `Sie bekommen diese Nachricht, weil niemand als Eigentümer genannt ist. Wenn Sie den Eigentümer kennen, schreiben Sie bitte an ${from}.`
      : `Sie bekommen diese Nachricht, weil Sie als Eigentümer genannt sind. Wenn das nicht stimmt, folgen Sie „Behalten“ oder „Einzelheiten“ und drücken Sie dort „Sie gehört mir nicht“.`,
  preferences: 'Warum bekomme ich diese Nachrichten?',
  keepIt: 'Behalten',
  keepGroup: 'Gruppe behalten',
  keepAll: (count) => (count === 1 ? 'Behalten' : `Alle ${number(count)} behalten`),
  details: 'Einzelheiten',
  notifyOnlyUntil: (date) => `zurzeit keine; sie wäre am ${date}, oder später`,
  reminded: 'Erinnerung: Eine frühere Nachricht hat sie schon genannt.',
  stillInUse: (since) =>
    `Seit ${since} wird ${the.replace(/^D/, 'd')} abgelehnt: Etwas benutzt sie, sagt ihr Anbieter.`,
  quarantine(type, since, deletion, notifyOnly) {
    if (ends === 'stops') return onlyStopped(since, deletion, notifyOnly);
    const [step, undo] = QUARANTINES[type.toLowerCase()] ?? [
      'außer Betrieb genommen',
      'wieder in Betrieb genommen wird',
    ];
    const be = notifyOnly ? 'würde' : 'wird';
    const end = `${capitalized(done)} ${be} am ${deletion}, außer wenn es vorher ${undo} oder jemand es behält.`;
    return since === undefined ? `An diesem Tag ${be} es nur ${step}. ${end}` : `Seit ${since}: ${step}. ${end}`;
  },
  folded: (names, rest) =>
    `${resources(names.length + rest)}: ${list([...names, ...(rest === 0 ? [] : [`${number(rest)} weitere`])])}`,
  last: (date) => `die letzte am ${date}`,
  moreReasons: (count) => `und ${pluralize(count, 'weiterer Grund', 'weitere Gründe')}`,
  inPlace: (type) => `${type} in`,
  age: (ms) => (ms === undefined ? 'Alter unbekannt' : `${span(ms)} alt`),
  headingFor: (summary, owner) =>
    summary.inUse
      ? refusedWords(summary, done, summary.unowned ? ' ohne Eigentümer' : ` von ${owner}`)
      : `${summary.reminder ? 'Erinnerung: ' : ''}${left(summary.leftBehind)}${going(summary, summary.unowned ? ' ohne Eigentümer' : ` von ${owner}`)} ${
          summary.count === 1 ? `am ${summary.first} ${done}` : `${done}, die erste am ${summary.first}`
        }`,
  copy: (owner) =>
    `Dies ist eine Kopie der Nachricht an ${owner}, ohne ihre Links: Nur der Eigentümer kann entscheiden.`,
  expedited: {
    subject: (name) =>
      `${early
        .replace(/^Eine? /, '')
        .replace(/,$/, '')
        .replace(/^v/, 'V')} erbeten: ${name}`,
    intro: (owner, date, instead) =>
      `${owner}, als Eigentümer genannt, bittet Holystone, diese Ressource vorzeitig zu ${verb}: ${date} statt ${instead}.`,
    reason: 'Grund',
    ways: (key) =>
      `Sie bekommen diese Nachricht als Auffangadresse für Ressourcen ohne Eigentümer, falls der genannte Eigentümer nicht der richtige ist. Um die Ressource zu behalten, benutzen Sie den Link unten${key === undefined ? '' : ` oder das Tag ${key}=always`}.`,
    keepIt: 'Behalten',
  },
  chatMore: (count) => `… und ${number(count)} weitere`,
  part: (part, of) => `(${number(part)} von ${number(of)})`,
  labels: {
    id: 'Id',
    what: 'Was',
    group: 'Gruppe',
    why: 'Warum',
    saving: 'Spart',
    deletion: noun,
    keep: 'Behalten',
    keepAll: 'Alles aus dieser Nachricht behalten, oder nur eine Auswahl',
  },
  date: ({ weekday, day, month, year, time }) => `${weekday}, ${day}. ${month} ${year}, ${time} Uhr`,
  day: ({ weekday, day, month, year }) => `${weekday} ${day}. ${month} ${year}`,
  weekly: deWeekly,
  slack: deSlack,
  reasons: germanReasons,
  pages: dePages(ends),
});
