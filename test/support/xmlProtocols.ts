/** The answers of AWS in XML, as the SDK reads them and as Holystone does. */
import type { HttpResponse } from '@smithy/types';
import type { Call } from '../../src/handlers/aws/calls/call.ts';
import type { DecodedItems } from '../../src/handlers/aws/calls/decodedItems.ts';
import { ALL_CALLS } from '../../src/handlers/aws/calls/index.ts';
import { bodyReaderOf, type Operation } from '../../src/handlers/aws/wire/xml/answer.ts';
import { decodeOnly } from '../../src/handlers/aws/wire/xml/decoding.ts';
import { readingXml } from '../../src/handlers/aws/wire/xml/protocol.ts';

export type Protocol = Parameters<typeof readingXml>[0];

/** An operation of a service that answers in XML. */
export interface XmlOperation {
  /** `ec2:DescribeImages` */
  readonly api: string;
  readonly sdk: Protocol;
  readonly operation: Operation;
}

interface AnyClient {
  readonly config: { readonly protocol: Protocol };
  send: (command: { readonly schema: StaticOperation }) => unknown;
}

/** As the SDK's clients declare an operation: kind, namespace, name, traits, input, output. */
type StaticOperation = readonly [9, string, string, unknown, unknown, Operation['output']];

const SETTINGS = { region: 'us-east-1', credentials: { accessKeyId: 'a', secretAccessKey: 'b' } };

/** Every operation of the tables of calls whose answer is a document in XML. */
export async function xmlOperations(): Promise<readonly XmlOperation[]> {
  const found: XmlOperation[] = [];
  for (const service of new Set(ALL_CALLS.map((call) => call.service))) {
    const calls = ALL_CALLS.filter((call) => call.service === service);
    const client = await clientOf(calls[0]);
    const sdk = client.config.protocol;
    if (readingXml(sdk) === sdk) continue;
    for (const { method, api } of calls) {
      client.send = ({ schema: [, namespace, name, traits, input, output] }) => {
        const operation = { name, namespace, traits, input, output } as Operation;
        if (bodyReaderOf(sdk.getShapeId(), operation)) found.push({ api, sdk, operation });
      };
      client[method]?.({});
    }
  }
  return found;
}

/** One of the protocols, for an operation of a test. */
export async function protocolOf(service: 'ec2' | 'iam' | 's3'): Promise<Protocol> {
  return (await clientOf(ALL_CALLS.find((call) => call.service === service))).config.protocol;
}

/** It sends nothing, so it opens nothing. */
async function clientOf(call: Call | undefined): Promise<AnyClient & Record<string, (input: object) => unknown>> {
  if (!call) throw new Error('no call to that service');
  const Client = (await call.load()) as unknown as new (settings: object) => Awaited<ReturnType<typeof clientOf>>;
  return new Client(SETTINGS);
}

/** An answer, or the error instead of it. */
export type Outcome = { readonly answer: object } | { readonly error: unknown };

export interface Both {
  readonly sdk: Outcome;
  readonly own: Outcome;
}

/** One answer, read in both ways. @param items what Holystone decodes of it; absent: all */
export async function readBoth(
  sdk: Protocol,
  operation: Operation,
  body: Uint8Array | string,
  { statusCode = 200, headers = {} }: Partial<Pick<HttpResponse, 'statusCode' | 'headers'>> = {},
  items?: DecodedItems,
): Promise<Both> {
  const context = { ...CONTEXT };
  if (items) decodeOnly(context, items);
  const read = async (protocol: Protocol): Promise<Outcome> => {
    const response = { statusCode, headers: { ...headers }, body: Buffer.from(body) };
    try {
      return { answer: await protocol.deserializeResponse(operation, context, response) };
    } catch (error) {
      return { error };
    }
  };
  return { sdk: await read(sdk), own: await read(readingXml(sdk)) };
}

/** For a body that is there as a whole. */
const CONTEXT = { streamCollector: async () => new Uint8Array() };
