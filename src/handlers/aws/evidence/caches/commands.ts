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
    'Its commands in CloudWatch, of every node, also of one that was removed meanwhile and had a name that AWS gives (`GetTypeCmds`, `SetTypeCmds`, `KeyBasedCmds`, `EvalBasedCmds`, `PubSubBasedCmds`, `StreamBasedCmds`, `CacheHits`, `CacheMisses`, and those of each kind of data): the last day with any, of the last 455 days. A day on which one of these eight has no value of a node may have been one of use. Connections count for nothing: the service itself holds some. CloudWatch charges for the metrics.',
  reading: 'reading the commands of caches',
  measuredOf({ id, createdAt, nodes = [] }): Measured {
    const since = createdAt?.getTime();
    return {
      what: 'commands',
      // Without nodes nothing is known, and nothing is asked.
      sets: nodes.length === 0 ? [] : [...nodes.flatMap(setsOf), ...formerNodes(id, nodes).map(formerOf)],
      silence: { means: 'unknown' },
      ...(since === undefined || Number.isNaN(since) ? {} : { sinceMs: since }),
    };
  },
});

function setsOf(node: string): readonly MetricSet[] {
  return [
    { of: node, metrics: COMMANDS.map((name) => metricOf(node, name)) },
    { of: node, mayBeSilent: true, metrics: SELDOM.map((name) => metricOf(node, name)) },
  ];
}

/** What it may have answered shows in the general ones. */
function formerOf(node: string): MetricSet {
  return { of: node, mayBeSilent: true, metrics: COMMANDS.map((name) => metricOf(node, name)) };
}

function metricOf(node: string, name: string): Metric {
  const [CacheClusterId = '', CacheNodeId = ''] = node.split('/');
  const dimensions = { CacheClusterId, CacheNodeId };
  return { namespace: 'AWS/ElastiCache', name, dimensions, stat: 'Sum', unit: 'requests', words: 'commands' };
}

/** "0 to 5 replicas", and some more, because AWS does not say which number it gives the next one. */
const NUMBERS = [...'123456789'];
/** A group of several shards has their numbers in the names of its nodes: `web-0001-002`. */
const SHARD = /-(\d{4})-\d{3}$/;
const MOST_SHARDS = 500;

/**
 * Nodes that a group may have had, by the names that AWS gives. Which one is removed is not known before
 * (https://github.com/hashicorp/terraform-provider-aws/pull/17296), and a replica that answered all reports may be it.
 */
function formerNodes(id: string, nodes: readonly string[]): readonly string[] {
  const clusters = nodes.flatMap((node) => node.split('/')[0] ?? []);
  const shards = clusters.flatMap((name) => SHARD.exec(name)?.[1] ?? []).map(Number);
  const most = Math.min(Math.max(0, ...shards), MOST_SHARDS);
  const groups = most === 0 ? [id] : Array.from({ length: most }, (_, at) => `${id}-${`${at + 1}`.padStart(4, '0')}`);
  const known = new Set(nodes);
  return groups.flatMap((group) => NUMBERS.map((n) => `${group}-00${n}/0001`)).filter((node) => !known.has(node));
}
