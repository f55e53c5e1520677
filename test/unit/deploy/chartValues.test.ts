import { expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { editorSchema } from '../../../tools/docs/editorSchema.ts';
import { deployText, values } from '../../support/deployFiles.ts';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly propertyNames?: { readonly enum: readonly string[] };
}

const schema: Schema & object = JSON.parse(deployText('helm/holystone/values.schema.json'));
const validate = new Ajv({ allErrors: true }).compile(schema);

/** `image.tag`, down to what the schema leaves open. */
function pathsOf({ properties = {} }: Schema, path: readonly string[] = []): readonly string[] {
  const entries = Object.entries(properties);
  if (entries.length === 0) return [path.join('.')];
  return entries.flatMap(([key, below]) => pathsOf(below, [...path, key]));
}

const valueAt = (path: string) =>
  path.split('.').reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>>)?.[key], values);

test('the defaults of the chart are values that Helm takes', () => {
  expect(validate(values) || validate.errors).toBe(true);
});

test('Helm knows each value of the chart, and no other', () => {
  const paths = pathsOf(schema).filter((path) => path !== 'global');
  expect(paths.filter((path) => valueAt(path) === undefined)).toEqual([]);
});

test('the sections of the configuration are those of its schema', () => {
  const { properties = {} } = editorSchema();
  expect(schema.properties?.config?.propertyNames?.enum).toEqual(Object.keys(properties).sort());
});

test.each([
  ['a misspelt value', { replica: 3 }],
  ['a misspelt value below', { ingress: { enable: true } }],
  ['a section that the configuration does not have', { config: { cleanups: [] } }],
  ['a text for a number', { replicas: '2' }],
  ['a number for a text', { image: { tag: 0.2 } }],
  ['a text for a switch', { persistence: { enabled: 'yes' } }],
  ['an access mode that Kubernetes does not have', { persistence: { accessMode: 'RWX' } }],
  ['a size without a number', { redis: { size: 'big' } }],
  ['a name that no variable has', { secret: { variables: ['SMTP-URL'] } }],
  ['a port that TCP does not have', { networkPolicy: { egressPorts: [70_000] } }],
])('Helm refuses %s', (_what, given) => {
  expect(validate(given)).toBe(false);
});
