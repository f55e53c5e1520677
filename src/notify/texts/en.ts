import { totalWords } from '../../core/money.ts';
import type { Catalogue } from './catalogue.ts';
import { numbersOf } from './numbers.ts';
import { enPages } from './pages/en.ts';

const { counted, form, number, span, list, longDay } = numbersOf('en');
const resources = (count: number) => counted(count, 'resource', 'resources');
const it = (count: number) => form(count, 'it', 'them');

/** What is done at first, and what takes it back. */
const QUARANTINES: Readonly<Record<string, readonly [string, string]>> = {
  image: ['disabled, so that nobody can launch from it', 'enables it again'],
  volume: ['saved in a snapshot', 'attaches it'],
};

export const en: Catalogue = {
  language: 'en',
  subject: ({ count, day, sameDay, name, reminder }) =>
    `${reminder ? 'Reminder: ' : ''}${
      count === 1
        ? `${resources(1)} will be deleted on ${day}: ${name}`
        : `${resources(count)} will be deleted${sameDay ? '' : ', the first'} on ${day}`
    }`,
  preview: ({ count, name }) =>
    `${name}${count === 1 ? '' : ` and ${number(count - 1)} more`}: keep what you need with one tap.`,
  heading: ({ count, unowned }) => `${resources(count)} ${unowned ? 'without an owner' : 'of yours'} will be deleted`,
  intro: ({ count, first }) =>
    `Holystone found nothing that uses ${it(count)}. Unless you keep ${it(count)}, ${
      count === 1 ? `it is deleted on ${first}` : `they are deleted, the first on ${first}`
    }.`,
  toKeep: 'To keep a resource',
  ways: ([tag, value], keepAll) => [
    'Follow its link “Keep it” and confirm there. Opening the link changes nothing, and the page shows all that is known.',
    ...(keepAll ? ['Or follow the link that keeps all of this mail, and confirm there.'] : []),
    'Or use it again: right before the deletion it is checked once more, and what is in use stays.',
    `Or give it the tag ${tag} with the value “${value}”.`,
  ],
  nothingToDo: (count) => `If you do not need ${it(count)} any more, you do not have to do anything.`,
  more: ({ count, cut, file, links }) =>
    `${cut === undefined ? '' : `These are the ${cut.by === 'cost' ? 'costliest' : 'first'} ${number(cut.shown)} of ${number(count)}. `}All ${number(count)}, with their dates${links ? ' and links' : ''}, are in the attached ${file}.`,
  cost: totalWords,
  costs: ({ words, count, date, old }) =>
    `${count === 1 ? 'It costs' : 'Together they cost'} ${words}, at list prices of ${longDay(date)}${old ? ', which are old' : ''}.`,
  footer: (from, unowned) =>
    unowned
      ? `You get this message because nobody is named as the owner. If you know who is, please write to ${from}.`
      : `You get this message because you are named as the owner. If that is not you, follow “Keep it” or “Details” and press “It is not mine” there.`,
  preferences: 'What these messages are about',
  keepIt: 'Keep it',
  keepGroup: 'Keep the group',
  keepAll: (count) => (count === 1 ? 'Keep it' : `Keep all ${number(count)}`),
  details: 'Details',
  reminded: 'Reminder: you were told about it before.',
  quarantine(type, since, deletion) {
    const [step, undo] = QUARANTINES[type] ?? ['put out of use', 'takes it out again'];
    return since === undefined
      ? `At first it is only ${step}. It is deleted on ${deletion}, unless somebody ${undo} or keeps it.`
      : `It has been ${step} since ${since}. It is deleted on ${deletion}, unless somebody ${undo} or keeps it.`;
  },
  folded: (names, rest) =>
    `${resources(names.length + rest)}: ${list([...names, ...(rest === 0 ? [] : [`${number(rest)} more`])])}`,
  last: (date) => `the last on ${date}`,
  moreReasons: (count) => `and ${counted(count, 'more reason', 'more reasons')}`,
  inPlace: (type) => `${type} in`,
  age: (ms) => (ms === undefined ? 'age unknown' : `${span(ms)} old`),
  headingFor: ({ count, first, reminder, unowned }, owner) =>
    `${reminder ? 'Reminder: ' : ''}${resources(count)} ${unowned ? 'without an owner' : `of ${owner}`} will be deleted${count === 1 ? '' : ', the first'} on ${first}`,
  copy: (owner) => `This is a copy of what ${owner} was told, without the links by which only they decide.`,
  chatMore: (count) => `… and ${number(count)} more`,
  part: (part, of) => `(${number(part)} of ${number(of)})`,
  labels: {
    id: 'Id',
    what: 'What',
    group: 'Group',
    why: 'Why',
    cost: 'Cost',
    deletion: 'Deletion',
    keep: 'Keep it',
    keepAll: 'Keep all of this mail',
  },
  date: ({ weekday, day, month, year, time }) => `${weekday} ${day} ${month} ${year}, ${time}`,
  day: ({ weekday, day, month, year }) => `${weekday} ${day} ${month} ${year}`,
  pages: enPages,
};
