import { z } from 'zod';
import type { TokenAccess } from '../../app/identity.ts';
import { type Example, OPERATIONS } from './operations.ts';

/** A route as it is registered; its schemas are those that validate its requests. */
export interface ApiRoute {
  readonly method: string;
  /** With the names of its parameters: `/marks/:namespace/:id`. */
  readonly path: string;
  readonly access: TokenAccess;
  readonly params?: z.ZodType | undefined;
  readonly query?: z.ZodType | undefined;
  readonly body?: z.ZodType | undefined;
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A parameter in the address, as OpenAPI 3.1 describes it; `schema` is JSON Schema. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: unknown;
  readonly example?: unknown;
}

/** One method of one address in OpenAPI 3.1; a request without a body has no `requestBody`. */
export interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: object;
  readonly responses: object;
}

/** The answer of `GET /api/openapi.json`. */
export interface OpenApi {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  /** By address, then by method in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
  readonly security: readonly object[];
}

/** RFC 9457, and the fields that `problemDocument` adds. */
const ProblemDocument = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int().min(400).max(599),
  detail: z.string(),
  code: z.string(),
  requestId: z.string(),
  errors: z.array(z.object({ field: z.string(), why: z.string() })).optional(),
});

/**
 * The API as OpenAPI 3.1, with addresses below `server`.
 * @throws Error when a route has no entry in {@link OPERATIONS}
 */
export function openApiOf(routes: readonly ApiRoute[], version: string, server: string): OpenApi {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    const operations = paths[path] ?? {};
    operations[route.method.toLowerCase()] = operationOf(route, `${route.method} ${path}`);
    paths[path] = operations;
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Holystone', version },
    servers: [{ url: server }],
    paths,
    components: {
      schemas: { Problem: schemaOf(ProblemDocument, 'output') },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' }, password: { type: 'http', scheme: 'basic' } },
    },
    security: [{ token: [] }, { password: [] }],
  };
}

function operationOf({ access, params, query, body }: ApiRoute, key: string): Operation {
  const about = OPERATIONS[key];
  if (about === undefined) throw new Error(`The route "${key}" of the API has no entry in OPERATIONS.`);
  const { summary, answer, example, isStream } = about;
  return {
    summary,
    description: `Needs ${access === 'reader' ? 'a reader' : 'an operator'} token where tokens are configured.`,
    parameters: [...parametersOf('path', params, example.path), ...parametersOf('query', query, example.query)],
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: !body.safeParse(undefined).success,
            content: { 'application/json': { schema: schemaOf(body, 'input'), example: example.body } },
          },
        }),
    responses: {
      '2XX': {
        description: isStream ? 'The schema is that of the `data` of one event' : 'Done',
        content: { [isStream ? 'text/event-stream' : 'application/json']: { schema: schemaOf(answer, 'output') } },
      },
      default: {
        description: 'Refused or failed',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
}

function parametersOf(
  part: Parameter['in'],
  schema: z.ZodType | undefined,
  examples: Example['path'] | Example['query'] = {},
): Parameter[] {
  if (!(schema instanceof z.ZodObject)) return [];
  const { properties = {} } = schemaOf(schema, 'input');
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
  return Object.entries(properties).map(([name, property]) => {
    const field = shape[name];
    // Asked of the validator itself: a preprocessed field may be absent, which its JSON Schema does not say.
    const required = part === 'path' || (field !== undefined && !z.safeParse(field, undefined).success);
    const example = examples[name];
    return { name, in: part, required, schema: property, ...(example === undefined ? {} : { example }) };
  });
}

/** `input`: a client's, before the schema changes it for the handler; `output`: the API's answer. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
