import type {
  BackendServerDescription,
  CreateAccessPointInput,
  ListenerDescription,
  LoadBalancerDescription,
  PolicyDescription,
} from '@aws-sdk/client-elastic-load-balancing';
import { defined } from '../../../../core/common/defined.ts';
import type { Read } from '../../../../core/resource/resource.ts';
import type { RestoreStep, Restoring } from '../../../../core/resource/restoring.ts';
import type { ClassicDefinition, ClassicResource } from '../../resources/loadBalancer.ts';
import { awsJsonCommand } from '../../session/commandLine.ts';
import { isThere, refused, type Wanted } from '../../session/restoring.ts';

/** It costs money from its first hour and gets another DNS name, so a person recreates it from the stored definition. */
export async function restoreClassic(
  { restorer, stored }: Wanted,
  now: Read<ClassicResource> | undefined,
): Promise<Restoring> {
  const { id, identity } = stored;
  if (now?.kind === 'found') {
    const { resource } = now;
    if (resource.identity === identity) return isThere(id);
    return refused(`its name is taken by another classic load balancer, ${resource.dnsName ?? 'without a DNS name'}`);
  }
  const definition = stored.definition as ClassicDefinition;
  const { DNSName } = definition.loadBalancer;
  const why = `one made again gets a new DNS name, so a person must make it and replace ${DNSName ?? 'the old name'} wherever it is written; no instance is registered with it then`;
  const step = ({ says, operation, input }: Step): RestoreStep => {
    return { says, command: awsJsonCommand(restorer, `elb ${operation}`, { LoadBalancerName: id, ...input }) };
  };
  return { kind: 'byHand', why, steps: stepsFor(definition).map(step) };
}

interface Step {
  readonly says: string;
  /** As the AWS CLI spells it. */
  readonly operation: string;
  /** Without the name of the load balancer. */
  readonly input: object;
}

function stepsFor(definition: ClassicDefinition): readonly Step[] {
  const { loadBalancer, attributes, policies } = definition;
  const { HealthCheck, ListenerDescriptions = [], BackendServerDescriptions = [] } = loadBalancer;
  return [
    {
      says: 'makes the load balancer again with its listeners, under a new DNS name',
      operation: 'create-load-balancer',
      input: creating(definition),
    },
    ...(HealthCheck
      ? [{ says: 'sets its health check', operation: 'configure-health-check', input: { HealthCheck } }]
      : []),
    {
      says: 'sets its attributes',
      operation: 'modify-load-balancer-attributes',
      input: { LoadBalancerAttributes: attributes },
    },
    ...policies.map(policyStep),
    ...ListenerDescriptions.flatMap(listenerStep),
    ...BackendServerDescriptions.flatMap(backendStep),
  ];
}

/**
 * Converts the describe format to the create format. AWS takes subnets or Availability Zones, and only `internal` as a
 * scheme: https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/API_CreateLoadBalancer.html
 */
function creating({ loadBalancer, tags }: ClassicDefinition): Partial<CreateAccessPointInput> {
  const { AvailabilityZones, Subnets = [], SecurityGroups = [], Scheme } = loadBalancer;
  const Tags = tags.filter(({ Key }) => !Key?.startsWith('aws:'));
  return {
    Listeners: listenersOf(loadBalancer),
    ...(Subnets.length > 0 ? { Subnets } : defined({ AvailabilityZones })),
    ...(SecurityGroups.length > 0 && { SecurityGroups }),
    ...(Scheme === 'internal' && { Scheme }),
    ...(Tags.length > 0 && { Tags }),
  };
}

function listenersOf({ ListenerDescriptions = [] }: LoadBalancerDescription) {
  return ListenerDescriptions.flatMap(({ Listener }) => Listener ?? []);
}

/** The names of attributes that stand for all others: the policy is then a copy of one of AWS's own. */
const REFERENCE = 'Reference-Security-Policy';

function policyStep({ PolicyName, PolicyTypeName, PolicyAttributeDescriptions = [] }: PolicyDescription): Step {
  const attributes = PolicyAttributeDescriptions.map((one) => defined({ ...one }));
  const reference = attributes.filter(({ AttributeName, AttributeValue }) => {
    return AttributeName === REFERENCE && AttributeValue !== undefined && AttributeValue !== '';
  });
  const PolicyAttributes = reference.length > 0 ? reference : attributes;
  return {
    says: `makes its policy ${PolicyName}`,
    operation: 'create-load-balancer-policy',
    input: { PolicyName, PolicyTypeName, ...(PolicyAttributes.length > 0 && { PolicyAttributes }) },
  };
}

function listenerStep({ Listener, PolicyNames = [] }: ListenerDescription): readonly Step[] {
  if (PolicyNames.length === 0) return [];
  const { Protocol = '', LoadBalancerPort } = Listener ?? {};
  return [
    {
      says: `sets the policies of its listener ${Protocol} ${LoadBalancerPort}`,
      operation: 'set-load-balancer-policies-of-listener',
      input: { LoadBalancerPort, PolicyNames },
    },
  ];
}

function backendStep({ InstancePort, PolicyNames = [] }: BackendServerDescription): readonly Step[] {
  if (PolicyNames.length === 0) return [];
  return [
    {
      says: `sets the policies of instance port ${InstancePort}`,
      operation: 'set-load-balancer-policies-for-backend-server',
      input: { InstancePort, PolicyNames },
    },
  ];
}
