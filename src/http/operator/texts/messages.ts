/** A message that was sent, the next one, and one that is sent again. */
import type { NoticeState } from '../../../core/notice/sentNotices.ts';
import { numbersIn, type Texts } from './texts.ts';

const english = numbersIn('en');
const german = numbersIn('de');

const en = {
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
      `${owner} has a new message about ${english.pluralize(resources, 'resource', 'resources')}. It moved no date.`,
    show: 'Show the new message',
  },
  preview: {
    title: (owner: string) => `Next message to ${owner}`,
    about: (resources: number) =>
      `About ${english.pluralize(resources, 'resource', 'resources')}, with the dates of now. Its links do not work: only the owner gets links that work.`,
    none: 'No message waits for this owner. The next notify pass finds resources that were marked since.',
  },
};

const de: typeof en = {
  to: (owner) => `Nachricht an ${owner}`,
  facts: {
    to: 'An',
    state: 'Zustand',
    answer: 'Antwort',
    sent: 'Gesendet',
    opened: 'Geöffnet',
    kind: 'Art',
    transport: 'Weg',
    subject: 'Betreff',
    id: 'Message-ID',
  },
  states: { accepted: 'angenommen', bounced: 'zurückgekommen', refused: 'abgelehnt' },
  theMessage: 'Die Nachricht',
  unlisted: 'Die Liste der gesendeten Nachrichten enthält sie nicht mehr; nur ihre Ressourcen sind bekannt.',
  opened: (when) => `${when} (von einem Menschen oder einem Mailscanner)`,
  notOpened: 'noch keiner ihrer Links, soweit Holystone weiß',
  openedShort: (when) => `geöffnet ${when}`,
  notOpenedShort: 'nicht geöffnet',
  notice: 'eine Benachrichtigung',
  reminder: 'eine Erinnerung: sie ist keine Benachrichtigung',
  repeats: (actor) =>
    `noch einmal gesendet von ${actor}: sie ist keine Benachrichtigung und hat kein Datum verschoben. Sie wiederholt`,
  anEarlierMessage: 'eine frühere Nachricht',
  resources: 'Ihre Ressourcen heute',
  noResources: 'Ihre Ressourcen sind nicht mehr bekannt.',
  columns: { resource: 'Ressource', namespace: 'Namensraum', today: 'Heute' },
  newer: 'nach dieser Nachricht neu markiert',
  unmarked: 'nicht mehr markiert',
  nextPart: 'Nächster Teil',
  sendAgain: 'Noch einmal senden',
  sendNow: 'Jetzt senden',
  reason: 'Grund (nötig)',
  againWhy:
    'Der Eigentümer bekommt eine Erinnerung an die Ressourcen, die noch warten. Sie ist keine Benachrichtigung und verschiebt kein Datum; höchstens eine in der Stunde je Eigentümer.',
  sentAgain: {
    title: 'Noch einmal gesendet',
    text: (owner, resources) =>
      `${owner} hat eine neue Nachricht über ${german.pluralize(resources, 'Ressource', 'Ressourcen')}. Sie hat kein Datum verschoben.`,
    show: 'Die neue Nachricht zeigen',
  },
  preview: {
    title: (owner) => `Nächste Nachricht an ${owner}`,
    about: (resources) =>
      `Über ${german.pluralize(resources, 'Ressource', 'Ressourcen')}, mit den Daten von jetzt. Ihre Links wirken nicht: Nur der Eigentümer bekommt wirksame Links.`,
    none: 'Auf diesen Eigentümer wartet keine Nachricht. Der nächste Durchlauf „Benachrichtigen“ findet, was seither markiert wurde.',
  },
};

/** For a sent message and its repetition, and for the preview of the next one. */
export const messagesTexts: Texts<typeof en> = { en, de };
