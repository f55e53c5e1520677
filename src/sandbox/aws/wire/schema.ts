import { NormalizedSchema } from '@smithy/core/schema';

export type Schema = NormalizedSchema;
type SchemaRef = Parameters<typeof NormalizedSchema.of>[0];

/** ec2Query and awsQuery differ in key names, list spelling and envelopes; JSON and REST protocols would be others. */
export type Protocol = 'ec2' | 'query';

/** An operation as the SDK's modules export it under `<Name>$`. */
export interface OperationSchema {
  readonly name: string;
  readonly input: Schema;
  readonly output: Schema;
}

/** Static operation schemas are `[9, namespace, name, traits, input, output]`. */
const OPERATION = 9;

export function operationSchema(exported: unknown): OperationSchema | undefined {
  if (!Array.isArray(exported) || exported[0] !== OPERATION) return undefined;
  return {
    name: String(exported[2]),
    input: NormalizedSchema.of(exported[4] as SchemaRef),
    output: NormalizedSchema.of(exported[5] as SchemaRef),
  };
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

/** Names of an operation's output members that are lists: what an empty answer holds. */
export function listMembers(output: Schema): readonly string[] {
  if (!output.isStructSchema()) return [];
  return [...output.structIterator()].filter(([, member]) => member.isListSchema()).map(([name]) => name);
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
