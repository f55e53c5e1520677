import type { LeftBehind } from '../../../core/notice/leftBehind.ts';
import { englishReasons } from '../../../core/reason/english.ts';
import type { Ends } from '../../../core/resource/ends.ts';
import { bytesWords } from '../../../core/text/bytes.ts';
import { capitalized, type EndWords, endWords } from '../../../core/text/endWords.ts';
import { money } from '../../../core/text/money.ts';
import { namesOf, placesOf } from '../common/accounts.ts';
import type { Catalogue, NoticeSummary } from '../common/catalogue.ts';
import { numbersOf } from '../common/numbers.ts';
import { enPages } from './pages.ts';
import { enSlack } from './slack.ts';
import { enWeekly } from './weekly.ts';

const { pluralize, form, number, span, list, longDay } = numbersOf('en');
const resources = (count: number) => pluralize(count, 'resource', 'resources');
const it = (count: number) => form(count, 'it', 'them');
const its = (count: number) => form(count, 'its', 'their');
const unpricedWords = (count: number) => `${pluralize(count, 'resource has', 'resources have')} no list price`;
/** Of resources of which no other has a figure that ends with it. */
const free = (count: number, unpriced: number) => {
  if (unpriced === 0) return `nothing: ${count === 1 ? 'it has' : 'they have'} no cost of ${its(count)} own`;
  const rest = count - unpriced;
  return `nothing for ${resources(rest)}, which ${form(rest, 'has', 'have')} no cost of ${its(rest)} own`;
};
/** `2 of 3 resources will` when nothing happens to some on their date; `3 resources would` when nothing happens to any. */
const going = ({ count, notifyOnly }: NoticeSummary, whose = '') => {
  if (notifyOnly === 0 || notifyOnly === count)
    return `${resources(count)}${whose} ${notifyOnly === 0 ? 'will' : 'would'}`;
  return `${number(count - notifyOnly)} of ${resources(count)}${whose} will`;
};

/** `Cluster shop-test is gone, but still costs $41.06 a month: `; empty for another message. */
const left = (of: LeftBehind | undefined) => (of === undefined ? '' : `${goneOf(of.clusters)}${monthly(of)}: `);
/** Two are named, more are counted: a subject is one line. */
const goneOf = ([one, two, ...more]: LeftBehind['clusters']) =>
  two === undefined
    ? `Cluster ${one} is gone`
    : `${more.length === 0 ? `Clusters ${one} and ${two}` : `${number(more.length + 2)} clusters`} are gone`;
const monthly = ({ clusters, saving }: LeftBehind) => {
  const { amount, upTo, unpriced = 0 } = saving?.total ?? {};
  // "At least up to" says nothing.
  if (!saving || !amount || (upTo && unpriced > 0)) return '';
  const costs = `${money(amount, saving.currency)} a month`;
  return `, but still ${form(clusters.length, 'costs', 'cost')} ${upTo ? 'up to ' : unpriced > 0 ? 'at least ' : ''}${costs}`;
};

/** `2 resources could not be deleted yet`: the provider calls them in use. */
const refusedWords = ({ leftBehind, count }: NoticeSummary, done: string, whose = '') =>
  `${left(leftBehind)}${resources(count)}${whose} could not be ${done} yet`;

/** By the type in lower case: the first step, and what ends it. */
const QUARANTINES: Readonly<Record<string, readonly [string, string]>> = {
  cache: ['saved in a snapshot', 'used'],
  dbcluster: ['saved in a snapshot', 'used'],
  dbinstance: ['stopped, with a last snapshot', 'started'],
  filesystem: ['saved in a backup', 'used'],
  image: ['disabled, so that no instance can launch from it', 'enabled again'],
  instance: ['saved in an image', 'started'],
  loggroup: ['exported to S3', 'used'],
  table: ['saved in a backup', 'used'],
  volume: ['saved in a snapshot', 'attached'],
  warehouse: ['saved in a snapshot', 'used'],
  windowsfilesystem: ['saved in a backup', 'used'],
};

/** Of what is only stopped: until a day a use starts it again. */
const onlyStopped = (since: string | undefined, last: string, notifyOnly: boolean) => {
  const step =
    since === undefined
      ? `On that day it ${notifyOnly ? 'would be' : 'is'} stopped.`
      : `Since ${since} it has been stopped.`;
  return `${step} Until ${last} it is started again if it is kept, or if somebody asks for it; after that it stays stopped.`;
};

/** English, the default language of messages, about resources with this end. */
export const en = (ends: Ends): Catalogue => english(endWords[ends], ends);

