import type {
  CreateFileSystemFromBackupRequest,
  FileSystem,
  SelfManagedActiveDirectoryAttributes,
  SelfManagedActiveDirectoryConfiguration,
  WindowsFileSystemConfiguration,
} from '@aws-sdk/client-fsx';
import { defined } from '../../../../core/common/defined.ts';
import { QUARANTINE_TAG } from '../../../../core/mark/quarantine.ts';
import type { Read } from '../../../../core/resource/resource.ts';
import type { Restoring } from '../../../../core/resource/restoring.ts';
import { fsx } from '../../calls/fsx.ts';
import {
  type DescribedWindowsFileSystem,
  dnsAliasesOf,
  type WindowsFileSystemResource,
} from '../../resources/windowsFileSystem.ts';
import { awsJsonCommand } from '../../session/commandLine.ts';
import { RESTORED_TAG } from '../../session/restoredTag.ts';
import { isThere, refused, restoreBy, type Wanted } from '../../session/restoring.ts';
import { fromTags, toTags } from '../../session/tags.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import { allOf } from '../../wire/paging.ts';
import { pages } from '../../wire/reading.ts';
import { readLastBackups } from './backups.ts';

/** What a person writes instead of it: AWS tells no password. */
const PASSWORD = 'PASSWORD';

/** Makes one from its last backup, under another id and host. A tag finds it again; its token makes no second one. */
export async function restoreWindowsFileSystem(
  { restorer, stored }: Wanted,
  now: Read<WindowsFileSystemResource> | undefined,
): Promise<Restoring> {
  const { id, identity } = stored;
  if (now?.kind === 'found')
    return now.resource.lifecycle === 'DELETING'
      ? refused(`${id} is still being deleted: try it again later`)
      : isThere(id);
  if (now?.kind !== 'gone') return refused(`it is not known whether ${id} is gone: ${now?.why ?? 'AWS did not say'}`);
  const all = await allOf(pages(restorer, fsx.describeFileSystems, `looking for what was restored of ${id}`));
  const made = all.find(({ Tags }) => toTags(Tags)[RESTORED_TAG] === identity);
  if (made) return asMade(made);
  const [backup] = await readLastBackups(restorer, identity);
  if (!backup?.BackupId) return refused(`no last backup of ${id} (${identity}) is there`);
  if (backup.Lifecycle !== 'AVAILABLE')
    return refused(`${backup.BackupId}, its last backup, is ${backup.Lifecycle ?? 'in a state that is not known'}`);
  const old = stored.definition as DescribedWindowsFileSystem;
  const { input, lacks } = restoring(old, stored, backup.BackupId);
  const step = {
    says: `makes a file system from ${backup.BackupId}, its last backup, under another id and another host, and joins it to ${directoryOf(old.fileSystem)} anew; it costs by the hour from then on${dnsOf(old.fileSystem)}`,
    command: awsJsonCommand(restorer, 'fsx create-file-system-from-backup', input),
  };
  if (lacks !== undefined) return { kind: 'byHand', why: lacks, steps: [step] };
  return {
    kind: 'ready',
    steps: [step],
    afterwards: [],
    async run() {
      let again: FileSystem | undefined;
      const call = fsx.createFileSystemFromBackup;
      const done = await restoreBy(restorer, call.api, `restoring ${id}`, async () => {
        const answer = await send(restorer, call, input);
        again = answer.FileSystem;
        return requestIdOf(answer);
      });
      if ('kind' in done) return done;
      return { ...begun(again ?? {}), ...done };
    },
  };
}

function begun({ FileSystemId: id, Lifecycle: is }: FileSystem) {
  const says = `the state of ${id ?? 'the new file system'} is ${is ?? 'not known'}`;
  return { kind: 'begun' as const, says, ...defined({ id }) };
}

function asMade(made: FileSystem): Restoring {
  const { FileSystemId: id = 'one without id', Lifecycle: is, FailureDetails } = made;
  if (is === 'AVAILABLE' || is === 'UPDATING') return isThere(id);
  if (is === 'CREATING') return begun(made);
  if (is === 'DELETING') return refused(`${id}, which was restored of it, is being deleted: try it again later`);
  const why = FailureDetails?.Message ? `: ${FailureDetails.Message}` : '';
  return refused(
    `the state of ${id}, which was restored of it, is ${is ?? 'not known'}${why}: look at it, and delete it before another restore`,
  );
}

