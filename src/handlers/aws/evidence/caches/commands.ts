import type { Measured, Metric, MetricSet } from '../../../../core/measured/metric.ts';
import type { CacheResource } from '../../resources/cache.ts';
import { measuredUse } from '../measured/measuredUse.ts';

/**
 * Of each node, "derived from info commandstats": https://docs.aws.amazon.com/AmazonElastiCache/latest/dg/CacheMetrics.Redis.html.
 * Whether a node without a command sends zeros is not documented: a day on which one of these lacks may have been one of use.
 */
const COMMANDS = [
  ...['GetTypeCmds', 'SetTypeCmds', 'KeyBasedCmds', 'EvalBasedCmds', 'PubSubBasedCmds', 'StreamBasedCmds'],
  ...['CacheHits', 'CacheMisses'],
];

/** Commands of which a node may send nothing as long as nobody uses their kind of data. */
const SELDOM = [
  ...['StringBasedCmds', 'HashBasedCmds', 'ListBasedCmds', 'SetBasedCmds', 'SortedSetBasedCmds', 'GeoSpatialBasedCmds'],
  ...['HyperLogLogBasedCmds', 'JsonBasedCmds', 'JsonBasedGetCmds', 'JsonBasedSetCmds', 'SearchBasedCmds'],
  ...['SearchBasedGetCmds', 'SearchBasedSetCmds', 'EvalBasedGetCmds', 'EvalBasedSetCmds', 'BloomFilterBasedCmds'],
];

/** Connections are no sign: the service holds some itself, and a pool or an exporter that only asks how it is has more. */
export const cacheCommands = measuredUse<CacheResource>({
  name: 'cacheCommands',
  isOnlyProof: true,
  summary:
    'Its commands in CloudWatch, of every node (`GetTypeCmds`, `SetTypeCmds`, `KeyBasedCmds`, `EvalBasedCmds`, `PubSubBasedCmds`, `StreamBasedCmds`, `CacheHits`, `CacheMisses`, and those of each kind of data): the last day with any, of the last 455 days. A day on which one of these eight has no value of a node may have been one of use. Connections count for nothing: the service itself holds some. CloudWatch charges for the metrics.',
  reading: 'reading the commands of caches',
  measuredOf({ createdAt, nodes = [] }): Measured {
    const since = createdAt?.getTime();
    return {
      what: 'commands',
      sets: nodes.flatMap(setsOf),
      silence: { means: 'unknown' },
      ...(since === undefined || Number.isNaN(since) ? {} : { sinceMs: since }),
    };
  },
});

function setsOf(node: string): readonly MetricSet[] {
  const [CacheClusterId = '', CacheNodeId = ''] = node.split('/');
  const metric = (name: string): Metric => ({
    namespace: 'AWS/ElastiCache',
    name,
    dimensions: { CacheClusterId, CacheNodeId },
    stat: 'Sum',
    unit: 'requests',
    words: 'commands',
  });
  return [
    { of: node, metrics: COMMANDS.map(metric) },
    { of: node, mayBeSilent: true, metrics: SELDOM.map(metric) },
  ];
}
