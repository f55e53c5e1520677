import type { MonthlyCost } from '../resource/prices.ts';
import { type Approval, type BlockedSet, type Family, hasStored, type PassRecord } from './pass.ts';

/** One pass, or several one after the other that said the same. Instants in ms since the epoch. */
export interface PastPass
  extends Pick<
    PassRecord,
    'passId' | 'action' | 'outcome' | 'stored' | 'startedAt' | 'endedAt' | 'counts' | 'problem' | 'blocked'
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
  /** ms since the epoch; absent = unknown. */
  readonly createdAt?: number;
  /** Absent = no figure. */
  readonly monthlyCost?: MonthlyCost;
  /** For the digest of its family; not stored. */
  readonly identity?: string;
}

/** A part of the set. */
export interface BlockedPart {
  readonly name: string;
  readonly count: number;
}

/** The largest parts, the largest first, and how many smaller ones there are. */
export interface BlockedSum {
  readonly parts: readonly BlockedPart[];
  readonly others: number;
}

/** Of the whole set, however large it is; ages as of the end of the pass. */
export type BlockedSums = Readonly<Record<'owner' | 'age' | 'cost' | 'family', BlockedSum>>;

/** The changes of a blocked pass, for the person who approves exactly these. */
export interface BlockedChanges extends Pick<BlockedSet, 'digest' | 'size'> {
  readonly passId: string;
  /** When the pass ended, ms since the epoch. */
  readonly at: number;
  /** The first {@link CHANGES_KEPT} by id. */
  readonly changes: readonly BlockedChange[];
  /** Of all of them; absent = an earlier version stopped the pass. */
  readonly sums?: BlockedSums;
  /** The largest {@link FAMILIES_KEPT} families, where all changes are new marks that people may review by families. */
  readonly families?: readonly Family[];
  /** How many of them can be read in pages: the first by id; absent = those of `changes`. */
  readonly paged?: number;
}

/** So many families can be approved one by one; the others stay held, and move up when these are decided. */
export const FAMILIES_KEPT = 200;
/** So many changes of a blocked pass are read at once, by programs and for the difference to another pass. */
export const CHANGES_KEPT = 1_000;
/** So many can be read in pages: Redis stores them for a blocked namespace, some forty bytes each. */
export const CHANGES_PAGED = 50_000;

/** How a blocked pass differs from another one. */
export interface Difference {
  /** Ids of changes that only the later pass would make. */
  readonly added: readonly string[];
  /** Ids of changes that only the earlier pass would have made. */
  readonly removed: readonly string[];
  /** The two are compared up to this id, because not all changes are kept beyond it; absent = wholly. */
  readonly comparedUpTo?: string;
}

/**
 * The changes that came and went since an earlier blocked pass of the same action. Only the first changes of a long set
 * are stored, so both sets are compared up to the last stored change.
 */
export function difference(now: BlockedChanges, before: BlockedChanges | undefined): Difference | undefined {
  if (before === undefined) return undefined;
  const ends = [now, before].flatMap(({ changes }) =>
    changes.length < CHANGES_KEPT ? [] : (changes.at(-1)?.id ?? []),
  );
  const comparedUpTo = ends.reduce<string | undefined>(
    (least, id) => (least === undefined || id < least ? id : least),
    undefined,
  );
  const compared = ({ changes }: BlockedChanges) =>
    changes.filter(({ id }) => comparedUpTo === undefined || id <= comparedUpTo);
  const keyOf = ({ change, id }: BlockedChange) => `${change} ${id}`;
  const idsWithout = (all: readonly BlockedChange[], others: readonly BlockedChange[]) => {
    const known = new Set(others.map(keyOf));
    return all.filter((one) => !known.has(keyOf(one))).map(({ id }) => id);
  };
  const [present, past] = [compared(now), compared(before)];
  const differs = { added: idsWithout(present, past), removed: idsWithout(past, present) };
  return comparedUpTo === undefined ? differs : { ...differs, comparedUpTo };
}

/** A pass that was blocked, and is over: what came of it. */
export interface EndOfBlock {
  readonly stopped: PastPass & Required<Pick<PastPass, 'blocked'>>;
  /** Of this set; absent = nobody approved it, or somebody approved another set since. */
  readonly approval?: Approval;
  /** The first pass after it that went through, and when it ended first; absent = none yet. */
  readonly applied?: Pick<PastPass, 'since' | 'passId'>;
}

/**
 * @param past the last passes of one action, newest first
 * @param approval the last one of the action
 * @returns `undefined` where no pass with this id was blocked, or it is forgotten
 */
export function endOfBlock(
  past: readonly PastPass[],
  passId: string,
  approval: Approval | undefined,
): EndOfBlock | undefined {
  const at = past.findIndex((one) => one.passId === passId);
  const stopped = past[at];
  if (!stopped?.blocked) return undefined;
  const applied = past.slice(0, at).findLast(wentThrough);
  const isOwn = approval?.passId === passId || approval?.digest === stopped.blocked.digest;
  const isInTime = approval && approval.at <= (applied?.since ?? Number.POSITIVE_INFINITY);
  return {
    stopped: { ...stopped, blocked: stopped.blocked },
    ...(approval && isOwn && isInTime ? { approval } : {}),
    ...(applied ? { applied: { since: applied.since, passId: applied.passId } } : {}),
  };
}

/** A paced delete pass has begun, and the next one goes on. */
function wentThrough(pass: PastPass): boolean {
  return hasStored(pass) || (pass.action === 'delete' && pass.outcome === 'paced');
}
