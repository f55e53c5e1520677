/** A file system of EFS with its access points: these go with it, and who names one of them names it. */
import type { AccessPointDescription, FileSystemDescription, LifecyclePolicy } from '@aws-sdk/client-efs';
import { defined, some } from '../../../core/common/defined.ts';
import { ReadError } from '../../../core/common/errors.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { toTags } from '../session/tags.ts';
import { nameAlias } from './nameAlias.ts';
import { filterAliases, tagAliases } from './tagAliases.ts';

/** Member names are the API's, in lower camel case, so that users can write `attribute` from its docs. */
export interface FileSystemResource extends Resource {
  readonly arn: string;
  /** `available`, `updating`, `deleting`, …; absent = unknown. */
  readonly lifeCycleState?: string;
  readonly performanceMode?: string;
  readonly throughputMode?: string;
  readonly encrypted?: boolean;
  /** Of a file system in one zone only. */
  readonly availabilityZoneName?: string;
  /** Without one no client can reach it. Absent: AWS did not say. */
  readonly numberOfMountTargets?: number;
  readonly accessPoints?: readonly string[];
  /** Tags of access points that the file system has not: `holystone:keep=always of fsap-0123456789abcdef0`. */
  readonly accessPointTags?: readonly string[];
  /** `ENABLED`, `DISABLED`, `REPLICATING`: a destination of a replication; absent = unknown. */
  readonly overwriteProtection?: string;
  readonly ownerId?: string;
  readonly isOfAnother?: true;
  /** Set after a read by id: the data to make one like it. */
  readonly described?: DescribedFileSystem;
}

/** The answers of AWS about one. */
export interface DescribedFileSystem {
  readonly fileSystem: FileSystemDescription;
  readonly accessPoints: readonly AccessPointDescription[];
  /** These three are read by its id only; each is absent where it has none. */
  readonly policy?: string;
  readonly lifecycle?: readonly LifecyclePolicy[];
  /** `ENABLED`: AWS Backup saves it each day. */
  readonly dailyBackups?: string;
}

/** `undefined` for an answer without id or ARN. @throws ReadError for one without its list of tags */
export function toFileSystem(
  { fileSystem: one, accessPoints }: DescribedFileSystem,
  accountId: string | undefined,
): FileSystemResource | undefined {
  const { FileSystemId: id, FileSystemArn: arn, OwnerId: ownerId } = one;
  if (!id || !arn) return undefined;
  if (!one.Tags) throw new ReadError(`AWS described ${id} without its list of tags`, { problem: 'malformed' });
  const tags = toTags(one.Tags);
  const points = accessPoints.flatMap(({ AccessPointId }) => AccessPointId ?? []);
  const region = arn.split(':')[3];
  return {
    id,
    // AWS gives no id twice.
    identity: arn,
    name: tags['Name'] ?? '',
    tags,
    arn,
    aliases: [
      id.toLowerCase(),
      ...points.map((point) => point.toLowerCase()),
      // https://docs.aws.amazon.com/efs/latest/ug/mounting-fs-mount-cmd-dns-name.html; of China it ends otherwise.
      ...['', '.cn'].map((end) => `${id}.efs.${region}.amazonaws.com${end}`.toLowerCase()),
      ...tagAliases('fileSystem', tags),
      // The name of its tag, and the one that whoever made it gave it, are the two that programs look for.
      ...[tags.Name, one.CreationToken].flatMap((name) =>
        name ? [nameAlias(name), ...filterAliases('fileSystem', name)] : [],
      ),
    ],
    // A decision about an access point is one about the whole.
    keptAs: points,
    ...(points.length > 0 && { note: { code: 'objectsGo', values: { names: points } } }),
    ...defined({
      createdAt: one.CreationTime && Number.isFinite(one.CreationTime.getTime()) ? one.CreationTime : undefined,
      sizeBytes: one.SizeInBytes?.Value,
      lifeCycleState: one.LifeCycleState,
      performanceMode: one.PerformanceMode,
      throughputMode: one.ThroughputMode,
      encrypted: one.Encrypted,
      availabilityZoneName: one.AvailabilityZoneName,
      numberOfMountTargets: one.NumberOfMountTargets,
      accessPoints: some(points),
      accessPointTags: some(
        accessPoints.flatMap(({ AccessPointId: point = 'one without id', Tags }) =>
          Object.entries(toTags(Tags))
            .filter(([key, value]) => key !== 'Name' && tags[key] !== value)
            .map(([key, value]) => `${key}=${value} of ${point}`),
        ),
      ),
      overwriteProtection: one.FileSystemProtection?.ReplicationOverwriteProtection,
      ownerId,
      isOfAnother: ownerId !== undefined && accountId !== undefined && ownerId !== accountId ? true : undefined,
    }),
  };
}
