import { z } from 'zod';
import { createSchema } from '../../src/config/schema/schema.ts';
import { BUILT_IN } from '../../src/config/schema/settings.ts';
import type { Handler } from '../../src/handlers/contract/handler.ts';
import type { Known } from '../../src/handlers/contract/known.ts';
import { namesOf } from '../../src/handlers/contract/types.ts';
import { handlers, providers } from '../../src/handlers/index.ts';

/** A node of a JSON Schema, with the fields that are used here. */
export interface JsonSchemaNode {
  description?: string;
  type?: string | readonly string[];
  default?: unknown;
  const?: unknown;
  enum?: readonly unknown[];
  examples?: readonly unknown[];
  properties?: Record<string, JsonSchemaNode>;
  required?: readonly string[];
  items?: JsonSchemaNode;
  anyOf?: readonly JsonSchemaNode[];
  oneOf?: readonly JsonSchemaNode[];
  additionalProperties?: JsonSchemaNode | boolean;
  minimum?: number;
  maximum?: number;
  [key: string]: unknown;
}

/** The JSON Schema of the configuration file (draft 2020-12), for editors, with this version's resource types. */
export function jsonSchema(known: Known = { handlers, providers }): JsonSchemaNode {
  const schema = z.toJSONSchema(createSchema(known), { io: 'input', reused: 'inline' }) as JsonSchemaNode;
  addDefaults(schema.properties?.defaults, BUILT_IN);
  addWholeNames(schema.properties?.cleanup, known.handlers);
  return { title: 'Configuration of Holystone', ...schema };
}

/** Adds the built-in value to each key of `defaults`. */
function addDefaults(node: JsonSchemaNode | undefined, values: Readonly<Record<string, unknown>>): void {
  const properties = objectOf(node)?.properties ?? {};
  for (const [key, value] of Object.entries(values)) {
    const property = properties[key];
    if (!property) continue;
    if (isMapping(value)) addDefaults(property, value);
    else property.default = value;
  }
}

/** The loader replaces `provider.type` by the short name; the schema allows both. */
function addWholeNames(cleanup: JsonSchemaNode | undefined, known: readonly Handler[]): void {
  const items = cleanup?.items as JsonSchemaNode | undefined;
  for (const { properties } of items?.oneOf ?? items?.anyOf ?? (items ? [items] : [])) {
    const type = properties?.type;
    const handler = known.find((one) => namesOf(one, known)[0] === type?.const);
    const names = handler && namesOf(handler, known);
    if (!type || !names || names.length === 1) continue;
    delete type.const;
    type.enum = [...names];
  }
}

/** The branch of a node that is an object with properties. */
export function objectOf(node: JsonSchemaNode | undefined): JsonSchemaNode | undefined {
  if (node?.properties) return node;
  return [...(node?.anyOf ?? []), ...(node?.oneOf ?? [])].find(({ properties }) => properties !== undefined);
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
