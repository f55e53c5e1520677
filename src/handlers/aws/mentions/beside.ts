/** Variables that an answer has beside a text, which the text may put in: those of a build or a function. Pure. */
import { tellAssigned } from './assigned.ts';
import { tellTag } from './byTag.ts';
import { secrecyOf } from './byValue.ts';
import { Variables, withHoles } from './holes.ts';
import type { Tell, TellName } from './mention.ts';
import { tellName } from './names.ts';
import { memberOf } from './places.ts';

interface Open {
  readonly text: string;
  readonly named: TellName | undefined;
  readonly path: string;
}

/** Those of one item of an answer: the texts wait until its variables are known. */
export class Beside {
  #variables: Variables | undefined;
  #open: Open[] = [];
  /** Of a tag that variables say: by the words before, its key and its values. */
  readonly #tags = new Map<string, { key?: string; values?: string }>();

  /** @param key absent: the value is of no variable */
  see(key: string | undefined, value: string): void {
    if (key === undefined) return;
    const [, before, ofValue] = TAG.exec(key) ?? [];
    if (before !== undefined)
      this.#tags.set(before, { ...this.#tags.get(before), [ofValue === undefined ? 'key' : 'values']: value });
    if (secrecyOf(key) !== undefined) return;
    this.#variables ??= new Variables();
    this.#variables.set(key, withHoles(value));
  }

  /** @param named of what the text is the name */
  wait(text: string, named: TellName | undefined, path: string): void {
    if (MAY_BE_OPEN.test(text) && withHoles(text).includes('${')) this.#open.push({ text, named, path });
  }

  /** Tells what the texts name with the variables in them, and forgets both. */
  tell(tellAt: (path: string) => Tell): void {
    const [variables, open] = [this.#variables, this.#open];
    this.#variables = undefined;
    this.#open = [];
    for (const { key, values } of this.#tags.values())
      if (key !== undefined && values !== undefined) tellTag(key, values, tellAt(''));
    this.#tags.clear();
    if (variables === undefined) return;
    for (const { text, named, path } of open) {
      const tell = tellAt(path);
      if (text.length <= LONGEST_TEXT) for (const one of variables.put(withHoles(text))) tellName(named, one, tell);
      if (/\s/.test(text)) tellAssigned(text, tell, variables);
    }
  }
}

/** `TAG_KEY` and `TAG_VALUE`, `SCHEDULE_TAG_NAME` and `SCHEDULE_TAG_VALUES`. */
const TAG = /^(.{0,100}?tag)[_-]?(?:keys?|names?|(values?))$/i;
const MAY_BE_OPEN = /[$%{<]/;
/** A longer one is no name; what it gives to names of its own is read word by word. */
const LONGEST_TEXT = 600;
/** Of what stands beside a value. */
const LONGEST_NAME = 255;

/** `{ name: 'TABLE_NAME', value: 'orders' }`: what the value is the value of. */
export function nameBeside(value: Readonly<Record<string, unknown>>): string | undefined {
  for (const key in value) {
    const name = memberOf(key).isNameOfValue ? value[key] : undefined;
    if (typeof name === 'string' && name.length <= LONGEST_NAME) return name;
  }
  return undefined;
}
