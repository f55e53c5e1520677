import type { Ends } from '../resource/ends.ts';

/** The verb for the end of resources in its forms, and its noun. */
export interface EndWords {
  /** `delete` */
  readonly verb: string;
  /** `deletes` */
  readonly does: string;
  /** `deleted` */
  readonly done: string;
  /** `Deleting` */
  readonly act: string;
  /** `deletion` */
  readonly noun: string;
  /** `deletions` */
  readonly nouns: string;
}

/** English: the one place that says which word a stop and a deletion have. */
export const endWords: Readonly<Record<Ends, EndWords>> = {
  deletes: {
    verb: 'delete',
    does: 'deletes',
    done: 'deleted',
    act: 'Deleting',
    noun: 'deletion',
    nouns: 'deletions',
  },
  stops: { verb: 'stop', does: 'stops', done: 'stopped', act: 'Stopping', noun: 'stop', nouns: 'stops' },
  both: {
    verb: 'delete or stop',
    does: 'deletes or stops',
    done: 'deleted or stopped',
    act: 'Deleting or stopping',
    noun: 'deletion or stop',
    nouns: 'deletions or stops',
  },
};

/** `deletion` → `Deletion` */
export function capitalized(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
