import type { BlockedSet, PassRecord } from './pass.ts';

/** One pass, or several one after the other that said the same. Instants in ms since the epoch. */
export interface PastPass
  extends Pick<
    PassRecord,
    'passId' | 'action' | 'outcome' | 'startedAt' | 'endedAt' | 'counts' | 'problem' | 'blocked'
  > {
  /** How many passes said this; the fields above are those of the last one. */
  readonly times: number;
  /** The end of the first of them. */
  readonly since: number;
}

/** One change that a blocked pass would have made. */
export interface BlockedChange {
  readonly change: 'mark' | 'unmark' | 'delete';
  readonly id: string;
  readonly name?: string;
  readonly owner?: string;
  readonly reason?: string;
  /** When the resource would be deleted, ms since the epoch. */
  readonly deletionAt?: number;
}

/** The changes of a blocked pass, for the person who approves exactly these. */
export interface BlockedChanges extends Pick<BlockedSet, 'digest' | 'size'> {
  readonly passId: string;
  /** When the pass ended, ms since the epoch. */
  readonly at: number;
  /** The first {@link CHANGES_KEPT} by id. */
  readonly changes: readonly BlockedChange[];
}

/** So many changes of a blocked pass are kept: a person reads no more, and Redis holds them for each namespace. */
export const CHANGES_KEPT = 1_000;

/** The ids that came and went since an earlier blocked pass of the same action; of the changes that are kept. */
export function difference(
  now: BlockedChanges,
  before: BlockedChanges | undefined,
): { readonly added: readonly string[]; readonly removed: readonly string[] } | undefined {
  if (before === undefined) return undefined;
  const keys = ({ changes }: BlockedChanges) => new Set(changes.map(({ change, id }) => `${change} ${id}`));
  const [present, past] = [keys(now), keys(before)];
  const without = (all: BlockedChanges, others: ReadonlySet<string>) =>
    all.changes.filter(({ change, id }) => !others.has(`${change} ${id}`)).map(({ id }) => id);
  return { added: without(now, past), removed: without(before, present) };
}
