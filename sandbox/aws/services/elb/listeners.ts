import { defined } from '../../collections/defined.ts';
import { AwsError } from '../../collections/errors.ts';
import { type ListenerRow, type ListenerSeed, newListener } from '../../seeds/balancerSeeds.ts';
import type { Call } from '../../store/call.ts';
import { collection, numbered } from '../../store/listing.ts';
import { existingBalancer } from './balancers.ts';
import { type ElbV2Handlers, invalid, listing } from './common.ts';

export const listeners: ElbV2Handlers = {
  /** https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_DescribeListeners.html */
  DescribeListeners: listing(
    collection(
      (call: Call, { LoadBalancerArn: arn, ListenerArns }) => {
        if (!arn && !ListenerArns?.length)
          throw invalid('You must specify either listener ARNs or a load balancer ARN');
        return numbered(arn ? existingBalancer(arn, call).listeners : everyListener(call));
      },
      ({ listener }) => listener,
    ),
    {
      answer: 'Listeners',
      named: { by: 'ListenerArns', of: ({ listener }) => listener.ListenerArn, notFound },
    },
  ),

  /** https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_CreateListener.html */
  CreateListener({ LoadBalancerArn: arn = '', Certificates: _certificates, Tags: _tags, ...settings }, call) {
    const row = existingBalancer(arn, call);
    if (row.listeners.some(({ listener }) => listener.Port === settings.Port)) {
      throw new AwsError('DuplicateListener', `A listener already exists on this port for this load balancer '${arn}'`);
    }
    const made = newListener(arn, defined(settings) as ListenerSeed, row.listeners.length + 1);
    call.here.loadBalancerV2s.put(arn, { ...row, listeners: [...row.listeners, made] });
    return { Listeners: [made.listener] };
  },

  /** https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_DescribeListenerAttributes.html */
  DescribeListenerAttributes({ ListenerArn: arn = '' }, call) {
    return { Attributes: [...existing(arn, call).attributes] };
  },

  /** The default rule is the last. https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_DescribeRules.html */
  DescribeRules: listing(
    collection(
      (call: Call, { ListenerArn: arn = '' }) => numbered(existing(arn, call).rules),
      (rule) => rule,
    ),
    { answer: 'Rules' },
  ),

  /** The default certificate first. https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_DescribeListenerCertificates.html */
  DescribeListenerCertificates: listing(
    collection(
      (call: Call, { ListenerArn: arn = '' }) => {
        const { listener, certificates } = existing(arn, call);
        const main = (listener.Certificates ?? []).map((one) => ({ ...one, IsDefault: true }));
        return numbered([...main, ...certificates.map((one) => ({ ...one, IsDefault: false }))]);
      },
      (certificate) => certificate,
    ),
    { answer: 'Certificates' },
  ),
};

function everyListener({ here }: Call): readonly ListenerRow[] {
  return here.loadBalancerV2s.values().flatMap((row) => row.listeners);
}

function existing(arn: string, call: Call): ListenerRow {
  const found = everyListener(call).find(({ listener }) => listener.ListenerArn === arn);
  if (!found) throw notFound();
  return found;
}

function notFound(): AwsError {
  return new AwsError('ListenerNotFound', 'One or more listeners not found');
}
