/** A message that was sent, the next one, and one that is sent again. */
import type { NoticeState } from '../../../core/notice/sentNotices.ts';
import { pluralize } from './numbers.ts';

/** For a sent message and its repetition, and for the preview of the next one. */
export const messagesTexts = {
  to: (owner: string) => `Message to ${owner}`,
  facts: {
    to: 'To',
    state: 'State',
    answer: 'Answer',
    sent: 'Sent',
    opened: 'Opened',
    kind: 'Kind',
    transport: 'Transport',
    subject: 'Subject',
    id: 'Message-ID',
  },
  states: { accepted: 'accepted', bounced: 'bounced', refused: 'refused' } satisfies Record<NoticeState, string>,
  theMessage: 'The message',
  unlisted: 'The list of sent messages has it no more; only its resources are known.',
  opened: (when: string) => `${when} (by a person or a mail scanner)`,
  notOpened: 'no link of it was opened yet, as far as Holystone knows',
  openedShort: (when: string) => `opened ${when}`,
  notOpenedShort: 'not opened',
  notice: 'a notice',
  reminder: 'a reminder: it is no notice',
  repeats: (actor: string) => `sent again by ${actor}: it is no notice and moved no date. It repeats`,
  anEarlierMessage: 'an earlier message',
  resources: 'Its resources today',
  noResources: 'Its resources are not known any more.',
  columns: { resource: 'Resource', namespace: 'Namespace', today: 'Today' },
  newer: 'marked again after this message',
  unmarked: 'not marked any more',
  nextPart: 'Next part',
  sendAgain: 'Send again',
  sendNow: 'Send now',
  reason: 'Reason (required)',
  againWhy:
    'The owner gets a reminder about the resources that still wait. It is no notice and moves no date; at most one an hour for an owner.',
  sentAgain: {
    title: 'Sent again',
    text: (owner: string, resources: number) =>
      `${owner} has a new message about ${pluralize(resources, 'resource', 'resources')}. It moved no date.`,
    show: 'Show the new message',
  },
  preview: {
    title: (owner: string) => `Next message to ${owner}`,
    about: (resources: number) =>
      `About ${pluralize(resources, 'resource', 'resources')}, with the dates of now. Its links do not work: only the owner gets links that work.`,
    none: 'No message waits for this owner. The next notify pass finds resources that were marked since.',
  },
};
