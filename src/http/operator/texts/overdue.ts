import type { Texts } from './texts.ts';

const en = {
  /** A problem and a time may follow. */
  waits: {
    unproven: 'Waits: the control of the fleet is not proven',
    killed: 'Waits: the kill switch is on',
    out: 'Waits: the fleet is out of service',
    paused: 'Waits: an operator set the capacity to 0',
    differs: 'Waits: the instances differ',
    nothingDeleted: 'Waits: nothing is deleted here',
    notNotified: 'Waits: its owner has no valid notice',
    deferred: 'Waits: deferred',
    window: 'Waits: the window is closed',
    blocked: 'Waits: the delete pass is blocked',
    approved: 'Waits for the next delete pass, which an operator approved',
    paced: 'Waits: the pace of deletions',
    incomplete: 'Waits: the last delete pass was incomplete',
    failed: 'Waits: the last delete pass failed',
    unfinished: 'Waits: the last delete pass ended early',
    next: 'Waits for the next delete pass',
  },
  again: (time: string) => `next attempt ${time}`,
};

const de: typeof en = {
  waits: {
    unproven: 'Wartet: Die Einstellungen der Flotte sind nicht belegt',
    killed: 'Wartet: Der Notschalter ist an',
    out: 'Wartet: Die Flotte ist außer Betrieb',
    paused: 'Wartet: Ein Betreiber hat die Kapazität auf 0 gesetzt',
    differs: 'Wartet: Die Instanzen unterscheiden sich',
    nothingDeleted: 'Wartet: Hier wird nichts gelöscht',
    notNotified: 'Wartet: Der Eigentümer hat keine gültige Nachricht',
    deferred: 'Wartet: aufgeschoben',
    window: 'Wartet: Das Zeitfenster ist geschlossen',
    blocked: 'Wartet: Der Lösch-Durchgang ist gesperrt',
    approved: 'Wartet auf den nächsten Lösch-Durchgang, den ein Betreiber freigegeben hat',
    paced: 'Wartet: das Tempo der Löschungen',
    incomplete: 'Wartet: Der letzte Lösch-Durchgang war unvollständig',
    failed: 'Wartet: Der letzte Lösch-Durchgang ist fehlgeschlagen',
    unfinished: 'Wartet: Der letzte Lösch-Durchgang endete vorzeitig',
    next: 'Wartet auf den nächsten Lösch-Durchgang',
  },
  again: (time) => `nächster Versuch ${time}`,
};

/** The first cause why a mark waits. */
export type WaitsFor = keyof (typeof en)['waits'];

/** Why marks wait although their date has passed. */
export const overdueTexts: Texts<typeof en> = { en, de };
