import { ReadError } from '../../../../core/common/errors.ts';
import type { Resource } from '../../../../core/resource/resource.ts';

/** One metric of one load balancer, where a value above zero is traffic. */
export interface BalancerMetric {
  /** `AWS/ApplicationELB` */
  readonly namespace: string;
  readonly name: string;
  readonly dimension: { readonly Name: string; readonly Value: string };
  readonly stat: 'Sum' | 'Maximum';
}

/**
 * Metrics without health checks. Not `NewConnectionCount` of an Application Load Balancer: it also counts connections
 * "from the load balancer to targets".
 * - https://docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-cloudwatch-metrics.html:
 *   `RequestCount` counts requests for which "the load balancer node was able to choose a target", `ProcessedBytes`
 *   "traffic to and from clients and Lambda functions", also of requests without a target
 * - https://docs.aws.amazon.com/elasticloadbalancing/latest/network/load-balancer-cloudwatch-metrics.html: flows "from
 *   clients to targets", and bytes "minus health check traffic"
 * - https://docs.aws.amazon.com/elasticloadbalancing/latest/gateway/cloudwatch-metrics.html: the same, and bytes "not
 *   including health check traffic"
 */
const METRICS: Readonly<Record<string, { namespace: string; sums: readonly string[]; maxima: readonly string[] }>> = {
  app: { namespace: 'AWS/ApplicationELB', sums: ['RequestCount', 'ProcessedBytes'], maxima: [] },
  gwy: { namespace: 'AWS/GatewayELB', sums: ['NewFlowCount', 'ProcessedBytes'], maxima: ['ActiveFlowCount'] },
  net: { namespace: 'AWS/NetworkELB', sums: ['NewFlowCount', 'ProcessedBytes'], maxima: ['ActiveFlowCount'] },
};

/**
 * Of a classic load balancer: `RequestCount` is "the number of requests completed or connections made" through it; the
 * estimates for a move to an Application Load Balancer also count connections from clients that reached no instance:
 * https://docs.aws.amazon.com/elasticloadbalancing/latest/classic/elb-cloudwatch-metrics.html
 */
const CLASSIC = {
  namespace: 'AWS/ELB',
  sums: ['RequestCount', 'EstimatedALBNewConnectionCount', 'EstimatedProcessedBytes'],
  maxima: [],
};

/** `arn:…:loadbalancer/app/NAME/ID` has the dimension `app/NAME/ID`. */
const ARN = /^arn:[^:]+:elasticloadbalancing:[^:]+:[^:]+:loadbalancer\/((app|gwy|net)\/[^/]+\/[^/]+)$/;

/** The metrics of a load balancer by its ARN, or of a classic one by its name. @throws ReadError for another ARN */
export function metricsOf({ id }: Resource): readonly BalancerMetric[] {
  if (!id.startsWith('arn:')) return metrics(CLASSIC, { Name: 'LoadBalancerName', Value: id });
  const [, Value, kind = ''] = ARN.exec(id) ?? [];
  const known = METRICS[kind];
  if (!known || !Value) throw new ReadError(`${id} is not the ARN of a load balancer`, { problem: 'malformed' });
  return metrics(known, { Name: 'LoadBalancer', Value });
}

function metrics(
  { namespace, sums, maxima }: (typeof METRICS)[string],
  dimension: BalancerMetric['dimension'],
): readonly BalancerMetric[] {
  return [
    ...sums.map((name) => ({ namespace, name, dimension, stat: 'Sum' as const })),
    ...maxima.map((name) => ({ namespace, name, dimension, stat: 'Maximum' as const })),
  ];
}