const english = ({ verb, does, done, act, noun, nouns }: EndWords, ends: Ends): Catalogue => ({
  language: 'en',
  ends,
  subject: (summary) =>
    summary.inUse
      ? `${refusedWords(summary, done)}${summary.count === 1 ? `: ${summary.name}` : ''}`
      : `${summary.reminder ? 'Reminder: ' : ''}${left(summary.leftBehind)}${going(summary)} be ${done}${
          summary.count === 1
            ? ` on ${summary.day}: ${summary.name}`
            : `${summary.sameDay ? '' : ', the first'} on ${summary.day}`
        }`,
  places: (accounts) => placesOf(accounts, (count) => pluralize(count, 'account', 'accounts')),
  writer(accounts, intro, contact) {
    const names = namesOf(accounts, list, (rest) => `${number(rest)} more`);
    const of = `${form(accounts.length, 'the account', 'the accounts')} ${names}`;
    const first = intro === undefined ? `Holystone cleans up ${of}.` : `${intro} This message is about ${of}.`;
    return contact === undefined ? first : `${first} Questions: ${contact}`;
  },
  preview: ({ count, name }) =>
    `${name}${count === 1 ? '' : ` and ${number(count - 1)} more`}: follow the links to keep what you need.`,
  heading: (summary) => {
    const whose = summary.unowned ? ' without an owner' : ' of yours';
    return summary.inUse
      ? refusedWords(summary, done, whose)
      : `${left(summary.leftBehind)}${going(summary, whose)} be ${done}`;
  },
  intro: ({ count, notifyOnly, first, afterUsers, inUse }) => {
    if (inUse) {
      return (
        `Holystone found nothing that uses ${it(count)}, but ${its(count)} provider says that something does, and refuses. ` +
        `Unless you keep ${it(count)}, Holystone asks again once a day, next on ${first}. It detaches and forces nothing.`
      );
    }
    const but = afterUsers ? ', other than resources that are deleted first' : '';
    const found = `Holystone found nothing that uses ${it(count)}${but}.`;
    const keep = `Unless you keep ${it(count)}`;
    if (notifyOnly === count) {
      const would = count === 1 ? `it would be ${done} on ${first}` : `they would be ${done}, the first on ${first}`;
      return `${found} Holystone ${does} nothing at this stage. ${keep}, ${would}, or later, once ${nouns} begin.`;
    }
    if (notifyOnly === 0) {
      return `${found} ${keep}, Holystone will ${verb} ${count === 1 ? `it on ${first}` : `them, the first on ${first}`}.`;
    }
    const goes = `Holystone will ${verb} ${number(count - notifyOnly)}${count - notifyOnly === 1 ? '' : ', the first'} on ${first}`;
    return `${found} ${keep}, ${goes}. It does not ${verb} the other ${number(notifyOnly)} for now.`;
  },
  toKeep: 'To keep a resource',
  ways: (tag, keepAll) => [
    'Follow its link “Keep it” and confirm there. Opening the link changes nothing; the page shows all known facts.',
    ...(keepAll
      ? [
          'Or follow the link for all resources in this message, where all are ticked to be kept: take the tick away from what may go.',
        ]
      : []),
    `Or use it again: Holystone checks each resource again right before its ${noun}, and keeps it if it is in use.`,
    ...(tag ? [`Or give it the tag ${tag[0]} with the value “${tag[1]}”.`] : []),
  ],
  nothingToDo: (count) => `If you no longer need ${it(count)}, do nothing.`,
  seeAll: (count) => `See all ${number(count)}`,
  more: ({ count, cut, file, links }) =>
    `${cut === undefined ? '' : `These are the ${cut.by === 'cost' ? 'most expensive' : 'first'} ${number(cut.shown)} of ${number(count)}. `}All ${number(count)}, with their dates${links ? ' and links' : ''}, are in the attached ${file}.`,
  saving({ amount, upTo, staying, unpriced }, currency, count) {
    if (amount === undefined && staying === undefined) return undefined;
    const stay = staying && `${its(count)} snapshots, up to ${money(staying, currency)} a month, stay`;
    const own = amount ? `${upTo ? 'up to ' : ''}${money(amount, currency)} a month` : undefined;
    // What has no list price may save something: "nothing" is never said of all of them then.
    const saved = own ?? (!stay ? free(count, unpriced) : unpriced ? undefined : 'nothing now');
    return [saved, stay, unpriced ? unpricedWords(unpriced) : undefined].filter((one) => one).join('; ');
  },
  frees: (bytes, count) => `${act} ${it(count)} frees up to ${bytesWords(bytes)}.`,
  savings({ amount, upTo, staying, unpriced }, { currency, date, old, count }) {
    if (!amount && !staying) return undefined;
    const prices = `at list prices of ${longDay(date)}${old ? ' (out of date)' : ''}`;
    const stay = staying && `${its(count)} snapshots stay and cost up to ${money(staying, currency)} a month`;
    const first = `${act} ${it(count)} saves`;
    const sentences = amount
      ? [
          `${first} ${upTo ? 'up to ' : ''}${money(amount, currency)} a month, ${prices}`,
          ...(stay ? [capitalized(stay)] : []),
        ]
      : [unpriced && stay ? `${capitalized(stay)}, ${prices}` : `${first} nothing now: ${stay}, ${prices}`];
    return [...sentences, ...(unpriced ? [capitalized(unpricedWords(unpriced))] : [])]
      .map((one) => `${one}.`)
      .join(' ');
  },
  footer: (from, unowned) =>
    unowned
      ? `You get this message because no owner is named. If you know the owner, please write to ${from}.`
      : `You get this message because you are named as the owner. If that is not you, follow “Keep it” or “Details” and press “It is not mine” there.`,
  preferences: 'Why do I get these messages?',
  keepIt: 'Keep it',
  keepGroup: 'Keep the group',
  keepAll: (count) => (count === 1 ? 'Keep it' : `Keep all ${number(count)}`),
  details: 'Details',
  notifyOnlyUntil: (date) => `none at this stage; it would be on ${date}, or later`,
  reminded: 'Reminder: an earlier message notified you about it.',
  stillInUse: (since) => `Its ${noun} has been refused since ${since}: something uses it, says its provider.`,
  quarantine(type, since, deletion, notifyOnly) {
    if (ends === 'stops') return onlyStopped(since, deletion, notifyOnly);
    const [step, undo] = QUARANTINES[type.toLowerCase()] ?? ['taken out of use', 'put back into use'];
    const end = `It ${notifyOnly ? 'would be' : 'is'} ${done} on ${deletion}, unless it is ${undo} or kept before then.`;
    return since === undefined
      ? `On that day it ${notifyOnly ? 'would only be' : 'is only'} ${step}. ${end}`
      : `Since ${since} it has been ${step}. ${end}`;
  },
  folded: (names, rest) =>
    `${resources(names.length + rest)}: ${list([...names, ...(rest === 0 ? [] : [`${number(rest)} more`])])}`,
  last: (date) => `the last on ${date}`,
  moreReasons: (count) => `and ${pluralize(count, 'more reason', 'more reasons')}`,
  inPlace: (type) => `${type} in`,
  age: (ms) => (ms === undefined ? 'age unknown' : `${span(ms)} old`),
  headingFor: (summary, owner) =>
    summary.inUse
      ? refusedWords(summary, done, summary.unowned ? ' without an owner' : ` of ${owner}`)
      : `${summary.reminder ? 'Reminder: ' : ''}${left(summary.leftBehind)}${going(summary, summary.unowned ? ' without an owner' : ` of ${owner}`)} be ${done}${summary.count === 1 ? '' : ', the first'} on ${summary.first}`,
  copy: (owner) => `This is a copy of the message to ${owner}, without its links: only the owner can decide.`,
  expedited: {
    subject: (name) => `Early ${noun} requested: ${name}`,
    intro: (owner, date, instead) =>
      `${owner}, who is named as its owner, asks Holystone to ${verb} this resource early: on ${date}, instead of ${instead}.`,
    reason: 'Reason',
    ways: (key) =>
      `You get this message as the fallback for resources without an owner, in case the named owner is wrong. To keep the resource, use the link below${key === undefined ? '' : `, or the tag ${key}=always`}.`,
    keepIt: 'Keep it',
  },
  chatMore: (count) => `… and ${number(count)} more`,
  part: (part, of) => `(${number(part)} of ${number(of)})`,
  labels: {
    id: 'Id',
    what: 'What',
    group: 'Group',
    why: 'Why',
    saving: 'Saves',
    deletion: capitalized(noun),
    keep: 'Keep it',
    keepAll: 'Keep all in this message, or choose which',
  },
  date: ({ weekday, day, month, year, time }) => `${weekday} ${day} ${month} ${year}, ${time}`,
  day: ({ weekday, day, month, year }) => `${weekday} ${day} ${month} ${year}`,
  weekly: enWeekly,
  slack: enSlack,
  reasons: englishReasons,
  pages: enPages(ends),
});
