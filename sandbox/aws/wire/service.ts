import type { Call } from '../store/call.ts';
import type { Codec, Format } from './format.ts';
import { jsonFormat } from './jsonFormat.ts';
import { makes, shownBy } from './madeByInput.ts';
import { restDecoder, restFormat, routesOf } from './restFormat.ts';
import {
  listMembers,
  type OperationSchema,
  operationSchema,
  type Protocol,
  type TokenMembers,
  tokenMembers,
} from './schema.ts';
import { xmlEncoder } from './xml.ts';
import { queryError, xmlFormat } from './xmlFormat.ts';
import { fromXml } from './xmlInput.ts';

type OperationName<M> = { [K in keyof M]: K extends `${infer Name}Command` ? Name : never }[keyof M] & string;
type CommandOf<M, Name extends string> = `${Name}Command` extends keyof M
  ? M[`${Name}Command`] extends abstract new (
      ...args: never[]
    ) => infer Command
    ? Command
    : never
  : never;
type InputOf<M, Name extends string> = CommandOf<M, Name> extends { readonly input: infer Input } ? Input : never;
type OutputOf<M, Name extends string> =
  CommandOf<M, Name> extends {
    resolveMiddleware(...args: never[]): (...args: never[]) => Promise<{ output: infer Output }>;
  }
    ? Omit<Output, '$metadata'>
    : never;

/** A handler for each simulated operation, typed from the client module. */
export type Handlers<M> = {
  readonly [Name in OperationName<M>]?: (input: InputOf<M, Name>, call: Call) => OutputOf<M, Name>;
};

type Handler = Operation['handle'] & { readonly isAnswered?: true };

export interface Operation extends Codec {
  readonly name: string;
  readonly handle: (input: Record<string, unknown>, call: Call) => Record<string, unknown>;
  /** Output members that are lists. */
  readonly lists: readonly string[];
  readonly tokens: TokenMembers;
  /** Absent for operations that are written by hand. */
  readonly schema?: OperationSchema;
  /** The thing is played no further than by what the request says. */
  readonly isMadeByInput?: true;
}

export interface Service extends Omit<Format, 'codec'> {
  /** The SDK's id of the service: `Elastic Load Balancing v2`. */
  readonly id: string;
  /** The signing name: `ec2`. Two services may share it. */
  readonly signingName: string;
  readonly protocol: Protocol;
  operation(name: string): Operation | undefined;
}

interface Description {
  readonly id: string;
  readonly signingName: string;
  readonly protocol: Protocol;
  readonly format: (operations: readonly OperationSchema[]) => Format;
}

interface ClientLike {
  readonly config: { readonly protocol: unknown; readonly defaultSigningName?: string; readonly serviceId: string };
  destroy(): void;
}

/**
 * Creates a service from an SDK client: the client determines its wire format, the module's schemas its operations.
 * Curried, because otherwise the handlers lose their contextual types.
 */
export function service<M extends object>(
  module: M,
  Client: new (config: { region: string; credentials: { accessKeyId: string; secretAccessKey: string } }) => ClientLike,
): (handlers: Handlers<M>) => Service {
  return (handlers) => withHandlers(wireOf(module, Client), handlers as unknown as Record<string, Operation['handle']>);
}

/** The part of a service that follows from its SDK client alone. */
interface Wire {
  readonly description: Pick<Description, 'id' | 'signingName' | 'protocol'>;
  readonly format: Omit<Format, 'codec'>;
  /** Throws when the service has no such operation, or the sandbox cannot speak it. */
  operation(name: string): Described;
}

type Described = Omit<Operation, 'handle' | 'schema'> & Required<Pick<Operation, 'schema'>>;

/** EC2 alone exports some 2,500 schemas: a process that starts many sandboxes reads them once. */
const WIRES = new WeakMap<Parameters<typeof service>[1], Wire>();

function wireOf(module: object, Client: Parameters<typeof service>[1]): Wire {
  const known = WIRES.get(Client);
  if (known) return known;
  const wire = readSchemas(describe(Client), Object.values(module));
  WIRES.set(Client, wire);
  return wire;
}

/** The readable members of an SDK client's protocol; they differ between protocols. */
interface ClientProtocol {
  getShapeId(): string;
  readonly options: { readonly version: string; readonly xmlNamespace: string };
  readonly serviceTarget: string;
}

