/**
 * The words of a text of any language (a shell, YAML, JSON, HCL, a program), and which key stands before which value. What a program
 * puts in later is a part of its word. Pure, and in time by the length of the text.
 */
import { ANY, HOLE, withHoles } from './holes.ts';

/** A word: what names are made of, and what is put in later, without quotes. */
export interface Word {
  /** With `${…}` for whatever is put in later. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** It stands right behind a quote. */
  readonly isQuoted: boolean;
}

/** A longer one is cut: no name is as long. */
const WORD = new RegExp(`(?:${HOLE}|[\\w.:/#@+*?-]){1,300}`, 'gi');
const HAS_LETTER = /[\w$*<{%]/;

export function wordsOf(text: string): readonly Word[] {
  const words: Word[] = [];
  WORD.lastIndex = 0;
  for (let match = WORD.exec(text); match; match = WORD.exec(text)) {
    const [found] = match;
    if (!HAS_LETTER.test(found)) continue;
    let [from, to] = [0, found.length];
    // `a+"b"`, `table:`: what joins words or ends a key is none of them.
    while (':+?@,'.includes(found.charAt(from))) from += 1;
    const next = text.charAt(match.index + to);
    while (to > from && (':+'.includes(found.charAt(to - 1)) || (next === '=' && found.charAt(to - 1) === '?')))
      to -= 1;
    const start = match.index + from;
    // A hole without an end is one, too.
    const open = to === found.length && '$%{<'.includes(next || ' ') ? ANY : '';
    words.push({
      text: withHoles(found.slice(from, to)) + open,
      start,
      end: match.index + to,
      isQuoted: isQuote(text, start - 1),
    });
  }
  return words;
}

export function isQuote(text: string, at: number): boolean {
  const sign = text.charAt(at);
  return sign === '"' || sign === "'" || sign === '`';
}

/** What stands between two words, added up. */
export const GAP = {
  blank: 1,
  line: 2,
  quote: 4,
  /** `=`, `:`, `:=`, `=>`, `==`. */
  is: 8,
  comma: 16,
  /** `(`. */
  call: 32,
  /** `[`. */
  list: 64,
  /** `)` or `]`, before `=` or what joins. */
  close: 128,
  /** `+`, `.`, `~`: texts are joined. */
  plus: 256,
  /** A dash at the beginning of a line. */
  item: 512,
  /** `!Sub`. */
  tag: 1024,
  other: 2048,
} as const;

const LONGEST_GAP = 160;
const SIGNS: Readonly<Record<string, number>> = {
  ' ': GAP.blank,
  '\t': GAP.blank,
  '\n': GAP.line,
  '\r': GAP.blank,
  '"': GAP.quote,
  "'": GAP.quote,
  '`': GAP.quote,
  '=': GAP.is,
  ':': GAP.is,
  ',': GAP.comma,
  '(': GAP.call,
  '[': GAP.list,
  ')': GAP.close,
  ']': GAP.close,
  '+': GAP.plus,
  '.': GAP.plus,
  '~': GAP.plus,
  '-': GAP.item,
  '!': GAP.tag,
};

/** What stands between two places of a text, as bits of `GAP`. */
export function gapOf(text: string, from: number, to: number): number {
  if (to - from > LONGEST_GAP) return GAP.other;
  let gap = 0;
  for (let at = from; at < to; at += 1) {
    const sign = text.charAt(at);
    // A line goes on behind a backslash; the quote behind one is of a text in a text.
    if (sign === '\\') continue;
    if (sign === '>' && gap & GAP.is) continue;
    // C# reads the quotes behind it in its own way.
    if ('$@'.includes(sign) && /^[$@]?["']/.test(text.slice(at + 1, at + 3))) continue;
    let bit = SIGNS[sign] ?? (/\s/.test(sign) ? GAP.blank : GAP.other);
    if (bit === GAP.line && /\\\r?$/.test(text.slice(Math.max(from, at - 2), at))) bit = GAP.blank;
    if (bit === GAP.close && gap & GAP.is) bit = GAP.other;
    gap |= bit;
  }
  return gap;
}
