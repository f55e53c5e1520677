/**
 * The JSON Schema for editors: the values that the loader accepts before it compares them with each other. Where values
 * may come from variables, `${NAME}` is accepted in place of any value; and an entry is compared with the one branch
 * that its discriminator (`type`, `rule`, `from`) names, so that a fault is a single error.
 */

import { defined } from '../../src/core/common/defined.ts';
import type { Known } from '../../src/handlers/contract/known.ts';
import { type JsonSchemaNode, jsonSchema } from './jsonSchema.ts';
import { shareRepeated } from './sharedNodes.ts';

/** Identifies the schema; a file names its copy by path or URL. */
const ID = 'urn:holystone:schema:configuration';

/** A text with a variable, as `substitute` reads it: `$${` is no variable. */
const VARIABLE = '(?:^|[^$])\\$\\{[A-Za-z_][A-Za-z0-9_]*(?::-[^}]*)?\\}';
const VARIABLE_NODE: JsonSchemaNode = { $ref: '#/$defs/variable' };

/** The whole schema, with the types of this version unless others are given. */
export function editorSchema(known?: Known): JsonSchemaNode {
  const { title, $schema, ...root } = jsonSchema(known);
  const variable = { description: `A text with a variable: "$\{NAME}" or "$\{NAME:-default}".`, pattern: VARIABLE };
  const { root: shared, defs } = shareRepeated(nodeOf(root));
  return { $schema, $id: ID, title, ...shared, $defs: { variable: { type: 'string', ...variable }, ...defs } };
}

function nodeOf(node: JsonSchemaNode): JsonSchemaNode {
  const { oneOf, anyOf, ...rest } = node;
  const branches = oneOf ?? anyOf;
  if (branches) return { ...rest, ...unionOf(branches.flatMap(flatBranches)) };
  if (isLeaf(node)) return leafOf(node);
  return {
    ...node,
    ...(node.properties ? { properties: mapValues(node.properties, nodeOf) } : {}),
    ...(node.items ? { items: nodeOf(node.items) } : {}),
    ...(typeof node.additionalProperties === 'object'
      ? { additionalProperties: nodeOf(node.additionalProperties) }
      : {}),
  };
}

function flatBranches(node: JsonSchemaNode): readonly JsonSchemaNode[] {
  return (node.oneOf ?? node.anyOf)?.flatMap(flatBranches) ?? [node];
}

/** Texts, numbers and booleans; not lists and mappings. */
function isLeaf({ type, properties, items }: JsonSchemaNode): boolean {
  return properties === undefined && items === undefined && type !== 'object' && type !== 'array';
}

/** A leaf that also accepts a variable. */
function leafOf(node: JsonSchemaNode): JsonSchemaNode {
  const { description, default: builtIn, examples, ...value } = node;
  const words = defined({ description, default: builtIn, examples });
  if (node.const !== undefined || node.enum) return { ...words, anyOf: [value, VARIABLE_NODE] };
  const types = [node.type].flat().filter((type) => type !== undefined);
  if (!types.includes('string')) return { ...node, type: [...types, 'string'], pattern: VARIABLE };
  const { minLength: least, pattern, ...rest } = value;
  const minLength = typeof least === 'number' ? least : 0;
  const shapes = [
    ...(minLength > 1 ? [`^[\\s\\S]{${minLength},}$`] : []),
    ...(typeof pattern === 'string' ? [pattern] : []),
  ];
  // Both would have to fit; no text of the configuration has both.
  if (shapes.length > 1) throw new Error('a text with a pattern and a minimum length');
  if (shapes[0] !== undefined) return { ...words, ...rest, pattern: `${shapes[0]}|${VARIABLE}` };
  return { ...words, ...rest, ...(minLength > 0 ? { minLength } : {}) };
}

function unionOf(branches: readonly JsonSchemaNode[]): JsonSchemaNode {
  const mappings = branches.filter(({ properties }) => properties !== undefined);
  const leaves = branches.filter(isLeaf);
  const others = branches.filter((branch) => !mappings.includes(branch) && !leaves.includes(branch)).map(nodeOf);
  const mapping = mappings.length > 1 ? [chosen(mappings)] : mappings.map(nodeOf);
  const all = [...leaves, ...(leaves.length > 0 ? [VARIABLE_NODE] : []), ...others, ...mapping];
  return all.length === 1 ? (all[0] as JsonSchemaNode) : { anyOf: all };
}

/**
 * Mappings, each recognised by the constants of a key that most of them have; those with the same constants by another
 * key.
 */
function chosen(branches: readonly JsonSchemaNode[], except: readonly string[] = []): JsonSchemaNode {
  const key = discriminatorOf(branches, except);
  const [other, ...more] = branches.filter(({ properties }) => properties?.[key] === undefined);
  if (more.length > 0) throw new Error(`two branches have no ${key}`);
  const named = branches.filter((branch) => branch !== other);
  const isRequired = named.every(({ required }) => required?.includes(key));
  const byName: JsonSchemaNode = {
    type: 'object',
    ...(isRequired ? { required: [key] } : {}),
    properties: {
      [key]: {
        anyOf: [{ type: 'string', enum: [...new Set(named.flatMap((one) => namesOf(one, key)))] }, VARIABLE_NODE],
      },
    },
    allOf: sameNamed(named, key).map(([branch, ...same]) =>
      ifThen(isNamed(branch, key), same.length === 0 ? nodeOf(branch) : chosen([branch, ...same], [...except, key])),
    ),
  };
  const own = other?.required?.[0];
  if (other === undefined || own === undefined) return byName;
  return { type: 'object', ...ifThen({ required: [own] }, nodeOf(other)), else: byName };
}

type Branches = readonly [JsonSchemaNode, ...JsonSchemaNode[]];

/** Branches that have the same constants of a key. */
function sameNamed(branches: readonly JsonSchemaNode[], key: string): readonly Branches[] {
  const groups = new Map<string, [JsonSchemaNode, ...JsonSchemaNode[]]>();
  for (const branch of branches) {
    const names = JSON.stringify(namesOf(branch, key));
    const group = groups.get(names);
    if (group) group.push(branch);
    else groups.set(names, [branch]);
  }
  return [...groups.values()];
}

/** @returns the key with a constant in the most branches */
function discriminatorOf(branches: readonly JsonSchemaNode[], except: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const branch of branches) {
    for (const key of Object.keys(branch.properties ?? {})) {
      if (!except.includes(key) && namesOf(branch, key).length > 0) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const [first] = [...counts].sort(([, a], [, b]) => b - a);
  if (first === undefined) throw new Error('a union of mappings without a discriminator');
  return first[0];
}

function namesOf({ properties }: JsonSchemaNode, key: string): readonly unknown[] {
  const node = properties?.[key];
  return node?.const === undefined ? (node?.enum ?? []) : [node.const];
}

/** A key that is not required names its branch by being absent, too. */
function isNamed(branch: JsonSchemaNode, key: string): JsonSchemaNode {
  const isRequired = branch.required?.includes(key) ?? false;
  const properties = { [key]: { enum: namesOf(branch, key) } };
  return isRequired ? { required: [key], properties } : { properties };
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

/** From entries: an object literal with `then` looks like a promise. */
function ifThen(condition: JsonSchemaNode, branch: JsonSchemaNode): JsonSchemaNode {
  return Object.fromEntries([
    ['if', condition],
    ['then', branch],
  ]);
}
