/**
 * What people said about one target, as stored: the latest end of it all on the first line, then a line per person,
 * `actor|until|json`; ends in ms or `forever`. Scripts read what is before the JSON only, and put the lines together
 * (lua/include/decisions.lua).
 */
import { UnreadableError } from '../core/errors.ts';
import { longestFirst, type OptOut } from '../core/optOut.ts';
import type { PendingTag } from '../core/ports.ts';

/** The field that tells an emptied Redis from one in which nobody ever opted out; no target looks like it. */
export const SENTINEL = 'sentinel';

/** The line of one person. */
export function encodeOptOut(optOut: OptOut): string {
  return `${encodeActor(optOut.actor)}|${optOut.until}|${JSON.stringify(optOut)}`;
}

/** A person as a line begins with them: without `|` and line breaks. */
export function encodeActor(actor: string): string {
  return encodeURIComponent(Buffer.from(actor).toString());
}

/**
 * What everybody said, longest first, also what is over. `UnreadableError` for what is none: somebody wanted to keep
 * something, and nobody can read what.
 */
export function decodeOptOuts(target: string, value: string): readonly OptOut[] {
  const unreadable = `the stored opt-out of ${JSON.stringify(target)} is unreadable`;
  const [latest = '', ...lines] = value.split('\n');
  if (!/^(\d+|forever)$/.test(latest) || lines.length === 0) throw new UnreadableError(unreadable);
  try {
    return longestFirst(lines.map(decodeLine));
  } catch (cause) {
    throw new UnreadableError(unreadable, { cause });
  }
}

function decodeLine(line: string): OptOut {
  // JSON leaves two ends of a line as they are, which `.` alone would not take.
  const [, json] = /^[^|]*\|(?:\d+|forever)\|(\{.*)$/s.exec(line) ?? [];
  if (json === undefined) throw new SyntaxError('a line without actor, end and decision');
  return JSON.parse(json) as OptOut;
}

/** `version|until`; until is empty where the tag is to be removed. */
export function encodeTagIntent({ version, until }: Pick<PendingTag, 'version' | 'until'>): string {
  return `${version}|${until ?? ''}`;
}

export function decodeTagIntent(id: string, intent: string): PendingTag {
  const [version = '', until = ''] = intent.split('|');
  if (until === '' || until === 'forever') return { id, until: until === '' ? undefined : until, version };
  return { id, until: Number(until), version };
}
