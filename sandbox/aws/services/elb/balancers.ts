import type { LoadBalancer } from '@aws-sdk/client-elastic-load-balancing-v2';
import { defined } from '../../collections/defined.ts';
import { AwsError } from '../../collections/errors.ts';
import { addInterfaces, type BalancerRow, newBalancer, pathOf } from '../../seeds/balancerSeeds.ts';
import type { Call } from '../../store/call.ts';
import { collection } from '../../store/listing.ts';
import { type ElbV2Handlers, invalid, listing, refuseName, withTags } from './common.ts';

const BALANCER = /^arn:[\w-]+:elasticloadbalancing:[\w-]+:\d{12}:loadbalancer\/(?:app|net|gwy)\/[^/]+\/\w+$/;
/** "You can specify up to 20 load balancers in a single call": API_DescribeLoadBalancers. */
const MOST = 20;
const MINUTE_MS = 60_000;
/**
 * "You can't delete the network interfaces of a load balancer": they go some time after it. AWS publishes no figure;
 * operators report minutes for application and up to an hour for network load balancers, for example
 * https://github.com/hashicorp/terraform-provider-aws/issues/11352 and the waits of eksctl and kops.
 */
const LINGER_MS: Readonly<Record<string, number>> = { application: 5 * MINUTE_MS, network: 60 * MINUTE_MS };

export const balancers: ElbV2Handlers = {
  /** https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_DescribeLoadBalancers.html */
  DescribeLoadBalancers: listing(
    collection(
      (call: Call) => call.here.loadBalancerV2s.view().map((row) => ({ ...row, value: inState(row.value, call) })),
      ({ loadBalancer }) => loadBalancer,
    ),
    {
      answer: 'LoadBalancers',
      named: [
        { by: 'LoadBalancerArns', check: refuseArns, notFound },
        { by: 'Names', of: ({ loadBalancer }) => loadBalancer.LoadBalancerName, notFound },
      ],
    },
  ),

  /** https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_CreateLoadBalancer.html */
  CreateLoadBalancer({ Name: name = '', Subnets, SubnetMappings, Tags, ...settings }, call) {
    const { here, region, now } = call;
    refuseName(name, 'Load balancer');
    const subnets = Subnets ?? (SubnetMappings ?? []).flatMap(({ SubnetId }) => SubnetId ?? []);
    if (subnets.length === 0) throw invalid('At least one subnet must be specified');
    if (here.loadBalancerV2s.values().some(({ loadBalancer }) => loadBalancer.LoadBalancerName === name)) {
      throw new AwsError('DuplicateLoadBalancerName', `A load balancer with the same name '${name}' exists`);
    }
    const AvailabilityZones = subnets.map((SubnetId) => ({ SubnetId, ZoneName: `${region}a` }));
    const seed = { ...(defined(settings) as object), LoadBalancerName: name, AvailabilityZones };
    const made = newBalancer({ ...seed, tags: withTags({}, Tags) }, call);
    const row = { ...made, activeAt: now.getTime() + call.store.balancersTakeMs };
    here.loadBalancerV2s.put(made.loadBalancer.LoadBalancerArn ?? '', row);
    addInterfaces(here, row, call);
    return { LoadBalancers: [inState(row, call).loadBalancer] };
  },

  /**
   * "You can't delete a load balancer if deletion protection is enabled. If the load balancer does not exist or has
   * already been deleted, the call succeeds. Deleting a load balancer also deletes its listeners."
   * https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_DeleteLoadBalancer.html
   */
  DeleteLoadBalancer({ LoadBalancerArn: arn = '' }, { here, now, store }) {
    refuseArns([arn]);
    const row = here.loadBalancerV2s.get(arn);
    if (!row) return {};
    if (row.attributes.some(({ Key, Value }) => Key === 'deletion_protection.enabled' && Value === 'true')) {
      throw new AwsError(
        'OperationNotPermitted',
        `Load balancer '${arn}' cannot be deleted because deletion protection is enabled`,
      );
    }
    const service = here.endpointServices
      .values()
      .find((one) => [...(one.NetworkLoadBalancerArns ?? []), ...(one.GatewayLoadBalancerArns ?? [])].includes(arn));
    if (service) {
      throw new AwsError('ResourceInUse', `Load balancer '${arn}' is currently associated with another service`);
    }
    here.loadBalancerV2s.remove(arn);
    const asInAws = LINGER_MS[row.loadBalancer.Type ?? ''] ?? LINGER_MS.application ?? 0;
    const until = now.getTime() + (store.interfacesLingerMs ?? asInAws);
    for (const { NetworkInterfaceId = '', Description } of here.networkInterfaces.values()) {
      if (Description === `ELB ${pathOf(arn)}`) here.interfacesUntil.set(NetworkInterfaceId, until);
    }
    return {};
  },

  DescribeLoadBalancerAttributes: ({ LoadBalancerArn: arn = '' }, call) => ({
    Attributes: [...existingBalancer(arn, call).attributes],
  }),

  /** https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_ModifyLoadBalancerAttributes.html */
  ModifyLoadBalancerAttributes({ LoadBalancerArn: arn = '', Attributes = [] }, call) {
    const row = existingBalancer(arn, call);
    const kept = row.attributes.filter(({ Key }) => !Attributes.some((one) => one.Key === Key));
    const attributes = [...kept, ...Attributes];
    call.here.loadBalancerV2s.put(arn, { ...row, attributes });
    return { Attributes: attributes };
  },
};

/** A new one is `provisioning` for a while: API_LoadBalancerState. */
function inState(row: BalancerRow, { now }: Call): BalancerRow {
  if (row.activeAt === undefined || now.getTime() >= row.activeAt) return row;
  const loadBalancer: LoadBalancer = { ...row.loadBalancer, State: { Code: 'provisioning' } };
  return { ...row, loadBalancer };
}

export function existingBalancer(arn: string, { here }: Call): BalancerRow {
  refuseArns([arn]);
  const row = here.loadBalancerV2s.get(arn);
  if (!row) throw notFound();
  return row;
}

function refuseArns(arns: readonly string[]): void {
  if (arns.length > MOST) throw invalid(`Cannot describe more than ${MOST} load balancers`);
  const wrong = arns.find((arn) => !BALANCER.test(arn));
  if (wrong !== undefined) throw invalid(`'${wrong}' is not a valid load balancer ARN`);
}

function notFound(): AwsError {
  return new AwsError('LoadBalancerNotFound', 'One or more load balancers not found');
}