/** https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemFromBackup.html. @returns `lacks`: what Holystone does not know */
function restoring(
  { fileSystem: old, securityGroups }: DescribedWindowsFileSystem,
  { id, identity }: Pick<WindowsFileSystemResource, 'id' | 'identity'>,
  BackupId: string,
): { readonly input: CreateFileSystemFromBackupRequest; readonly lacks?: string } {
  const { [QUARANTINE_TAG]: _over, ...tags } = toTags(old.Tags);
  const own = Object.entries(tags).filter(([key]) => !key.startsWith('aws:'));
  const windows = old.WindowsConfiguration ?? {};
  const directory = joining(windows);
  const isMultiAz = windows.DeploymentType === 'MULTI_AZ_1';
  const aliases = dnsAliasesOf(windows);
  const { Mode, Iops } = windows.DiskIopsConfiguration ?? {};
  const input: CreateFileSystemFromBackupRequest = {
    BackupId,
    ClientRequestToken: `holystone-again-${id}`,
    SubnetIds: old.SubnetIds ?? [],
    Tags: fromTags({ ...Object.fromEntries(own), [RESTORED_TAG]: identity }),
    ...defined({
      SecurityGroupIds: securityGroups.length > 0 ? [...securityGroups] : undefined,
      StorageType: old.StorageType,
      KmsKeyId: old.KmsKeyId,
    }),
    ...defined({ NetworkType: old.NetworkType }),
    WindowsConfiguration: {
      ThroughputCapacity: windows.ThroughputCapacity,
      ...directory.join,
      ...defined({
        DeploymentType: windows.DeploymentType,
        PreferredSubnetId: isMultiAz ? windows.PreferredSubnetId : undefined,
        WeeklyMaintenanceStartTime: windows.WeeklyMaintenanceStartTime,
        DailyAutomaticBackupStartTime: windows.DailyAutomaticBackupStartTime,
        AutomaticBackupRetentionDays: windows.AutomaticBackupRetentionDays,
        CopyTagsToBackups: windows.CopyTagsToBackups,
        Aliases: aliases.length > 0 ? [...aliases] : undefined,
        AuditLogConfiguration: windows.AuditLogConfiguration,
        DiskIopsConfiguration: Mode === 'USER_PROVISIONED' ? defined({ Mode, Iops }) : undefined,
        FsrmConfiguration: windows.FsrmConfiguration,
      }),
    },
  };
  return { input, ...defined({ lacks: directory.lacks }) };
}

/** How it joins its Active Directory again: by its id, or with the account of a secret or of a person. */
function joining({ ActiveDirectoryId, SelfManagedActiveDirectoryConfiguration: own }: WindowsFileSystemConfiguration): {
  readonly join: {
    readonly ActiveDirectoryId?: string;
    readonly SelfManagedActiveDirectoryConfiguration?: SelfManagedActiveDirectoryConfiguration;
  };
  readonly lacks?: string;
} {
  if (ActiveDirectoryId) return { join: { ActiveDirectoryId } };
  if (own === undefined)
    return { join: {}, lacks: 'AWS did not say which Active Directory it was in: add it to the command' };
  const join = { SelfManagedActiveDirectoryConfiguration: withAccount(own) };
  if (own.DomainJoinServiceAccountSecret) return { join };
  const who = own.UserName ?? 'the account that joins it';
  const lacks = `it was in a directory of your own (${own.DomainName ?? 'not named'}), and AWS does not tell the password of ${who}: write it in the command instead of ${PASSWORD}`;
  return { join, lacks };
}

function withAccount(own: SelfManagedActiveDirectoryAttributes): SelfManagedActiveDirectoryConfiguration {
  const secret = own.DomainJoinServiceAccountSecret;
  return {
    DomainName: own.DomainName ?? '',
    DnsIps: own.DnsIps ?? [],
    ...defined({
      OrganizationalUnitDistinguishedName: own.OrganizationalUnitDistinguishedName,
      FileSystemAdministratorsGroup: own.FileSystemAdministratorsGroup,
      ...(secret ? { DomainJoinServiceAccountSecret: secret } : { UserName: own.UserName, Password: PASSWORD }),
    }),
  };
}

function directoryOf({ WindowsConfiguration: windows }: FileSystem): string {
  const { ActiveDirectoryId, SelfManagedActiveDirectoryConfiguration: own } = windows ?? {};
  return `its Active Directory (${ActiveDirectoryId ?? own?.DomainName ?? 'not named'})`;
}

function dnsOf({ DNSName, WindowsConfiguration: windows }: FileSystem): string {
  const names = dnsAliasesOf(windows ?? {});
  const own = DNSName === undefined ? '' : `; whoever connects to ${DNSName} has to take its new host`;
  return names.length === 0
    ? own
    : `${own}; the records and service principal names of ${names.join(', ')} in the directory are to be changed by hand`;
}
