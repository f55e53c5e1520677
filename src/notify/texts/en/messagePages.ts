import { capitalized, type EndWords } from '../../../core/text/endWords.ts';
import { numbersOf } from '../common/numbers.ts';
import type { MessageTexts } from '../common/pageTexts.ts';

const { pluralize, form, number } = numbersOf('en');
const until = (date: string | undefined) => (date === undefined ? 'forever' : `until ${date}`);

/** English, for the page about all resources of a message. */
export const enMessageTexts = ({ verb, does, done, noun }: EndWords): MessageTexts => ({
  nothingTitle: 'Nothing to keep',
  nothing: `No resource in this message is scheduled for ${noun} any more: each is kept, in use or gone.`,
  forgottenTitle: 'This message is no longer on record',
  forgotten:
    'Holystone no longer knows which resources this message named, so nothing was changed. To keep one, use its own link in the newest message about it, or ask your operator.',
  askTitle: (count) => {
    if (count === 1) return 'Keep the resource in this message?';
    return count === 2
      ? 'Keep both resources in this message?'
      : `Keep all ${number(count)} resources in this message?`;
  },
  askPartTitle: (count) => `Keep the first ${number(count)} resources in this message?`,
  ask: `Holystone still plans to ${verb} these resources from this message.`,
  select: `All are ticked: take the tick away from what Holystone may ${verb}. It checks that again first.`,
  forTicked: 'For the ticked ones',
  keepTicked: 'Keep the ticked ones',
  notMineTicked: 'Not mine',
  earlyLink: `${capitalized(verb)} early…`,
  noneTicked: 'You ticked nothing, so nothing was changed.',
  earlyTitle: `Which may Holystone ${verb} early?`,
  earlyNote: `Nothing is ticked. Holystone ${does} what you tick before its date: at the earliest one day after the message, or when your operator allows it. Before that, it checks each again: what is in use or kept stays as it is.`,
  earlyNone: `No resource in this message can be ${done} early: only its owner can ask for it, after a notice that is valid, and only once.`,
  earlyAtMost: (most) => `Tick at most ${number(most)} at a time.`,
  earlyLabel: (name) => `${capitalized(verb)} early: ${name}`,
  earlyTicked: `${capitalized(verb)} the ticked ones early`,
  saidTitle: (count, all) =>
    count === all ? `Stored: all ${number(all)}` : `Stored: ${number(count)} of ${number(all)}`,
  responses: {
    deleteEarly: (count) =>
      `Holystone will ${verb} ${pluralize(count, 'resource', 'resources')} early, unless ${form(count, 'it is', 'they are')} used or kept before then. This is stored.`,
    notEarly: (count) =>
      `${pluralize(count, 'resource keeps its date', 'resources keep their dates')}. This is stored.`,
    notMine: (count) =>
      `You said that ${pluralize(count, 'resource is', 'resources are')} not yours. This is stored. Holystone notifies the fallback contact instead, who gets the full notice period; where there is no other contact, it ${does} nothing. If an owner tag names you, have the tag corrected.`,
    mine: (count) =>
      `${pluralize(count, 'resource is', 'resources are')} yours after all. This is stored. You get a new message, with the full notice period.`,
  },
  unsaid: (count) => `Nothing was changed for ${pluralize(count, 'resource', 'resources')}:`,
  mistaken: 'Was that a mistake?',
  unselected: (count) =>
    `You did not select ${pluralize(count, 'other resource', 'other resources')} in this message: your decision does not apply to ${form(count, 'it', 'them')}.`,
  inParts: 'The message is long: you keep this many at a time, the soonest first.',
  howLong: 'How long to keep all of them',
  lastDay: 'or until the end of',
  noDay: 'The last day is no day of the future, so nothing was changed.',
  opening: 'Opening this page changed nothing; only a button does.',
  moreAbout: 'All resources you get messages about',
  keptTitle: (kept, all) => (kept === all ? `Kept: all ${number(kept)}` : `Kept: ${number(kept)} of ${number(all)}`),
  kept: (count, date) =>
    `${number(count)} in this message ${form(count, 'is', 'are')} kept ${until(date)}. This is stored.`,
  keptAlready: (count) => `You already keep ${number(count)} in this message at least as long: that decision stays.`,
  unplanned: (count) =>
    `Of these, ${number(count)} had no planned ${noun} at the moment, or ${form(count, 'is', 'are')} gone. Your decision applies to ${form(count, 'it', 'them')} too.`,
  over: (count) =>
    `${number(count)} in this message no longer ${form(count, 'exists', 'exist')}: your decision came too late for ${form(count, 'it', 'them')}.`,
  begun: (count) =>
    `The ${noun} of ${number(count)} had begun before. Your decision is stored, and applies if the provider refuses the ${noun}.`,
  left: `More resources in this message may still be scheduled for ${noun}.`,
  keepNext: 'Keep the next ones for the same time',
  mistake: 'Was that a mistake? You can also undo each decision on its own page.',
  takeBackAll: 'Undo all',
  undoneTitle: 'Your decisions are withdrawn',
  undone: (count) =>
    `You no longer keep ${number(count)}. Holystone marks each one again, with a new date, if it is neither used nor kept.`,
  leftKept: 'You may keep more resources in this message.',
  back: 'Back to the page of this message',
  resources: 'Resources',
  evidenceRead: 'Checked sources',
  caption: (count, rest) =>
    `${pluralize(count, 'resource', 'resources')}, the soonest first.${
      rest > 0 ? ` ${number(rest)} more are not shown here.` : ''
    }`,
  preferencesTitle: 'Resources you get messages about',
  preferences: (owner) =>
    `Holystone notifies ${owner} about resources that appear unused, before it ${does} them, in at most one message a day. Opening this page changed nothing.`,
  askedNothing: 'At the moment no resource waits for your decision.',
  further: 'The next page',
  fewerTitle: 'To get fewer messages',
  fewer: [
    'Keep the resources you need: open one and choose for how long. You get no messages about a resource while it is kept.',
    'If a resource is not yours, say so on its page, and have its owner tag corrected.',
    `If you no longer need a resource, ask on its page to ${verb} it early.`,
  ],
  never: `You cannot switch off all messages: Holystone ${does} nothing before it has notified the owner.`,
  keepAllOfThis: 'Keep all in the message that led here',
});
