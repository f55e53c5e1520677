/** The schema for editors and the loader accept and refuse the same configurations. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of the configuration
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { parse } from 'yaml';
import { loadConfiguration } from '../../../src/config/load/loader.ts';
import { ConfigurationError } from '../../../src/core/common/errors.ts';
import { handlers } from '../../../src/handlers/index.ts';
import { editorSchema } from '../../../tools/docs/editorSchema.ts';
import { type JsonSchemaNode, jsonSchema } from '../../../tools/docs/jsonSchema.ts';
import { EXHAUSTIVE } from '../../support/sampled.ts';

const fits = new Ajv2020({ allErrors: true, strict: false }).compile(editorSchema());
/** One for all nodes: each new one compiles the schema of schemas first. */
const ofNodes = new Ajv2020({ strict: false });

/** Every section, each with most of its keys; valid. */
const WHOLE = parse(readFileSync('test/fixtures/configuration/whole.yaml', 'utf8')) as Json;

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Path = readonly (string | number)[];

/** Faults that the loader refuses although no schema for editors can: it compares values, or asks the provider. */
const BEYOND: readonly RegExp[] = [
  /is not an account of this file/,
  /is given twice/,
  /only one entry may cover a namespace/,
  /a location that .* does not have/,
  /not the name of an AWS region/,
  /a deadline must be longer than the budget/,
  /the two listeners need different ports/,
  /the window opens and closes at the same time/,
  /the id of a key must be unique/,
  /this secret has another id already/,
  /have the same id; declare an account once/,
  /another transport has this name|there is no such (?:chat|transport)|the required transport must carry the links/,
  /live with notices on needs/,
  /allowed: "fallback" only as the last|"registry" must be in the order/,
  /it is listed twice/,
  /not a regex of RE2/,
  /; \S+ is (a (text|list of texts|date|number( of \S+)?)|true or false)[;:]|nothing is above|different kinds of values|absent: true` stands alone|excludes every value|exclude each other/,
  /allowed: date, instant, epoch, |read one value as different dates|so they have no expiry tags|keys, formats, or both/,
  /leaves out the tags\b/,
  /unknown attribute|carry no tags, so this matches none|allowed: (a number|true, false|"2026-10-28", .*), "\/regex\/" or/,
  /allowed: a time zone of the IANA database/,
  /allowed: a date such as/,
  /is not a (second|minute|hour|day|month)/,
  /definitions go to a folder .* not to both|a key of KMS needs/,
  /no account is called|needs `http.operator.url`|no user could sign in|the scope "openid"|clientSecretFile`, not both/,
  /the same as readRole/,
  /only surveys show when one was last used/,
  /a URL that begins with|an address that begins with|a URL without user and password|a file, or a URL/,
  /an IP address, or a network/,
  /no account of this file has that name|that account is declared without id/,
  /this may select backups/,
  /`\*\*` stands between slashes|allowed: `harbor` alone|allowed: `gitlab` with|the rule untagged needs an API|no API of the account|no country has the code|has no state|has no part/,
  /the type tag needs|it matches every tag and nothing keeps any|allowed: `username` with `password`/,
  /which cannot be a repository|the address of the registry without user/,
  /which is no application environment|the type object needs|allowed: `dir` or `file`|allowed: `gitlab` with `groups`/,
];

function problemsOf(data: Json, env: Readonly<Record<string, string>> = {}): readonly string[] {
  try {
    loadConfiguration({ text: JSON.stringify(data) }, { env, handlers });
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems.map(({ message }) => message);
    throw error;
  }
}

/** How the two disagree; `undefined` = they agree, as far as a schema can say. */
function disagreement(data: Json): unknown {
  const problems = problemsOf(data);
  const isFit = fits(data);
  if (!isFit && problems.length === 0) return { 'only the schema refuses': fits.errors };
  const within = problems.filter((problem) => !BEYOND.some((beyond) => beyond.test(problem)));
  return isFit && within.length > 0 ? { 'only the loader refuses': within } : undefined;
}

const SCALARS: readonly Json[] = [
  ...[null, true, false, 0, 1, -1, 0.5, 1.5, 25, 1001, 70_000, 1e10],
  ...['', ' ', 'x', ' x ', 'x\ny', 'off', 'none', 'any', 'enabled', 'always', 'file', 'organizations', '$${X}'],
  ...[
    '10d',
    ' 10d ',
    '10 days',
    '10bd',
    '3651bd',
    '0d',
    '010d',
    '3650d',
    '3651d',
    '521w',
    '522w',
    '315360001s',
    '16m',
    '900s',
    '901s',
  ],
  ...['25%', '25 %', '0%', '0.0%', '100%', '100.5%', '0.25', '00.25', '1', '1.01', '25'],
  ...[
    '09:00',
    '9:00',
    '24:00',
    '24:01',
    '23:59',
    '* * * * *',
    '*/5 1-7 1,2 jan-Dec * *',
    '61 * * * *',
    '0 0 0 1 1 1 1',
    'UTC',
    '+02:00',
  ],
  ...[
    '/a',
    '/a/',
    '/a/i',
    '/a/x',
    '//',
    '*',
    'a*',
    'a@b.example',
    ' a@b.example ',
    'a.@b.example',
    'a@b',
    'A <a@b.example>',
  ],
  ...[
    '123456789012',
    '12345',
    'arn:aws:iam::{id}:role/x',
    'ou-abcd-1',
    'r-abcd',
    'arn:aws:sns:us-east-1:123456789012:x',
  ],
  ...[
    'https://x.example',
    'http://x.example',
    'http://localhost',
    'ftp://x',
    './x.yaml',
    'redis://x',
    'embedded',
    'smtp://x.example',
  ],
  ...[
    '2027-03-31',
    '2027-3-1',
    '2027-03-31T10:00:00Z',
    '2027-03-31 10:00',
    '10.0.0.0/8',
    '10.0.0.0/0',
    '::1',
    'us-east-1',
  ],
  ...[
    'test',
    'image',
    'aws.image',
    'volume',
    'gcp.disk',
    'unused',
    'age',
    'unusd',
    'Mon',
    'mon',
    'live',
    'plan',
    'tag:x',
    'tag:',
    'en',
  ],
  ...['0123456789abcde', '0123456789abcdef', '0123456789abcdef0123456789abcde', '0123456789abcdef0123456789abcdef'],
];
const VALUES: readonly Json[] = [...SCALARS, {}, [], ['x'], [1], [''], ['x', 'x'], { x: 1 }, [{}], [[]]];

