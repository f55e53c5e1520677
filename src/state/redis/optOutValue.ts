/**
 * The opt-outs of one target, as stored: the first line is the latest end of all, then one line per person,
 * `actor|until|json`; ends in ms or `forever`. Scripts read only the part before the JSON, and assemble the lines
 * (lua/include/decisions.lua).
 */
import { UnreadableError } from '../../core/common/errors.ts';
import { longestFirst, type OptOut, type OptOutTarget, targetKey } from '../../core/owner/optOut.ts';
import type { PendingTag } from '../../core/ports/ports.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { Seal, SealedPlace } from '../../core/resource/seal.ts';
import { openJson, sealJson } from './sealedJson.ts';

/** The field that distinguishes an emptied Redis from one without any opt-out; no target looks like it. */
export const SENTINEL = 'sentinel';
/** The field with the patterns of all targets `pattern:…`, one a line, for scripts (lua/include/patterns.lua). */
export const PATTERNS = 'patterns';

/** The line of one person. Its keyed checksum also covers the part before the JSON, which scripts read. */
export function encodeOptOut(namespace: Namespace, optOut: OptOut, seal: Seal): string {
  const head = `${encodeActor(optOut.actor)}|${optOut.until}|`;
  const place = placeOf(namespace, targetKey(optOut.target), head);
  return head + sealJson(seal, place, JSON.stringify(optOut));
}

function placeOf(namespace: Namespace, target: string, head: string): SealedPlace {
  return ['optOut', namespace, target, head];
}

/** An opt-out that keeps the target for ever, because its stored opt-outs are unreadable (law 1). */
export function keptByUnreadable(target: string): OptOut {
  const [, kind = 'id', value = ''] = /^(id|group|pattern):(.*)$/s.exec(target) ?? [];
  const reason = 'the stored opt-out cannot be read, or its keyed checksum is wrong';
  return { target: { kind: kind as OptOutTarget['kind'], value }, until: 'forever', actor: 'holystone', reason, at: 0 };
}

/** The actor as the first field of a line: without `|` and line breaks. */
export function encodeActor(actor: string): string {
  return encodeURIComponent(Buffer.from(actor).toString());
}

/**
 * The opt-outs of all persons, longest first, also expired ones. Throws `UnreadableError` for any other value: a person
 * wanted to keep something, but the value does not name it. An opt-out without a keyed checksum counts as it is: an
 * attacker who could shorten it could also remove it, which no checksum shows.
 */
export function decodeOptOuts(namespace: Namespace, target: string, value: string, seal: Seal): readonly OptOut[] {
  const unreadable = `the stored opt-out of ${JSON.stringify(target)} is unreadable`;
  const [latest = '', ...lines] = value.split('\n');
  if (!/^(\d+|forever)$/.test(latest) || lines.length === 0) throw new UnreadableError(unreadable);
  try {
    return longestFirst(lines.map((line) => decodeLine(namespace, target, line, seal)));
  } catch (cause) {
    throw new UnreadableError(unreadable, { cause });
  }
}

/** As {@link decodeOptOuts}. @param instead of an unreadable value; absent = `UnreadableError` */
export function decodeOptOutsOr(
  instead: ((target: string) => OptOut) | undefined,
  ...stored: Parameters<typeof decodeOptOuts>
): readonly OptOut[] {
  try {
    return decodeOptOuts(...stored);
  } catch (error) {
    if (instead === undefined || !(error instanceof UnreadableError)) throw error;
    return [instead(stored[1])];
  }
}

function decodeLine(namespace: Namespace, target: string, line: string, seal: Seal): OptOut {
  // JSON does not escape U+2028 and U+2029, which `.` alone does not match.
  const [, head, text] = /^([^|]*\|(?:\d+|forever)\|)(\{.*)$/s.exec(line) ?? [];
  if (head === undefined || text === undefined) throw new SyntaxError('a line without actor, end and decision');
  const { json, check } = openJson(seal, placeOf(namespace, target, head), text);
  if (check === 'invalid') throw new SyntaxError('a wrong keyed checksum');
  return JSON.parse(json) as OptOut;
}

/** `version|until`; an empty until = remove the tag. */
export function encodeTagIntent({ version, until }: Pick<PendingTag, 'version' | 'until'>): string {
  return `${version}|${until ?? ''}`;
}

/** Of `version|until`: ms since the epoch, `forever`, or nothing, which means that the tag is to be removed. */
export function decodeTagIntent(id: string, intent: string): PendingTag {
  const [version = '', until = ''] = intent.split('|');
  if (until === '' || until === 'forever') return { id, until: until === '' ? undefined : until, version };
  return { id, until: Number(until), version };
}
