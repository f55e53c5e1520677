/** The marks of many namespaces, soonest first, without more of them in memory than are shown. */
import type { Mark } from '../../core/mark/mark.ts';
import { isRestLater } from '../../core/mark/markPage.ts';
import { inForce, type OptOut } from '../../core/owner/optOut.ts';
import { addressesOf } from '../../core/owner/owners.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import { type Namespace, placeOf } from '../../core/resource/namespace.ts';
import type { RedisState } from '../../state/redis/redisState.ts';

/** Marks per read. */
const PAGE = 500;
/** So many owners are named when none of them is the asked one. */
const OWNERS = 5;

interface MarksQuestion {
  /** An address, or its part before the @, in any case; absent = every owner. */
  readonly owner?: string;
  /** Of this entry of `cleanup`; '' = one without `match`; absent = every entry. */
  readonly entry?: string;
  /** Only marks with an earlier date; ms since the epoch. */
  readonly dueBefore?: number;
  /** The most marks, and the most opt-outs, of the answer. */
  readonly limit: number;
}

interface Kept extends OptOut {
  readonly namespace: Namespace;
}

/** The marks and opt-outs that match, with the totals beyond the limit. */
export interface MarksAnswer {
  /** The first ones by their date. */
  readonly marks: readonly Mark[];
  /** Marks that match, also beyond the limit. */
  readonly total: number;
  /** Opt-outs in force: with an owner, only those that this owner decided. The first ones by their end. */
  readonly kept: readonly Kept[];
  readonly totalKept: number;
  /** Some owners of other marks. */
  readonly otherOwners: readonly string[];
}

/** @param now ms since the epoch */
export async function readMarks(
  { marks, optOuts }: Pick<RedisState, 'marks' | 'optOuts'>,
  wcs: readonly WorkConfiguration[],
  { owner, entry, dueBefore, limit }: MarksQuestion,
  now: number,
): Promise<MarksAnswer> {
  const first = new Soonest<Mark>(limit, ({ projectedDeletionAt }) => projectedDeletionAt);
  const kept = new Soonest<Kept>(limit, ({ until }) => (until === 'forever' ? Number.POSITIVE_INFINITY : until));
  const otherOwners = new Set<string>();
  const groups = new Set<string>();
  for (const { namespace } of wcs) {
    for (let cursor: string | undefined, isLast = false; !isLast; ) {
      const page = await marks.page(namespace, cursor, PAGE);
      for (const mark of page.marks) {
        const isAsked = owner === undefined || isOwner(mark.owner, owner);
        const isOfEntry = entry === undefined || (mark.entry ?? '') === entry;
        if (isAsked && isOfEntry && (dueBefore === undefined || mark.projectedDeletionAt < dueBefore)) first.add(mark);
        else if (!isAsked && mark.owner !== undefined && otherOwners.size < OWNERS) otherOwners.add(mark.owner);
      }
      cursor = page.next;
      isLast = cursor === undefined || (dueBefore !== undefined && isRestLater(page.marks, dueBefore - 1));
    }
    for (const [target, optOut] of await optOuts.all(namespace)) {
      if (!inForce(optOut, now) || (owner !== undefined && !isOwner(optOut.actor, owner))) continue;
      // A decision about a group counts for all types of its place.
      const place = `${placeOf(namespace)} ${target}`;
      if (optOut.target.kind === 'group' && groups.has(place)) continue;
      if (optOut.target.kind === 'group') groups.add(place);
      kept.add({ ...optOut, namespace });
    }
  }
  return {
    ...{ marks: first.sorted(), total: first.total, kept: kept.sorted(), totalKept: kept.total },
    otherOwners: [...otherOwners],
  };
}

/** Is `name` this owner, one of their addresses, or the part of one before the @? */
function isOwner(owner: string | undefined, name: string): boolean {
  const wanted = name.toLowerCase();
  return [owner ?? '', ...addressesOf(owner ?? '')].some((one) => {
    const address = one.toLowerCase();
    return address !== '' && (address === wanted || address.slice(0, Math.max(0, address.lastIndexOf('@'))) === wanted);
  });
}

/** Keeps those of many values that come first. */
class Soonest<T> {
  total = 0;
  #values: T[] = [];
  readonly #limit: number;
  readonly #at: (value: T) => number;

  constructor(limit: number, at: (value: T) => number) {
    this.#limit = limit;
    this.#at = at;
  }

  add(value: T): void {
    this.total++;
    this.#values.push(value);
    if (this.#values.length > 2 * this.#limit + PAGE) this.#values = [...this.sorted()];
  }

  sorted(): readonly T[] {
    return this.#values.toSorted((a, b) => compare(this.#at(a), this.#at(b))).slice(0, this.#limit);
  }
}

/** Not a difference: that of two infinities is no number. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
