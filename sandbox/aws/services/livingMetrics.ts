/** Metrics that AWS sends for a resource as long as it lives, with zeros. */
import type { Region } from '../store/store.ts';

const OF_NAT_GATEWAY: ReadonlySet<string> = new Set([
  'ActiveConnectionCount',
  'BytesOutToDestination',
  'PacketsInFromDestination',
  'PacketsInFromSource',
]);

/** https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/rds-metrics.html; of a stopped or broken instance RDS sends none. */
const OF_DB_INSTANCE = ['CPUUtilization', 'DatabaseConnections', 'ReadIOPS', 'WriteIOPS'] as const;

/** By namespace. https://docs.aws.amazon.com/documentdb/latest/developerguide/cloud_watch.html */
const OF_DATABASES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['AWS/RDS', new Set<string>(OF_DB_INSTANCE)],
  ['AWS/DocDB', new Set<string>([...OF_DB_INSTANCE, 'DatabaseConnectionsMax'])],
]);

/** Of the instances of an endpoint; its calls have a value only where there is one. */
const OF_MODEL_ENDPOINT: ReadonlySet<string> = new Set(['CPUUtilization', 'MemoryUtilization']);

/** Of a table with reserved capacity and of each of its indexes, apart; not documented as sent always. */
const OF_TABLE: ReadonlySet<string> = new Set(['ProvisionedReadCapacityUnits', 'ProvisionedWriteCapacityUnits']);

/** Of each node, with zeros; whether AWS sends them always is not documented. */
const OF_CACHE: ReadonlySet<string> = new Set([
  ...['GetTypeCmds', 'SetTypeCmds', 'KeyBasedCmds', 'EvalBasedCmds', 'PubSubBasedCmds', 'StreamBasedCmds'],
  ...['CacheHits', 'CacheMisses', 'CPUUtilization', 'CurrConnections'],
]);

/** Of a cluster that runs; whether AWS sends zeros of its connections is not documented, and the service connects itself. */
const OF_WAREHOUSE: ReadonlySet<string> = new Set(['CPUUtilization', 'DatabaseConnections']);

const OF_INSTANCE: ReadonlySet<string> = new Set(['CPUUtilization', 'NetworkIn', 'NetworkOut']);
/** The time in which it sends values, ms since the epoch; without an end it lives. */
interface Living {
  readonly since: number;
  readonly until?: number;
  /** In between, while it was stopped. */
  readonly silent?: readonly (readonly [from: number, until: number])[];
}

interface Series {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
}

/** When the series has a value each minute; `undefined`: AWS sends no such series. */
export function livingIn(here: Region, { namespace, name, dimensions }: Series): Living | undefined {
  if (OF_DATABASES.get(namespace)?.has(name)) return ofDatabase(here, namespace, dimensions);
  if (namespace === 'AWS/ECS') return ofService(here.ecsServices, name, dimensions);
  if (namespace === 'AWS/ApplicationELB' || namespace === 'AWS/NetworkELB')
    return ofTargets(here.ecsServices, name, dimensions);
  const since = sinceWhen();
  return since === undefined ? undefined : { since };

  function sinceWhen(): number | undefined {
    if (namespace === '/aws/sagemaker/Endpoints') return ofEndpoint(here.modelEndpoints, name, dimensions);
    if (namespace === 'AWS/ElastiCache') return ofCache(here.caches, name, dimensions);
    if (namespace === 'AWS/DynamoDB') return ofTable(here.tables, name, dimensions);
    if (namespace === 'AWS/EFS') return ofFileSystem(here.fileSystems, name, dimensions);
    if (namespace === 'AWS/FSx') return ofFileServer(here.windowsFileSystems, name, dimensions);
    if (namespace === 'AWS/Redshift') return ofWarehouse(here.warehouses, name, dimensions);
    if (namespace === 'AWS/EC2') return ofInstance(here.instances, name, dimensions);
    return namespace === 'AWS/NATGateway' ? ofGateway(here.natGateways, name, dimensions) : undefined;
  }
}

/**
 * https://docs.aws.amazon.com/vpc/latest/userguide/metrics-dimensions-nat-gateway.html: a zonal NAT gateway by its id, a
 * regional one by its id and each of its zones.
 */