function describe(Client: Parameters<typeof service>[1]): Description {
  const client = new Client({ region: 'us-east-1', credentials: { accessKeyId: 'x', secretAccessKey: 'x' } });
  const protocol = client.config.protocol as ClientProtocol;
  client.destroy();
  const { serviceId: id, defaultSigningName: signingName = '' } = client.config;
  return { id, signingName, ...speaking(protocol) };
}

function speaking(client: ClientProtocol): Omit<Description, 'id' | 'signingName'> {
  const { version, xmlNamespace: namespace } = client.options;
  const target = client.serviceTarget;
  switch (client.getShapeId()) {
    case 'aws.protocols#ec2Query':
      return { protocol: 'ec2', format: () => xmlFormat({ version, namespace, protocol: 'ec2' }) };
    case 'aws.protocols#awsQuery':
      return { protocol: 'query', format: () => xmlFormat({ version, namespace, protocol: 'query' }) };
    case 'aws.protocols#awsJson1_0':
      return { protocol: 'json', format: () => jsonFormat({ target, version: '1.0' }) };
    case 'aws.protocols#awsJson1_1':
      return { protocol: 'json', format: () => jsonFormat({ target, version: '1.1' }) };
    case 'aws.protocols#restXml':
      return { protocol: 'restXml', format: (operations) => restXmlFormat(operations, namespace) };
    case 'aws.protocols#restJson1':
      return { protocol: 'rest', format: restFormat };
    default:
      throw new Error(`the sandbox does not speak ${client.getShapeId()}`);
  }
}

/** The same for schemas written by hand, when no client is installed. */
export function fromSchemas(
  description: Description,
  exported: readonly unknown[],
  handlers: Readonly<Record<string, Operation['handle']>>,
): Service {
  return withHandlers(readSchemas(description, exported), handlers);
}

function readSchemas({ format: formatOf, ...description }: Description, exported: readonly unknown[]): Wire {
  const schemas = exported.map(operationSchema).filter((schema) => schema !== undefined);
  const byName = new Map(schemas.map((schema) => [schema.name, schema]));
  const { codec, ...format } = formatOf(schemas);
  const operations = new Map<string, Described>();
  return {
    description,
    format,
    operation(name) {
      const known = operations.get(name);
      if (known) return known;
      const schema = byName.get(name);
      if (!schema) throw new Error(`${description.signingName} has no operation ${name}`);
      const lists = listMembers(schema.output);
      const described = { name, schema, lists, tokens: tokenMembers(schema), ...codec(schema) };
      operations.set(name, described);
      return described;
    },
  };
}

function withHandlers(wire: Wire, handlers: Readonly<Record<string, Handler>>): Service {
  const operations = new Map(
    Object.entries(handlers).map(([name, handle]): [string, Operation] => [name, { ...wire.operation(name), handle }]),
  );
  const { id, signingName, protocol } = wire.description;
  const operation = (name: string) => operations.get(name) ?? madeBy(name, wire, handlers);
  return { id, signingName, protocol, ...wire.format, operation };
}

/** What a listing of answers shows can be made, too. */
function madeBy(name: string, wire: Wire, handlers: Readonly<Record<string, Handler>>): Operation | undefined {
  const shown = shownBy(name, Object.keys(handlers));
  if (!shown.some((one) => handlers[one]?.isAnswered)) return undefined;
  const described = wire.operation(name);
  const answers = shown.map((one) => wire.operation(one).schema);
  return { ...described, isMadeByInput: true, handle: makes(described.schema, answers) };
}

/**
 * restXml: https://smithy.io/2.0/aws/protocols/aws-restxml-protocol.html. Bodies are XML; members of an answer that belong
 * in its headers (`Location`) are in the body too, where the SDK ignores them.
 */
function restXmlFormat(operations: readonly OperationSchema[], namespace: string): Format {
  return {
    contentType: 'text/xml;charset=UTF-8',
    claims: () => false,
    operationOf: routesOf(operations),
    codec(schema) {
      const { name, input, output, http } = schema;
      const inner = xmlEncoder(output);
      const open = `<${name}Response xmlns="${namespace}">`;
      return {
        decode: restDecoder(schema, (body) => fromXml(input, body)),
        encode: (value) => ({
          body: `<?xml version="1.0" encoding="UTF-8"?>\n${open}${inner(value)}</${name}Response>`,
          ...(http ? { status: http.status } : {}),
        }),
      };
    },
    encodeError: (error, requestId) => queryError(error, requestId, namespace),
  };
}
