/**
 * A mark as stored: `generation|revision|state|identity|owner|noticeGeneration|noticeRecipient|noticeValidUntil|dueAt|json`.
 * Scripts read the fields before the JSON and never the JSON, which stays byte for byte what was written here.
 * Identity and addresses are hashed and the generation is percent-encoded, so that no field holds a `|`.
 */
import { createHash } from 'node:crypto';
import { StoreError } from '../core/errors.ts';
import type { Mark } from '../core/mark.ts';

const FIELDS_BEFORE_JSON = 9;

export function encodeMark(mark: Mark): string {
  const { notice } = mark;
  const fields = [
    encodeURIComponent(mark.generation),
    mark.revision,
    mark.state,
    fingerprint(mark.identity),
    mark.owner === undefined ? '' : fingerprint(mark.owner),
    notice === undefined ? '' : encodeURIComponent(notice.generation),
    notice === undefined ? '' : fingerprint(notice.recipient),
    notice === undefined ? '' : notice.validUntil,
    mark.projectedDeletionAt,
  ];
  return `${fields.join('|')}|${JSON.stringify(mark)}`;
}

/** Reads a stored value; `StoreError` when it is not one: nothing may be decided about a mark nobody can read. */
export function decodeMark(id: string, value: string): Mark {
  let start = 0;
  for (let field = 0; field < FIELDS_BEFORE_JSON; field += 1) start = value.indexOf('|', start) + 1 || value.length;
  try {
    const mark = JSON.parse(value.slice(start)) as Mark;
    if (mark.id === id && value.startsWith(versionOf(mark))) return mark;
  } catch (cause) {
    throw new StoreError(`the stored mark of ${JSON.stringify(id)} is unreadable`, { cause });
  }
  throw new StoreError(`the stored mark of ${JSON.stringify(id)} contradicts itself`);
}

/** What the stored value must still begin with for a compare-and-set. */
export function versionOf(mark: Mark): string {
  return `${encodeURIComponent(mark.generation)}|${mark.revision}|`;
}

/** 128 bits of SHA-256, hex: enough to tell identities and addresses apart. */
export function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
