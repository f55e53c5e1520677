import { describe, expect, test } from '@jest/globals';
import type { Handler } from '../../../src/handlers/contract/handler.ts';
import { handlerOf, namesOf, patternOfType } from '../../../src/handlers/contract/types.ts';
import { providers } from '../../../src/handlers/index.ts';
import { type JsonSchemaNode, jsonSchema } from '../../../tools/docs/jsonSchema.ts';
import { load, problemsOf, widget } from '../config/load.ts';

const other = { ...widget, provider: 'files' };
const text = (type: string) => `
accounts: [{ name: test, provider: aws, id: "123456789012", locations: [us-east-1] }]
cleanup: [{ type: ${type}, when: [{ rule: unused }] }]
`;

describe('the name of a resource type', () => {
  test('a type is short or with its provider where only one provider has it, in upper or lower case', () => {
    expect(namesOf(widget, [widget])).toEqual(['widget', 'aws.widget']);
    for (const name of ['widget', 'AWS.Widget']) expect(handlerOf([widget], name)).toBe(widget);
    expect(() => handlerOf([widget], 'gadget')).toThrow('there is no handler for the resource type "gadget"');
  });

  test('a type that two providers have needs its provider: the error names both', () => {
    const known = [widget, other];
    expect(namesOf(other, known)).toEqual(['files.widget']);
    expect(handlerOf(known, 'files.widget')).toBe(other);
    expect(() => handlerOf(known, 'widget')).toThrow('"widget" is ambiguous: aws.widget or files.widget');
  });

  test('names its namespaces in all accounts or in one', () => {
    expect(patternOfType([widget], 'Widget')).toBe('*:*:*:widget');
    expect(patternOfType([widget, other], 'files.widget', 'disk')).toBe('files:disk:*:widget');
    expect(patternOfType([widget], 'gadget')).toBe('*:*:*:gadget');
    expect(() => patternOfType([widget, other], 'widget')).toThrow('"widget" is ambiguous');
  });

  test('the JSON Schema takes both names, and only the whole one where two providers have the type', () => {
    const typesOf = (handlers: readonly Handler[]) => {
      const entry = jsonSchema({ handlers, providers }).properties?.cleanup?.items as { oneOf?: JsonSchemaNode[] };
      return (entry.oneOf ?? [entry as JsonSchemaNode]).map(
        ({ properties }) => properties?.type?.enum ?? properties?.type?.const,
      );
    };
    expect(typesOf([widget])).toEqual([['widget', 'aws.widget']]);
    expect(typesOf([widget, other])).toEqual(['aws.widget', 'files.widget']);
  });

  test.each(['widget', 'aws.widget'])('an entry of type %s yields the same namespace', (type) => {
    expect(load(text(type)).workConfigurations.map(({ namespace }) => namespace)).toEqual([
      'aws:test:us-east-1:widget',
    ]);
  });

  test('an entry with an ambiguous short name is an error that names both', () => {
    const known = { handlers: [widget, other] };
    expect(problemsOf(text('widget'), known).join()).toMatch(/found "widget".*allowed: aws\.widget, files\.widget/);
    expect(load(text('aws.widget'), known).workConfigurations[0]?.namespace).toBe('aws:test:us-east-1:widget');
  });
});
