import { clusterOfGroup } from '../../../core/notice/leftBehind.ts';
import type { Ends } from '../../../core/resource/ends.ts';
import { capitalized, type EndWords, endWords } from '../../../core/text/endWords.ts';
import { sentence, strong } from '../../../core/text/html.ts';
import { numbersOf } from '../common/numbers.ts';
import type { KeptThing, PageTexts, ResourceTexts } from '../common/pageTexts.ts';
import { enMessageTexts } from './messagePages.ts';

const { pluralize, relative } = numbersOf('en');

/** A group of a cluster by the name that people use. */
const groupWords = (group: string) => {
  const cluster = clusterOfGroup(group);
  return cluster === undefined ? group : `cluster ${cluster}`;
};
const whatIsKept = ({ kind, name }: KeptThing, stops: boolean) => {
  if (kind === 'over' && !stops) return `Every resource with the name ${name}`;
  if (kind === 'pattern') return `Everything with an id or a name like ${name}`;
  return kind === 'group' ? `Everything in ${groupWords(name)}` : name;
};
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
const until = (date: string | undefined) => (date === undefined ? 'forever' : `until ${date}`);

const resource = (ends: Ends): ResourceTexts => english(endWords[ends], ends === 'stops');

const english = ({ verb, does, done, noun, nouns }: EndWords, stops: boolean): ResourceTexts => ({
  theResource: 'The resource',
  facts: {
    name: 'Name',
    id: 'Id',
    type: 'Type',
    account: 'Account',
    location: 'Location',
    group: 'Group',
    created: 'Created',
    cost: 'Saving',
    lastUse: 'Last use',
    usedBy: 'Used by',
    read: 'Checked',
    why: 'Why',
    owner: 'Owner',
    chosen: 'Selected',
    notified: 'Notified',
    lastAttempt: 'Last attempt',
    deletion: capitalized(noun),
  },
  noOwner: 'none',
  unknown: 'not known',
  noUse: 'none on record',
  noUser: 'no user found',
  evidenceRead: (sources) => `${pluralize(sources, 'source', 'sources')}, read`,
  found: (places, findings) =>
    `${pluralize(places, 'place', 'places')}, ${pluralize(findings, 'finding', 'findings')} for all resources`,
  restorable: (at, until) =>
    sentence`It was ${done} ${at}. It can be restored until ${until}: ask your operator before then.`,
  deleted: (at) =>
    stops
      ? sentence`It was stopped ${at}. It is still there: whoever may start it can start it again.`
      : sentence`It was deleted ${at}. Ask your operator whether it can be restored.`,
  gone: (at) =>
    stops
      ? sentence`It was stopped already, or gone, ${at}; Holystone did not stop it.`
      : sentence`It was gone ${at}; Holystone did not delete it.`,
  survived: (at) => sentence`Its ${noun} started but did not finish; Holystone stopped trying ${at}.`,
  begun: `Its ${noun} has begun. Holystone still stores a decision to keep it, which applies if the provider refuses the ${noun}.`,
  nothingPlanned: `No ${noun} of it is planned at the moment. You can still decide to keep it.`,
  planned: (at, ahead, early) =>
    sentence`Holystone will ${verb} it${
      early === undefined ? '' : ` early, at ${early === 'you' ? 'your' : "its owner's"} request`
    }: ${strong(at)}, ${ahead ?? 'at the next opportunity'}, unless it is used again
or kept.`,
  notifyOnly: `Holystone ${does} nothing at this stage.`,
  wouldBe: (at) => sentence`It would be ${done} on ${strong(at)}, or later, once ${nouns} begin, unless it is
used again or kept.`,
  notifyOnlyUntil: 'none at this stage; it would be on',
  isKept: (thing, date, by) =>
    `${whatIsKept(thing, stops)} is kept ${until(date)}${
      by === undefined ? '' : by === 'you' ? ', by your decision' : `, by a decision of ${by.actor}`
    }`,
  until,
  reasonIs: (reason) => `Reason: ${reason}`,
  reason: 'Reason',
  optional: '(optional)',
  keepUntil: (end) => (end === undefined ? 'Keep forever' : `Keep until ${end}`),
  keepUntilDay: 'Keep until that day',
  keepFor: (days) => (days === undefined ? 'Keep forever' : `Keep for ${pluralize(days, 'day', 'days')}`),
  howLong: 'How long to keep it',
  overTitle: (name) => (stops ? `${name} is stopped` : `${name} no longer exists`),
  keptTitle: (name) => `${name} is kept`,
  askTitle: (name) => `Keep ${name}?`,
  askGroupTitle: (group) => `Keep everything in ${groupWords(group)}?`,
  askFoot: (
    owner,
    end,
  ) => sentence`Opening this page changed nothing; only a button does. This link is for ${owner} and works
until ${end}.`,
  whatToKeep: 'What to keep',
  onlyThis: 'Only this resource',
  everythingIn: (group) => `Everything in ${groupWords(group)}`,
  patternScope: 'Everything that matches a pattern, also future ones',
  patternField: 'The pattern, such as release-*: the asterisk is any text',
  patternTitle: (pattern) => `Keep everything like ${pattern}?`,
  patternMatches: ({ matching, marks, isPartial }) =>
    `It matches ${matching} of ${isPartial ? 'the first ' : ''}${pluralize(marks, `planned ${noun}`, `planned ${nouns}`)}.`,
  patternNote: 'Others with such an id or name, and future ones, are kept too. Nothing is stored yet.',
  yesPattern: 'Keep all of them',
  patternRefused: {
    empty: 'Write a pattern, such as release-*.',
    long: 'The pattern is too long.',
    characters: 'The pattern has a line break or another invisible character. An asterisk can stand for it.',
    all: 'This pattern would keep everything. Choose the whole group in its place.',
    noStar: 'The pattern has no asterisk, so it is a single id. Open the page of that resource in its place.',
    tooMany: 'There are too many patterns here. Undo one of them first.',
  },
  saySomething: 'Other options',
  sayLabel: 'Other options for this resource',
  early: `I no longer need it, ${verb} it early`,
  notMine: 'It is not mine',
  saidEarly: `You asked to ${verb} it early. Was that a mistake?`,
  saidNotMine: 'You said that it is not yours. Was that a mistake?',
  saidKeep: ({ kind, name }, date) =>
    `You keep ${kind === 'id' || kind === 'over' ? name : lowerFirst(whatIsKept({ kind, name }, stops))} ${until(date)}. Was that a mistake?`,
  takeBack: 'Undo',
  takeBackGroup: 'Undo for the whole group',
  takeBackPattern: 'Undo for this pattern',
  kept: 'Kept',
  stored: 'This is stored.',
  storedUntil: (date) => `Your decision is stored: ${until(date)}.`,
  longer: (keeping) => `${keeping}, which is longer.`,
  marksLeft: `There are very many marks: the next survey removes the rest of those that you keep. Holystone ${does} none of them meanwhile.`,
  begunTitle: `${capitalized(noun)} had already begun`,
  memberOf: (group) => `something in ${groupWords(group)}`,
  begunNote: (name, date) =>
    `Your decision is stored (${until(date)}), but the ${noun} of ${name} had begun before it arrived. If the provider refuses the ${noun}, or Holystone has to try it again, your decision applies and the resource stays. ${
      stops
        ? 'If it is stopped, whoever may start it can start it again.'
        : 'If the resource no longer exists, ask your operator whether it can be restored.'
    }`,
  tooLate: 'Too late',
  overNote: (date) =>
    `Your decision is stored (${until(date)}) and applies ${stops ? 'when it runs again' : 'to every resource with the same name'}.`,
  undoneTitle: 'Your decision is withdrawn',
  noLongerKept: 'No longer kept',
  othersKeep: 'Your decision is withdrawn. Other decisions still apply:',
  undone: (name) =>
    `Your decision to keep ${name} is withdrawn. If it is unused, Holystone starts from the beginning: it marks the resource again, with a new date.`,
  back: 'Back to the page of this resource',
  nothingChanged: 'Nothing was changed',
  keptBy: (actor, date) =>
    `It is kept ${until(date)} by a decision of ${actor}. Only they or an operator can withdraw it.`,
  noDecision: 'There is no decision to withdraw.',
  mayStillKeep: (key) => `If the resource itself still has ${key}, that keeps it: remove it there.`,
  earlyTitle: (name) => `${capitalized(verb)} ${name} early?`,
  earlyNote: `Holystone then ${does} it before its date: at the earliest one day after the message, or when your operator allows it. Before that, Holystone checks it again: if it is in use or kept, it ${stops ? 'runs on' : 'stays'}.`,
  yesEarly: `Yes, ${verb} it early`,
  goBack: 'No, go back',
  responses: {
    deleteEarly: (name, at) => ({
      title: `It will be ${done} early`,
      paragraphs: [
        sentence`Holystone will ${verb} ${name} from ${at} on, unless it is used or kept before then. This is stored.`,
      ],
    }),
    notEarly: (name, at) => ({
      title: 'It keeps its date',
      paragraphs: [sentence`Holystone will not ${verb} ${name} before ${at}. This is stored.`],
    }),
    notMine: (name, isAsked) => ({
      title: 'You are not its owner',
      paragraphs: [
        sentence`You said that ${name} is not yours. This is stored. ${
          isAsked
            ? 'Holystone notifies the fallback contact instead, who gets the full notice period.'
            : `There is no other contact, so Holystone does not ${verb} it.`
        }`,
        sentence`If its owner tag names you, have the tag corrected: Holystone reads the owner from it.`,
      ],
    }),
    mine: (name) => ({
      title: 'You are its owner again',
      paragraphs: [
        sentence`${name} is yours after all. This is stored. You get a new message about it, with the full notice
period.`,
      ],
    }),
  },
  rejected: {
    noMark: `Its ${noun} is no longer planned.`,
    nothingDeleted: `Holystone ${does} no resources of this kind at the moment.`,
    begun: `Its ${noun} has begun.`,
    markedAnew: 'It was marked again after the message with this link. Use the link in the newest message about it.',
    otherOwner: 'Holystone notifies another person about it by now.',
    noOwner: `It has no owner, and only an owner can have it ${done} early. It keeps its date.`,
    noticeOver: 'Its notice is no longer valid. Wait for the next message.',
    othersNotNotified:
      'Holystone could not tell everybody who has to know of it, so it keeps its date. Try again later.',
    dateCome: `The date of its ${noun} is already reached.`,
    notEarly: `No early ${noun} is planned.`,
    saidAlready: 'You already said so.',
    asFallback: 'It has no owner, so you are notified instead. Keep it, or tag it with its owner.',
    notSaid: 'You did not say that it is not yours.',
    changing: 'It changed at the same moment. Try again.',
  },
});

/** English, for the pages behind the links of messages, about resources with this end. */
export const enPages = (ends: Ends): PageTexts => ({
  relative,
  expiredTitle: 'This link has expired',
  invalidTitle: 'This link is not valid',
  expired: (at) => sentence`This link was valid until ${at}.`,
  invalid: 'This link is damaged, or another Holystone made it. Open the complete link from the message again.',
  instead: 'Nothing was changed. To keep something, use the link in the newest message about it, or ask your operator.',
  notStoredTitle: 'Not safely stored',
  notStored: sentence`${strong('Not safely stored, try again.')} The store did not confirm your decision, so do not rely on it.`,
  tryAgain: 'Try again',
  busyTitle: 'Too many requests',
  busy: (isChange) =>
    isChange
      ? sentence`${strong('Your decision was not stored, try again.')} There are too many requests at the moment. Wait a minute, then reload this page: your browser sends your decision again.`
      : sentence`There are too many requests at the moment. Wait a minute, then reload this page. Nothing was changed.`,
  problems: {},
  problemFoot: (status, requestId) => `Status ${status}, request ${requestId}.`,
  resource: resource(ends),
  message: enMessageTexts(endWords[ends]),
});
