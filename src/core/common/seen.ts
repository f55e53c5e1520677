/** What a person sees of a text that people write, in a tag or in the configuration. Pure. */
import { oncePerText } from './oncePer.ts';

/**
 * Invisible characters: control characters, direction marks, invisible joiners, fillers (U+3164), variation selectors and broken
 * surrogates. Unicode names the ones that a font shows as nothing: `Default_Ignorable_Code_Point`; U+2800 is a blank of
 * Braille. U+FE0F behind a symbol makes it an emoji, and a person sees that.
 */
export const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{DI}\u2800](?<!\p{Extended_Pictographic}\uFE0F)/gu;

/** The text without invisible characters. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, '');
}

/** The text without blanks and invisible characters before it and behind it. */
export function withoutUnseenEnds(text: string): string {
  const characters = [...text];
  const isSeen = (one: string) => withoutUnseen(one).trim() !== '';
  return characters.slice(characters.findIndex(isSeen), characters.findLastIndex(isSeen) + 1).join('');
}

/** Nothing but ASCII, and no blank at an end: a person sees the text itself. */
export const SEEN_WHOLE = /^[!-~](?:[ -~]*[!-~])?$/;

/** The text without blanks around it and invisible characters, each accent written as one character with its letter. */
export function seen(text: string): string {
  return SEEN_WHOLE.test(text) ? text : withoutUnseen(text.normalize('NFC')).trim();
}

/** Keys that a person takes for one tag are equal in this spelling. */
export const keyAsSeen = oncePerText((key) => seen(key).toLowerCase());
