import { NormalizedSchema } from '@smithy/core/schema';

export type Schema = NormalizedSchema;
type SchemaRef = Parameters<typeof NormalizedSchema.of>[0];

/** ec2Query, awsQuery, awsJson (1.0 and 1.1), restJson1, restXml, and S3's own restXml. */
export type Protocol = 'ec2' | 'query' | 'json' | 'rest' | 'restXml' | 's3';

/** An operation, exported by the SDK's modules under `<Name>$`. */
export interface OperationSchema {
  readonly name: string;
  readonly input: Schema;
  readonly output: Schema;
  /** Only for REST services. */
  readonly http?: HttpTrait;
}

export interface HttpTrait {
  readonly method: string;
  /** With labels: `/v1/tags/{resourceArn}`. */
  readonly path: string;
  /** The status of a success. */
  readonly status: number;
}

/** Static operation schemas are `[9, namespace, name, traits, input, output]`. */
const OPERATION = 9;

export function operationSchema(exported: unknown): OperationSchema | undefined {
  if (!Array.isArray(exported) || exported[0] !== OPERATION) return undefined;
  return {
    name: String(exported[2]),
    input: NormalizedSchema.of(exported[4] as SchemaRef),
    output: NormalizedSchema.of(exported[5] as SchemaRef),
    ...httpOf(exported[3]),
  };
}

/** The trait is `{ http: [method, path, status] }`. */
function httpOf(traits: unknown): { http?: HttpTrait } {
  const http = (traits as { http?: [string, string, number] } | undefined)?.http;
  return http ? { http: { method: http[0], path: http[1], status: http[2] } } : {};
}

/**
 * The names of a structure's required members: static structures are
 * `[3, namespace, name, traits, members, refs, requiredCount?]`, required members first.
 */
export function requiredMembers(schema: Schema): readonly string[] {
  const structure: unknown = schema.getSchema();
  if (!Array.isArray(structure) || typeof structure[6] !== 'number') return [];
  return (structure[4] as string[]).slice(0, structure[6]);
}

/** Names of an operation's output members that are lists: the members of an empty answer. */
export function listMembers(output: Schema): readonly string[] {
  if (!output.isStructSchema()) return [];
  return [...output.structIterator()].filter(([, member]) => member.isListSchema()).map(([name]) => name);
}

/** The page token members of requests and answers, in the services' spellings. */
const TOKENS_IN = [
  'NextToken',
  'nextToken',
  'Marker',
  'position',
  'ExclusiveStartTableName',
  'ExclusiveStartBackupArn',
];
const TOKENS_OUT = [
  'LastEvaluatedTableName',
  'LastEvaluatedBackupArn',
  'NextToken',
  'nextToken',
  'NextMarker',
  'Marker',
  'position',
];

export interface TokenMembers {
  readonly sent: string | undefined;
  readonly answered: string | undefined;
}

export function tokenMembers({ input, output }: OperationSchema): TokenMembers {
  return { sent: memberOf(input, TOKENS_IN), answered: memberOf(output, TOKENS_OUT) };
}

function memberOf(schema: Schema, names: readonly string[]): string | undefined {
  if (!schema.isStructSchema()) return undefined;
  const members = new Set([...schema.structIterator()].map(([name]) => name));
  return names.find((name) => members.has(name));
}

/** A cache that compiles once per schema object; schemas without one (numbers such as `64 | 0`) are not cached. */
export function perSchema<T>(compile: (schema: Schema) => T): (schema: Schema) => T {
  const compiled = new Map<unknown, T>();
  return (schema) => {
    const key: unknown = schema.getSchema();
    const known = compiled.get(key);
    if (known !== undefined) return known;
    const fresh = compile(schema);
    if (typeof key === 'object') compiled.set(key, fresh);
    return fresh;
  };
}
