/**
 * One pass over the bytes of a document. Every method reads on from `at`, and refuses what is not well-formed XML 1.0
 * (https://www.w3.org/TR/xml/) in UTF-8. Names are ASCII, as all of AWS's are. There is no DTD, so there are no entities but the
 * five. Work is bounded by the length of the document, depth by {@link DEEPEST}.
 */
import { charactersOf, rawOf } from './characters.ts';
import { refuse } from './notXml.ts';

const TAB = 9;
const NEWLINE = 10;
const RETURN = 13;
const SPACE = 32;
const BANG = 33;
const QUOTE = 34;
const APOSTROPHE = 39;
const SLASH = 47;
const LESS = 60;
const EQUALS = 61;
const GREATER = 62;
const QUESTION = 63;

/** More than any schema needs, and far less than a stack of calls can take. */
export const DEEPEST = 200;

/** 1: may begin a name, 2: may follow in it. */
const IN_NAME = new Uint8Array(256);
for (const c of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_:') IN_NAME[c.charCodeAt(0)] = 1;
for (const c of '0123456789-.') IN_NAME[c.charCodeAt(0)] = 2;

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

export class XmlCursor {
  readonly bytes: Buffer;
  at = 0;
  /** Of the start tag that was read last: `<a/>`. */
  isEmpty = false;
  /** Of the start tag that was read last. */
  attributes = NO_ATTRIBUTES;
  #depth = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  refuse(what: string): never {
    return refuse(this.at < this.bytes.length ? what : 'it ends early', this.at);
  }

  /** Moves over white space, comments and instructions to the next tag. @returns whether it is a start tag */
  toTag(): boolean {
    const { bytes } = this;
    for (;;) {
      if (bytes[this.at] !== LESS) {
        if (!this.skipSpace()) this.refuse('text between elements');
        continue;
      }
      if (bytes[this.at + 1] === SLASH) return false;
      if (!this.isAtRemark()) return true;
      this.skipRemark();
    }
  }

  /** Whether the start tag here has this name. */
  isStartOf(name: Buffer): boolean {
    const end = this.at + 1 + name.length;
    return this.#isNameAt(this.at + 1, name) && IN_NAME[this.bytes[end] as number] === 0;
  }

  /** Reads the start tag here, whose name is known. */
  start(name: Buffer): void {
    this.startFrom(this.at + 1 + name.length);
  }

  /** Reads on in a start tag. @param at behind its name */
  startFrom(at: number): void {
    this.at = at;
    if (this.bytes[this.at] === GREATER) {
      this.at++;
      this.isEmpty = false;
      this.attributes = NO_ATTRIBUTES;
    } else this.#readAttributes();
  }

  /** Enters the content of an element. */
  enter(): void {
    if (++this.#depth > DEEPEST) this.refuse(`elements within more than ${DEEPEST} others`);
  }

  /** Reads the end tag of the element that was entered last. */
  leave(name: Buffer): void {
    this.end(name);
    this.#depth--;
  }

  /** Reads the end tag of this name. */
  end(name: Buffer): void {
    this.endAs(name, 0, name.length);
  }

  /** Reads the end tag of the name that is in these bytes. */
  endAs(named: Buffer, from: number, to: number): void {
    const { bytes, at } = this;
    let isSame = bytes[at] === LESS && bytes[at + 1] === SLASH;
    for (let i = from, j = at + 2; isSame && i < to; i++, j++) isSame = bytes[j] === named[i];
    if (!isSame) this.refuse(`</${named.toString('latin1', from, to)}> is missing`);
    this.at = at + 2 + to - from;
    if (bytes[this.at] !== GREATER) this.skipSpace();
    this.#take(GREATER);
  }

  /** The name of the start tag here. */
  name(): string {
    return this.#nameAt(this.at + 1);
  }

  /** Behind the name that begins here. */
  nameEnd(from: number): number {
    const { bytes } = this;
    if (IN_NAME[bytes[from] as number] !== 1) this.refuse('a tag without a name');
    let to = from + 1;
    while (to < bytes.length && IN_NAME[bytes[to] as number] !== 0) to++;
    return to;
  }

  /** @returns whether there is any */
  skipSpace(): boolean {
    const from = this.at;
    for (;;) {
      const c = this.bytes[this.at];
      if (c !== SPACE && c !== NEWLINE && c !== TAB && c !== RETURN) return this.at > from;
      this.at++;
    }
  }

  /** Whether here is a comment, an instruction, or something else that is no element. */
  isAtRemark(): boolean {
    const next = this.bytes[this.at + 1];
    return next === BANG || next === QUESTION;
  }

  /** A comment, or an instruction of another name than `xml`. */
  skipRemark(): void {
    const { bytes, at } = this;
    if (bytes[at + 1] === QUESTION) {
      const name = this.#nameAt(at + 2);
      if (name.toLowerCase() === 'xml') this.refuse('a second declaration');
      this.at += 2 + name.length;
      if (!this.skipSpace() && bytes[this.at] !== QUESTION) this.refuse('an instruction without space behind its name');
      this.until('?>');
    } else if (bytes.toString('latin1', at, at + 4) === '<!--') {
      this.at += 4;
      this.until('--');
      if (bytes[this.at] !== GREATER) this.refuse('`--` in a comment');
      this.at++;
    } else this.refuse('a document type, or a section between elements');
  }

  /** The raw text up to this mark; moves behind it. */
  until(mark: string): string {
    const { bytes, at } = this;
    const to = bytes.indexOf(mark, at, 'latin1');
    if (to < 0) refuse(`it ends early: no ${mark}`, at);
    this.at = to + mark.length;
    return rawOf(bytes, at, to);
  }

  #readAttributes(): void {
    const { bytes } = this;
    let attributes: Map<string, string> | undefined;
    for (;;) {
      const isApart = this.skipSpace();
      const c = bytes[this.at];
      if (c === GREATER || c === SLASH) {
        this.at++;
        if (c === SLASH) this.#take(GREATER);
        this.isEmpty = c === SLASH;
        this.attributes = attributes ?? NO_ATTRIBUTES;
        return;
      }
      if (!isApart) this.refuse('a tag that does not end');
      const name = this.#nameAt(this.at);
      attributes ??= new Map<string, string>();
      if (attributes.has(name)) this.refuse(`the attribute ${name} twice`);
      this.at += name.length;
      attributes.set(name, this.#attribute());
    }
  }

  /** From behind the name of an attribute to behind its value. */
  #attribute(): string {
    const { bytes } = this;
    this.skipSpace();
    this.#take(EQUALS);
    this.skipSpace();
    const quote = bytes[this.at] as number;
    if (quote !== QUOTE && quote !== APOSTROPHE) this.refuse('an attribute without quotes');
    const from = this.at + 1;
    const to = bytes.indexOf(quote, from);
    if (to < 0) refuse('it ends early: within an attribute', from);
    const value = charactersOf(bytes, from, to);
    if (bytes.subarray(from, to).includes(LESS)) this.refuse('`<` in an attribute');
    this.at = to + 1;
    return value;
  }

  #nameAt(from: number): string {
    return this.bytes.toString('latin1', from, this.nameEnd(from));
  }

  #isNameAt(from: number, name: Buffer): boolean {
    const { bytes } = this;
    for (let i = 0; i < name.length; i++) if (bytes[from + i] !== name[i]) return false;
    return true;
  }

  #take(expected: number): void {
    if (this.bytes[this.at] !== expected) this.refuse(`no ${String.fromCharCode(expected)}`);
    this.at++;
  }
}
