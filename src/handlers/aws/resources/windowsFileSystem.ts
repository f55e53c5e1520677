/** A file system of FSx. Holystone deletes those for Windows File Server only; others are seen, so that a plan says why they stay. */
import type { AdministrativeAction, FileSystem, WindowsFileSystemConfiguration } from '@aws-sdk/client-fsx';
import { defined, some } from '../../../core/common/defined.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { toTags } from '../session/tags.ts';
import { nameAlias } from './nameAlias.ts';
import { filterAliases, tagAliases } from './tagAliases.ts';

/** Member names are the API's, in lower camel case, so that users can write `attribute` from its docs. */
export interface WindowsFileSystemResource extends Resource {
  readonly arn: string;
  /** `WINDOWS`, `LUSTRE`, `ONTAP`, `OPENZFS`; absent = unknown. */
  readonly fileSystemType?: string;
  /** `AVAILABLE`, `CREATING`, `MISCONFIGURED`, …; absent = unknown. */
  readonly lifecycle?: string;
  /** `MULTI_AZ_1`, `SINGLE_AZ_1`, `SINGLE_AZ_2` */
  readonly deploymentType?: string;
  readonly storageType?: string;
  /** MBps */
  readonly throughputCapacity?: number;
  readonly vpcId?: string;
  readonly subnetIds?: readonly string[];
  readonly dnsName?: string;
  /** Names of the domain's DNS that people gave it. */
  readonly dnsAliases?: readonly string[];
  /** Days; 0: AWS saves it by itself on no day. */
  readonly automaticBackupRetentionDays?: number;
  /** Those that have not ended: `STORAGE_OPTIMIZATION (IN_PROGRESS)`. */
  readonly administrativeActions?: readonly string[];
  readonly ownerId?: string;
  readonly isOfAnother?: true;
  /** The answer has no list of tags: a tag that keeps it may be missing. */
  readonly isWithoutTags?: true;
  /** Set after a read by id: the data to make one like it. */
  readonly described?: DescribedWindowsFileSystem;
}

/** The answers of AWS about one. */
export interface DescribedWindowsFileSystem {
  readonly fileSystem: FileSystem;
  /** Of its network interfaces, for its description says none. */
  readonly securityGroups: readonly string[];
}

/** A GiB, in which FSx counts the capacity. */
const GIB = 2 ** 30;

/** https://docs.aws.amazon.com/fsx/latest/APIReference/API_AdministrativeAction.html */
const ENDED: ReadonlySet<string | undefined> = new Set(['COMPLETED', 'FAILED', 'CANCELLED']);

/** `undefined` for an answer without id or ARN. */
export function toWindowsFileSystem(
  one: FileSystem,
  accountId: string | undefined,
): WindowsFileSystemResource | undefined {
  const { FileSystemId: id, ResourceARN: arn, OwnerId: ownerId, WindowsConfiguration: windows = {} } = one;
  if (!id || !arn) return undefined;
  const tags = toTags(one.Tags);
  const days = windows.AutomaticBackupRetentionDays;
  return {
    id,
    // AWS gives no id twice.
    identity: arn,
    name: tags['Name'] ?? '',
    tags,
    arn,
    aliases: [
      ...new Set([
        id.toLowerCase(),
        ...hostsOf(one, windows),
        ...addressesOf(windows),
        ...tagAliases('fileSystem', tags),
        // Of a file system only its tag has a name, by which programs look for it.
        ...filterAliases('fileSystem', tags.Name),
      ]),
    ],
    ...(days !== 0 && { note: { code: 'backupsGo', values: defined({ days }) } }),
    ...defined({
      createdAt: one.CreationTime && Number.isFinite(one.CreationTime.getTime()) ? one.CreationTime : undefined,
      sizeBytes: one.StorageCapacity === undefined ? undefined : one.StorageCapacity * GIB,
      fileSystemType: one.FileSystemType,
      lifecycle: one.Lifecycle,
      deploymentType: windows.DeploymentType,
      storageType: one.StorageType,
      throughputCapacity: windows.ThroughputCapacity,
      vpcId: one.VpcId,
      subnetIds: some(one.SubnetIds ?? []),
      dnsName: one.DNSName,
      dnsAliases: some(dnsAliasesOf(windows)),
      automaticBackupRetentionDays: days,
      administrativeActions: some((one.AdministrativeActions ?? []).flatMap(underWay)),
      ownerId,
      isWithoutTags: one.Tags === undefined ? true : undefined,
      isOfAnother: ownerId !== undefined && accountId !== undefined && ownerId !== accountId ? true : undefined,
    }),
  };
}

/** Also those that are being made, or whose making failed: somebody wanted them. */
export function dnsAliasesOf({ Aliases = [] }: WindowsFileSystemConfiguration): readonly string[] {
  return Aliases.flatMap(({ Name }) => Name || []);
}

/**
 * As records and texts name it: by its own host (`amznfsx0123abcd.corp.example.com`), which AWS makes, and by the names that people gave
 * it. Each also by its first part, which Windows takes for the whole: `\\files\share`.
 */
function hostsOf({ DNSName }: FileSystem, windows: WindowsFileSystemConfiguration): readonly string[] {
  const own = [DNSName, windows.RemoteAdministrationEndpoint].flatMap((host) => host?.toLowerCase() || []);
  const hosts = [...own, ...dnsAliasesOf(windows).map((host) => host.toLowerCase())];
  const firsts = hosts.map((host) => host.split('.', 1)[0] ?? host);
  return [...hosts, ...own.map((host) => host.split('.', 1)[0] ?? host), ...[...hosts, ...firsts].map(nameAlias)];
}

/** Programs may name its server by its address. */
function addressesOf(windows: WindowsFileSystemConfiguration): readonly string[] {
  return windows.PreferredFileServerIp ? [windows.PreferredFileServerIp] : [];
}

function underWay({ AdministrativeActionType: type, Status }: AdministrativeAction): readonly string[] {
  return ENDED.has(Status) ? [] : [`${type ?? 'not named'} (${Status ?? 'state not known'})`];
}
