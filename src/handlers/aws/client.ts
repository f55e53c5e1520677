import { AutoScalingClient } from '@aws-sdk/client-auto-scaling';
import { BatchClient } from '@aws-sdk/client-batch';
import { EC2Client } from '@aws-sdk/client-ec2';
import { EKSClient } from '@aws-sdk/client-eks';
import { ElasticLoadBalancingClient } from '@aws-sdk/client-elastic-load-balancing';
import { ElasticLoadBalancingV2Client } from '@aws-sdk/client-elastic-load-balancing-v2';
import { EMRClient } from '@aws-sdk/client-emr';
import { IAMClient } from '@aws-sdk/client-iam';
import { ImagebuilderClient } from '@aws-sdk/client-imagebuilder';
import { OrganizationsClient } from '@aws-sdk/client-organizations';
import { SSMClient } from '@aws-sdk/client-ssm';
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
  /** Classic load balancers. */
  readonly elb: ElasticLoadBalancingClient;
  /** All others, and target groups. */
  readonly elbV2: ElasticLoadBalancingV2Client;
  readonly ssm: SSMClient;
  readonly batch: BatchClient;
  readonly eks: EKSClient;
  readonly emr: EMRClient;
  readonly imageBuilder: ImagebuilderClient;
  readonly sts: STSClient;
  readonly iam: IAMClient;
  readonly organizations: OrganizationsClient;
}

/**
 * Sends one call; the only way to an AWS client.
 * @param api service and operation as IAM spells them: `ec2:DescribeImages`
 * @param as a rehearsal carries `DryRun`: it needs no permit, and leaves only with that flag
 * @throws the SDK's own errors; `PermitError` when it may not leave; the signal's reason when it is aborted
 */
export function call<T>(
  target: Target,
  api: string,
  send: (clients: AwsClients, options: HttpHandlerOptions) => Promise<T>,
  as?: 'rehearsal',
): Promise<T> {
  const sendNow = async () => {
    target.io.signal.throwIfAborted();
    return send(clientsOf(target), { abortSignal: target.io.signal });
  };
  return onWire(target, api, sendNow, as);
}

function clientsOf(target: Target): AwsClients {
  return {
    get ec2() {
      return pooled(target, 'ec2', (settings) => new EC2Client(settings));
    },
    get autoScaling() {
      return pooled(target, 'autoScaling', (settings) => new AutoScalingClient(settings));
    },
    get elb() {
      return pooled(target, 'elb', (settings) => new ElasticLoadBalancingClient(settings));
    },
    get elbV2() {
      return pooled(target, 'elbV2', (settings) => new ElasticLoadBalancingV2Client(settings));
    },
    get ssm() {
      return pooled(target, 'ssm', (settings) => new SSMClient(settings));
    },
    get batch() {
      return pooled(target, 'batch', (settings) => new BatchClient(settings));
    },
    get eks() {
      return pooled(target, 'eks', (settings) => new EKSClient(settings));
    },
    get emr() {
      return pooled(target, 'emr', (settings) => new EMRClient(settings));
    },
    get imageBuilder() {
      return pooled(target, 'imageBuilder', (settings) => new ImagebuilderClient(settings));
    },
    get sts() {
      return pooled(target, 'sts', (settings) => new STSClient(settings));
    },
    get iam() {
      return pooled(target, 'iam', (settings) => new IAMClient(settings));
    },
    get organizations() {
      return pooled(target, 'organizations', (settings) => new OrganizationsClient(settings));
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
type AnyClient = { middlewareStack: { use(plugin: any): void; remove(name: string): boolean }; destroy(): void };

/**
 * A request that may change something is never repeated by the SDK: whether to try again is the lifecycle's to decide. Reads are, in the
 * SDK's standard mode; what adapts to throttling is the pacer, for every instance and not for this client alone.
 */
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
      ...(identity === 'reader' ? {} : { maxAttempts: 1 }),
    });
    client.middlewareStack.use(wirePlugin(identity));
    // It copies every answer for a logger that there is not.
    client.middlewareStack.remove('loggerMiddleware');
    return client;
  });
}
