import { isAlias, isMap, isScalar, isSeq, type Node, type Pair } from 'yaml';
import { quote } from './quote.ts';
import { type Environment, substitute } from './substitute.ts';
import type { SourceProblem } from './yamlFaults.ts';
import { LIMITS, type YamlDocument } from './yamlSource.ts';

/**
 * Values in place of secrets that a command does not need: it reads, and sends and signs nothing. Each has the form
 * that the schema wants, and the name of its variable, so that two of them differ.
 */

const BY_KEY: Readonly<Record<string, (variable: string) => string>> = {
  secret: (variable) => `${variable} is not set`.padEnd(64, '.'),
  token: (variable) => `${variable}-is-not-set`.padEnd(64, '.'),
  smtp: () => 'smtp://not-set.invalid:25',
  url: (variable) => `https://not-set.invalid/${variable}`,
};

const SECTIONS: ReadonlySet<PropertyKey | undefined> = new Set(['mail', 'notify', 'http', 'optOut', 'signing']);

/** `undefined`: the command needs the value. @param variable the name of the variable that is not set */
function placeholderFor(path: readonly PropertyKey[], variable: string): string | undefined {
  if (path.join('.') === 'redis.url') return 'embedded';
  if (!SECTIONS.has(path[0])) return undefined;
  return BY_KEY[String(path.at(-1))]?.(variable);
}

/** Keys and indexes from the root of the document. */
export type Path = readonly PropertyKey[];

/** A value with substituted variables. */
export interface FromVariables {
  readonly path: Path;
  readonly variables: readonly string[];
  readonly values: readonly string[];
  readonly text: string;
}

/** The document as plain data, with the place of every value. */
export interface Tree {
  /** Objects have no prototype; values are texts, numbers (also not finite), booleans, null, lists and objects. */
  readonly data: unknown;
  /** Offset of the value or its key; if there is no such value, of its nearest existing parent. */
  offsetOf(path: Path, at: 'key' | 'value'): number;
  fromVariables(path: Path): FromVariables | undefined;
  /** An unset variable or a broken alias: already reported, and its value is not known. */
  unreadable(path: Path): boolean;
  readonly substituted: readonly FromVariables[];
  readonly problems: readonly SourceProblem[];
  /** Secrets that are not set and have a placeholder: the names of their variables. */
  readonly absent: readonly { readonly path: Path; readonly variables: readonly string[] }[];
  /** The reader stopped at a limit; `problems` has the reason, and the data is not complete. */
  readonly tooMuch: boolean;
}

/**
 * Reads a document into plain data: aliases expanded within limits, variables substituted, keys unique.
 * @param mayLackSecrets puts placeholders where the variable of a secret is not set, see placeholders.ts
 */
export function readTree(document: YamlDocument, environment: Environment, mayLackSecrets = false): Tree {
  return new TreeReader(environment, mayLackSecrets).read(document);
}

class TooMuch extends Error {}

class TreeReader {
  private readonly environment: Environment;
  private readonly mayLackSecrets: boolean;
  private readonly absent: { readonly path: Path; readonly variables: readonly string[] }[] = [];
  private readonly offsets = new Map<string, { value: number; key?: number }>();
  private readonly variables = new Map<string, FromVariables>();
  private readonly broken = new Set<string>();
  private readonly problems: SourceProblem[] = [];
  private readonly anchors = new Map<string, Node>();
  private readonly open = new Set<Node>();
  private expanding = 0;
  private count = 0;
  private tooMuch = false;

  constructor(environment: Environment, mayLackSecrets: boolean) {
    this.environment = environment;
    this.mayLackSecrets = mayLackSecrets;
  }

  read(document: YamlDocument): Tree {
    const data = this.readAll(document);
    const { offsets, variables, broken, problems, absent } = this;
    return {
      data,
      problems,
      absent,
      tooMuch: this.tooMuch,
      substituted: [...variables.values()],
      fromVariables: (path) => variables.get(keyOf(path)),
      unreadable: (path) => broken.has(keyOf(path)),
      offsetOf: (path, at) => offsetOf(offsets, path, at),
    };
  }

  private readAll(document: YamlDocument): unknown {
    try {
      return this.value(document.contents, []);
    } catch (error) {
      if (!(error instanceof TooMuch)) throw error;
      this.tooMuch = true;
      this.problems.splice(0, this.problems.length, { offset: 0, message: error.message });
      return null;
    }
  }

