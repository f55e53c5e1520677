import type { Ends } from '../../../core/resource/ends.ts';

/** The German verb for the end of resources, and its noun in the cases that the texts need. */
export interface EndWords {
  /** `löschen` */
  readonly verb: string;
  /** `löscht` */
  readonly does: string;
  /** `gelöscht` */
  readonly done: string;
  /** `Das Löschen` */
  readonly act: string;
  /** `Löschung` */
  readonly noun: string;
  /** `Die Löschung` */
  readonly the: string;
  /** `die Löschung`, accusative */
  readonly object: string;
  /** `Ihre Löschung` */
  readonly its: string;
  /** `keine Löschung`, `Eine vorzeitige Löschung` */
  readonly no: string;
  readonly early: string;
  /** `zur Löschung` */
  readonly for: string;
  /** `geplanten Löschung`, dative, and of several */
  readonly planned: readonly [string, string];
}

/** German: the one place that says which word a stop and a deletion have. */
export const endWords: Readonly<Record<Ends, EndWords>> = {
  deletes: {
    verb: 'löschen',
    does: 'löscht',
    done: 'gelöscht',
    act: 'Das Löschen',
    noun: 'Löschung',
    the: 'Die Löschung',
    object: 'die Löschung',
    its: 'Ihre Löschung',
    no: 'keine Löschung',
    early: 'Eine vorzeitige Löschung',
    for: 'zur Löschung',
    planned: ['geplanten Löschung', 'geplanten Löschungen'],
  },
  stops: {
    verb: 'stoppen',
    does: 'stoppt',
    done: 'gestoppt',
    act: 'Das Stoppen',
    noun: 'Stopp',
    the: 'Der Stopp',
    object: 'den Stopp',
    its: 'Ihr Stopp',
    no: 'kein Stopp',
    early: 'Ein vorzeitiger Stopp',
    for: 'zum Stopp',
    planned: ['geplanten Stopp', 'geplanten Stopps'],
  },
  both: {
    verb: 'löschen oder stoppen',
    does: 'löscht oder stoppt',
    done: 'gelöscht oder gestoppt',
    act: 'Das Löschen oder Stoppen',
    noun: 'Löschung oder Stopp',
    the: 'Die Löschung oder der Stopp',
    object: 'die Löschung oder den Stopp',
    its: 'Ihre Löschung oder ihr Stopp',
    no: 'weder Löschung noch Stopp',
    early: 'Eine vorzeitige Löschung, oder ein vorzeitiger Stopp,',
    for: 'zur Löschung oder zum Stopp',
    planned: ['geplanten Löschung oder Stopp', 'geplanten Löschungen oder Stopps'],
  },
};
