/** The families of names in a set of new marks, and the approval of some of them. Pure. */

import { LIGHT_STEP, type Stepwise, sorting } from '../common/steps.ts';
import type { Approval, Family, PassRecord } from './pass.ts';
import type { BlockedChange } from './pastPass.ts';
import { blockedSet } from './tripwires.ts';

/** Characters of a name that are looked at. */
const LONGEST = 200;
const SEPARATOR = /([-_./: ])/;

/**
 * `nightly-*` of `nightly-20260101-4`: without the last words that have a digit in them. A name without such words, or with
 * nothing else, is a family of its own.
 */
export function familyOf({ id, name = id }: Pick<BlockedChange, 'id' | 'name'>): string {
  const words = name.slice(0, LONGEST).split(SEPARATOR);
  let end = words.length;
  while (/\d/.test(words[end - 1] ?? '')) end -= 2;
  return end <= 0 || end === words.length ? words.join('') : `${words.slice(0, end + 1).join('')}*`;
}

/** The new marks of each family, each as the member of a set. */
function* membersByFamily(changes: readonly BlockedChange[]): Stepwise<ReadonlyMap<string, readonly string[]>> {
  const families = new Map<string, string[]>();
  let looked = 0;
  for (const one of changes) {
    const name = familyOf(one);
    const members = families.get(name) ?? [];
    members.push(memberOf(one));
    families.set(name, members);
    if (++looked % LIGHT_STEP === 0) yield;
  }
  return families;
}

/** Code and values: another identity behind the same id is another member. */
function memberOf({ change, id, identity }: BlockedChange): string {
  return JSON.stringify([change, id, identity ?? null]);
}

/** Every family, the largest first. */
export function* familiesIn(changes: readonly BlockedChange[]): Stepwise<readonly Family[]> {
  const families: Family[] = [];
  for (const [name, members] of yield* membersByFamily(changes))
    families.push({ name, ...(yield* blockedSet([name, ...members])), size: members.length });
  return yield* sorting(families, (a, b) => b.size - a.size || (a.name < b.name ? -1 : 1));
}

/** What an approval of some families of a set is for, hex: it is no digest of any set. */
export function* digestOfFamilies(set: string, families: readonly Family[]): Stepwise<string> {
  const members = families.map(({ name, size, digest }) => JSON.stringify(['family', name, size, digest]));
  return (yield* blockedSet([JSON.stringify(['families of', set]), ...members])).digest;
}

/** What the store says of the review of a namespace. */
interface ReviewFacts {
  /** Of the control of the fleet. */
  readonly isUnderReview?: true | undefined;
  readonly previous: Pick<PassRecord, 'review'> | undefined;
  /** The last approval on record, in force or not. */
  readonly stored: Pick<Approval, 'families'> | undefined;
  readonly inForce: Pick<Approval, 'isUnderReview'> | undefined;
}

/**
 * Do people review the new marks of a namespace by families? The version before told it by the record and the approval alone;
 * whoever writes Redis may put those back, which only holds.
 */
export function isReviewed({ isUnderReview, previous, stored, inForce }: ReviewFacts): boolean {
  return (
    isUnderReview === true ||
    previous?.review !== undefined ||
    stored?.families !== undefined ||
    inForce?.isUnderReview === true
  );
}
