/** No answer shows a secret: each text of the configuration's schema, not a list by hand. */
import { expect, test } from '@jest/globals';
import { redactorFor, shownData } from '../../../src/config/yaml/redact.ts';
import { type Path, readTree, type Tree } from '../../../src/config/yaml/tree.ts';
import { parseYaml } from '../../../src/config/yaml/yamlSource.ts';
import { type JsonSchemaNode, jsonSchema } from '../../../tools/docs/jsonSchema.ts';

const SECRET = 'swordfish-in-the-file';

interface Field {
  readonly path: Path;
  readonly description: string;
}

/** Each place of the schema that takes a text, in lists and under free keys too. */
function textsOf(node: JsonSchemaNode, path: Path = []): readonly Field[] {
  const { properties = {}, items, additionalProperties: free } = node;
  const below = [
    ...[...(node.anyOf ?? []), ...(node.oneOf ?? [])].flatMap((one) => textsOf(one, path)),
    ...Object.entries(properties).flatMap(([key, one]) => textsOf(one, [...path, key])),
    ...(items ? textsOf(items, [...path, 0]) : []),
    ...(typeof free === 'object' ? textsOf(free, [...path, 'x-any-key']) : []),
  ];
  const isText = [node.type].flat().includes('string') && node.enum === undefined;
  return isText ? [{ path, description: node.description ?? '' }, ...below] : below;
}

const unique = new Map(textsOf(jsonSchema()).map((field) => [field.path.join('.'), field]));
const TEXTS = [...unique.values()].filter(({ path }) => path.length > 0);
/** The schema marks a secret with this advice; the headers of a request may have one under any name. */
const MARKED = TEXTS.filter(
  ({ path, description }) => /best from a variable/.test(description) || path.includes('headers'),
);

/** A document with the one text. */
function documentWith(path: Path, text: string): unknown {
  return path.reduceRight<unknown>((inner, key) => (key === 0 ? [inner] : { [key]: inner }), text);
}

function treeOf(data: unknown, environment: Readonly<Record<string, string>> = {}): Tree {
  const { document } = parseYaml(JSON.stringify(data));
  if (!document) throw new Error('JSON is YAML');
  return readTree(document, environment);
}

/** The parts of a document that people may see: the file in force, and a message that repeats all of it. */
function shownOf(data: unknown): string {
  const tree = treeOf(data);
  return JSON.stringify([shownData(tree), redactorFor(tree)(JSON.stringify(tree.data))]);
}

test('P8 the schema has the secrets that this test knows of, and more texts', () => {
  expect(MARKED.map(({ path }) => path.join('.'))).toEqual(
    expect.arrayContaining([
      'http.operator.operatorTokens.0.token',
      'http.operator.readerTokens.0.token',
      'http.operator.oidc.clientSecret',
      'notify.transports.0.url',
      'optOut.keys.0.secret',
      'owner.registry.headers.x-any-key',
      'signing.keys.0.secret',
    ]),
  );
  expect(TEXTS.length).toBeGreaterThan(100);
});

test.each(MARKED.map(({ path }) => [path.join('.'), path] as const))(
  'P8 the secret at %s is never shown',
  (_, path) => {
    expect(shownOf(documentWith(path, SECRET))).not.toContain(SECRET);
  },
);

test.each(TEXTS.map(({ path }) => [path.join('.'), path] as const))(
  'P8 a password in a URL at %s is never shown, nor is a variable in the file in force',
  (_, path) => {
    expect(shownOf(documentWith(path, `https://holystone:${SECRET}@example.com/x`))).not.toContain(SECRET);
    const tree = treeOf(documentWith(path, `\${HIDDEN_TEXT}`), { HIDDEN_TEXT: SECRET });
    expect(JSON.stringify(shownData(tree))).not.toContain(SECRET);
  },
);