function pathsOf(data: Json, path: Path = []): readonly Path[] {
  const inner = typeof data === 'object' && data !== null ? Object.entries(data) : [];
  const keyOf = (key: string) => (Array.isArray(data) ? Number(key) : key);
  return [
    ...(path.length > 0 ? [path] : []),
    ...inner.flatMap(([key, value]) => pathsOf(value, [...path, keyOf(key)])),
  ];
}

function valueAt(data: Json, path: Path): Json {
  return path.reduce<Json>((value, key) => (value as { [key: string]: Json })[key] as Json, data);
}

/** A copy with another value at a path; `undefined` = without it. */
function withValue(data: Json, path: Path, value: Json | undefined): Json {
  const copy = structuredClone(data);
  const parent = valueAt(copy, path.slice(0, -1)) as { [key: string]: Json };
  const key = path.at(-1) as string | number;
  if (value !== undefined) parent[key] = value;
  else if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
  return copy;
}

/** Values of a node of the schema that documents are made from: valid, apart from checks beyond the schema. */
function valuesOf(node: JsonSchemaNode): fc.Arbitrary<Json> {
  const branches = node.anyOf ?? node.oneOf;
  if (branches) return fc.oneof(...branches.map(valuesOf));
  if (node.const !== undefined) return fc.constant(node.const as Json);
  if (node.enum) return fc.constantFrom(...(node.enum as Json[]));
  if (node.properties) {
    const keys = Object.fromEntries(Object.entries(node.properties).map(([key, value]) => [key, valuesOf(value)]));
    return fc.record(keys, { requiredKeys: [...(node.required ?? [])] }).map((value) => ({ ...value }) as Json);
  }
  if (node.items) return fc.array(valuesOf(node.items), { minLength: 1, maxLength: 2 });
  if (node.type === 'object')
    return fc.dictionary(fc.constantFrom('x', 'y'), valuesOf(node.additionalProperties as JsonSchemaNode));
  const ofNode = ofNodes.compile(node);
  return fc.constantFrom(...SCALARS.filter((value) => ofNode(value)), ...((node.examples ?? []) as Json[]));
}

const paths = pathsOf(WHOLE);
const numRuns = EXHAUSTIVE ? 2_100 : 120;

describe('the schema for editors', () => {
  test('accepts the whole configuration, as the loader does', () => {
    expect([problemsOf(WHOLE), fits(WHOLE), fits.errors]).toEqual([[], true, null]);
  });

  test.each([
    'config/holystone.yaml',
    'config/demo.yaml',
    'config/demoRegistry.yaml',
    'config/demoKubernetes.yaml',
    'docker/holystone.yaml',
  ])('accepts %s as it stands', (file) => {
    expect([fits(parse(readFileSync(file, 'utf8'))), fits.errors]).toEqual([true, null]);
  });

  test('a changed value, a lost key or an unknown one: both accept or both refuse', () => {
    const change = fc.oneof(
      fc.record({ path: fc.constantFrom(...paths), value: fc.constantFrom(...VALUES, undefined) }),
      fc.record({
        path: fc.constantFrom(...paths).map((path) => [...path.slice(0, -1), 'unknown']),
        value: fc.constant(1),
      }),
    );
    fc.assert(
      fc.property(change, ({ path, value }) => {
        expect(disagreement(withValue(WHOLE, path, value))).toBeUndefined();
      }),
      { numRuns },
    );
  });

  test('a document made from the schema: both accept or both refuse', () => {
    fc.assert(
      fc.property(valuesOf(jsonSchema()), (data) => {
        expect(disagreement(data)).toBeUndefined();
      }),
      { numRuns: numRuns / 3 },
    );
  });

  test('each value may come from a variable, as the loader has it', () => {
    const scalars = paths.filter((path) => typeof valueAt(WHOLE, path) !== 'object');
    fc.assert(
      fc.property(fc.subarray([...scalars], { minLength: 1, maxLength: 20 }), (chosen) => {
        const env = Object.fromEntries(chosen.map((path, index) => [`V${index}`, String(valueAt(WHOLE, path))]));
        const data = chosen.reduce((rest, path, index) => withValue(rest, path, `\${V${index}}`), WHOLE);
        expect([problemsOf(data, env), fits(data), fits.errors]).toEqual([[], true, null]);
      }),
      { numRuns: numRuns / 3 },
    );
  });

  test('one fault is few errors, at its place', () => {
    const at = paths.findIndex((path) => path.join('.') === 'cleanup.0.minimumAge');
    expect(at).toBeGreaterThanOrEqual(0);
    fits(withValue(WHOLE, paths[at] as Path, '10 days'));
    const places = fits.errors?.filter(({ keyword }) => keyword !== 'if').map(({ instancePath }) => instancePath);
    expect(places).toEqual(['/cleanup/0/minimumAge']);
  });
});
