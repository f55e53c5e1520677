import { quote } from '../../src/config/yaml/quote.ts';
import type { Path } from '../../src/config/yaml/tree.ts';
import type { Notes } from './notes.ts';
import { type Lookup, readPlaceholders, type Text } from './placeholder.ts';
import { canonical, isMapping } from './relaxed.ts';
import type { Variables, VariableUse } from './variables.ts';

/** An integer in Swabbie's file. */
export interface Count {
  /** Native form: digits, or a variable with its default. */
  readonly native: string;
  /** Absent for a variable without a default. */
  readonly value: number | undefined;
  readonly variable: boolean;
}

/** A switch; `variable` when its value depends on the environment. */
export interface Flag {
  readonly on: boolean;
  readonly variable: boolean;
}

export interface Reading {
  readonly notes: Notes;
  readonly variables: Variables;
  readonly lookup: Lookup;
}

const YES = ['true', 'yes', 'on', '1'];
const NO = ['false', 'no', 'off', '0'];

/**
 * One value of Swabbie's file with its place, bound as Spring binds it. A value that Spring would refuse is a problem.
 */
export class Source {
  readonly data: unknown;
  readonly path: Path;
  readonly #reading: Reading;
  /** The reason why this lost a part of the file's text. */
  readonly #lossy: string | undefined;

  constructor(data: unknown, path: Path, reading: Reading, lossy?: string) {
    this.data = data;
    this.path = path;
    this.#reading = reading;
    this.#lossy = lossy;
  }

  get given(): boolean {
    return this.data !== undefined && this.data !== null;
  }

  /** `swabbie.providers[0].name` */
  get place(): string {
    return this.path
      .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
      .join('')
      .slice(1);
  }

  problem(message: string): void {
    this.#reading.notes.problem(this.path, message);
  }

  lost(why: string): void {
    this.#reading.notes.lost(this.path, why);
  }

  /** The value of a name, in any spelling; a missing value has only missing values. */
  get(name: string): Source {
    const [key = name, twice] = this.keys().filter((found) => canonical(found) === canonical(name));
    if (twice !== undefined) this.problem(`one key is given twice, as ${quote(key)} and as ${quote(twice)}`);
    return this.#child(isMapping(this.data) ? this.data[key] : undefined, key);
  }

  keys(): readonly string[] {
    if (isMapping(this.data)) return Object.keys(this.data);
    if (this.given && this.data !== '') this.problem('allowed: a mapping');
    return [];
  }

  /** The members of a list, or the parts of a text between its commas. */
  items(): readonly Source[] {
    if (Array.isArray(this.data)) {
      return this.data.map((item, index) => this.#child(item, index)).filter(({ given }) => given);
    }
    if (typeof this.data === 'object' && this.given) this.problem('allowed: a list');
    if (typeof this.data === 'object' || !this.given) return [];
    return typeof this.data === 'string' ? this.#pieces(this.data) : [this];
  }

  /** Any scalar as text. `use` is the kind of its variables in the native file; without it they are not written. */
  text(use?: VariableUse): Text | undefined {
    if (!this.given) return undefined;
    if (typeof this.data === 'object') {
      this.problem('allowed: a text');
      return undefined;
    }
    const text = readPlaceholders(String(this.data), this.#reading.lookup);
    const lossy = this.#lossy ?? text.lossy;
    if (text.lossy !== undefined) this.lost(`${text.lossy}; its default stands here`);
    for (const name of text.needs) {
      if (use === undefined || this.#reading.variables.need(name, use)) continue;
      this.problem(`the variable ${name} stands for values of different kinds; give it a default`);
    }
    return lossy === undefined ? text : { ...text, lossy };
  }

  /** `written`: are its variables written to the native file? */
  count(written = true): Count | undefined {
    const text = this.text(written ? 'number' : undefined);
    if (text === undefined || text.plain === '') return undefined;
    const { native, plain, variable } = text;
    if (plain === undefined && native === `\${${text.needs[0]}}`) return { native, value: undefined, variable };
    const trimmed = plain?.trim() ?? '';
    if (/^[+-]?(0|[1-9]\d{0,14})$/.test(trimmed)) return { native: native.trim(), value: Number(trimmed), variable };
    this.problem(`found ${quote(String(this.data))}; allowed: a whole number`);
    return undefined;
  }

  /** `unset` is the value of a variable without a default. */
  flag(unset: boolean): Flag | undefined {
    const text = this.text();
    if (text === undefined || text.plain === '') return undefined;
    const { plain, variable } = text;
    if (plain === undefined) return { on: unset, variable };
    const word = plain.trim().toLowerCase();
    if (YES.includes(word) || NO.includes(word)) return { on: YES.includes(word), variable };
    this.problem(`found ${quote(String(this.data))}; allowed: true or false`);
    return undefined;
  }

  #child(data: unknown, key: string | number): Source {
    return new Source(data, [...this.path, key], this.#reading, this.#lossy);
  }

  #pieces(text: string): readonly Source[] {
    const { plain, variable } = readPlaceholders(text, this.#reading.lookup);
    const whole = variable && !plain?.includes(',');
    const lossy =
      variable && !whole ? 'a variable that holds a list cannot be written; its default stands here' : this.#lossy;
    if (lossy !== undefined && lossy !== this.#lossy) this.lost(lossy);
    const pieces = whole || plain === undefined ? [text] : (variable ? plain : text).split(',');
    return pieces
      .map((piece) => piece.trim())
      .filter((piece) => piece !== '')
      .map((piece) => new Source(piece, this.path, this.#reading, lossy));
  }
}
