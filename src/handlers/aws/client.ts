import type { AwsCredentialIdentityProvider, HttpHandlerOptions, NodeHttpHandlerOptions } from '@smithy/types';
import { credentialsOf } from './credentials.ts';
import { requestHandler } from './requestHandler.ts';
import { roleOf, type Target } from './target.ts';
import { onWire, wirePlugin } from './wire.ts';

/** The clients of one target. */
export type AwsClients = ReturnType<typeof clientsOf>;

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

/**
 * Each is made when it is first asked for, and its part of the SDK loaded only then: all of them together take more time
 * and memory than most commands do.
 */
function clientsOf(target: Target) {
  return {
    get autoScaling() {
      return pooled(target, 'autoScaling', async () => (await import('@aws-sdk/client-auto-scaling')).AutoScaling);
    },
    get batch() {
      return pooled(target, 'batch', async () => (await import('@aws-sdk/client-batch')).Batch);
    },
    get ec2() {
      return pooled(target, 'ec2', async () => (await import('@aws-sdk/client-ec2')).EC2);
    },
    get eks() {
      return pooled(target, 'eks', async () => (await import('@aws-sdk/client-eks')).EKS);
    },
    /** Classic load balancers. */
    get elb() {
      return pooled(
        target,
        'elb',
        async () => (await import('@aws-sdk/client-elastic-load-balancing')).ElasticLoadBalancing,
      );
    },
    /** All others, and target groups. */
    get elbV2() {
      return pooled(
        target,
        'elbV2',
        async () => (await import('@aws-sdk/client-elastic-load-balancing-v2')).ElasticLoadBalancingV2,
      );
    },
    get emr() {
      return pooled(target, 'emr', async () => (await import('@aws-sdk/client-emr')).EMR);
    },
    get iam() {
      return pooled(target, 'iam', async () => (await import('@aws-sdk/client-iam')).IAM);
    },
    get imageBuilder() {
      return pooled(target, 'imageBuilder', async () => (await import('@aws-sdk/client-imagebuilder')).Imagebuilder);
    },
    get organizations() {
      return pooled(target, 'organizations', async () => (await import('@aws-sdk/client-organizations')).Organizations);
    },
    get ssm() {
      return pooled(target, 'ssm', async () => (await import('@aws-sdk/client-ssm')).SSM);
    },
    get sts() {
      return pooled(target, 'sts', async () => (await import('@aws-sdk/client-sts')).STS);
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
async function pooled<C extends AnyClient>(
  target: Target,
  service: string,
  load: () => Promise<new (settings: Settings) => C>,
): Promise<C> {
  const Client = await load();
  const { account, region, identity, io } = target;
  // A reloaded configuration may give the account another role.
  const as = `${roleOf(target)}/${account.externalId}`;
  return io.clients.get(`aws/${account.name}/${region}/${identity}/${service}/${as}`, () => {
    const credentials = credentialsOf(target);
    const client = new Client({
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
