/** The kinds of resources that Holystone may delete; the oracle recognises each deletion, seeded or not. */
import type { IdOperation } from '../aws/collections/operations.ts';
import { ALL_KINDS, type KindName } from '../aws/store/kinds.ts';

/** Parts of other kinds: the sandbox has none of their own for objects and images of CDK, versions of templates, runs of instances, and tasks of services. */
export type ResourceType =
  | KindName
  | 'cdkEcrImage'
  | 'cdkS3Asset'
  | 'fargateService'
  | 'launchTemplateVersion'
  | 'runningDbCluster'
  | 'runningDbInstance'
  | 'runningInstance'
  | 'runningWarehouse';

type Input = Readonly<Record<string, unknown>>;

/** An operation on resources that its input names. */
interface NamesResources extends IdOperation {
  /** The ids in the input, where they are not the member `by`. */
  ids?(input: Input): readonly string[];
}

interface DeletableKind {
  readonly type: ResourceType;
  /** In the terminal: `launch template`. */
  readonly noun: string;
  readonly reads: NamesResources;
  readonly deletes: NamesResources;
  /** What counts as its deletion only stops it. */
  readonly stops?: true;
}

/** Identifies an operation: a name alone may belong to two services. @param api the SDK's id of the service */
export function operationKey({
  api = 'EC2',
  operation,
}: {
  readonly api?: string;
  readonly operation: string;
}): string {
  return `${api}:${operation}`;
}

const PARTS_OF_KINDS: readonly DeletableKind[] = [
  {
    type: 'cdkEcrImage',
    noun: 'CDK image',
    reads: { api: 'ECR', operation: 'BatchGetImage', by: 'imageIds', ids: digestsIn },
    deletes: { api: 'ECR', operation: 'BatchDeleteImage', by: 'imageIds', ids: digestsIn },
  },
  {
    type: 'cdkS3Asset',
    noun: 'CDK asset',
    reads: { api: 'S3', operation: 'HeadObject', by: 'Key', ids: ({ Key }) => (Key ? [String(Key)] : []) },
    deletes: { api: 'S3', operation: 'DeleteObjects', by: 'Delete', ids: keysIn },
  },
  {
    type: 'fargateService',
    noun: 'ECS service',
    reads: { api: 'ECS', operation: 'DescribeServices', by: 'services', ids: servicesIn },
    deletes: { api: 'ECS', operation: 'UpdateService', by: 'service', ids: stoppedServiceIn },
    stops: true,
  },
  {
    type: 'launchTemplateVersion',
    noun: 'version of a launch template',
    reads: { operation: 'DescribeLaunchTemplateVersions', by: 'Versions', ids: versionsIn },
    deletes: { operation: 'DeleteLaunchTemplateVersions', by: 'Versions', ids: versionsIn },
  },
  {
    type: 'runningDbCluster',
    noun: 'running database cluster',
    reads: { api: 'RDS', operation: 'DescribeDBClusters', by: 'DBClusterIdentifier' },
    deletes: { api: 'RDS', operation: 'StopDBCluster', by: 'DBClusterIdentifier' },
    stops: true,
  },
  {
    type: 'runningDbInstance',
    noun: 'running database instance',
    reads: { api: 'RDS', operation: 'DescribeDBInstances', by: 'DBInstanceIdentifier' },
    deletes: { api: 'RDS', operation: 'StopDBInstance', by: 'DBInstanceIdentifier', ids: stoppedIn },
    stops: true,
  },
  {
    type: 'runningInstance',
    noun: 'running EC2 instance',
    reads: { operation: 'DescribeInstances', by: 'InstanceIds' },
    deletes: { operation: 'StopInstances', by: 'InstanceIds' },
    stops: true,
  },
  {
    type: 'runningWarehouse',
    noun: 'running Redshift cluster',
    reads: { api: 'Redshift', operation: 'DescribeClusters', by: 'ClusterIdentifier' },
    deletes: { api: 'Redshift', operation: 'PauseCluster', by: 'ClusterIdentifier' },
    stops: true,
  },
];

