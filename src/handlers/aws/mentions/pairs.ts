/** The words of a text, and which of them is the key of which: by what stands between them. Pure. */

import { allOf } from './byValue.ts';
import { GAP, gapOf, type Word, wordsOf } from './lex.ts';
import type { TellName } from './mention.ts';
import { namedBy } from './names.ts';
import { IN_TEXTS } from './words.ts';

/** The longest first: `image` begins `image-uri`, too. A variable ends in `_table`; the word alone is one of prose, too. */
export const BEFORE_BLANK = new RegExp(
  `(?:${IN_TEXTS.map((words) => words.replaceAll(' ', '[-_]?'))
    .toSorted((a, b) => b.length - a.length)
    .join('|')}|(?<=\\w_)table)s?$`,
  'i',
);
/** The last part of what stands there is the key: `os.table`, `?table`, `dynamodb.Table`. */
export const KEY = /[a-z][\w.-]{0,80}$/i;
export const LONGEST_KEY = 82;
const FLAG = /^--?[a-z]/i;
/** `ENV TABLE orders` of a Dockerfile, `setx TABLE orders` of Windows, `set -x TABLE orders` of fish. */
const SETS = /^(?:env|arg|setx|-x|-gx)$/i;
/** `const table: string`, `export tables: {{ names }}` */
const SETS_MEMBER = /^(?:const|export|let|local|set|var)$/;
/** How Python, C++ and others read the quotes behind it: `f"{stage}-orders"`. */
const PREFIX = /^[a-z]{1,2}$/i;
const MOST_JOINED = 8;

export class Pairs {
  readonly text: string;
  readonly words: readonly Word[];
  /** Before each word. */
  readonly #gaps: readonly number[];

  constructor(text: string) {
    this.text = text;
    this.words = wordsOf(text);
    this.#gaps = this.words.map(({ start }, at) =>
      at === 0 ? GAP.other : gapOf(text, this.words[at - 1]?.end ?? 0, start),
    );
  }

  /** What stands between the word at a place and the one before it. */
  gap(at: number): number {
    return this.#gaps[at] ?? GAP.other;
  }

  /** The key of which the word at a place is the value. */
  keyBefore(at: number): string | undefined {
    const before = this.words[at - 1]?.text;
    const gap = this.gap(at);
    if (before === undefined || gap & (GAP.other | GAP.comma)) return undefined;
    const [key] = KEY.exec((gap & GAP.is ? withinVariable(before) : before).slice(-LONGEST_KEY)) ?? [];
    if (key === undefined) return undefined;
    if (gap & GAP.is) return this.#isNext(at, gap) || this.#isProse(at, gap) ? undefined : key;
    if (!(gap & ~(GAP.blank | GAP.line | GAP.quote))) {
      if (FLAG.test(before) || SETS.test(this.words[at - 2]?.text ?? '')) return key;
      return gap & (GAP.blank | GAP.line) ? BEFORE_BLANK.exec(before)?.[0] : undefined;
    }
    // `.tableName("orders")`, `Table(f"{stage}-orders")`
    const last = key.slice(key.lastIndexOf('.') + 1);
    return !(gap & ~(GAP.call | GAP.quote)) && kindOf(last) ? last : undefined;
  }

  /** Is the word in the next line a key of its own? */
  #isNext(at: number, gap: number): boolean {
    return (gap & GAP.line) !== 0 && !(gap & GAP.item) && (this.gap(at + 1) & GAP.is) !== 0;
  }

  /** Words before a colon, and no sign of a program: `or table: orders`. */
  #isProse(at: number, gap: number): boolean {
    const before = this.words[at - 1];
    if (before === undefined || gap !== (GAP.is | GAP.blank) || BEFORE_BLANK.test(before.text)) return false;
    const isSet = SETS_MEMBER.test(this.words[at - 2]?.text ?? '');
    return this.text.charAt(before.end) === ':' && at > 1 && this.gap(at - 1) === GAP.blank && !isSet;
  }

  /** The word with what is joined to it, before the next key: `"$STAGE"-orders`, `stage + "-orders"`. */
  joined(first: number): { readonly text: string; readonly last: number } {
    let at = PREFIX.test(this.words[first]?.text ?? '') && this.gap(first + 1) === GAP.quote ? first + 1 : first;
    let text = '';
    for (const most = at + MOST_JOINED; ; at += 1) {
      const next = this.gap(at + 1);
      const isJoined = (next & GAP.plus) !== 0 && !(next & ~(GAP.plus | GAP.quote | GAP.blank | GAP.close));
      const word = this.words[at];
      const isQuoted = word?.isQuoted && !(next & GAP.close);
      const wasJoined = text !== '' && (this.gap(at) & GAP.plus) !== 0;
      text += (isJoined || wasJoined) && !isQuoted ? `\${${word?.text.replace(/[${}]/g, '')}}` : word?.text;
      if (at >= most || !(isJoined || this.#isGlued(at + 1))) return { text, last: at };
    }
  }

  /** Does nothing but a quote stand between? */
  #isGlued(at: number): boolean {
    const [before, word] = [this.words[at - 1], this.words[at]];
    return before !== undefined && word !== undefined && word.start - before.end === 1 && this.gap(at) === GAP.quote;
  }
}

/** `$table = "orders"` of PowerShell, PHP and Perl. */
const withinVariable = (word: string) => /^\$\{([\w.-]{1,82})\}$/.exec(word)?.[1] ?? word;

/** Of what a key says that its value is the name; the end of the key may say it, too: `web_image`. */
export function kindOf(key: string): TellName | undefined {
  const [end] = BEFORE_BLANK.exec(key) ?? [];
  return allOf(namedBy(key), end === undefined ? undefined : namedBy(end));
}
