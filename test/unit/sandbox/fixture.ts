import { AutoScalingClient } from '@aws-sdk/client-auto-scaling';
import { EC2Client } from '@aws-sdk/client-ec2';
import { STSClient } from '@aws-sdk/client-sts';
import { afterEach } from '@jest/globals';
import { ConfiguredRetryStrategy } from '@smithy/core/retry';
import { type RunningSandbox, type ServerOptions, startSandbox } from '../../../sandbox/aws/index.ts';

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

export const HOME = '111111111111';
export const OTHER = '222222222222';
export const REGION = 'us-east-1';
export const PLACE = { account: HOME, region: REGION };

const stops: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** A sandbox with two accounts that is closed after the test. */
export async function sandbox(options: ServerOptions = {}): Promise<RunningSandbox> {
  const running = await startSandbox({
    accounts: [
      { id: HOME, alias: 'acme-home', roles: ['reader', 'deleter'], regions: ['us-east-1', 'eu-west-1'] },
      { id: OTHER, roles: ['reader'] },
    ],
    ...options,
  });
  stops.push(() => running.close());
  return running;
}

interface ClientOptions {
  readonly account?: string;
  readonly region?: string;
  /** Default 1: the service's own answer, at once. */
  readonly attempts?: number;
  readonly credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string };
}

function settingsOf(url: string, { account = HOME, region = REGION, attempts = 1, credentials }: ClientOptions) {
  return {
    endpoint: url,
    region,
    credentials: credentials ?? { accessKeyId: `AKIA0000${account}`, secretAccessKey: 'x' },
    retryStrategy: new ConfiguredRetryStrategy(attempts, 1),
  };
}

function closing<C extends { destroy(): void }>(client: C): C {
  stops.push(() => client.destroy());
  return client;
}

export const ec2Client = ({ url }: { url: string }, options: ClientOptions = {}) =>
  closing(new EC2Client(settingsOf(url, options)));
export const autoScalingClient = ({ url }: { url: string }, options: ClientOptions = {}) =>
  closing(new AutoScalingClient(settingsOf(url, options)));
export const stsClient = ({ url }: { url: string }, options: ClientOptions = {}) =>
  closing(new STSClient(settingsOf(url, options)));

/** Of any service. */
export function client<C extends { destroy(): void }>(
  { url }: { url: string },
  Client: new (settings: ReturnType<typeof settingsOf>) => C,
  options: ClientOptions = {},
): C {
  return closing(new Client(settingsOf(url, options)));
}

/** The error of a call that failed. */
export async function failure(call: Promise<unknown>): Promise<{ code: string; status?: number; message: string }> {
  try {
    await call;
  } catch (error) {
    const { name, message, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
    const status = $metadata?.httpStatusCode;
    return { code: name, message, ...(status === undefined ? {} : { status }) };
  }
  throw new Error('the call did not fail');
}
