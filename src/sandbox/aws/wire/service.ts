import type { Call } from '../call.ts';
import type { AwsError } from '../errors.ts';
import { type DecodeInput, inputDecoder } from './query.ts';
import { listMembers, type OperationSchema, operationSchema, type Protocol } from './schema.ts';
import { escapeXml, wrap, xmlEncoder } from './xml.ts';

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

/** A handler for each operation that the sandbox plays, typed from the client module. */
export type Handlers<M> = {
  readonly [Name in OperationName<M>]?: (input: InputOf<M, Name>, call: Call) => OutputOf<M, Name>;
};

export interface Operation {
  readonly name: string;
  readonly decode: DecodeInput;
  readonly handle: (input: Record<string, unknown>, call: Call) => Record<string, unknown>;
  readonly encode: (output: Record<string, unknown>, requestId: string) => string;
  /** Output members that are lists. */
  readonly lists: readonly string[];
}

export interface Service {
  /** What requests are signed for: `ec2`. */
  readonly signingName: string;
  /** `Version` in the form. */
  readonly version: string;
  readonly protocol: Protocol;
  operation(name: string): Operation | undefined;
  encodeError(error: AwsError, requestId: string): string;
}

interface Description {
  readonly signingName: string;
  readonly version: string;
  readonly namespace: string;
  readonly protocol: Protocol;
}

interface ClientLike {
  readonly config: { readonly protocol: unknown; readonly defaultSigningName?: string };
  destroy(): void;
}

/**
 * A service from an SDK client: its wire format is read off the client, its operations off the module's schemas.
 * Curried, or the handlers would lose their contextual types.
 */
export function service<M extends object>(
  module: M,
  Client: new (config: { region: string; credentials: { accessKeyId: string; secretAccessKey: string } }) => ClientLike,
): (handlers: Handlers<M>) => Service {
  return (handlers) =>
    fromSchemas(describe(Client), Object.values(module), handlers as unknown as Record<string, Operation['handle']>);
}

function describe(Client: Parameters<typeof service>[1]): Description {
  const client = new Client({ region: 'us-east-1', credentials: { accessKeyId: 'x', secretAccessKey: 'x' } });
  const protocol = client.config.protocol as {
    getShapeId(): string;
    readonly options: { readonly version: string; readonly xmlNamespace: string };
  };
  client.destroy();
  const shape = protocol.getShapeId();
  if (shape !== 'aws.protocols#ec2Query' && shape !== 'aws.protocols#awsQuery') {
    throw new Error(`the sandbox does not speak ${shape}`);
  }
  return {
    signingName: client.config.defaultSigningName ?? '',
    version: protocol.options.version,
    namespace: protocol.options.xmlNamespace,
    protocol: shape === 'aws.protocols#ec2Query' ? 'ec2' : 'query',
  };
}

/** The same for schemas written by hand, where no client is installed. */
export function fromSchemas(
  { signingName, version, namespace, protocol }: Description,
  exported: readonly unknown[],
  handlers: Readonly<Record<string, Operation['handle']>>,
): Service {
  const schemas = exported.map(operationSchema).filter((schema) => schema !== undefined);
  const byName = new Map(schemas.map((schema) => [schema.name, schema]));
  const operations = new Map<string, Operation>();
  for (const [name, handle] of Object.entries(handlers)) {
    const schema = byName.get(name);
    if (!schema) throw new Error(`${signingName} has no operation ${name}`);
    operations.set(name, compile(schema, protocol, namespace, handle));
  }
  return {
    signingName,
    version,
    protocol,
    operation: (name) => operations.get(name),
    encodeError: protocol === 'ec2' ? ec2Error : (error, requestId) => queryError(error, requestId, namespace),
  };
}

function compile(
  schema: OperationSchema,
  protocol: Protocol,
  namespace: string,
  handle: Operation['handle'],
): Operation {
  const inner = xmlEncoder(schema.output);
  const isUnit = schema.output.isUnitSchema();
  const open = `<${schema.name}Response xmlns="${namespace}">`;
  const close = `</${schema.name}Response>`;
  const encode: Operation['encode'] =
    protocol === 'ec2'
      ? (output, requestId) =>
          `${XML}${open}<requestId>${requestId}</requestId>${isUnit ? '<return>true</return>' : inner(output)}${close}`
      : (output, requestId) =>
          `${XML}${open}${isUnit ? '' : wrap(`${schema.name}Result`, inner(output))}` +
          `<ResponseMetadata><RequestId>${requestId}</RequestId></ResponseMetadata>${close}`;
  return {
    name: schema.name,
    decode: inputDecoder(schema.input, protocol),
    handle,
    encode,
    lists: listMembers(schema.output),
  };
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';

function ec2Error(error: AwsError, requestId: string): string {
  const body = wrap('Code', error.code) + wrap('Message', escapeXml(error.message));
  return `${XML}<Response><Errors><Error>${body}</Error></Errors><RequestID>${requestId}</RequestID></Response>`;
}

function queryError(error: AwsError, requestId: string, namespace: string): string {
  const type = error.status >= 500 ? 'Receiver' : 'Sender';
  const body = wrap('Type', type) + wrap('Code', error.code) + wrap('Message', escapeXml(error.message));
  return `<ErrorResponse xmlns="${namespace}"><Error>${body}</Error><RequestId>${requestId}</RequestId></ErrorResponse>`;
}
