/**
 * The keep tag on an AWS resource. People and Holystone both write it:
 *
 *   holystone:keep     always             the end of the keep, ours or not
 *   holystone:keep-by  always             the same value: we wrote it, for an opt-out
 *   holystone:keep-by  always was DATE    we wrote it in place of a person's DATE, which ends earlier
 *
 * If the second is missing, or has another value, a person wrote the first. Both are written in one request,
 * so that our keep tag never exists without its `keep-by` tag.
 */
import { isKeepTag } from '../../../core/owner/keepKey.ts';
import { KEEP_TAG, keepTagEnd, keepTagValue, lasts } from '../../../core/owner/optOut.ts';
import type { Protection } from '../../contract/protection.ts';

export const KEEP_BY_TAG = 'holystone:keep-by';
const WAS = ' was ';

type Tags = Readonly<Record<string, string>>;

/** The changes to the tags of one resource, in this order. */
interface KeepTagChange {
  readonly write: Tags;
  /** With their values at the time of the read. */
  readonly remove: Tags;
  readonly did: Exclude<Protection['did'], 'gone'>;
}

/**
 * The tag changes for an opt-out until then; `undefined` = the opt-out was withdrawn. A person's tag that lasts at
 * least as long stays unchanged; one that ends earlier is replaced, and is restored when ours is removed.
 */
export function keepTagChange(tags: Tags, until: number | 'forever' | undefined): KeepTagChange {
  const theirs = writtenByPerson(tags);
  if (until === undefined) return withoutOurs(tags, theirs);
  if (personKeeps(tags, theirs, until)) return { ...withoutOurs(tags, theirs), did: 'alreadyKept' };
  const value = keepTagValue(until);
  // `theirs` is a date, because it ends earlier than ours: short enough for a tag's 256 characters.
  const by = theirs === undefined ? value : `${value}${WAS}${theirs.trim()}`;
  return { write: { [KEEP_TAG]: value, [KEEP_BY_TAG]: by }, remove: {}, did: 'written' };
}

/** The value of the keep tag that a person wrote, even if ours currently replaces it. */
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
