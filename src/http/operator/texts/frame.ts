import { numbersIn, type Texts } from './texts.ts';

/** Why the whole fleet deletes nothing. */
export type OffBecause = 'unproven' | 'killed' | 'out' | 'paused' | 'notLive';

const { pluralize, form, number } = numbersIn('en');
const german = numbersIn('de');

const en = {
  pages: {
    Overview: 'Overview',
    Marks: 'Marks',
    Namespaces: 'Namespaces',
    Blocked: 'Blocked',
    Owners: 'Owners',
    Stages: 'Stages',
    Activity: 'Activity',
    Instances: 'Instances',
  },
  pagesLabel: 'Pages',
  instances: (count: number, isInStep: boolean) =>
    `${pluralize(count, 'instance', 'instances')}, ${isInStep ? 'in step' : 'NOT in step'}`,
  on: 'deletion is ON',
  off: 'deletion is OFF',
  offBecause: {
    unproven: 'the control of the fleet is not proven',
    killed: 'the kill switch is on',
    out: 'the fleet is out of service',
    paused: 'the capacity is 0',
    notLive: 'no namespace is live',
  } satisfies Record<OffBecause, string>,
  attention: (count: number) =>
    count === 0 ? 'nothing needs attention' : `${number(count)} ${form(count, 'needs', 'need')} attention`,
  account: 'Your rights, and the way out',
  stop: 'Stop all deletions',
  stopNow: 'Stop now, on all instances',
  resume: 'Allow deletions again',
  resumeNow: 'Allow deletions',
  reasonRequired: 'Reason (required)',
  asJson: 'as JSON',
  asCommand: 'as command:',
  keys: {
    shortcuts: 'Keyboard shortcuts',
    on: 'Keyboard shortcuts are on',
    off: 'Keyboard shortcuts are off',
    help: '/ search · j and k rows · o open · g and a letter: o m n b w s a i',
  },
  disobedient: {
    title: 'Not all instances obey yet',
    text: (names: readonly string[]) =>
      `Holystone stored the change, but these instances do not obey it yet: ${names.join(', ')}.`,
  },
};

const de: typeof en = {
  pages: {
    Overview: 'Übersicht',
    Marks: 'Markierungen',
    Namespaces: 'Namensräume',
    Blocked: 'Blockiert',
    Owners: 'Eigentümer',
    Stages: 'Stufen',
    Activity: 'Ereignisse',
    Instances: 'Instanzen',
  },
  pagesLabel: 'Seiten',
  instances: (count, isInStep) =>
    `${german.pluralize(count, 'Instanz', 'Instanzen')}, ${isInStep ? 'auf gleichem Stand' : 'NICHT auf gleichem Stand'}`,
  on: 'Löschen ist AN',
  off: 'Löschen ist AUS',
  offBecause: {
    unproven: 'die Einstellungen der Flotte sind nicht belegt',
    killed: 'der Notschalter ist an',
    out: 'die Flotte ist außer Betrieb',
    paused: 'die Kapazität ist 0',
    notLive: 'kein Namensraum ist live',
  },
  attention: (count) =>
    count === 0 ? 'nichts braucht Sie' : `${german.number(count)} ${german.form(count, 'Punkt', 'Punkte')} zu prüfen`,
  account: 'Ihre Rechte, und die Abmeldung',
  stop: 'Alle Löschungen anhalten',
  stopNow: 'Jetzt auf allen Instanzen anhalten',
  resume: 'Löschungen wieder erlauben',
  resumeNow: 'Löschungen erlauben',
  reasonRequired: 'Grund (nötig)',
  asJson: 'als JSON',
  asCommand: 'als Befehl:',
  keys: {
    shortcuts: 'Tastenkürzel',
    on: 'Tastenkürzel sind an',
    off: 'Tastenkürzel sind aus',
    help: '/ suchen · j und k Zeilen · o öffnen · g und ein Buchstabe: o m n b w s a i',
  },
  disobedient: {
    title: 'Noch folgen nicht alle Instanzen',
    text: (names) =>
      `Holystone hat die Änderung gespeichert, aber diese Instanzen folgen ihr noch nicht: ${names.join(', ')}.`,
  },
};

/** For the top and the foot of every page, and for the keys. */
export const frameTexts: Texts<typeof en> = { en, de };
