import { AwsError } from '../collections/errors.ts';
import type { Codec, Format, WireRequest } from './format.ts';
import { fromJson, jsonName, refuseMissing, toJson } from './json.ts';
import { scalar } from './query.ts';
import type { HttpTrait, OperationSchema, Schema } from './schema.ts';

/** restJson1: https://smithy.io/2.0/aws/protocols/aws-restjson1-protocol.html. Labels and query, but no header bindings. */
export function restFormat(operations: readonly OperationSchema[]): Format {
  return {
    contentType: 'application/json',
    claims: () => false,
    operationOf: routesOf(operations),
    codec(schema) {
      const { name, input, output, http } = schema;
      if (output.isStructSchema()) for (const member of output.structIterator()) mustBeInBody(name, member);
      return {
        decode: restDecoder(schema, (body) => fromJson(input, body, jsonName)),
        encode: (value) => ({
          body: JSON.stringify(toJson(output, value, jsonName)),
          ...(http ? { status: http.status } : {}),
        }),
      };
    },
    encodeError: ({ code, message }) => ({
      body: JSON.stringify({ message }),
      headers: { 'x-amzn-errortype': code },
    }),
  };
}

/** The operation of a request, by its method and path. */
export function routesOf(operations: readonly OperationSchema[]): Format['operationOf'] {
  const routes = operations.map(({ name, http }) => ({ name, ...routeOf(name, http) }));
  return (request) => {
    const found = routes.find(({ method, path }) => method === request.method && path.test(request.path));
    return found?.name ?? `${request.method} ${request.path}`;
  };
}

function routeOf(name: string, http: HttpTrait | undefined): { method: string; path: RegExp } {
  if (!http) throw new Error(`${name} has no path`);
  return { method: http.method, path: pathPattern(http.path) };
}

/** `/v1/tags/{resourceArn}`; a greedy label (`{key+}`) also matches slashes. */
function pathPattern(template: string): RegExp {
  const parts = template.split(/(\{\w+\+?\})/).map((part) => {
    const [, name, greedy] = /^\{(\w+)(\+?)\}$/.exec(part) ?? [];
    if (name === undefined) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return `(?<${name}>${greedy ? '.+' : '[^/]+'})`;
  });
  return new RegExp(`^${parts.join('')}$`);
}

/** The place of an input member in the request. */
type Place = 'body' | 'label' | { readonly query: string };

/** Reads the input of a REST operation from the path, the query and the body. */
export function restDecoder(
  { name, http, input }: OperationSchema,
  fromBody: (body: string) => Record<string, unknown>,
): Codec['decode'] {
  const { path } = routeOf(name, http);
  const places = input.isStructSchema() ? [...input.structIterator()].map(placeOf) : [];
  return (request) => {
    const value = fromBody(request.body);
    const labels = path.exec(request.path)?.groups ?? {};
    for (const { member, schema, place } of places) {
      if (place === 'body') continue;
      const given = place === 'label' ? labelValue(schema, labels[member]) : queryValue(schema, request, place.query);
      if (given !== undefined) value[member] = given;
    }
    if (input.isStructSchema()) refuseMissing(input, value);
    return value;
  };
}

function placeOf([member, schema]: [string, Schema]): { member: string; schema: Schema; place: Place } {
  const { httpLabel, httpQuery, ...others } = schema.getMergedTraits();
  if (httpLabel) return { member, schema, place: 'label' };
  if (typeof httpQuery === 'string') return { member, schema, place: { query: httpQuery } };
  mustBeInBody('an input', [member, others]);
  return { member, schema, place: 'body' };
}

const ELSEWHERE = ['httpHeader', 'httpPayload', 'httpPrefixHeaders', 'httpQueryParams', 'httpResponseCode'] as const;

function mustBeInBody(what: string, [member, schema]: [string, Schema | object]): void {
  const traits = 'getMergedTraits' in schema ? schema.getMergedTraits() : schema;
  const where = ELSEWHERE.find((trait) => trait in traits && (traits as Record<string, unknown>)[trait]);
  if (where) throw new Error(`the sandbox does not speak ${where} (${member} of ${what})`);
}

function labelValue(schema: Schema, label: string | undefined): unknown {
  return label === undefined ? undefined : scalar(schema, decodeLabel(label), 'path');
}

function decodeLabel(label: string): string {
  try {
    return decodeURIComponent(label);
  } catch {
    throw new AwsError('ValidationException', `the path holds '${label}', which is not encoded as a URL`);
  }
}

function queryValue(schema: Schema, { query }: WireRequest, key: string): unknown {
  const given = [...query.getAll(key)];
  const [first] = given;
  if (first === undefined) return undefined;
  if (!schema.isListSchema()) return scalar(schema, first, key);
  return given.map((item) => scalar(schema.getValueSchema(), item, key));
}
