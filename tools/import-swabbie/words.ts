/** The comments before the first key and after the last key of an imported file. */
import { basename } from 'node:path';
import { stringify } from 'yaml';
import type { ConfigurationProblem } from '../../src/core/common/errors.ts';
import type { Source } from './source.ts';

/** Of a longer block the comment contains only the start. */
const MOST_LINES = 60;

export function headOf(file: string, variables: readonly string[]): readonly string[] {
  const needs = `Variables without default, which must be set: ${variables.join(', ')}.`;
  return [
    `Imported from Swabbie's ${basename(file)} by \`holystone import\`. Before anything else:`,
    '  holystone validate --config THIS_FILE   # its namespaces',
    '  holystone plan --config THIS_FILE       # resources that it would mark, and why; writes nothing',
    'A comment stands wherever a meaning changed, a list of keys without a counterpart at the end.',
    ...(variables.length > 0 ? [needs] : []),
    '',
    'Everywhere: a resource in use is kept; no rule, and no TTL tag that passed, gets around a use, an opt-out, an ' +
      'exclusion or the minimum age. Exclusions add up; in Swabbie a repeated key replaced the one before.',
    "Swabbie's state is not taken over: everything is marked and noticed anew. Opt-outs that it wrote as the tag " +
      '`expiration_time: never` hold; those that are only in its Redis do not, so collect them first.',
  ];
}

export function endOf(
  lost: readonly ConfigurationProblem[],
  unknown: readonly Source[],
  beside: readonly string[],
): readonly string[] {
  return [...unknownTypes(unknown), ...withoutCounterpart(lost, beside)];
}

function unknownTypes(unknown: readonly Source[]): readonly string[] {
  if (unknown.length === 0) return [];
  const blocks = unknown.flatMap((source) => [`  # ${source.place}`, ...linesOf([source.data]), '']);
  return ['Types that the import does not convert, as Swabbie had them:', '', ...blocks];
}

function linesOf(value: unknown): readonly string[] {
  const lines = stringify(value, { lineWidth: 0 }).trimEnd().split('\n');
  const more = lines.length > MOST_LINES ? [`    # … and ${lines.length - MOST_LINES} more lines`] : [];
  return [...lines.slice(0, MOST_LINES).map((text) => `  ${text}`), ...more];
}

/** The message about one key other than `swabbie:`. */
export function besideWords(key: string): string {
  return `${key}: outside of "swabbie:", not read`;
}

function withoutCounterpart(lost: readonly ConfigurationProblem[], beside: readonly string[]): readonly string[] {
  const items = [
    ...lost.map(({ line, message }) => `- line ${line}: ${message}`),
    ...beside.map((key) => `- ${besideWords(key)}`),
  ];
  return items.length === 0
    ? ['Everything has a counterpart.']
    : ['Without counterpart, or not said in full:', ...items];
}