/** By the numbers in the request; `$Latest` asks for none of them. */
function versionsIn({ LaunchTemplateId, Versions }: Input): readonly string[] {
  const numbers = ((Versions ?? []) as readonly string[]).filter((version) => /^\d+$/.test(version));
  return LaunchTemplateId === undefined ? [] : numbers.map((number) => `${String(LaunchTemplateId)}:${number}`);
}

/** A stop with a snapshot comes before a deletion. */
function stoppedIn({ DBInstanceIdentifier: name, DBSnapshotIdentifier: last }: Input): readonly string[] {
  return last === undefined && name !== undefined ? [String(name)] : [];
}

function servicesIn({ cluster, services }: Input): readonly string[] {
  return ((services ?? []) as readonly string[]).map((name) => `${endOf(cluster)}/${endOf(name)}`);
}

/** To no task it is a stop, to some a start. */
function stoppedServiceIn({ cluster, service, desiredCount }: Input): readonly string[] {
  return desiredCount === 0 ? [`${endOf(cluster)}/${endOf(service)}`] : [];
}

/** Of a name or an ARN. */
function endOf(name: unknown): string {
  return String(name).split('/').at(-1) ?? '';
}

/** The tags and digests of a request are of two types: one with a digest deletes the image. */
function digestsIn({ imageIds }: Input): readonly string[] {
  const ids = (imageIds ?? []) as readonly { readonly imageDigest?: string; readonly imageTag?: string }[];
  return ids.flatMap(({ imageDigest, imageTag }) => (imageTag === undefined && imageDigest ? [imageDigest] : []));
}

function keysIn({ Delete }: Input): readonly string[] {
  const { Objects = [] } = (Delete ?? {}) as { readonly Objects?: readonly { readonly Key: string }[] };
  return Objects.map(({ Key }) => Key);
}

/** Of a member of a cluster the request says nothing about backups: it goes with the cluster, which has a notice of its own. */
function aloneIn({ DBInstanceIdentifier: name, DeleteAutomatedBackups: backups }: Input): readonly string[] {
  return backups === undefined || name === undefined ? [] : [String(name)];
}

/** Deletions whose input alone tells whose they are. */
const OWN_DELETIONS: Readonly<Record<string, Pick<NamesResources, 'ids'>>> = { dbInstance: { ids: aloneIn } };

export const DELETABLE_KINDS: readonly DeletableKind[] = [
  ...PARTS_OF_KINDS,
  ...ALL_KINDS.flatMap(([, { name: type, noun = wordsOf(type), reads, deletes }]) =>
    reads && deletes ? [{ type, noun, reads, deletes: { ...deletes, ...OWN_DELETIONS[type] } }] : [],
  ),
];

/** The ids that the input of an operation names. */
export function idsOf({ by, ids }: NamesResources, input: Input): readonly string[] {
  if (ids) return ids(input);
  const value = input[by];
  const all = Array.isArray(value) ? value : value === undefined ? [] : [value];
  // The tags of a log group are asked by its ARN.
  return all.map((one) => String(one).replace(/^arn:.*:log-group:/, ''));
}

/** @throws if Holystone deletes no resource of this type */
export function deletable(type: ResourceType): DeletableKind {
  const found = DELETABLE_KINDS.find((kind) => kind.type === type);
  if (!found) throw new Error(`${type} is no type that Holystone deletes`);
  return found;
}

/** Types that messages call by another name than the terminal. */
const CALLED: Readonly<Record<string, ResourceType>> = {
  AMI: 'image',
  'Aurora cluster': 'dbCluster',
  'DynamoDB table': 'table',
  'EBS snapshot': 'snapshot',
  'EBS volume': 'volume',
  'ECR image tag': 'ecrTag',
  'EFS file system': 'fileSystem',
  'FSx for Windows file system': 'windowsFileSystem',
  'ElastiCache cache': 'cache',
  'RDS instance': 'dbInstance',
  'RDS snapshot': 'dbSnapshot',
  'Redshift cluster': 'warehouse',
  'running RDS instance': 'runningDbInstance',
  'running Redshift cluster': 'runningWarehouse',
};

/** The type that a message calls so; the words themselves, if there is none. */
export function typeCalled(noun: string): string {
  return CALLED[noun] ?? DELETABLE_KINDS.find((kind) => kind.noun === noun)?.type ?? noun;
}

/** `launchTemplate` → `launch template` */
function wordsOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
