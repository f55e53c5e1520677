/** A route's schema is zod: the same schema validates and types the handler. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifySchemaCompiler,
  FastifyTypeProvider,
  RawServerDefault,
} from 'fastify';
import type { z } from 'zod';
import { type FieldProblem, Problem } from './problem.ts';

interface ZodTypeProvider extends FastifyTypeProvider {
  readonly validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown;
}

/** Fastify with schemas of zod: a request that does not match gets 400. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** The clients' names for the parts of a request. */
const PARTS: Readonly<Record<string, string>> = { querystring: 'query', params: 'path' };

/** Fastify's hook for zod schemas; a failure lists every field. */
export const zodCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart = 'body' }) => {
  const part = PARTS[httpPart] ?? httpPart;
  return (data: unknown) => {
    const parsed = schema.safeParse(data);
    if (parsed.success) return { value: parsed.data };
    const fields = parsed.error.issues.flatMap((issue) => fieldProblems(part, issue));
    const detail = fields.map(({ field, why }) => `${field}: ${why}`).join('; ');
    return { error: new Problem('badRequest', detail, { fields }) };
  };
};

function fieldProblems(part: string, issue: z.core.$ZodIssue): FieldProblem[] {
  const at = [part, ...issue.path.map(String)];
  if (issue.code !== 'unrecognized_keys') return [{ field: at.join('.'), why: issue.message }];
  return issue.keys.map((key) => ({ field: [...at, key].join('.'), why: 'is unknown' }));
}
