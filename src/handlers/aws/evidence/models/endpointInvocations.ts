import type { Measured, Metric, MetricSet } from '../../../../core/measured/metric.ts';
import type { ModelEndpointResource } from '../../resources/modelEndpoint.ts';
import { measuredUse } from '../measured/measuredUse.ts';

/**
 * https://docs.aws.amazon.com/sagemaker/latest/dg/monitoring-cloudwatch.html: a call that fails is one, too, and whatever AWS
 * counts, an answer takes time, and so does the beginning of a stream.
 */
const CALLS = [
  { name: 'Invocations', stat: 'Sum', unit: 'requests', words: 'invocations' },
  { name: 'Invocation4XXErrors', stat: 'Sum', unit: 'requests', words: 'invocations' },
  { name: 'Invocation5XXErrors', stat: 'Sum', unit: 'requests', words: 'invocations' },
  ...['ModelLatency', 'OverheadLatency', 'FirstChunkLatency'].map(
    (name) => ({ name, stat: 'Maximum', unit: 'events', words: 'microseconds', useFrom: 'any' }) as const,
  ),
] as const;

/** Of the instances themselves: each that runs sends them, with the same dimensions. */
const ALIVE = [
  { name: 'CPUUtilization', stat: 'Maximum', unit: 'percent', words: '% of its processors' },
  { name: 'MemoryUtilization', stat: 'Maximum', unit: 'percent', words: '% of its memory' },
] as const;

/**
 * AWS does not say whether a variant without a call sends zeros. So a day is silent only if its instances sent a value: the name of
 * the endpoint alone answers silence for each (https://github.com/cloud-custodian/cloud-custodian/issues/10853).
 */
export const endpointInvocations = measuredUse<ModelEndpointResource>({
  name: 'endpointInvocations',
  isOnlyProof: true,
  summary:
    'Its calls in CloudWatch, of each production variant (`Invocations`, `Invocation4XXErrors`, `Invocation5XXErrors`, `ModelLatency`, `OverheadLatency`, `FirstChunkLatency`): the last day with any, of the last 455 days. A day on which the instances of a variant sent neither `CPUUtilization` nor `MemoryUtilization` may have been one of use. CloudWatch charges for the metrics.',
  reading: 'reading the calls of SageMaker endpoints',
  measuredOf({ id, createdAt, variants = [] }): Measured {
    const since = createdAt?.getTime();
    return {
      what: 'use',
      sets: variants.map((variant) => setOf(id, variant)),
      silence: { means: 'zero', witnesses: 'ofEachSet' },
      ...(since === undefined || Number.isNaN(since) ? {} : { sinceMs: since }),
    };
  },
});

function setOf(EndpointName: string, VariantName: string): MetricSet {
  const dimensions = { EndpointName, VariantName };
  return {
    of: VariantName,
    metrics: CALLS.map((metric): Metric => ({ namespace: 'AWS/SageMaker', dimensions, ...metric })),
    witnesses: ALIVE.map((metric): Metric => ({ namespace: '/aws/sagemaker/Endpoints', dimensions, ...metric })),
  };
}
