import type { Call } from '../store/call.ts';
import type { Codec, Format } from './format.ts';
import { jsonFormat } from './jsonFormat.ts';
import { restFormat } from './restFormat.ts';
import { restXmlFormat } from './restXmlFormat.ts';
import {
  listMembers,
  type OperationSchema,
  operationSchema,
  type Protocol,
  type TokenMembers,
  tokenMembers,
} from './schema.ts';
import { xmlFormat } from './xmlFormat.ts';

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

export interface Operation extends Codec {
  readonly name: string;
  readonly handle: (input: Record<string, unknown>, call: Call) => Record<string, unknown>;
  /** Output members that are lists. */
  readonly lists: readonly string[];
  readonly tokens: TokenMembers;
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
  return (handlers) =>
    fromSchemas(describe(Client), Object.values(module), handlers as unknown as Record<string, Operation['handle']>);
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
  { id, signingName, protocol, format }: Description,
  exported: readonly unknown[],
  handlers: Readonly<Record<string, Operation['handle']>>,
): Service {
  const schemas = exported.map(operationSchema).filter((schema) => schema !== undefined);
  const byName = new Map(schemas.map((schema) => [schema.name, schema]));
  const { codec, ...wire } = format(schemas);
  const operations = new Map<string, Operation>();
  for (const [name, handle] of Object.entries(handlers)) {
    const schema = byName.get(name);
    if (!schema) throw new Error(`${signingName} has no operation ${name}`);
    const described = { name, handle, lists: listMembers(schema.output), tokens: tokenMembers(schema) };
    operations.set(name, { ...described, ...codec(schema) });
  }
  return { id, signingName, protocol, ...wire, operation: (name) => operations.get(name) };
}
