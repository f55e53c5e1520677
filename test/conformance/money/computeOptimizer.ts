/**
 * The criteria for idle resources that AWS publishes of Compute Optimizer, applied to the series of a sandbox; the service
 * itself cannot be run. A metric without values counts as zero: that selects more, never less.
 *
 * The types, and the time it looks back (14 days, 32 for NAT gateways): https://docs.aws.amazon.com/compute-optimizer/latest/ug/view-idle-recommendations.html;
 * the names of the metrics: https://docs.aws.amazon.com/compute-optimizer/latest/APIReference/API_IdleUtilizationMetric.html. Each criterion names where
 * its numbers were read: a post of AWS
 * (https://aws.amazon.com/blogs/aws-cloud-financial-management/announcing-unused-nat-gateway-recommendations-in-aws-compute-optimizer), AWS's page "Create a
 * spend limit in AWS Settings", which pauses by the same criteria, or, where neither has it, somebody's summary of the table in the user guide, of July
 * 2026: https://github.com/hdknr/blogs/issues/593.
 */
import type { SandboxControl } from '../../../sandbox/aws/index.ts';
import { DAY, OTHER, OWN } from '../../support/graph/surveyed.ts';

export interface Criterion {
  /** In words, for the page. */
  readonly text: string;
  /** Its numbers were read in somebody's summary of AWS's table, and in no page of AWS. */
  readonly isSummarized?: true;
  /** Is the resource idle by it? */
  isIdle(control: SandboxControl, id: string): boolean;
}

type Dimensions = Readonly<Record<string, string>>;

/** Values of a metric in the last days, of all its series whose dimensions have these. */
function values(control: SandboxControl, name: string, of: Dimensions, days: number): readonly number[] {
  const since = Date.now() - days * DAY;
  return control
    .state(OWN)
    .metrics.filter((one) => one.name === name && Object.entries(of).every(([key, is]) => one.dimensions[key] === is))
    .flatMap(({ points }) => points.filter(({ at }) => Date.parse(at) >= since).map(({ value }) => value));
}

const below =
  (limit: number, days: number, names: readonly string[], dimensionsOf: (id: string) => Dimensions) =>
  (control: SandboxControl, id: string): boolean =>
    names.every((name) => values(control, name, dimensionsOf(id), days).every((value) => value < limit));

/** Nothing at all. */
const none = (days: number, names: readonly string[], dimensionsOf: (id: string) => Dimensions) =>
  below(Number.MIN_VALUE, days, names, dimensionsOf);

const silentGateway = none(32, ['ActiveConnectionCount', 'PacketsInFromSource', 'PacketsInFromDestination'], (id) => ({
  NatGatewayId: id,
}));

/** AWS's post. Route tables of both accounts: whose it reads, it does not say. */
export const idleGateways: Criterion = {
  text: 'For 32 days no active connection and no packet from either side, and no route table names it.',
  isIdle: (control, id) =>
    silentGateway(control, id) &&
    ![OWN, OTHER].some((place) =>
      control
        .state(place)
        .routeTables.some(({ Routes = [] }) => Routes.some(({ NatGatewayId }) => NatGatewayId === id)),
    ),
};

const machine = (InstanceId: string) => ({ InstanceId });
const MEGABYTES = 5 * 1024 * 1024;
const [resting, quiet] = [
  below(5, 14, ['CPUUtilization'], machine),
  below(MEGABYTES, 14, ['NetworkIn', 'NetworkOut'], machine),
];

/** The page about spend limits. */
export const idleMachines: Criterion = {
  text: 'For 14 days the processors never at 5 % or more, and less than 5 MB a day over the network.',
  isIdle: (control, id) => resting(control, id) && quiet(control, id),
};

const withoutConnection = none(14, ['DatabaseConnections'], (DBInstanceIdentifier) => ({ DBInstanceIdentifier }));

/** The page about spend limits. It also wants "low" processors, reads and writes, and gives no number. */
export const idleDatabases: Criterion = {
  text: 'Of RDS for MySQL and PostgreSQL, no replica: for 14 days no connection (and little work, without a number: not applied here).',
  isIdle(control, id) {
    const one = control.state(OWN).dbInstances.find(({ DBInstanceIdentifier }) => DBInstanceIdentifier === id);
    const isMeant = /^(mysql|postgres)$/.test(one?.Engine ?? '') && !one?.ReadReplicaSourceDBInstanceIdentifier;
    return isMeant && withoutConnection(control, id);
  },
};

/** The page about spend limits. */
export const idleEndpoints: Criterion = {
  text: 'For 14 days no invocation.',
  isIdle: none(14, ['Invocations'], (EndpointName) => ({ EndpointName })),
};

/** The summary. */
export const idleTables: Criterion = {
  isSummarized: true,
  text: 'With provisioned capacity: for 14 days no consumed unit of the table or an index.',
  isIdle: none(14, ['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits'], (TableName) => ({ TableName })),
};

const CACHE_METRICS = ['NewConnections', 'CacheHits', 'CacheMisses', 'GetTypeCmds', 'SetTypeCmds'];

/** The summary. */
export const idleCaches: Criterion = {
  isSummarized: true,
  text: 'Of Redis and Valkey: for 14 days no new connection, hit, miss, read or write at any node (and the engine below 1 %: the accounts have no such series).',
  isIdle: (control, id) =>
    (control.state(OWN).caches.find(({ ReplicationGroupId }) => ReplicationGroupId === id)?.MemberClusters ?? []).every(
      (CacheClusterId) => none(14, CACHE_METRICS, () => ({ CacheClusterId }))(control, id),
    ),
};

/** The summary. */
export const idleServices: Criterion = {
  isSummarized: true,
  text: 'For 14 days processors and memory never at 1 % or more.',
  isIdle: below(1, 14, ['CPUUtilization', 'MemoryUtilization'], (id) => ({ ServiceName: id.split('/')[1] ?? '' })),
};
