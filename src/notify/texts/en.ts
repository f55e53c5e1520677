import { totalWords } from '../../core/text/money.ts';
import type { Catalogue, Told } from './catalogue.ts';
import { enPages } from './pages/en.ts';
import { numbersOf } from './pages/numbers.ts';

const { pluralize: counted, form, number, span, list, longDay } = numbersOf('en');
const resources = (count: number) => counted(count, 'resource', 'resources');
const it = (count: number) => form(count, 'it', 'them');
/** `2 of 3 resources will`, where nothing is deleted at the stage of one; `3 resources would`, where of none. */
const going = ({ count, held }: Told, whose = '') => {
  if (held === 0 || held === count) return `${resources(count)}${whose} ${held === 0 ? 'will' : 'would'}`;
  return `${number(count - held)} of ${resources(count)}${whose} will`;
};

/** What is done at first, and what takes it back. */
const QUARANTINES: Readonly<Record<string, readonly [string, string]>> = {
  image: ['disabled, so that nobody can launch from it', 'enables it again'],
  volume: ['saved in a snapshot', 'attaches it'],
};

export const en: Catalogue = {
  language: 'en',
  subject: (told) =>
    `${told.reminder ? 'Reminder: ' : ''}${going(told)} be deleted${
      told.count === 1 ? ` on ${told.day}: ${told.name}` : `${told.sameDay ? '' : ', the first'} on ${told.day}`
    }`,
  preview: ({ count, name }) =>
    `${name}${count === 1 ? '' : ` and ${number(count - 1)} more`}: keep what you need with one tap.`,
  heading: (told) => `${going(told, told.unowned ? ' without an owner' : ' of yours')} be deleted`,
  intro: ({ count, held, first }) => {
    const found = `Holystone found nothing that uses ${it(count)}.`;
    const keep = `Unless you keep ${it(count)}`;
    if (held === count) {
      const would = count === 1 ? `it would be deleted on ${first}` : `they would be deleted, the first on ${first}`;
      return `${found} Nothing is deleted at this stage. ${keep}, ${would}, or later, as soon as deletions begin.`;
    }
    if (held === 0) {
      return `${found} ${keep}, ${count === 1 ? `it is deleted on ${first}` : `they are deleted, the first on ${first}`}.`;
    }
    const goes = `${number(count - held)} ${form(count - held, 'is', 'are')} deleted${count - held === 1 ? '' : ', the first'} on ${first}`;
    return `${found} ${keep}, ${goes}. At the stage of the other ${number(held)} nothing is deleted.`;
  },
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
  heldUntil: (date) => `none at this stage; it would be on ${date}, or later`,
  reminded: 'Reminder: you were told about it before.',
  quarantine(type, since, deletion, held) {
    const [step, undo] = QUARANTINES[type] ?? ['put out of use', 'takes it out again'];
    const end = `It ${held ? 'would be' : 'is'} deleted on ${deletion}, unless somebody ${undo} or keeps it.`;
    return since === undefined
      ? `On that day it ${held ? 'would only be' : 'is only'} ${step}. ${end}`
      : `Since ${since} it has been ${step}. ${end}`;
  },
  folded: (names, rest) =>
    `${resources(names.length + rest)}: ${list([...names, ...(rest === 0 ? [] : [`${number(rest)} more`])])}`,
  last: (date) => `the last on ${date}`,
  moreReasons: (count) => `and ${counted(count, 'more reason', 'more reasons')}`,
  inPlace: (type) => `${type} in`,
  age: (ms) => (ms === undefined ? 'age unknown' : `${span(ms)} old`),
  headingFor: (told, owner) =>
    `${told.reminder ? 'Reminder: ' : ''}${going(told, told.unowned ? ' without an owner' : ` of ${owner}`)} be deleted${told.count === 1 ? '' : ', the first'} on ${told.first}`,
  copy: (owner) => `This is a copy of what ${owner} was told, without the links by which only they decide.`,
  haste: {
    subject: (name) => `To be deleted early: ${name}`,
    intro: (owner, date, instead) =>
      `${owner}, who is named as its owner, asks that this resource is deleted early: on ${date}, instead of ${instead}.`,
    reason: 'Reason',
    ways: 'You are the fallback for resources without an owner, and are told in case the owner is not who they should be. If it should stay, keep it by the link below, or with the tag holystone:keep=always.',
    keepIt: 'Keep it',
  },
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