  private value(node: Node | null, path: Path, keyOffset?: number): unknown {
    if (++this.count > LIMITS.values) throw new TooMuch(`more than ${LIMITS.values} values, aliases counted in full`);
    if (path.length > LIMITS.depth) throw new TooMuch(`nested deeper than ${LIMITS.depth} levels, aliases included`);
    if (isAlias(node)) return this.alias(node.source, node.range?.[0] ?? 0, path, keyOffset);
    if (node === null) return null;
    const offset = node.range?.[0] ?? 0;
    this.offsets.set(keyOf(path), { value: offset, ...(keyOffset === undefined ? {} : { key: keyOffset }) });
    if ('anchor' in node && node.anchor && this.expanding === 0) this.anchors.set(node.anchor, node);
    this.open.add(node);
    const value = this.content(node, offset, path);
    this.open.delete(node);
    return value;
  }

  private content(node: Node, offset: number, path: Path): unknown {
    if (isSeq(node)) return node.items.map((item, index) => this.value(item as Node | null, [...path, index]));
    if (isMap(node)) return this.mapping(node.items as Pair<Node, Node | null>[], path);
    if (!isScalar(node)) return null;
    return typeof node.value === 'string' ? this.text(node.value, offset, path) : node.value;
  }

  private mapping(pairs: readonly Pair<Node, Node | null>[], path: Path): Record<string, unknown> {
    const result: Record<string, unknown> = Object.create(null);
    for (const { key, value } of pairs) {
      const offset = key.range?.[0] ?? 0;
      const name = this.wellFormed(isScalar(key) ? String(key.value) : '', offset);
      if (name === '__proto__') this.problems.push({ offset, message: 'the key "__proto__" is not allowed' });
      else if (name in result) this.problems.push({ offset, message: `the key ${quote(name)} is given twice` });
      else result[name] = this.value(value, [...path, name], offset);
    }
    return result;
  }

  private text(raw: string, offset: number, path: Path): string {
    const whole = this.wellFormed(raw, offset);
    if (!whole.includes('${')) return whole;
    const { text, variables, values, unset, empty, ...found } = substitute(whole, this.environment);
    const problems = [...found.problems, ...(SELECTING.has(path[0]) ? empty.map(emptyWords) : [])];
    const [first] = unset;
    if (this.mayLackSecrets && first !== undefined && problems.length === unset.length) {
      const placeholder = placeholderFor(path, first);
      if (placeholder !== undefined) {
        this.absent.push({ path, variables: unset });
        return placeholder;
      }
    }
    for (const message of problems) this.problems.push({ offset, message });
    if (problems.length > 0) this.broken.add(keyOf(path));
    if (variables.length > 0) this.variables.set(keyOf(path), { path, variables, values, text });
    return text;
  }

  /** A lone surrogate such as `"\\ud800"` is half a character and cannot be encoded. */
  private wellFormed(text: string, offset: number): string {
    const whole = text.replace(/\p{Cs}/gu, '\uFFFD');
    if (whole !== text) this.problems.push({ offset, message: 'has half of a character (a lone surrogate)' });
    return whole;
  }

  private alias(name: string, offset: number, path: Path, keyOffset?: number): unknown {
    const target = this.anchors.get(name);
    if (!target || this.open.has(target)) {
      const why = target ? 'contains itself' : 'has no anchor before it';
      this.problems.push({
        offset,
        message: `an alias (\`*name\`) that ${why}; text that begins with "*" must be in quotes`,
      });
      this.broken.add(keyOf(path));
      return null;
    }
    this.expanding++;
    const value = this.value(target, path, keyOffset);
    this.expanding--;
    return value;
  }
}

/** What these say selects resources: where a part of a name is missing, more of them go, and fewer are kept. */
const SELECTING: ReadonlySet<unknown> = new Set(['accounts', 'cleanup', 'defaults']);

function emptyWords(name: string): string {
  return `the environment variable ${name} is empty; set it, or say that it may be empty: "\${${name}:-}"`;
}

function keyOf(path: Path): string {
  return JSON.stringify(path);
}

function offsetOf(offsets: ReadonlyMap<string, { value: number; key?: number }>, path: Path, at: 'key' | 'value') {
  const found = offsets.get(keyOf(path));
  if (found) return at === 'key' ? (found.key ?? found.value) : found.value;
  for (let length = path.length - 1; length >= 0; length--) {
    const parent = offsets.get(keyOf(path.slice(0, length)));
    if (parent) return parent.value;
  }
  return 0;
}
