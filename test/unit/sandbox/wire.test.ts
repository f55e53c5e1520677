import { isDeepStrictEqual } from 'node:util';
import * as autoScaling from '@aws-sdk/client-auto-scaling';
import * as ec2 from '@aws-sdk/client-ec2';
import * as sts from '@aws-sdk/client-sts';
import { describe, expect, test } from '@jest/globals';
import { type OperationSchema, operationSchema } from '../../../src/sandbox/aws/wire/schema.ts';
import { type Service, service } from '../../../src/sandbox/aws/wire/service.ts';
import { Values } from './values.ts';

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
const CREDENTIALS = { region: 'us-east-1', credentials: { accessKeyId: 'x', secretAccessKey: 'x' } };

/** The part of a client's protocol that turns input into a request and a reply into output. */
interface ClientProtocol {
  serializeRequest(operation: object, input: object, context: object): Promise<{ body: string }>;
  deserializeResponse(operation: object, context: object, response: object): Promise<Record<string, unknown>>;
}

interface Subject {
  readonly protocol: ClientProtocol;
  readonly context: object;
  readonly played: Service;
  /** As the module exports them, and read. */
  readonly operations: readonly [raw: readonly unknown[], schema: OperationSchema][];
}

function subject(module: object, Client: Parameters<typeof service>[1]): Subject {
  const raws = Object.values(module).filter((exported) => operationSchema(exported) !== undefined);
  const operations = raws.map((raw): [unknown[], OperationSchema] => [raw, operationSchema(raw) as OperationSchema]);
  const handlers = Object.fromEntries(operations.map(([, { name }]) => [name, () => ({})]));
  const { config } = new Client(CREDENTIALS);
  const endpoint = async () => ({ protocol: 'http:', hostname: 'localhost', path: '/', port: 1 });
  return {
    protocol: config.protocol as ClientProtocol,
    context: { ...config, endpoint },
    played: service(module, Client)(handlers as never),
    operations,
  };
}

/** The SDK gives protocols operations with these members. */
function asOperation([, namespace, name, traits, input, output]: readonly unknown[]): object {
  return { namespace, name, traits, input, output };
}

describe.each([
  ['EC2', subject(ec2, ec2.EC2Client), 700],
  ['Auto Scaling', subject(autoScaling, autoScaling.AutoScalingClient), 60],
  ['STS', subject(sts, sts.STSClient), 8],
])('%s: every operation', (_name, { protocol, context, played, operations }, atLeast) => {
  test('gives the sandbox the input that the client was given', async () => {
    const wrong: unknown[] = [];
    for (const [raw, schema] of operations) {
      const input = new Values(schema.name).of(schema.input) ?? {};
      const { body } = await protocol.serializeRequest(asOperation(raw), input, context);
      const read = played.operation(schema.name)?.decode(new URLSearchParams(body));
      if (!isDeepStrictEqual(read, input)) wrong.push([schema.name, body, input, read]);
    }
    expect(wrong).toEqual([]);
    expect(operations.length).toBeGreaterThan(atLeast);
  });

  test('gives the client the output that the sandbox was given', async () => {
    const wrong: unknown[] = [];
    for (const [raw, schema] of operations) {
      const output = (new Values(schema.name).of(schema.output) ?? {}) as Record<string, unknown>;
      const xml = played.operation(schema.name)?.encode(output, 'request-1') ?? '';
      const response = { statusCode: 200, headers: {}, body: Buffer.from(xml) };
      const { $metadata, ...read } = await protocol.deserializeResponse(asOperation(raw), context, response);
      if (!isDeepStrictEqual(read, output)) wrong.push([schema.name, xml, output, read]);
    }
    expect(wrong).toEqual([]);
  });
});
