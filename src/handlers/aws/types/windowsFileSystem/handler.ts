import type { FileSystem } from '@aws-sdk/client-fsx';
import { DAY_MS } from '../../../../core/common/duration.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import { fsx } from '../../calls/fsx.ts';
import { METRICS_KEPT_MS } from '../../evidence/measured/metricData.ts';
import { mentionedBy } from '../../evidence/mentioning/mentionedBy.ts';
import { recordSets } from '../../evidence/references/recordSets.ts';
import { windowsFileSystemTraffic } from '../../evidence/windowsFileSystems/traffic.ts';
import { managedParameters, reasonToTheEnd } from '../../resources/managedBy.ts';
import { type DescribedWindowsFileSystem, toWindowsFileSystem } from '../../resources/windowsFileSystem.ts';
import { fsxTags } from '../../session/fsxTags.ts';
import { allOf } from '../../wire/paging.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { resourceType } from '../resourceType.ts';
import { quarantineWindowsFileSystems } from './backups.ts';
import { restoreWindowsFileSystem } from './restore.ts';
import { windowsFileSystemSafeguards } from './safeguards.ts';

export const windowsFileSystem = resourceType({
  resourceType: 'windowsFileSystem',
  // What names one of EFS by its id may mean one of FSx: both are called `fs-…`.
  kind: 'fileSystem',
  called: { en: 'FSx for Windows file system', de: 'FSx-for-Windows-Dateisystem' },
  alsoCalled: ['fsx', 'fsx for windows', 'windows file server', 'smb'],
  summary:
    'File systems of FSx for Windows File Server. Idle: no client on each day of `unusedFor`, 32 days by default. A backup is made some days before the deletion, and stays; the automatic ones go with it. Those for Lustre, ONTAP and OpenZFS are listed, and always kept.',
  attributes: {
    tags: 'map',
    createdAt: 'date',
    sizeBytes: 'bytes',
    arn: 'text',
    fileSystemType: 'text',
    lifecycle: 'text',
    deploymentType: 'text',
    storageType: 'text',
    throughputCapacity: 'number',
    vpcId: 'text',
    subnetIds: 'texts',
    dnsName: 'text',
    dnsAliases: 'texts',
    automaticBackupRetentionDays: 'number',
    administrativeActions: 'texts',
    ownerId: 'text',
    isOfAnother: 'internal',
    isWithoutTags: 'internal',
  },
  noun: 'file system',
  arns: ['fsx:*:*:file-system/*', 'fsx:*:*:backup/*'],
  parameters: managedParameters,
  evidence: [windowsFileSystemTraffic, recordSets, ...mentionedBy('fileSystem')],
  unlistedUsers:
    'programs that connect to it less often than once in `unusedFor`, namespaces (DFS), group policies and mapped drives of its Active Directory, and machines outside of AWS, whose configuration nothing reads',
  safeguards: windowsFileSystemSafeguards,
  quarantine: {
    summary:
      'Holystone makes a backup of the file system, which stays as it is. A client of it, or the deletion of that backup, keeps the file system. The backup stays, whatever happens: people delete it.',
    alwaysForMs: 7 * DAY_MS,
    permissions: permissionsOf(fsx.createBackup),
    reads: permissionsOf(fsx.describeBackups),
  },
  // Longer than a month: a job at the end of each month counts.
  measured: { knownForMs: METRICS_KEPT_MS, unusedForMs: 32 * DAY_MS },
  // Its prices (capacity, throughput, backups) are not in the price list of this program.
  monthlyCost: () => undefined,
  tagging: fsxTags,
  mostIds: 1,
  reads: fsx.describeFileSystems,
  idsInput: (FileSystemIds) => ({ FileSystemIds }),
  idOf: ({ FileSystemId }) => FileSystemId,
  toResource: (one, { accountId }) => toWindowsFileSystem(one, accountId),
  describeCalls: [ec2.describeNetworkInterfaces],
  describe: whole,
  deletes: fsx.deleteFileSystem,
  // The backup of its quarantine is proven directly before. AWS refuses this block for one of another type.
  deleteInput: (FileSystemId) => ({
    FileSystemId,
    ClientRequestToken: `holystone-${FileSystemId}`,
    WindowsConfiguration: { SkipFinalBackup: true },
  }),
  isDone: ({ FileSystemId }, id) => FileSystemId === id,
  // AWS refuses for no client, and deletes one in whatever state.
  isReadAgain: true,
  userOf: blockedBy,
  ends: 'accepted',
  quarantining: quarantineWindowsFileSystems,
  restore: {
    calls: [fsx.describeBackups, fsx.createFileSystemFromBackup, fsx.tagResource],
    plan: restoreWindowsFileSystem,
  },
});

/** With its security groups, which only its interfaces say. @throws ReadError */
async function whole(target: CallScope, fileSystem: FileSystem): Promise<DescribedWindowsFileSystem> {
  const { FileSystemId: id = '', NetworkInterfaceIds = [] } = fileSystem;
  if (NetworkInterfaceIds.length === 0) return { fileSystem, securityGroups: [] };
  const what = `reading the interfaces of ${id}`;
  const Filters = [{ Name: 'network-interface-id', Values: NetworkInterfaceIds }];
  const all = await allOf(pages(target, ec2.describeNetworkInterfaces, what, { Filters }));
  const groups = all.flatMap(({ Groups = [] }) => Groups.flatMap(({ GroupId }) => GroupId ?? []));
  return { fileSystem, securityGroups: [...new Set(groups)] };
}

/** Facts that AWS does not refuse: read directly before the request. */
function blockedBy(one: FileSystem): string | undefined {
  const resource = toWindowsFileSystem(one, undefined);
  return resource && reasonToTheEnd(windowsFileSystemSafeguards, resource);
}
