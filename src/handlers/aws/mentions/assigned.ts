/** What a text gives to names of its own: a flag, a variable, a line of YAML, TOML or properties, a member, an argument of a call. Pure. */
import { allOf, anyName, saidBy, secrecyOf } from './byValue.ts';
import { ANY, defaultsIn, OPEN, Variables, withinHoles, withoutWithin } from './holes.ts';
import { GAP, gapOf, isQuote, wordsOf } from './lex.ts';
import type { Tell, TellName } from './mention.ts';
import { tellName } from './names.ts';
import { BEFORE_BLANK, KEY, kindOf, LONGEST_KEY, Pairs } from './pairs.ts';

/** What such a call is given is the value itself: `aws.String("orders")`. */
const AS_IT_IS = /(?:^|\.)(?:get\w{0,20}|of|ref|str|string|sub|value)$/i;
/** As many names as a person writes behind `--auto-scaling-group-names`, `names = [` or `Names:`, and arguments of a call. */
const MOST_IN_LIST = 50;
/** `<table>orders`, behind which the next tag begins. */
const ELEMENT = /^\$\{([\w.-]{1,80})\}(.{1,255}?)(?:\$\{\})?$/;
/** With comments. */
const MOST_WORDS = 400;
const COMMENT = /^[^\n]{0,20}?(?:#|\/\/)/;
const MOST_ARGUMENTS = 16;
/** Of arguments with names of their own, or that are calls. */
const MOST_KEYS = 3;
const LONGEST_NAME = 255;
/** Texts in what is put in later: `$(aws --table-name "$(cat table)")`. */
const DEEPEST = 3;

/** Most values have nothing of it. */
export function mayAssign(text: string): boolean {
  return SIGNS.some((sign) => text.includes(sign)) || hasSign(text);
}

const SIGNS = [' -', ': ', '":', "':", '$', '{{', '("', "('", '</'];

/** That at the end is of base64. */
function hasSign(text: string): boolean {
  const at = text.indexOf('=');
  return at > 0 && at < text.length - 2;
}

/** Tells what each key of a text has as its value. @param known variables that are set beside the text */
export function tellAssigned(text: string, tell: Tell, known?: Variables): void {
  new Assigned(text, tell, known, 0).tell();
}

class Assigned {
  readonly #pairs: Pairs;
  readonly #tell: Tell;
  readonly #variables: Variables;
  readonly #depth: number;
  readonly #made = new Map<string, readonly string[]>();

  constructor(text: string, tell: Tell, known: Variables | undefined, depth: number) {
    this.#pairs = new Pairs(text);
    this.#tell = tell;
    this.#variables = new Variables(known);
    this.#depth = depth;
  }

  tell(): void {
    const pairs: (readonly [key: string, at: number])[] = [];
    for (let at = 0; at < this.#pairs.words.length; at += 1) {
      const key = this.#pairs.keyBefore(at);
      if (key === undefined) continue;
      pairs.push([key, at]);
      if (secrecyOf(key) === undefined) this.#variables.set(key, this.#pairs.joined(at).text);
    }
    for (const [key, at] of pairs) this.#pair(key, at);
    for (const [at, { text, start }] of this.#pairs.words.entries()) {
      // `<tableName>orders</tableName>`
      const [, element, value = ''] = this.#pairs.text.charAt(start) === '<' ? (ELEMENT.exec(text) ?? []) : [];
      const kind = element === undefined ? undefined : kindOf(element);
      if (kind) this.#name(kind, kind, value);
      if (text.includes(':')) this.#within(text, at);
      if (text.includes('${')) this.#open(text);
    }
  }

  #pair(key: string, at: number): void {
    const gap = this.#pairs.gap(at);
    const kind = kindOf(key);
    const named = allOf(kind, saidBy(key));
    if (named === undefined) return;
    const last = gap & GAP.tag ? at : this.#value(kind, named, at, BEFORE_BLANK.test(key));
    if (kind && (gap & GAP.tag || this.#pairs.gap(at + 1) & (GAP.call | GAP.list))) this.#arguments(kind, at);
    if (/s$/i.test(key) || gap & GAP.list) this.#list(named, last + 1);
  }

  /** @param isOdd may it have signs of no name? @returns the place of its last word */
  #value(kind: TellName | undefined, named: TellName, at: number, isOdd: boolean): number {
    const { text, last } = this.#pairs.joined(at);
    const word = this.#pairs.words[at];
    if (word === undefined) return last;
    for (const one of new Set([text, word.text])) this.#name(named, kind, one);
    if (kind === undefined) return last;
    // A name may have blanks and other signs: `'Web (blue)'`, `LaunchTemplateName=web(blue),Version=3`.
    const start = this.#startOf(at);
    const behind = this.#pairs.text.slice(start, start + LONGEST_NAME + 1);
    const quote = isQuote(this.#pairs.text, start - 1) ? this.#pairs.text.charAt(start - 1) : '';
    const end = quote === '' ? behind.search(/[\s"',;]/) : behind.search(new RegExp(`[${quote}\n]`));
    const odd = behind.slice(0, end < 0 ? LONGEST_NAME : end).trim();
    if (odd !== word.text && odd !== '' && (isOdd || quote !== '')) tellName(kind, odd, this.#tell);
    return last;
  }

  /** Behind the last quote, blank or `=` before the word, and behind the word before it. */
  #startOf(at: number): number {
    let start = this.#pairs.words[at]?.start ?? 0;
    const least = this.#pairs.words[at - 1]?.end ?? 0;
    while (start > least && !/[\s"'`=:,]/.test(this.#pairs.text.charAt(start - 1))) start -= 1;
    return start;
  }

  /** The same word stands in many places. */
  #put(text: string): readonly string[] {
    if (!text.includes('${')) return [];
    const made = this.#made.get(text) ?? this.#variables.put(text);
    this.#made.set(text, made);
    return made;
  }

  #name(named: TellName, kind: TellName | undefined, text: string): void {
    for (const one of this.#put(text))
      tellName(one.includes('${') ? kind : named, withoutWithin(ended(one)), this.#tell);
    if (!text.includes('${')) {
      tellName(named, ended(text), this.#tell);
      // Nothing is known by a part of its name: an image may be the question of a sentence.
      const sure = text.replace(/[*?]{1,9}$/, '');
      if (sure !== text) tellName(named, ended(sure), this.#tell);
    } else {
      tellName(kind, withoutWithin(text), this.#tell);
      this.#printed(kind, text);
      for (const one of defaultsIn(text)) tellName(named, one, this.#tell);
      tellName(named, text.slice(0, text.search(OPEN)), this.#tell);
    }
  }

  /** `$(printf "%s-orders" "$STAGE")`, `{{ printf "%s-orders" .Release.Name }}`: each text in it may be a part of the name. */
  #printed(kind: TellName | undefined, text: string): void {
    if (kind === undefined || !/printf|format|join/i.test(text)) return;
    for (const word of withinHoles(text).flatMap(wordsOf))
      if (word.isQuoted) tellName(kind, `${ANY}${word.text}${ANY}`, this.#tell);
  }

  #list(named: TellName, from: number): void {
    const { text, words } = this.#pairs;
    let [items, isComment] = [0, false];
    // Lines go on within quotes.
    let isQuoted = words[from - 1]?.isQuoted ?? false;
    for (let at = from; items < MOST_IN_LIST && at < from + MOST_WORDS; at += 1) {
      const word = words[at];
      if (word === undefined) return;
      const between = text.slice(words[at - 1]?.end ?? 0, word.start);
      const line = between.lastIndexOf('\n');
      isComment ||= COMMENT.test(between);
      if (isComment && line < 0) continue;
      const gap = isComment ? gapOf(text, word.start - between.length + line, word.start) : this.#pairs.gap(at);
      isComment = false;
      isQuoted &&= !(gap & GAP.quote);
      const isItem = !(gap & ~(GAP.blank | GAP.quote | GAP.comma | GAP.line | GAP.item));
      const isNext = !(gap & GAP.line) || isQuoted || gap & (GAP.item | GAP.comma | GAP.quote) || this.#isAlone(at);
      if (!isItem || !isNext || word.text.startsWith('-') || this.#pairs.gap(at + 1) & GAP.is) return;
      this.#name(named, named, word.text);
      items += 1;
    }
  }

  /** Is the word the last of its line, or of its text? */
  #isAlone(at: number): boolean {
    const behind = this.#pairs.words[at + 1] === undefined ? GAP.line : this.#pairs.gap(at + 1);
    return (behind & (GAP.line | GAP.quote | GAP.close)) !== 0;
  }

  /** What a call is given may be a part of the name that it makes: `format("%s-orders", stage)`, `!Join ['-', [a, orders]]`. */
  #arguments(kind: TellName, at: number): void {
    const call = this.#pairs.words[at]?.text ?? '';
    const isTag = (this.#pairs.gap(at) & GAP.tag) !== 0;
    let keys = 0;
    for (
      let next = at + 1;
      next <= at + MOST_ARGUMENTS && !(this.#pairs.gap(next) & (GAP.line | GAP.other));
      next += 1
    ) {
      if (this.#pairs.gap(next) & (GAP.is | GAP.call)) keys += 1;
      if (keys > MOST_KEYS) return;
      const { text, last } = this.#pairs.joined(next);
      const isText = isTag || this.#pairs.words[next]?.isQuoted || text.includes('${');
      if (isText) this.#name(kind, kind, text);
      if (isText && !AS_IT_IS.test(call)) tellName(kind, `${ANY}${withoutWithin(text)}${ANY}`, this.#tell);
      next = last;
    }
  }

  /** `table:orders`, `log-group:/aws/lambda/orders-${STAGE}`, `tables:users,orders` */
  #within(text: string, place: number): void {
    let colons = 0;
    for (let at = text.indexOf(':'); at > 0 && colons < MOST_ARGUMENTS; at = text.indexOf(':', at + 1), colons += 1) {
      const key = (colons === 0 ? KEY : BEFORE_BLANK).exec(text.slice(Math.max(0, at - LONGEST_KEY), at))?.[0] ?? '';
      const kind = key === '' ? undefined : kindOf(key);
      if (kind === undefined) continue;
      this.#name(kind, kind, text.slice(at + 1));
      if (/s$/i.test(key)) this.#list(kind, place + 1);
    }
  }

  #open(text: string): void {
    for (const one of this.#put(text)) if (!one.includes('${')) anyName(ended(one), this.#tell);
    if (this.#depth >= DEEPEST) return;
    for (const within of withinHoles(text))
      if (/[=:\s]/.test(within)) new Assigned(within, this.#tell, this.#variables, this.#depth + 1).tell();
  }
}

/** A full stop or a colon may end the sentence. */
const ended = (text: string) => text.replace(/[.:]+$/, '');
