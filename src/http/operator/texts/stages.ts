import { type Html, sentence, strong } from '../../../core/text/html.ts';
import { numbersIn, type Texts } from './texts.ts';

const { pluralize, form, number } = numbersIn('en');
const german = numbersIn('de');

const en = {
  title: 'Stages',
  heading: 'Rollout stages',
  intro: (): Html =>
    sentence`${strong('plan')} surveys only · ${strong('notify')} marks and notifies, deletes nothing · ${strong('canary')} deletes five, then pauses for a day · ${strong('live')} deletes without that limit. Lowering a stage takes effect at once, on every instance.`,
  disobedient: (names: readonly string[]) =>
    `Holystone stored the change, but these instances do not obey it yet: ${names.join(', ')}. Reload this page.`,
  columns: { unit: 'Type in account', stage: 'Stage', start: 'Starts at', move: 'Move to' },
  set: 'set',
  own: (count: number, all: number, stage: string) => `${number(count)} of ${number(all)} namespaces: ${stage}`,
  notLive: 'not live:',
  canary: (used: number, of: number) => `${number(used)} of ${number(of)} deletions`,
  pausedUntil: 'paused until',
  stageOf: (unit: string) => `Stage of ${unit}`,
  choose: 'choose',
  asConfigured: 'as configured',
  why: 'Why',
  whyMoves: (unit: string) => `Why ${unit} moves`,
  move: 'Move',
  moveUnit: (unit: string) => `Move ${unit}`,
  confirm: {
    title: (unit: string, stage: string) => `Move ${unit} to ${stage}?`,
    due: (count: number): Html =>
      sentence`${strong(pluralize(count, 'resource', 'resources'))} ${form(count, 'is', 'are')} due now and may be deleted with the next pass.`,
    others: (count: number) =>
      `${pluralize(count, 'other mark', 'other marks')} may be deleted when ${form(count, 'its', 'their')} date comes. Each is checked again first.`,
    canary: 'A canary deletes five, then it pauses for a day.',
    reason: (reason: string) => `Reason: ${reason}`,
    configured: 'its configured stage',
    yes: (stage: string) => `Move to ${stage}`,
    no: 'Change nothing',
  },
  isNow: (unit: string, stage: string) => `${unit} is at ${stage} now.`,
  undo: (stage: string | undefined) => `Undo: back to ${stage ?? 'the configured stage'}`,
};

const de: typeof en = {
  title: 'Stufen',
  heading: 'Stufen der Einführung',
  intro: () =>
    sentence`${strong('plan')} sieht nur durch · ${strong('notify')} markiert und benachrichtigt, löscht nichts · ${strong('canary')} löscht fünf und pausiert dann einen Tag · ${strong('live')} löscht ohne diese Grenze. Eine niedrigere Stufe gilt sofort, auf jeder Instanz.`,
  disobedient: (names) =>
    `Holystone hat die Änderung gespeichert, aber diese Instanzen folgen ihr noch nicht: ${names.join(', ')}. Laden Sie diese Seite neu.`,
  columns: { unit: 'Typ im Konto', stage: 'Stufe', start: 'Beginnt bei', move: 'Ändern in' },
  set: 'gesetzt',
  own: (count, all, stage) => `${german.number(count)} von ${german.number(all)} Namensräumen: ${stage}`,
  notLive: 'nicht live:',
  canary: (used, of) => `${german.number(used)} von ${german.pluralize(of, 'Löschung', 'Löschungen')}`,
  pausedUntil: 'pausiert bis',
  stageOf: (unit) => `Stufe von ${unit}`,
  choose: 'wählen',
  asConfigured: 'wie konfiguriert',
  why: 'Warum',
  whyMoves: (unit) => `Warum ${unit} die Stufe wechselt`,
  move: 'Ändern',
  moveUnit: (unit) => `${unit} ändern`,
  confirm: {
    title: (unit, stage) => `${unit} auf ${stage} setzen?`,
    due: (count) =>
      sentence`${strong(german.pluralize(count, 'Ressource', 'Ressourcen'))} ${german.form(count, 'ist', 'sind')} jetzt fällig und ${german.form(count, 'kann', 'können')} mit dem nächsten Durchlauf gelöscht werden.`,
    others: (count) =>
      `${german.pluralize(count, 'weitere Markierung', 'weitere Markierungen')} ${german.form(count, 'folgt', 'folgen')} zu ${german.form(count, 'ihrem', 'ihrem jeweiligen')} Datum. Jede Ressource wird vorher noch einmal geprüft.`,
    canary: 'Canary löscht fünf und pausiert dann einen Tag.',
    reason: (reason) => `Grund: ${reason}`,
    configured: 'die konfigurierte Stufe',
    yes: (stage) => `Auf ${stage} setzen`,
    no: 'Nichts ändern',
  },
  isNow: (unit, stage) => `${unit} ist jetzt auf ${stage}.`,
  undo: (stage) => `Zurücknehmen: wieder ${stage ?? 'die konfigurierte Stufe'}`,
};

/** For the page of the rollout stages. */
export const stagesTexts: Texts<typeof en> = { en, de };
