/**
 * Names, tags and reasons are written by strangers: they are shown as they are, and what cannot be seen is named.
 * Control characters, direction marks, invisible joiners and broken surrogates could hide text, reorder a line or
 * start a header; each becomes its code point in brackets, `[U+202E]`.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
/** Strong right-to-left characters: Hebrew to Arabic with their presentation forms, and the scripts of the plane above. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** One line of text in which every character can be seen; new lines and tabs are named too. */
export function visible(text: string): string {
  return text.replace(UNSEEN, codePoint);
}

/** As {@link visible}, but new lines and tabs stay what they are: for text of several lines. */
export function visibleLines(text: string): string {
  return text.replace(UNSEEN, (character) =>
    character === '\n' || character === '\t' ? character : codePoint(character),
  );
}

/**
 * As {@link visible}, for a line that has words of others around it: what is written from right to left stands in an
 * isolate (Unicode UAX #9), so that it does not reorder them.
 */
export function isolated(text: string): string {
  const line = visible(text);
  return RIGHT_TO_LEFT.test(line) ? `\u2068${line}\u2069` : line;
}

/** At most `length` characters, with `…` where something was left out; never half a character. */
export function shorten(text: string, length: number): string {
  // Of a long text only its beginning is looked at: a character has at most two code units.
  const characters = [...text.slice(0, 2 * length + 2)];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}

function codePoint(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}
