/** The SDK's schemas say which elements can have a name at all: one that cannot must not be missed, or it is a gap for ever. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Schema } from '../../../sandbox/aws/wire/schema.ts';
import { ALL_CALLS } from '../../../src/handlers/aws/calls/index.ts';
import { blankIn, OF_PEOPLE } from '../../../src/handlers/aws/mentions/blank.ts';
import { Answers } from '../../support/users/reading.ts';

let answers: Answers;
beforeAll(async () => {
  answers = await Answers.load();
});
afterAll(() => answers.destroy());

/** Whatever an answer may have below one of its members, with a text at each place that takes one. */
function* wholes(schema: Schema, member: string, above: readonly string[]): Generator<readonly [string, unknown]> {
  if (schema.isListSchema()) {
    const element = schema.getValueSchema();
    yield [`${above.at(-1)}.${member}`, { [member]: [filled(element, [])] }];
    yield* wholes(element, member, above);
  } else if (schema.isMapSchema()) yield* wholes(schema.getValueSchema(), member, above);
  else if (schema.isStructSchema()) {
    const name = schema.getName() ?? '';
    if (above.includes(name)) return;
    yield [`${above.at(-1)}.${member}`, { [member]: filled(schema, []) }];
    for (const [key, one] of schema.structIterator()) yield* wholes(one, key, [...above, name]);
  }
}

function filled(schema: Schema, above: readonly string[]): unknown {
  if (schema.isListSchema()) return [filled(schema.getValueSchema(), above)];
  if (schema.isMapSchema()) return { key: filled(schema.getValueSchema(), above) };
  if (!schema.isStructSchema()) return 'x';
  const name = schema.getName() ?? '';
  if (above.includes(name)) return undefined;
  return Object.fromEntries([...schema.structIterator()].map(([key, one]) => [key, filled(one, [...above, name])]));
}

/** Documents, and maps of more than texts: their keys are people's. Elements below them that have a name are another matter. */
function* ofPeople(schema: Schema, member: string, above: readonly string[]): Generator<string> {
  if (schema.isDocumentSchema()) yield member;
  else if (schema.isListSchema()) yield* ofPeople(schema.getValueSchema(), member, above);
  else if (schema.isMapSchema()) {
    const values = schema.getValueSchema();
    if (!values.isStringSchema() && !values.isNumericSchema() && !values.isBooleanSchema()) yield member;
    yield* ofPeople(values, member, above);
  } else if (schema.isStructSchema()) {
    const name = schema.getName() ?? '';
    if (above.includes(name)) return;
    for (const [key, one] of schema.structIterator()) yield* ofPeople(one, key, [...above, name]);
  }
}

const READS = ALL_CALLS.filter(({ effect }) => effect === 'reads');

test('the members in which people write what they like are those of the schemas', () => {
  const found = new Set(READS.flatMap((call) => [...ofPeople(answers.of(call).operation.output, '', [])]));
  expect([...OF_PEOPLE].toSorted()).toEqual([...found].toSorted());
});

test('no member in which people write what they like holds anything that must name a resource', () => {
  const blanked = new Set<string>();
  for (const call of READS) {
    const { operation } = answers.of(call);
    for (const [where, value] of wholes(operation.output, '', [])) {
      const [member] = Object.keys(value as object);
      if (!OF_PEOPLE.has(member ?? '')) continue;
      if (blankIn(blanks(value)) !== blankIn(blanks({ other: Object.values(value as object) }))) blanked.add(where);
    }
  }
  // The `Groups` of an aggregate are columns of a table.
  expect([...blanked]).toEqual(['Job.CodeGenConfigurationNodes']);
});

/** The same without any text. */
function blanks(value: unknown): unknown {
  if (typeof value === 'string') return '';
  if (Array.isArray(value)) return value.map(blanks);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, blanks(one)]));
}

test('no element is missed that has no name by its schema', () => {
  const missed = new Set<string>();
  for (const call of READS) {
    const { operation } = answers.of(call);
    for (const [where, whole] of wholes(operation.output, '', [])) {
      const blank = blankIn(whole);
      if (blank !== undefined) missed.add(`${call.api} ${where}: ${blank}`);
    }
  }
  expect([...missed]).toEqual([]);
});
