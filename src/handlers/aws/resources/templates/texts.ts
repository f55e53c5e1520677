/** The texts that the functions of a template may make: `Fn::Join`, `Fn::Sub`, and their arguments. Pure. */
import { functionIn, isObject } from './tree.ts';

/** In the place of a part that no text shows: an attribute of a resource, a secret, an import. */
export const HOLE = '\0';
/** In the place of a text that AWS fills in (`AWS::Region`): no part of a hash. */
const FILLED_IN = '\u0001';
const DYNAMIC = /\{\{resolve:[^{}]*\}\}/g;
const REFERENCE = /\$\{(!?)([^{}]*)\}/g;
/** Of one function; more arise only where conditions or maps multiply. */
const MOST_TEXTS = 256;
/** So few digits of a hash leave as many for other parts that these identify, see assembled.ts. */
const FEW_DIGITS = 16;
const DIGITS = /[0-9a-f]+/gi;

/** A function has too many possible texts, and some of them may be parts of a hash. */
export class TooManyTexts extends Error {}

/** All values that a parameter, an attribute of a resource (`Repository.RepositoryUri`) or an import may have, by its name. */
export type TemplateValues = ReadonlyMap<string, readonly string[]>;

/** The name of what another stack exports, among {@link TemplateValues}. */
export function importOf(name: string): string {
  return `Fn::ImportValue ${name}`;
}

/** What has a text where AWS fills it in. */
const FUNCTION = /^(?:Ref|Fn::(?:FindInMap|GetAtt|If|ImportValue|Join|Select|Sub))$/;
const HOLES = new RegExp(`[${HOLE}${FILLED_IN}]`, 'g');

/** The texts in one template. */
export class TemplateTexts {
  readonly #values: TemplateValues;
  readonly #mappings: unknown;

  /** @param given actual values; of another parameter its default counts */
  constructor(root: unknown, given: TemplateValues) {
    this.#values = new Map([...defaultsOf(root), ...given]);
    this.#mappings = isObject(root) ? root.Mappings : undefined;
  }

  /**
   * The same tree, and beside each function a list of the texts that it may make. One with a part that no text shows has `{}` there,
   * so that its neighbours are not taken for one name, and stands apart, so that it is not taken for the name that a member has.
   */
  resolved(node: unknown): unknown {
    if (Array.isArray(node)) return node.map((one) => this.resolved(one));
    if (!isObject(node)) return node;
    const parts = Object.fromEntries(Object.entries(node).map(([key, one]) => [key, this.resolved(one)]));
    if (!FUNCTION.test(functionIn(node)?.[0] ?? '')) return parts;
    const made = [...new Set(this.of(node))];
    const open = made.filter((text) => text.search(HOLES) >= 0).map((text) => text.replaceAll(HOLES, '{}'));
    return [...made.filter((text) => text.search(HOLES) < 0), { open }, parts];
  }

  /** The texts that a value may have. None: they are too many. */
  of(node: unknown): readonly string[] {
    try {
      return this.#texts(node);
    } catch (error) {
      if (error instanceof TooManyTexts) return [];
      throw error;
    }
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
      case 'Fn::GetAtt':
        return this.#valueOf(list.length > 0 ? list.map(String).join('.') : String(argument));
      case 'Fn::ImportValue':
        return this.#texts(argument).flatMap((one) => this.#valueOf(importOf(one)));
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

function defaultsOf(root: unknown): TemplateValues {
  const declared = isObject(root) && isObject(root.Parameters) ? Object.entries(root.Parameters) : [];
  return new Map(
    declared.flatMap(([name, parameter]) =>
      isObject(parameter) && parameter.Default !== undefined ? [[name, [String(parameter.Default)]] as const] : [],
    ),
  );
}

/**
 * Each choice of one text per part. Of too many choices none is known: where their digits are too few to matter, a part that
 * no text shows is in the place of each.
 * @throws TooManyTexts
 */
function product(parts: readonly (readonly string[])[]): readonly (readonly string[])[] {
  if (parts.reduce((choices, texts) => choices * texts.length, 1) > MOST_TEXTS) {
    if (parts.reduce((sum, texts) => sum + mostDigits(texts), 0) >= FEW_DIGITS) throw new TooManyTexts();
    return [parts.map((texts) => (texts.length === 1 ? String(texts[0]) : HOLE))];
  }
  let all: readonly (readonly string[])[] = [[]];
  for (const texts of parts) all = all.flatMap((before) => texts.map((text) => [...before, text]));
  return all;
}

/** Of the digits that stand beside each other in one of these texts. */
function mostDigits(texts: readonly string[]): number {
  return Math.max(0, ...texts.flatMap((text) => text.match(DIGITS) ?? []).map(({ length }) => length));
}
