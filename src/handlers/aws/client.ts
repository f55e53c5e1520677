import { AutoScalingClient } from '@aws-sdk/client-auto-scaling';
import { EC2Client } from '@aws-sdk/client-ec2';
import { IAMClient } from '@aws-sdk/client-iam';
import { STSClient } from '@aws-sdk/client-sts';
import type { AwsCredentialIdentityProvider, HttpHandlerOptions, NodeHttpHandlerOptions } from '@smithy/types';
import { credentialsOf } from './credentials.ts';
import { requestHandler } from './requestHandler.ts';
import { roleOf, type Target } from './target.ts';
import { onWire, wirePlugin } from './wire.ts';

/** The clients of one target; each is made when first asked for. */
export interface AwsClients {
  readonly ec2: EC2Client;
  readonly autoScaling: AutoScalingClient;
  readonly sts: STSClient;
  readonly iam: IAMClient;
}

/**
 * Sends one call; the only way to an AWS client.
 * @param api service and operation as IAM spells them: `ec2:DescribeImages`
 * @throws the SDK's own errors; `PermitError` when it may not leave; the signal's reason when it is aborted
 */
export function call<T>(
  target: Target,
  api: string,
  send: (clients: AwsClients, options: HttpHandlerOptions) => Promise<T>,
): Promise<T> {
  return onWire(target, api, async () => {
    target.io.signal.throwIfAborted();
    return send(clientsOf(target), { abortSignal: target.io.signal });
  });
}

function clientsOf(target: Target): AwsClients {
  return {
    get ec2() {
      return pooled(target, 'ec2', (settings) => new EC2Client(settings));
    },
    get autoScaling() {
      return pooled(target, 'autoScaling', (settings) => new AutoScalingClient(settings));
    },
    get sts() {
      return pooled(target, 'sts', (settings) => new STSClient(settings));
    },
    get iam() {
      return pooled(target, 'iam', (settings) => new IAMClient(settings));
    },
  };
}

interface Settings {
  readonly region: string;
  readonly credentials?: AwsCredentialIdentityProvider;
  readonly requestHandler: NodeHttpHandlerOptions;
  readonly maxAttempts?: number;
}

// biome-ignore lint/suspicious/noExplicitAny: the SDK's own way to say "any client's stack"
type AnyClient = { middlewareStack: { use(plugin: any): void }; destroy(): void };

/** A deleting request is never repeated by the SDK: whether to try again is the lifecycle's to decide. */
function pooled<C extends AnyClient>(target: Target, service: string, make: (settings: Settings) => C): C {
  const { account, region, identity, io } = target;
  // A reloaded configuration may give the account another role.
  const as = `${roleOf(target)}/${account.externalId}`;
  return io.clients.get(`aws/${account.name}/${region}/${identity}/${service}/${as}`, () => {
    const credentials = credentialsOf(target);
    const client = make({
      region,
      requestHandler: requestHandler(identity),
      ...(credentials === undefined ? {} : { credentials }),
      ...(identity === 'deleter' ? { maxAttempts: 1 } : {}),
    });
    client.middlewareStack.use(wirePlugin(identity));
    return client;
  });
}
