import { ReadError } from '../../../../core/common/errors.ts';
import type { Measured, Metric } from '../../../../core/measured/metric.ts';
import type { Resource } from '../../../../core/resource/resource.ts';

interface Kind {
  readonly namespace: string;
  /** What `requests` are, in words. */
  readonly called: string;
  readonly requests: readonly string[];
  readonly bytes: string;
  readonly maxima?: readonly string[];
}

const FLOWS = { called: 'flows', requests: ['NewFlowCount'], bytes: 'ProcessedBytes', maxima: ['ActiveFlowCount'] };

/**
 * Metrics without health checks. Not `NewConnectionCount` of an Application Load Balancer: it also counts connections
 * "from the load balancer to targets".
 * - https://docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-cloudwatch-metrics.html:
 *   `RequestCount` counts requests for which "the load balancer node was able to choose a target", so those that it
 *   answers itself (`HTTP_Redirect_Count`, `HTTP_Fixed_Response_Count`) come on top; `ProcessedBytes` "traffic to and from
 *   clients and Lambda functions", also of requests without a target
 * - https://docs.aws.amazon.com/elasticloadbalancing/latest/network/load-balancer-cloudwatch-metrics.html: flows "from
 *   clients to targets", and bytes "minus health check traffic"
 * - https://docs.aws.amazon.com/elasticloadbalancing/latest/gateway/cloudwatch-metrics.html: the same, and bytes "not
 *   including health check traffic"
 */
const METRICS: Readonly<Record<string, Kind>> = {
  app: {
    namespace: 'AWS/ApplicationELB',
    called: 'requests',
    requests: ['RequestCount', 'HTTP_Redirect_Count', 'HTTP_Fixed_Response_Count'],
    bytes: 'ProcessedBytes',
  },
  gwy: { namespace: 'AWS/GatewayELB', ...FLOWS },
  net: { namespace: 'AWS/NetworkELB', ...FLOWS },
};

/**
 * Of a classic load balancer: `RequestCount` is "the number of requests completed or connections made" through it; the
 * estimates for a move to an Application Load Balancer also count connections from clients that reached no instance:
 * https://docs.aws.amazon.com/elasticloadbalancing/latest/classic/elb-cloudwatch-metrics.html
 */
const CLASSIC: Kind = {
  namespace: 'AWS/ELB',
  called: 'requests and connections',
  requests: ['RequestCount', 'EstimatedALBNewConnectionCount'],
  bytes: 'EstimatedProcessedBytes',
};

/** `arn:…:loadbalancer/app/NAME/ID` has the dimension `app/NAME/ID`. */
const ARN = /^arn:[^:]+:elasticloadbalancing:[^:]+:[^:]+:loadbalancer\/((app|gwy|net)\/[^/]+\/[^/]+)$/;

/**
 * "If there are no requests flowing through the load balancer or no data for a metric, the metric is not reported" (the
 * first page above). The same sentence is about every metric, so that none shows that its dimension is right.
 */
const SILENCE: Measured['silence'] = { means: 'zero', noWitness: 'a load balancer without requests reports no metric' };

/** The traffic of a load balancer by its ARN, or of a classic one by its name. @throws ReadError for another ARN */
export function trafficOf({ id, createdAt }: Resource): Measured {
  const since = createdAt?.getTime();
  const sinceMs = since === undefined || Number.isNaN(since) ? {} : { sinceMs: since };
  return { what: 'traffic', sets: [{ metrics: metricsOf(id) }], silence: SILENCE, ...sinceMs };
}

function metricsOf(id: string): readonly Metric[] {
  if (!id.startsWith('arn:')) return metrics(CLASSIC, { LoadBalancerName: id });
  const [, LoadBalancer, kind = ''] = ARN.exec(id) ?? [];
  const known = METRICS[kind];
  if (!known || !LoadBalancer) throw new ReadError(`${id} is not the ARN of a load balancer`, { problem: 'malformed' });
  return metrics(known, { LoadBalancer });
}

function metrics(
  { namespace, called, requests, bytes, maxima = [] }: Kind,
  dimensions: Metric['dimensions'],
): readonly Metric[] {
  const counts = { namespace, dimensions, unit: 'requests', words: called } as const;
  return [
    ...requests.map((name) => ({ ...counts, name, stat: 'Sum' as const })),
    { namespace, dimensions, unit: 'bytes', words: 'bytes', name: bytes, stat: 'Sum' },
    ...maxima.map((name) => ({ ...counts, name, stat: 'Maximum' as const })),
  ];
}
