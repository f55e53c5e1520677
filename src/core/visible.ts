/**
 * Names, tags and reasons are written by strangers: they are shown as they are, and what cannot be seen is named.
 * Control characters, direction marks, invisible joiners and broken surrogates could hide text, reorder a line or
 * start a header; each becomes its code point in brackets, `[U+202E]`.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

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

/** At most `length` characters, with `…` where something was left out; never half a character. */
export function shorten(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}

function codePoint(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}
