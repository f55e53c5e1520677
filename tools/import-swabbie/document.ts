/** Reads the `swabbie:` section of Swabbie's file, with the place of every value. */
import { visit } from 'yaml';
import { valueAt } from '../../src/config/yaml/plain.ts';
import { Problems } from '../../src/config/yaml/problems.ts';
import { readTree } from '../../src/config/yaml/tree.ts';
import { parseYaml, type YamlDocument } from '../../src/config/yaml/yamlSource.ts';
import { ConfigurationError } from '../../src/core/common/errors.ts';
import { Notes } from './notes.ts';
import type { Lookup } from './placeholder.ts';
import { canonical, isMapping, normalise } from './relaxed.ts';
import { Source } from './source.ts';
import { Variables } from './variables.ts';

export interface SwabbieDocument {
  readonly swabbie: Source;
  /** Top-level keys other than `swabbie`. */
  readonly beside: Source;
  readonly notes: Notes;
  readonly variables: Variables;
}

/** @throws ConfigurationError if the text is not YAML or not Swabbie's */
export function readSwabbie(text: string, file: string): SwabbieDocument {
  const yaml = parseYaml(text);
  const problems = new Problems(file, yaml.lines);
  problems.addAt(yaml.problems);
  if (!yaml.document) throw problems.error();
  asWritten(yaml.document);
  const tree = readTree(yaml.document, {});
  problems.place(tree);
  problems.addAt(tree.problems);
  if (!problems.none()) throw problems.error();

  const top = normalise(tree.data);
  const notes = new Notes(problems);
  const variables = new Variables();
  const reading = { notes, variables, lookup: lookupIn(top) };
  const beside = new Source(top, [], reading);
  if (!isMapping(top) || !Object.keys(top).some((key) => canonical(key) === 'swabbie')) {
    throw new ConfigurationError([{ file, line: 1, column: 1, message: whatItIs(top) }]);
  }
  const swabbie = beside.get('swabbie');
  swabbie.keys();
  notes.throwProblems();
  return { swabbie, beside, notes, variables };
}

function whatItIs(top: unknown): string {
  const native = isMapping(top) && 'cleanup' in top && 'accounts' in top;
  const message = 'not a configuration of Swabbie: there is no "swabbie:" at its top';
  return native ? `${message}; it is a native file already, which needs no import` : message;
}

/**
 * Placeholders belong to Spring and must not be substituted here, so this escapes them; a number that is not in our
 * form (`012`, `1e3`) is kept as text.
 */
function asWritten(document: YamlDocument): void {
  visit(document, {
    Scalar(key, node) {
      if (key === 'key') return;
      if (typeof node.value === 'number' && node.source !== undefined && String(node.value) !== node.source) {
        node.value = node.source;
      }
      if (typeof node.value === 'string') node.value = node.value.replaceAll('${', () => '$${');
    },
  });
}

function lookupIn(top: unknown): Lookup {
  return (property) => {
    const value = valueAt(top, property.split('.'));
    return typeof value === 'object' || value === undefined ? undefined : String(value);
  };
}
