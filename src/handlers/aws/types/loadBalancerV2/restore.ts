import type { Action, CreateLoadBalancerInput } from '@aws-sdk/client-elastic-load-balancing-v2';
import { defined } from '../../../../core/common/defined.ts';
import type { Read } from '../../../../core/resource/resource.ts';
import type { RestoreStep, Restoring } from '../../../../core/resource/restoring.ts';
import type { BalancerDefinition, BalancerResource, ListenerDefinition } from '../../resources/loadBalancerV2.ts';
import { awsCommand, awsJsonCommand } from '../../session/commandLine.ts';
import { isThere, type Wanted } from '../../session/restoring.ts';
import type { CallScope } from '../../wire/target.ts';

/** Stands for what AWS tells nobody. */
const CLIENT_SECRET = 'THE-CLIENT-SECRET';

/** It costs money from its first hour and gets another DNS name, so a person recreates it from the stored definition. */
export async function restoreBalancer(
  { restorer, stored }: Wanted,
  now: Read<BalancerResource> | undefined,
): Promise<Restoring> {
  if (now?.kind === 'found') return isThere(stored.id);
  const definition = stored.definition as BalancerDefinition;
  const { DNSName } = definition.loadBalancer;
  const clients = clientsOf(definition);
  const secrets =
    clients.length === 0
      ? ''
      : `. It signs people in as ${clients.join(' and ')}, and AWS does not tell a client's secret: have it from your identity provider, and write it in the command instead of ${CLIENT_SECRET}`;
  const why = `one made again gets a new ARN and a new DNS name, so a person must make it and replace ${DNSName ?? 'the old name'} wherever it is written; the definition has neither its web ACL of WAF nor its reserved capacity${secrets}`;
  return { kind: 'byHand', why, steps: steps(restorer, definition) };
}

/** Target groups that are gone as well have definitions of their own, and are restored first. */
function steps(target: CallScope, definition: BalancerDefinition): readonly RestoreStep[] {
  const { attributes, listeners } = definition;
  const create = awsJsonCommand(target, 'elbv2 create-load-balancer', creating(definition));
  const settable = attributes.filter(isSet);
  return [
    {
      says: 'makes the load balancer again, under a new ARN and a new DNS name',
      command: `LOAD_BALANCER=$(${create} --query 'LoadBalancers[0].LoadBalancerArn' --output text)`,
    },
    ...(settable.length === 0
      ? []
      : [
          {
            says: 'sets its attributes',
            command: awsCommand(target, 'elbv2 modify-load-balancer-attributes', {
              'load-balancer-arn': '$LOAD_BALANCER',
              attributes: JSON.stringify(settable),
            }),
          },
        ]),
    ...listeners.flatMap((one) => listenerSteps(target, one)),
  ];
}

/**
 * Converts the describe format to the create format:
 * https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_CreateLoadBalancer.html
 */
function creating({ loadBalancer, tags }: BalancerDefinition): Partial<CreateLoadBalancerInput> {
  const { LoadBalancerName: Name, AvailabilityZones = [], SecurityGroups = [] } = loadBalancer;
  const { Scheme, Type, IpAddressType, CustomerOwnedIpv4Pool, IpamPools } = loadBalancer;
  const { EnablePrefixForIpv6SourceNat } = loadBalancer;
  // Fixed addresses stand with their subnets.
  const fixed = AvailabilityZones.some(({ LoadBalancerAddresses = [] }) => LoadBalancerAddresses.length > 0);
  const Subnets = AvailabilityZones.flatMap(({ SubnetId }) => SubnetId ?? []);
  const SubnetMappings = AvailabilityZones.map(({ SubnetId, LoadBalancerAddresses: [address = {}] = [] }) => {
    const { AllocationId, PrivateIPv4Address, IPv6Address } = address;
    return defined({ SubnetId, AllocationId, PrivateIPv4Address, IPv6Address });
  });
  const Tags = tags.filter(({ Key }) => !Key?.startsWith('aws:'));
  return {
    Name,
    ...(fixed ? { SubnetMappings } : { Subnets }),
    ...(SecurityGroups.length > 0 && { SecurityGroups: [...SecurityGroups] }),
    // A gateway load balancer has no scheme to choose.
    ...defined({ Scheme: Type === 'gateway' ? undefined : Scheme, Type, IpAddressType }),
    ...defined({ CustomerOwnedIpv4Pool, IpamPools, EnablePrefixForIpv6SourceNat }),
    ...(Tags.length > 0 && { Tags }),
  };
}

/** The OIDC clients as which it signs people in: `shop at https://login.example.com`. */
function clientsOf({ listeners }: BalancerDefinition): readonly string[] {
  const actions = listeners.flatMap(({ listener: { DefaultActions = [] }, rules }) => [
    ...DefaultActions,
    ...rules.flatMap(({ Actions = [] }) => Actions),
  ]);
  const clients = actions.flatMap(({ AuthenticateOidcConfig: client }) =>
    client ? `${client.ClientId} at ${client.Issuer}` : [],
  );
  return [...new Set(clients)];
}

/**
 * "This parameter is required if you are creating a rule", and no description has it:
 * https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_AuthenticateOidcActionConfig.html
 */
function withSecret(action: Action): Action {
  const { AuthenticateOidcConfig: client } = action;
  return client ? { ...action, AuthenticateOidcConfig: { ...client, ClientSecret: CLIENT_SECRET } } : action;
}

/** Describe answers empty values for what is off; modify refuses them. */
function isSet({ Value }: { readonly Value?: string | undefined }): boolean {
  return Value !== undefined && Value !== '';
}

function listenerSteps(
  target: CallScope,
  { listener, attributes = [], rules, certificates }: ListenerDefinition,
): readonly RestoreStep[] {
  const { ListenerArn: _listener, LoadBalancerArn: _balancer, Port, Protocol, DefaultActions, ...settings } = listener;
  const called = `${Protocol ?? ''} ${Port ?? ''}`.trim();
  const create = awsJsonCommand(target, 'elbv2 create-listener', {
    ...defined({ Port, Protocol, DefaultActions: DefaultActions?.map(withSecret) }),
    ...settings,
  });
  const settable = attributes.filter(isSet);
  const more = certificates.filter(({ IsDefault }) => IsDefault !== true);
  return [
    {
      says: `makes its listener ${called}`,
      command: `LISTENER=$(${create} --load-balancer-arn "$LOAD_BALANCER" --query 'Listeners[0].ListenerArn' --output text)`,
    },
    ...(settable.length === 0
      ? []
      : [
          {
            says: `sets the attributes of the listener ${called}`,
            command: awsCommand(target, 'elbv2 modify-listener-attributes', {
              'listener-arn': '$LISTENER',
              attributes: JSON.stringify(settable),
            }),
          },
        ]),
    ...(more.length === 0
      ? []
      : [
          {
            says: `adds the other certificates of the listener ${called}`,
            command: awsCommand(target, 'elbv2 add-listener-certificates', {
              'listener-arn': '$LISTENER',
              certificates: JSON.stringify(more.map(({ CertificateArn }) => ({ CertificateArn }))),
            }),
          },
        ]),
    ...rules
      .filter(({ IsDefault }) => IsDefault !== true)
      .map(({ Priority, Conditions, Actions, Transforms }) => ({
        says: `makes rule ${Priority} of the listener ${called}`,
        command: `${awsJsonCommand(target, 'elbv2 create-rule', defined({ Priority: Number(Priority), Conditions, Actions: Actions?.map(withSecret), Transforms }))} --listener-arn "$LISTENER"`,
      })),
  ];
}
