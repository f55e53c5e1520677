import type { StatusCode } from '@aws-sdk/client-cloudwatch';
import { plainKind } from '../collections/kind.ts';

/** The data of one metric with one set of dimensions. Another set has other data, or none. */
interface MetricSeed {
  /** `AWS/ApplicationELB` */
  readonly namespace: string;
  readonly name: string;
  /** `{ NatGatewayId: 'nat-1', AvailabilityZone: 'us-east-1a' }` */
  readonly dimensions?: Readonly<Record<string, string>>;
  /** Of a load balancer, instead: `app/shop/0123456789abcdef`, or the name of a classic one. */
  readonly of?: string;
  readonly points?: readonly { readonly at: string; readonly value: number }[];
  /** Of each answer about it; default: `Complete`. */
  readonly status?: StatusCode;
}

/** A metric without a seed has no data, as in CloudWatch. */
export const metrics = plainKind<'metric', MetricSeed, Required<MetricSeed>>('metric', {
  make: ({ points = [], status = 'Complete', of = '', ...given }: MetricSeed) => ({
    dimensions: { [given.namespace === 'AWS/ELB' ? 'LoadBalancerName' : 'LoadBalancer']: of },
    ...given,
    of,
    points,
    status,
  }),
  keyOf: metricKey,
});

/** CloudWatch compares the whole set of dimensions, in any order. */
export function metricKey({
  namespace,
  name,
  dimensions,
}: Pick<Required<MetricSeed>, 'namespace' | 'name' | 'dimensions'>): string {
  return JSON.stringify([namespace, name, Object.entries(dimensions).toSorted()]);
}
