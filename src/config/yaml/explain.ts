/** Converts zod's issues to sentences: the value found, the allowed values, the nearest valid spelling. */
import type { z } from 'zod';
import { didYouMean, type Synonyms } from './nearest.ts';
import { quote } from './quote.ts';
import type { Path } from './tree.ts';

/** One problem for a person; the position in the file follows from the path. */
export interface Explanation {
  readonly path: Path;
  readonly at: 'key' | 'value';
  readonly message: string;
}

/** The document of an explanation. */
export interface Subject {
  /** The value at a path of the document; `undefined` when there is none. */
  valueAt(path: Path): unknown;
  /** That value in words, with secrets hidden. */
  show(path: Path): string;
  /** Other words for types of resources, and names of earlier versions. */
  readonly synonyms?: Synonyms;
}

type Issue = z.core.$ZodIssue;

/** One issue may be several problems (unknown keys), and the branches of a union become one. */
export function explain(issue: Issue, subject: Subject, base: Path = []): readonly Explanation[] {
  const path = [...base, ...issue.path];
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(key, path, issue.message, subject));
  if (issue.code === 'invalid_union') return explainUnion(issue, subject, path);
  if (issue.code === 'invalid_key') return issue.issues.flatMap((inner) => explain(inner, subject, path));
  const value = subject.valueAt(path);
  if (value === undefined) return [missing(path, issue.message)];
  const near = typeof value === 'string' && issue.code === 'invalid_value' ? guess(value, issue.values, subject) : '';
  const allowed = issue.code === 'custom' ? issue.message : `allowed: ${issue.message}`;
  return [{ path, at: value === null ? 'key' : 'value', message: `found ${subject.show(path)}; ${near}${allowed}` }];
}

/** The allowed values as a noun phrase, for every schema without its own text. */
export const allowedInWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'unrecognized_keys':
      return keysOf(issue.inst).join(', ');
    case 'invalid_value':
      return issue.values.map(String).join(', ');
    case 'invalid_type':
      return TYPE_WORDS[issue.expected] ?? issue.expected;
    case 'too_small':
      return `${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}${UNIT_WORDS[issue.origin] ?? ''}`;
    case 'too_big':
      return `${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}${UNIT_WORDS[issue.origin] ?? ''}`;
    case 'invalid_format':
      return issue.pattern === undefined ? `a valid ${issue.format}` : `a text that fits ${issue.pattern}`;
    default:
      return undefined;
  }
};

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping of keys to values',
  record: 'a mapping of keys to values',
};
const UNIT_WORDS: Readonly<Record<string, string>> = { string: ' characters', array: ' entries', set: ' entries' };

function keysOf(schema: unknown): readonly string[] {
  const shape = (schema as { _zod?: { def?: { shape?: object } } } | undefined)?._zod?.def?.shape;
  return shape ? Object.keys(shape) : [];
}

function unknownKey(key: string, path: Path, allowed: string, { synonyms }: Subject): Explanation {
  const names = allowed === '' ? [] : allowed.split(', ');
  const message = `unknown key ${quote(key)}; ${didYouMean(key, names, synonyms)}allowed: ${allowed || 'nothing here'}`;
  return { path: [...path, key], at: 'key', message };
}

function missing(path: Path, allowed: string): Explanation {
  return { path, at: 'value', message: `${JSON.stringify(String(path.at(-1)))} is missing; allowed: ${allowed}` };
}

function guess(found: string, allowed: readonly unknown[], { synonyms }: Subject): string {
  return didYouMean(found, allowed.map(String), synonyms);
}

type UnionIssue = Extract<Issue, { code: 'invalid_union' }>;

function explainUnion(issue: UnionIssue, subject: Subject, path: Path): readonly Explanation[] {
  if (issue.errors.length === 0) return [explainDiscriminator(issue, subject, path)];
  const fitting = issue.errors.filter((branch) => !branch.some(isWrongKind));
  if (fitting.length === 0) {
    const allowed = [...new Set(issue.errors.flat().map((inner) => inner.message))].join(', or ');
    const value = subject.valueAt(path);
    if (value === undefined) return [missing(path, allowed)];
    const values = issue.errors.flat().flatMap((inner) => (inner.code === 'invalid_value' ? inner.values : []));
    const near = typeof value === 'string' ? guess(value, values, subject) : '';
    return [
      {
        path,
        at: value === null ? 'key' : 'value',
        message: `found ${subject.show(path)}; ${near}allowed: ${allowed}`,
      },
    ];
  }
  const ranked = fitting.map((branch) => ({ branch, cost: costOf(branch, subject, path) }));
  const best = ranked.reduce((a, b) => (b.cost < a.cost ? b : a));
  return best.branch.flatMap((inner) => explain(inner, subject, path));
}

function explainDiscriminator(issue: UnionIssue, subject: Subject, path: Path): Explanation {
  const options = 'options' in issue && Array.isArray(issue.options) ? issue.options.map(String) : [];
  const value = subject.valueAt(path);
  const allowed = `allowed: ${options.join(', ')}`;
  if (value === undefined)
    return { path, at: 'value', message: `${JSON.stringify(String(path.at(-1)))} is missing; ${allowed}` };
  const near = typeof value === 'string' ? didYouMean(value, options, subject.synonyms) : '';
  return { path, at: value === null ? 'key' : 'value', message: `found ${subject.show(path)}; ${near}${allowed}` };
}

/** Does the value not fit this branch at all: another type, another constant, another format? */
function isWrongKind(issue: Issue): boolean {
  if (issue.code === 'invalid_union' && issue.path.length === 0 && issue.errors.length > 0)
    return issue.errors.every((branch) => branch.some(isWrongKind));
  return issue.path.length === 0 && ['invalid_type', 'invalid_value', 'invalid_format'].includes(issue.code);
}

/** The intended branch is the one with the lowest cost: the fewest missing or unknown keys. */
function costOf(branch: readonly Issue[], subject: Subject, path: Path): number {
  let cost = 0;
  for (const issue of branch) {
    if (issue.code === 'unrecognized_keys') cost += 5 * issue.keys.length;
    else cost += subject.valueAt([...path, ...issue.path]) === undefined ? 10 : 1;
  }
  return cost;
}
