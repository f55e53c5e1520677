import { AwsError } from '../collections/errors.ts';
import { type Protocol, perSchema, requiredMembers, type Schema } from './schema.ts';

type FormProtocol = Extract<Protocol, 'ec2' | 'query'>;

/** A form as a tree: `Filter.1.Value.2=x` is the value at Filter → 1 → Value → 2. */
interface Node {
  value?: string;
  readonly children: Map<string, Node>;
}

/** Parameters of the request itself, not of the operation's input. */
const ENVELOPE = new Set(['Action', 'Version', 'AWSAccessKeyId', 'SignatureMethod', 'SignatureVersion', 'Timestamp']);

/** Reads an operation's input from a form body; refuses unknown, missing or mistyped parameters, as AWS does. */
export type DecodeInput = (form: URLSearchParams) => Record<string, unknown>;

export function inputDecoder(schema: Schema, protocol: FormProtocol): DecodeInput {
  const dialect = DIALECTS[protocol];
  return (form) => {
    const root = tree(form);
    if (!schema.isStructSchema()) return {};
    return dialect.structure(schema)(root, '') as Record<string, unknown>;
  };
}

function tree(form: URLSearchParams): Node {
  const root: Node = { children: new Map() };
  for (const [key, value] of form) {
    if (ENVELOPE.has(key)) continue;
    let node = root;
    for (const part of key.split('.')) {
      const next = node.children.get(part) ?? { children: new Map() };
      node.children.set(part, next);
      node = next;
    }
    node.value = value;
  }
  return root;
}

type Decode = (node: Node, path: string) => unknown;

class Dialect {
  readonly #protocol: FormProtocol;
  readonly structure: (schema: Schema) => Decode;

  constructor(protocol: FormProtocol) {
    this.#protocol = protocol;
    this.structure = perSchema((schema) => this.#compileStructure(schema));
  }

  #decode(schema: Schema, node: Node, path: string): unknown {
    if (schema.isStructSchema()) return this.structure(schema)(node, path);
    if (schema.isListSchema()) return this.#list(schema, node, path);
    if (schema.isMapSchema()) return this.#map(schema, node, path);
    return scalar(schema, node.value ?? '', path);
  }

  #compileStructure(schema: Schema): Decode {
    const members = new Map(
      [...schema.structIterator()].map(([name, member]) => [this.#key(name, member), { name, member }]),
    );
    const required = requiredMembers(schema);
    return (node, path) => {
      const result: Record<string, unknown> = {};
      for (const [key, child] of node.children) {
        const known = members.get(key);
        // "UnknownParameter: An unknown or unrecognized parameter was supplied."
        // https://docs.aws.amazon.com/AWSEC2/latest/APIReference/errors-overview.html
        if (!known) throw new AwsError('UnknownParameter', `The parameter ${join(path, key)} is not recognized`);
        result[known.name] = this.#decode(known.member, child, join(path, key));
      }
      const missing = required.find((name) => result[name] === undefined);
      if (missing !== undefined) throw this.#missing(join(path, missing));
      return result;
    };
  }

  #key(name: string, member: Schema): string {
    const { ec2QueryName, xmlName } = member.getMergedTraits();
    const key = xmlName ?? name;
    if (this.#protocol === 'query') return key;
    return typeof ec2QueryName === 'string' ? ec2QueryName : key.charAt(0).toUpperCase() + key.slice(1);
  }

  #list(schema: Schema, node: Node, path: string): unknown[] {
    const item = schema.getValueSchema();
    const flat = this.#protocol === 'ec2' || schema.getMergedTraits().xmlFlattened;
    const items = flat ? node : node.children.get(item.getMergedTraits().xmlName ?? 'member');
    // An empty list is `Key=` in awsQuery; ec2Query cannot express it.
    if (!items) return [];
    return indexed(items, path).map(([index, child]) => this.#decode(item, child, join(path, String(index))));
  }

  #map(schema: Schema, node: Node, path: string): Record<string, unknown> {
    const [keySchema, valueSchema] = [schema.getKeySchema(), schema.getValueSchema()];
    const entries = schema.getMergedTraits().xmlFlattened ? node : node.children.get('entry');
    const result: Record<string, unknown> = {};
    for (const [index, entry] of entries ? indexed(entries, path) : []) {
      const key = entry.children.get(keySchema.getMergedTraits().xmlName ?? 'key')?.value ?? '';
      const value = entry.children.get(valueSchema.getMergedTraits().xmlName ?? 'value');
      if (value) result[key] = this.#decode(valueSchema, value, join(path, String(index)));
    }
    return result;
  }

  #missing(parameter: string): AwsError {
    if (this.#protocol === 'ec2') {
      return new AwsError('MissingParameter', `The request must contain the parameter ${parameter}`);
    }
    const path = parameter.charAt(0).toLowerCase() + parameter.slice(1);
    return new AwsError(
      'ValidationError',
      `1 validation error detected: Value null at '${path}' failed to satisfy constraint: Member must not be null`,
    );
  }
}

const DIALECTS: Readonly<Record<FormProtocol, Dialect>> = { ec2: new Dialect('ec2'), query: new Dialect('query') };

function indexed(node: Node, path: string): [index: number, child: Node][] {
  return [...node.children]
    .map(([index, child]): [number, Node] => [integer(index, path), child])
    .sort(([a], [b]) => a - b);
}

/** Parses a scalar from text. */
export function scalar(schema: Schema, text: string, path: string): unknown {
  if (schema.isBooleanSchema()) return boolean(text, path);
  if (schema.isBigIntegerSchema()) return BigInt(text);
  if (schema.isNumericSchema()) return number(text, path);
  if (schema.isTimestampSchema()) return timestamp(text, path);
  if (schema.isBlobSchema()) return new Uint8Array(Buffer.from(text, 'base64'));
  return text;
}

function boolean(text: string, path: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw new AwsError('InvalidParameterValue', `Invalid value '${text}' for ${path}: must be true or false`);
}

function number(text: string, path: string): number {
  const value = Number(text);
  if (text.trim() !== '' && !Number.isNaN(value)) return value;
  throw new AwsError('InvalidParameterValue', `Invalid value '${text}' for ${path}: must be a number`);
}

function integer(text: string, path: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new AwsError('MalformedQueryString', `The list ${path} has an item '${text}' that is not a number`);
}

function timestamp(text: string, path: string): Date {
  const value = new Date(/^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : text);
  if (!Number.isNaN(value.getTime())) return value;
  throw new AwsError('InvalidParameterValue', `Invalid value '${text}' for ${path}: must be a timestamp`);
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
