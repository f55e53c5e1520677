import { isDeepStrictEqual } from 'node:util';
import * as autoScaling from '@aws-sdk/client-auto-scaling';
import * as batch from '@aws-sdk/client-batch';
import * as cloudwatch from '@aws-sdk/client-cloudwatch';
import * as codedeploy from '@aws-sdk/client-codedeploy';
import * as ec2 from '@aws-sdk/client-ec2';
import * as elb from '@aws-sdk/client-elastic-load-balancing';
import * as elbV2 from '@aws-sdk/client-elastic-load-balancing-v2';
import * as emr from '@aws-sdk/client-emr';
import * as globalAccelerator from '@aws-sdk/client-global-accelerator';
import * as imagebuilder from '@aws-sdk/client-imagebuilder';
import * as organizations from '@aws-sdk/client-organizations';
import * as ssm from '@aws-sdk/client-ssm';
import * as sts from '@aws-sdk/client-sts';
import { describe, expect, test } from '@jest/globals';
import { WireRequest } from '../../../sandbox/aws/wire/format.ts';
import { type OperationSchema, operationSchema } from '../../../sandbox/aws/wire/schema.ts';
import { type Service, service } from '../../../sandbox/aws/wire/service.ts';
import { Values } from './values.ts';

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
const CREDENTIALS = { region: 'us-east-1', credentials: { accessKeyId: 'x', secretAccessKey: 'x' } };

interface SerializedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string | string[]>;
  readonly headers: Record<string, string>;
  readonly body?: Uint8Array | string;
}

function textOf(body: Uint8Array | string = ''): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body);
}

/** As it reaches a server. */
function received({ method, path, query, headers, body }: SerializedRequest): WireRequest {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    [value].flat().map((one): [string, string] => [key, one]),
  );
  const names = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return new WireRequest(method, `${path}?${new URLSearchParams(pairs)}`, Object.fromEntries(names), textOf(body));
}

/** The part of a client's protocol that turns input into a request and a reply into output. */
interface ClientProtocol {
  serializeRequest(operation: object, input: object, context: object): Promise<SerializedRequest>;
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
  ['Elastic Load Balancing of 2012', subject(elb, elb.ElasticLoadBalancingClient), 25],
  ['Elastic Load Balancing of 2015', subject(elbV2, elbV2.ElasticLoadBalancingV2Client), 40],
  ['STS', subject(sts, sts.STSClient), 8],
  ['SSM', subject(ssm, ssm.SSMClient), 140],
  ['Organizations', subject(organizations, organizations.OrganizationsClient), 50],
  ['EMR', subject(emr, emr.EMRClient), 50],
  ['Batch', subject(batch, batch.BatchClient), 30],
  ['CloudWatch', subject(cloudwatch, cloudwatch.CloudWatchClient), 30],
  ['CodeDeploy', subject(codedeploy, codedeploy.CodeDeployClient), 40],
  ['Global Accelerator', subject(globalAccelerator, globalAccelerator.GlobalAcceleratorClient), 40],
  ['Image Builder', subject(imagebuilder, imagebuilder.ImagebuilderClient), 60],
])('%s: every operation', (_name, { protocol, context, played, operations }, atLeast) => {
  test('gives the sandbox the input that the client was given', async () => {
    const wrong: unknown[] = [];
    for (const [raw, schema] of operations) {
      const input = new Values(schema.name).of(schema.input) ?? {};
      const request = received(await protocol.serializeRequest(asOperation(raw), input, context));
      const read = played.operation(played.operationOf(request))?.decode(request);
      if (!isDeepStrictEqual(read, input)) wrong.push([schema.name, request, input, read]);
    }
    expect(wrong).toEqual([]);
    expect(operations.length).toBeGreaterThan(atLeast);
  });

  test('gives the client the output that the sandbox was given', async () => {
    const wrong: unknown[] = [];
    for (const [raw, schema] of operations) {
      const output = (new Values(schema.name).of(schema.output) ?? {}) as Record<string, unknown>;
      const answer = played.operation(schema.name)?.encode(output, 'request-1');
      const response = { statusCode: 200, headers: {}, body: Buffer.from(answer?.body ?? '') };
      const { $metadata, ...read } = await protocol.deserializeResponse(asOperation(raw), context, response);
      if (!isDeepStrictEqual(read, output)) wrong.push([schema.name, answer, output, read]);
    }
    expect(wrong).toEqual([]);
  });
});
