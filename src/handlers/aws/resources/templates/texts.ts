/** The texts that the functions of a template may make: `Fn::Join`, `Fn::Sub`, and their arguments. Pure. */
import { functionIn, isObject } from './tree.ts';

/** In the place of a part that no text shows: an attribute of a resource, a secret, an import. */
export const HOLE = '\0';
/** In the place of a text that AWS fills in (`AWS::Region`): no part of a hash. */
const FILLED_IN = '\u0001';
const DYNAMIC = /\{\{resolve:[^}]*\}\}/g;
const REFERENCE = /\$\{(!?)([^}]*)\}/g;
/** Of one function; more arise only where conditions or maps multiply. */
const MOST_TEXTS = 256;
/** So few digits of a hash leave as many for other parts that these identify, see assembled.ts. */
const FEW_DIGITS = 16;
const DIGITS = /[0-9a-f]+/gi;

/** A function has too many possible texts, and some of them may be parts of a hash. */
export class TooManyTexts extends Error {}

/** @param values of parameters: each has all that it may have */
export class TemplateTexts {
  readonly #values: ReadonlyMap<string, readonly string[]>;
  readonly #mappings: unknown;

  constructor(root: unknown, values: ReadonlyMap<string, readonly string[]>) {
    this.#values = values;
    this.#mappings = isObject(root) ? root.Mappings : undefined;
  }

  /** All texts of all its joins and substitutions. @throws TooManyTexts */
  *under(node: unknown): Generator<string, void, undefined> {
    const [name = '', argument] = functionIn(node) ?? [];
    if (name === 'Fn::Join' || name === 'Fn::Sub') yield* this.#textsOf(name, argument);
    if (Array.isArray(node)) for (const one of node) yield* this.under(one);
    else if (isObject(node)) for (const one of Object.values(node)) yield* this.under(one);
  }

  #texts(node: unknown): readonly string[] {
    if (typeof node === 'string') return [node.replace(DYNAMIC, HOLE)];
    if (typeof node === 'number' || typeof node === 'boolean') return [String(node)];
    const [name = '', argument] = functionIn(node) ?? [];
    return this.#textsOf(name, argument);
  }

  #textsOf(name: string, argument: unknown): readonly string[] {
    const list = Array.isArray(argument) ? (argument as readonly unknown[]) : [];
    switch (name) {
      case 'Ref':
        return this.#valueOf(String(argument));
      case 'Fn::Join':
        return this.#texts(list[0]).flatMap((delimiter) =>
          this.#lists(list[1]).flatMap((parts) => product(delimited(parts, delimiter)).map((texts) => texts.join(''))),
        );
      case 'Fn::Sub':
        return list.length === 0 ? this.#substituted(argument, {}) : this.#substituted(list[0], list[1]);
      case 'Fn::Select':
        return this.#lists(list[1]).flatMap((parts) => parts[Number(list[0])] ?? parts.flat());
      case 'Fn::If':
        return list.slice(1).flatMap((one) => this.#texts(one));
      case 'Fn::FindInMap':
        return this.#found(list);
      default:
        return [HOLE];
    }
  }

  /** A list; each of its members has several possible texts. */
  #lists(node: unknown): readonly (readonly (readonly string[])[])[] {
    if (Array.isArray(node)) return [node.map((one) => this.#texts(one))];
    const [name = '', argument] = functionIn(node) ?? [];
    const list = Array.isArray(argument) ? (argument as readonly unknown[]) : [];
    const split = (texts: readonly string[], by: string | RegExp) =>
      texts.map((text) => text.split(by).map((one) => [one]));
    if (name === 'Fn::Split') return split(this.#texts(list[1]), String(list[0]));
    // "each member string is space trimmed": CommaDelimitedList, in the reference of parameters.
    if (name === 'Ref') return split(this.#valueOf(String(argument)).map(trimmed), /\s*,\s*/);
    if (name === 'Fn::FindInMap') return this.#listsFound(list);
    if (name === 'Fn::If') return list.slice(1).flatMap((one) => this.#lists(one));
    return [[[HOLE]]];
  }

  #valueOf(name: string): readonly string[] {
    // A member with this value is left out.
    if (name === 'AWS::NoValue') return [''];
    return this.#values.get(name) ?? [name.startsWith('AWS::') ? FILLED_IN : HOLE];
  }

  #substituted(text: unknown, given: unknown): readonly string[] {
    if (typeof text !== 'string') return [HOLE];
    const parts: (readonly string[])[] = [];
    let from = 0;
    for (const { 0: all, 1: isLiteral, 2: name = '', index } of text.matchAll(REFERENCE)) {
      parts.push(this.#texts(text.slice(from, index)));
      if (isLiteral) parts.push([`\${${name}}`]);
      else parts.push(isObject(given) && Object.hasOwn(given, name) ? this.#texts(given[name]) : this.#valueOf(name));
      from = index + all.length;
    }
    return product([...parts, this.#texts(text.slice(from))]).map((texts) => texts.join(''));
  }

  /** Any keys: it is a value of the map. */
  #mapOf(map: unknown): unknown {
    const maps = isObject(this.#mappings) ? this.#mappings : {};
    return typeof map === 'string' ? maps[map] : maps;
  }

  #listsFound([map, , , otherwise]: readonly unknown[]): readonly (readonly (readonly string[])[])[] {
    const others = isObject(otherwise) ? this.#lists(otherwise.DefaultValue) : [];
    const found = [...listsOf(this.#mapOf(map)), ...others];
    return found.length === 0 ? [[[HOLE]]] : found;
  }

  #found([map, , , otherwise]: readonly unknown[]): readonly string[] {
    const found = this.#mapOf(map);
    const others = isObject(otherwise) ? this.#texts(otherwise.DefaultValue) : [];
    const texts = [...new Set([...leavesOf(found), ...others])];
    return texts.length === 0 ? [HOLE] : texts;
  }
}

function delimited(parts: readonly (readonly string[])[], delimiter: string): readonly (readonly string[])[] {
  return delimiter === '' ? parts : parts.flatMap((texts, index) => (index === 0 ? [texts] : [[delimiter], texts]));
}

function trimmed(text: string): string {
  return text.trim();
}

function listsOf(node: unknown): readonly (readonly (readonly string[])[])[] {
  if (Array.isArray(node)) return [node.map((one) => [String(one)])];
  return isObject(node) ? Object.values(node).flatMap(listsOf) : [];
}

function leavesOf(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(leavesOf);
  return isObject(node) ? Object.values(node).flatMap(leavesOf) : [String(node ?? HOLE)];
}

/**
 * Each choice of one text per part. Of too many choices none is known: where their digits are too few to matter, a part that
 * no text shows is in their place.
 * @throws TooManyTexts
 */
function product(parts: readonly (readonly string[])[]): readonly (readonly string[])[] {
  if (parts.reduce((choices, texts) => choices * texts.length, 1) > MOST_TEXTS) {
    if (parts.reduce((sum, texts) => sum + mostDigits(texts), 0) >= FEW_DIGITS) throw new TooManyTexts();
    return [[HOLE]];
  }
  let all: readonly (readonly string[])[] = [[]];
  for (const texts of parts) all = all.flatMap((before) => texts.map((text) => [...before, text]));
  return all;
}

/** Of the digits that stand beside each other in one of these texts. */
function mostDigits(texts: readonly string[]): number {
  return Math.max(0, ...texts.flatMap((text) => text.match(DIGITS) ?? []).map(({ length }) => length));
}
