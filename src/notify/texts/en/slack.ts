import { numbersOf } from '../common/numbers.ts';
import type { SlackTexts } from '../common/slack.ts';

const { number } = numbersOf('en');

/** English, for the buttons in Slack. */
export const enSlack: SlackTexts = {
  keep: (count) => (count === 1 ? 'Keep for 30 days' : `Keep all ${number(count)} for 30 days`),
  open: 'Open',
  by: (actor) => `${actor} pressed “Keep for 30 days”.`,
  page: 'The page of this message',
  notYours: (owner) => `Nothing was changed: this message is to ${owner}, and only they decide here, or an operator.`,
  expired: 'Nothing was changed: this button is too old. Use the newest message about the resource.',
  unreadable: 'Nothing was changed: this button is not signed by a key that Holystone has now. Use a newer message.',
  notStored:
    'This is not stored, or not all of it: the store did not confirm it. Holystone may go on as planned. Press again in a minute.',
  unasked: 'Nothing was changed: Slack did not tell Holystone who you are. Press again in a minute.',
};
