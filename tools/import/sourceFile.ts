/** Reads a file of another program, as YAML or JSON, with the line of each value. */
import { isMap, isScalar, visit } from 'yaml';
import { Problems } from '../../src/config/yaml/problems.ts';
import { parseYaml, type YamlDocument } from '../../src/config/yaml/yamlSource.ts';
import { ConfigurationError, type ConfigurationProblem, messageOf } from '../../src/core/common/errors.ts';

/** One place of the imported file, and what becomes of it. */
export interface Row extends ConfigurationProblem {
  /** `narrower`: carried over, and it selects less or keeps more; `no`: not carried over. */
  readonly carried: 'no' | 'narrower';
}

export type Plain = Readonly<Record<string, unknown>>;

/** A parsed file of another program. */
export interface SourceFile {
  readonly data: unknown;
  /** A row of the table about the value at this path. */
  row(carried: Row['carried'], path: readonly (string | number)[], message: string): Row;
}

/**
 * @param file its name, in messages
 * @throws ConfigurationError if it is too large, or not YAML or JSON
 */
export function readSourceFile(text: string, file: string): SourceFile {
  const { document, problems, lines } = parseYaml(text);
  if (!document) {
    const found = new Problems(file, lines);
    found.addAt(problems);
    throw found.error();
  }
  asIn11(document);
  return {
    data: dataOf(document, file),
    row(carried, path, message) {
      const { line, col } = lines.linePos(offsetOf(document, path));
      return { file, line: Math.max(1, line), column: Math.max(1, col), message, carried };
    },
  };
}

/** These programs read YAML 1.1, where these words without quotes are true and false. */
function asIn11(document: YamlDocument): void {
  visit(document, {
    Scalar(key, node) {
      if (key === 'key' || node.type !== 'PLAIN') return;
      if (/^(?:yes|on)$/i.test(String(node.value))) node.value = true;
      else if (/^(?:no|off)$/i.test(String(node.value))) node.value = false;
    },
  });
}

function dataOf(document: YamlDocument, file: string): unknown {
  try {
    return merged(document.toJS({ maxAliasCount: 1000 }));
  } catch (error) {
    throw refused(file, `cannot be read: ${messageOf(error)}`);
  }
}

/** `<<: *name` puts the keys of another mapping below those of its own. */
function merged(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(merged);
  if (!isPlain(value)) return value;
  const { '<<': below, ...own } = value;
  const parts = [below].flat().filter(isPlain).toReversed().map(merged) as Plain[];
  const pairs = Object.entries(own).map(([key, one]) => [key, merged(one)]);
  return Object.assign({}, ...parts, Object.fromEntries(pairs));
}

/** Where the value is, or the innermost mapping or list around it: an alias has no place of its own. */
function offsetOf(document: YamlDocument, path: readonly (string | number)[]): number {
  for (let depth = path.length; depth > 0; depth--) {
    const above = document.getIn(path.slice(0, depth - 1), true);
    const pair = isMap(above) && above.items.find(({ key }) => isScalar(key) && key.value === path[depth - 1]);
    const node = pair ? pair.key : document.getIn(path.slice(0, depth), true);
    const [start] = (node as { readonly range?: readonly number[] } | undefined)?.range ?? [];
    if (start !== undefined) return start;
  }
  return 0;
}

export function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function refused(file: string, message: string): ConfigurationError {
  return new ConfigurationError([{ file, line: 1, column: 1, message }]);
}
