/**
 * The keep tag on an AWS resource, which people write as well as we do:
 *
 *   holystone:keep     always             until when it is kept, whoever says so
 *   holystone:keep-by  always             the same value: we wrote it, for an opt-out
 *   holystone:keep-by  always was DATE    we wrote it in place of a person's DATE, which ends earlier
 *
 * Where the second is missing, or speaks of another value, a person wrote the first. Both are written in one request,
 * so that ours is never there without its mark.
 */
import { isKeepTag, KEEP_TAG, keepTagEnd, keepTagValue, lasts } from '../../../core/owner/optOut.ts';
import type { Protection } from '../../contract/handler.ts';

export const KEEP_BY_TAG = 'holystone:keep-by';
const WAS = ' was ';

type Tags = Readonly<Record<string, string>>;

/** What to do to the tags of one resource, in this order. */
interface KeepTagChange {
  readonly write: Tags;
  /** With the values that they had when they were read. */
  readonly remove: Tags;
  readonly did: Exclude<Protection['did'], 'gone'>;
}

/**
 * What an opt-out until then asks for; `undefined` = one that was taken back. A person's tag that lasts at least as
 * long stays as it is; one that ends earlier gives way, and is put back when ours goes.
 */
export function keepTagChange(tags: Tags, until: number | 'forever' | undefined): KeepTagChange {
  const theirs = writtenByPerson(tags);
  if (until === undefined) return withoutOurs(tags, theirs);
  if (personKeeps(tags, theirs, until)) return { ...withoutOurs(tags, theirs), did: 'alreadyKept' };
  const value = keepTagValue(until);
  // A date, as it ends earlier than ours: short enough for a tag's 256 characters.
  const by = theirs === undefined ? value : `${value}${WAS}${theirs.trim()}`;
  return { write: { [KEEP_TAG]: value, [KEEP_BY_TAG]: by }, remove: {}, did: 'written' };
}

/** The value of the keep tag that a person wrote, even where ours stands in its place now. */
function writtenByPerson({ [KEEP_TAG]: value, [KEEP_BY_TAG]: by }: Tags): string | undefined {
  if (value === undefined || by === undefined) return value;
  if (by === value) return undefined;
  return by.startsWith(value + WAS) ? by.slice((value + WAS).length) : value;
}

function personKeeps(tags: Tags, theirs: string | undefined, until: number | 'forever'): boolean {
  const spelledOtherwise = Object.keys(tags).filter((key) => isKeepTag(key) && key !== KEEP_TAG);
  const values = spelledOtherwise.map((key) => tags[key] as string);
  if (theirs !== undefined) values.push(theirs);
  return values.some((value) => lasts(keepTagEnd(value), until));
}

function withoutOurs({ [KEEP_TAG]: value, [KEEP_BY_TAG]: by }: Tags, theirs: string | undefined): KeepTagChange {
  const replaced = theirs !== undefined && theirs !== value;
  const ours = value !== undefined && theirs === undefined;
  return {
    write: replaced ? { [KEEP_TAG]: theirs } : {},
    remove: { ...(ours ? { [KEEP_TAG]: value } : {}), ...(by === undefined ? {} : { [KEEP_BY_TAG]: by }) },
    did: replaced ? 'putBack' : ours ? 'removed' : 'notOurs',
  };
}
