import { numbersOf } from '../common/numbers.ts';
import type { SlackTexts } from '../common/slack.ts';

const { number } = numbersOf('de');

/** German, for the buttons in Slack. */
export const deSlack: SlackTexts = {
  keep: (count) => (count === 1 ? '30 Tage behalten' : `Alle ${number(count)} 30 Tage behalten`),
  open: 'Öffnen',
  by: (actor) => `${actor} hat „30 Tage behalten“ gedrückt.`,
  page: 'Die Seite dieser Nachricht',
  notYours: (owner) =>
    `Nichts wurde geändert: Diese Nachricht ging an ${owner}, und nur dort wird hier entschieden, oder vom Betrieb.`,
  expired: 'Nichts wurde geändert: Dieser Knopf ist zu alt. Benutzen Sie die neueste Nachricht über die Ressource.',
  unreadable:
    'Nichts wurde geändert: Diesen Knopf hat kein Schlüssel unterschrieben, den Holystone jetzt hat. Benutzen Sie eine neuere Nachricht.',
  notStored:
    'Das ist nicht gespeichert, oder nicht ganz: Der Speicher hat es nicht bestätigt. Holystone macht vielleicht weiter wie geplant. Drücken Sie in einer Minute noch einmal.',
  unasked:
    'Nichts wurde geändert: Slack hat Holystone nicht gesagt, wer Sie sind. Drücken Sie in einer Minute noch einmal.',
};
