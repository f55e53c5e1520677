/**
 * Strangers write names, tags and reasons: they are shown unchanged, except for invisible characters, which could hide text, reorder
 * a line or start a header; each becomes its code point in brackets, `[U+202E]`.
 */
import { UNSEEN } from '../common/seen.ts';

/** Strong right-to-left characters: Hebrew to Arabic with their presentation forms, and the scripts of plane 1. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Does a person not see a part of the text? */
export function hasUnseen(text: string): boolean {
  return text.search(UNSEEN) >= 0;
}

/**
 * One line of text with only visible characters; line breaks and tabs become code points too. For people: a program, a
 * form and an address take the text itself.
 */
export function visible(text: string): string {
  return text.replace(UNSEEN, codePoint);
}

/** As {@link visible}, but line breaks and tabs do not change: for text of several lines. */
export function visibleLines(text: string): string {
  return text.replace(UNSEEN, (character) =>
    character === '\n' || character === '\t' ? character : codePoint(character),
  );
}

/**
 * As {@link visible}, for text inside another line: right-to-left text is put into an isolate (Unicode UAX #9), so that
 * it does not reorder the words around it.
 */
export function isolated(text: string): string {
  const line = visible(text);
  return RIGHT_TO_LEFT.test(line) ? `\u2068${line}\u2069` : line;
}

/** At most `length` characters, with `…` at the end of a shortened text; never half a character. */
export function shorten(text: string, length: number): string {
  // Only the beginning of a long text is needed: a character has at most two code units.
  const characters = [...text.slice(0, 2 * length + 2)];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}

function codePoint(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}
