import { AwsError } from '../collections/errors.ts';
import { requiredMembers, type Schema } from './schema.ts';

/** The name of a member in a body: awsJson uses the member's own name, restJson the model's `jsonName`. */
export type NameOf = (name: string, member: Schema) => string;

export const ownName: NameOf = (name) => name;
export const jsonName: NameOf = (name, member) => String(member.getMergedTraits().jsonName ?? name);

/** Reads a body as a value of the schema. Ignores members that the schema does not have, as JSON services do. */
export function fromJson(schema: Schema, body: string, nameOf: NameOf): Record<string, unknown> {
  return schema.isStructSchema() ? (read(schema, parse(body), '', nameOf) as Record<string, unknown>) : {};
}

/** Refuses an input without a member that the model requires. */
export function refuseMissing(schema: Schema, value: Readonly<Record<string, unknown>>, path = ''): void {
  const missing = requiredMembers(schema).find((name) => value[name] === undefined);
  if (missing === undefined) return;
  throw new AwsError(
    'ValidationException',
    `1 validation error detected: Value null at '${join(path, lowerFirst(missing))}' failed to satisfy constraint: Member must not be null`,
  );
}

function parse(body: string): unknown {
  try {
    return body === '' ? {} : JSON.parse(body);
  } catch {
    throw new AwsError('SerializationException', 'The body of the request is not JSON');
  }
}

function read(schema: Schema, json: unknown, path: string, nameOf: NameOf): unknown {
  if (schema.isDocumentSchema()) return json;
  if (schema.isStructSchema()) return readStructure(schema, asObject(json, path), path, nameOf);
  if (schema.isListSchema()) {
    if (!Array.isArray(json)) throw mistyped(path, 'a list');
    return json.map((item, index) => read(schema.getValueSchema(), item, join(path, String(index)), nameOf));
  }
  if (schema.isMapSchema()) {
    const entries = Object.entries(asObject(json, path));
    return Object.fromEntries(
      entries.map(([key, item]) => [key, read(schema.getValueSchema(), item, join(path, key), nameOf)]),
    );
  }
  return readScalar(schema, json, path);
}

function readStructure(schema: Schema, json: Readonly<Record<string, unknown>>, path: string, nameOf: NameOf): unknown {
  const value: Record<string, unknown> = {};
  for (const [name, member] of schema.structIterator()) {
    const given = json[nameOf(name, member)];
    if (given !== undefined && given !== null) value[name] = read(member, given, join(path, name), nameOf);
  }
  // The top level is checked later, because some of its members travel outside the body.
  if (path !== '') refuseMissing(schema, value, path);
  return value;
}

function readScalar(schema: Schema, json: unknown, path: string): unknown {
  if (schema.isBooleanSchema()) return typed(json, 'boolean', path);
  if (schema.isNumericSchema()) return typed(json, 'number', path);
  if (schema.isTimestampSchema()) {
    const at = new Date(typeof json === 'number' ? json * 1000 : String(json));
    if (Number.isNaN(at.getTime())) throw mistyped(path, 'a timestamp');
    return at;
  }
  const text = typed(json, 'string', path);
  return schema.isBlobSchema() ? new Uint8Array(Buffer.from(text, 'base64')) : text;
}

/** The value in the form for JSON.stringify. */
export function toJson(schema: Schema, value: unknown, nameOf: NameOf): unknown {
  if (schema.isUnitSchema()) return {};
  if (schema.isDocumentSchema()) return value;
  if (schema.isStructSchema()) return writeStructure(schema, value as Record<string, unknown>, nameOf);
  if (schema.isListSchema()) return (value as unknown[]).map((item) => toJson(schema.getValueSchema(), item, nameOf));
  if (schema.isMapSchema()) {
    const entries = Object.entries(value as object);
    return Object.fromEntries(entries.map(([key, item]) => [key, toJson(schema.getValueSchema(), item, nameOf)]));
  }
  if (schema.isTimestampSchema()) return writeTimestamp(schema, value);
  return schema.isBlobSchema() ? Buffer.from(value as Uint8Array).toString('base64') : value;
}

function writeStructure(schema: Schema, value: Readonly<Record<string, unknown>>, nameOf: NameOf): object {
  const json: Record<string, unknown> = {};
  for (const [name, member] of schema.structIterator()) {
    const field = value[name];
    if (field !== undefined && field !== null) json[nameOf(name, member)] = toJson(member, field, nameOf);
  }
  return json;
}

/** Trait numbers of timestamp formats; all others are seconds since 1970. */
const DATE_TIME = 5;
const HTTP_DATE = 6;

function writeTimestamp(schema: Schema, value: unknown): string | number {
  const format: unknown = schema.getSchema();
  // Seeds from JSON have their dates as text.
  const at = value instanceof Date ? value : new Date(String(value));
  if (format === DATE_TIME) return at.toISOString();
  return format === HTTP_DATE ? at.toUTCString() : at.getTime() / 1000;
}

function asObject(json: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as Record<string, unknown>;
  throw mistyped(path, 'a structure');
}

function typed<K extends 'boolean' | 'number' | 'string'>(json: unknown, kind: K, path: string): TypeOf[K] {
  if (typeof json === kind) return json as TypeOf[K];
  throw mistyped(path, `a ${kind}`);
}

interface TypeOf {
  readonly boolean: boolean;
  readonly number: number;
  readonly string: string;
}

function mistyped(path: string, expected: string): AwsError {
  return new AwsError('SerializationException', `${path || 'The body'} must be ${expected}`);
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
