import { numbersOf } from './numbers.ts';
import type { MessageTexts } from './texts.ts';

const { pluralize: counted, form, number } = numbersOf('en');
const until = (date: string | undefined) => (date === undefined ? 'for ever' : `until ${date}`);

export const enMessageTexts: MessageTexts = {
  nothingTitle: 'Nothing to keep',
  nothing: 'No deletion of a resource of this message is planned any more: each is kept, in use or gone.',
  forgottenTitle: 'This message is no longer on record',
  forgotten:
    'Holystone no longer knows which resources this message named, so nothing was changed. To keep one, use its own link in the newest message about it, or ask your operator.',
  askTitle: (count) => `Keep all ${number(count)} of this message?`,
  askPartTitle: (count) => `Keep the first ${number(count)} of this message?`,
  ask: 'The message names these, and their deletion is still planned.',
  inParts: 'It is a long one: you keep so many at a time, the soonest first.',
  howLong: 'How long to keep all of them',
  opening: 'Opening this page changed nothing; only a button does.',
  moreAbout: 'All that you get messages about',
  keptTitle: (kept, all) => (kept === all ? `Kept: all ${number(kept)}` : `Kept: ${number(kept)} of ${number(all)}`),
  kept: (count, date) =>
    `${number(count)} of this message ${form(count, 'is', 'are')} kept ${until(date)}. This is stored.`,
  keptAlready: (count) => `You keep ${number(count)} of this message at least as long already: that decision stays.`,
  unplanned: (count) =>
    `Of these, ${number(count)} had no planned deletion at the moment, or ${form(count, 'is', 'are')} gone. Your decision counts for ${form(count, 'it', 'them')} too.`,
  over: (count) =>
    `${number(count)} of this message no longer ${form(count, 'exists', 'exist')}: your decision came too late for ${form(count, 'it', 'them')}.`,
  begun: (count) =>
    `The deletion of ${number(count)} had begun before. Your decision is stored, and wins if the provider refuses.`,
  left: 'There may be more of this message that is still to be deleted.',
  keepNext: 'Keep the next for as long',
  mistake: 'Was that a mistake? Each can also be taken back on its own page.',
  takeBackAll: 'Take all of it back',
  undoneTitle: 'Your decisions are taken back',
  undone: (count) =>
    `${number(count)} ${form(count, 'is', 'are')} no longer kept by you. What nobody uses or keeps is marked anew, with a new date.`,
  leftKept: 'There may be more of this message that you keep.',
  back: 'Back to the page of this message',
  resources: 'Resources',
  wasRead: 'What was looked at',
  caption: (count, rest) =>
    `${counted(count, 'resource', 'resources')}, the soonest first.${
      rest > 0 ? ` ${number(rest)} more are not shown here.` : ''
    }`,
  preferencesTitle: 'What you get messages about',
  preferences: (owner) =>
    `${owner} is told of resources that nobody seems to use, before they are deleted, in one message a day at most. Opening this page changed nothing.`,
  askedNothing: 'At the moment you are asked about nothing.',
  further: 'The next page',
  fewerTitle: 'To get fewer messages',
  fewer: [
    'Keep what you need: open it and choose for how long. You get no message about it as long as it is kept.',
    'Say of what is not yours that it is not, on its page, and have its owner tag corrected.',
    'Say of what you no longer need that it may be deleted early.',
  ],
  never: 'Messages cannot be switched off altogether: nothing is deleted whose owner was not told.',
  keepAllOfThis: 'Keep all of the message that led here',
};
