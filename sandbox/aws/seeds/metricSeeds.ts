import type { StatusCode } from '@aws-sdk/client-cloudwatch';
import { plainKind } from '../collections/kind.ts';

/** The data of one metric of one load balancer. */
interface MetricSeed {
  /** `AWS/ApplicationELB` */
  readonly namespace: string;
  readonly name: string;
  /** Of its only dimension: `app/shop/0123456789abcdef`, or the name of a classic load balancer. */
  readonly of: string;
  readonly points?: readonly { readonly at: string; readonly value: number }[];
  /** Of each answer about it; default: `Complete`. */
  readonly status?: StatusCode;
}

/** A metric without a seed has no data, as in CloudWatch. */
export const metrics = plainKind<'metric', MetricSeed, Required<MetricSeed>>('metric', {
  make: ({ points = [], status = 'Complete', ...given }: MetricSeed) => ({ ...given, points, status }),
  keyOf: metricKey,
});

export function metricKey({ namespace, name, of }: Pick<MetricSeed, 'namespace' | 'name' | 'of'>): string {
  return `${namespace} ${name} ${of}`;
}