function ofGateway(
  natGateways: Region['natGateways'],
  name: string,
  { NatGatewayId = '', AvailabilityZone: zone, ...others }: Series['dimensions'],
): number | undefined {
  if (!OF_NAT_GATEWAY.has(name) || Object.keys(others).length > 0) return undefined;
  const { AvailabilityMode, NatGatewayAddresses = [], CreateTime } = natGateways.get(NatGatewayId) ?? {};
  const isSent =
    AvailabilityMode === 'regional'
      ? NatGatewayAddresses.some(({ AvailabilityZone }) => AvailabilityZone === zone && zone !== undefined)
      : zone === undefined;
  return isSent ? CreateTime?.getTime() : undefined;
}

function ofEndpoint(
  endpoints: Region['modelEndpoints'],
  name: string,
  { EndpointName = '', VariantName = '', ...others }: Series['dimensions'],
): number | undefined {
  if (!OF_MODEL_ENDPOINT.has(name) || Object.keys(others).length > 0) return undefined;
  const { EndpointStatus, CreationTime, ProductionVariants = [] } = endpoints.get(EndpointName) ?? {};
  const isSent = ProductionVariants.some((one) => one.VariantName === VariantName && one.CurrentInstanceCount !== 0);
  return EndpointStatus === 'InService' && isSent ? CreationTime?.getTime() : undefined;
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html */
function ofTable(
  tables: Region['tables'],
  name: string,
  { TableName = '', GlobalSecondaryIndexName: index, ...others }: Series['dimensions'],
): number | undefined {
  if (!OF_TABLE.has(name) || Object.keys(others).length > 0) return undefined;
  const { table } = tables.get(TableName) ?? {};
  const { BillingModeSummary: paid, GlobalSecondaryIndexes: indexes = [], CreationDateTime } = table ?? {};
  const isSent = index === undefined || indexes.some(({ IndexName }) => IndexName === index);
  return isSent && paid?.BillingMode !== 'PAY_PER_REQUEST' ? CreationDateTime?.getTime() : undefined;
}

/** https://docs.aws.amazon.com/AmazonElastiCache/latest/dg/CacheMetrics.Redis.html */
function ofCache(
  caches: Region['caches'],
  name: string,
  { CacheClusterId = '', CacheNodeId = '', ...others }: Series['dimensions'],
): number | undefined {
  if (!OF_CACHE.has(name) || Object.keys(others).length > 0) return undefined;
  const isNode = (node: { CacheClusterId?: string | undefined; CacheNodeId?: string | undefined }) =>
    node.CacheClusterId === CacheClusterId && node.CacheNodeId === CacheNodeId;
  const found = caches
    .values()
    .find(({ group }) => group.NodeGroups?.some(({ NodeGroupMembers }) => NodeGroupMembers?.some(isNode)));
  return found?.group.ReplicationGroupCreateTime?.getTime();
}

/** https://docs.aws.amazon.com/redshift/latest/mgmt/metrics-listing.html; of a paused one none. */
function ofWarehouse(
  warehouses: Region['warehouses'],
  name: string,
  { ClusterIdentifier = '', ...others }: Series['dimensions'],
): number | undefined {
  if (!OF_WAREHOUSE.has(name) || Object.keys(others).length > 0) return undefined;
  const { ClusterStatus, ClusterCreateTime } = warehouses.get(ClusterIdentifier) ?? {};
  return ClusterStatus === 'available' ? ClusterCreateTime?.getTime() : undefined;
}

/** Its size, each quarter of an hour, and nothing of its clients without one: https://docs.aws.amazon.com/efs/latest/ug/efs-metrics.html */
function ofFileSystem(
  fileSystems: Region['fileSystems'],
  name: string,
  { FileSystemId = '', StorageClass, ...others }: Series['dimensions'],
): number | undefined {
  if (name !== 'StorageBytes' || StorageClass !== 'Total' || Object.keys(others).length > 0) return undefined;
  return fileSystems.get(FileSystemId)?.fileSystem.CreationTime?.getTime();
}

/** Its free capacity, each minute; its clients send nothing here, as the emptier answer: https://docs.aws.amazon.com/fsx/latest/WindowsGuide/monitoring-cloudwatch.html */
function ofFileServer(
  fileSystems: Region['windowsFileSystems'],
  name: string,
  { FileSystemId = '', ...others }: Series['dimensions'],
): number | undefined {
  if (name !== 'FreeStorageCapacity' || Object.keys(others).length > 0) return undefined;
  return fileSystems.get(FileSystemId)?.CreationTime?.getTime();
}

const OF_SERVICE: ReadonlySet<string> = new Set(['CPUUtilization', 'MemoryUtilization']);
/** "Reported if there are registered targets." */
const OF_TARGETS: ReadonlySet<string> = new Set(['HealthyHostCount', 'UnHealthyHostCount']);

/** https://docs.aws.amazon.com/AmazonECS/latest/developerguide/available-metrics.html: while its tasks run. */
function ofService(
  services: Region['ecsServices'],
  name: string,
  { ClusterName = '', ServiceName = '', ...others }: Series['dimensions'],
): Living | undefined {
  if (!OF_SERVICE.has(name) || Object.keys(others).length > 0) return undefined;
  return tasksOf(
    services
      .values()
      .find((one) => one.serviceName === ServiceName && one.clusterArn?.endsWith(`:cluster/${ClusterName}`)),
  );
}

/** Its tasks are the targets of a service, whatever load balancer has the group. */
function ofTargets(
  services: Region['ecsServices'],
  name: string,
  { LoadBalancer = '', TargetGroup = '', ...others }: Series['dimensions'],
): Living | undefined {
  if (!OF_TARGETS.has(name) || LoadBalancer === '' || Object.keys(others).length > 0) return undefined;
  const isOf = ({ targetGroupArn = '' }) => targetGroupArn.endsWith(`:${TargetGroup}`);
  return tasksOf(services.values().find(({ loadBalancers = [] }) => TargetGroup !== '' && loadBalancers.some(isOf)));
}

function tasksOf(service: ReturnType<Region['ecsServices']['values']>[number] | undefined): Living | undefined {
  const { createdAt, runningCount = 0, pauses = [] } = service ?? {};
  const since = createdAt?.getTime();
  if (since === undefined) return undefined;
  const until = pauses.at(-1)?.[0];
  if (runningCount === 0) return until === undefined ? undefined : { since, until };
  return { since, silent: pauses.flatMap(([from, end]) => (end === undefined ? [] : [[from, end] as const])) };
}

function ofDatabase(
  { dbInstances, dbClusters, dbEvents }: Pick<Region, 'dbClusters' | 'dbEvents' | 'dbInstances'>,
  namespace: string,
  { DBInstanceIdentifier = '', ...others }: Series['dimensions'],
): Living | undefined {
  if (Object.keys(others).length > 0) return undefined;
  const {
    Engine: engine,
    DBInstanceStatus: status,
    InstanceCreateTime,
    DBClusterIdentifier: cluster = '',
    AutomaticRestartTime = dbClusters.get(cluster)?.AutomaticRestartTime,
  } = dbInstances.get(DBInstanceIdentifier) ?? {};
  const since = InstanceCreateTime?.getTime();
  if (since === undefined || namespace !== (engine === 'docdb' ? 'AWS/DocDB' : 'AWS/RDS')) return undefined;
  if (status === 'available') return { since, silent: stops(dbEvents, cluster || DBInstanceIdentifier) };
  // The values of the time before its stop stay.
  return status === 'stopped' && AutomaticRestartTime
    ? { since, until: AutomaticRestartTime.getTime() - WEEK_MS }
    : undefined;
}

/** From each stop to the start after it: an instance of a cluster stops with it alone. */
function stops(dbEvents: Region['dbEvents'], name: string): readonly (readonly [number, number])[] {
  const out: (readonly [number, number])[] = [];
  let stopped: number | undefined;
  for (const { event } of dbEvents.values()) {
    if (event.SourceIdentifier !== name) continue;
    const at = Number(event.Date);
    const [, what] = /^DB (?:cluster|instance) (stopped|started)$/.exec(event.Message ?? '') ?? [];
    if (what === 'stopped') stopped = at;
    if (what !== 'started' || stopped === undefined) continue;
    out.push([stopped, at]);
    stopped = undefined;
  }
  return out;
}

/**
 * https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/viewing_metrics_with_cloudwatch.html: only while it runs, those of CPU
 * credits only for burstable types.
 */
function ofInstance(
  instances: Region['instances'],
  name: string,
  { InstanceId = '', ...others }: Series['dimensions'],
): number | undefined {
  const { instance } = instances.get(InstanceId) ?? {};
  if (instance?.State?.Name !== 'running' || Object.keys(others).length > 0) return undefined;
  const isSent = OF_INSTANCE.has(name) || (name === 'CPUCreditUsage' && /^t\d/.test(instance.InstanceType ?? ''));
  return isSent ? instance.LaunchTime?.getTime() : undefined;
}
const WEEK_MS = 7 * 86_400_000;
