/** The backups that Holystone makes of a file system for Windows before its deletion. They stay: only people delete them. */
import type { Backup } from '@aws-sdk/client-fsx';
import type { QuarantineStanding } from '../../../../core/mark/quarantine.ts';
import type { Quarantining } from '../../../contract/quarantining.ts';
import { fsx } from '../../calls/fsx.ts';
import type { WindowsFileSystemResource } from '../../resources/windowsFileSystem.ts';
import { fsxTags } from '../../session/fsxTags.ts';
import { LAST_OF_TAG } from '../../session/restoredTag.ts';
import type { CallScopes } from '../../session/session.ts';
import { fromTags, toTags } from '../../session/tags.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import { allOf } from '../../wire/paging.ts';
import { unlessGone } from '../../wire/readError.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { type BackupWay, backupFirst } from '../backupFirst.ts';

/** "Any existing automatic backups are also deleted" with the file system (API_DeleteFileSystem); these are not. */
const STAYS = 'USER_INITIATED';

/** https://docs.aws.amazon.com/fsx/latest/APIReference/API_Backup.html */
const UNDER_WAY: ReadonlySet<string> = new Set(['PENDING', 'CREATING', 'TRANSFERRING', 'COPYING']);

/**
 * Those of this very file system that Holystone made, by their tag, the newest first. All of the account are listed: whether AWS finds
 * those of a deleted file system by its id is not documented. @throws ReadError
 */
export async function readLastBackups(target: CallScope, identity: string): Promise<readonly Backup[]> {
  const Filters = [{ Name: 'backup-type' as const, Values: [STAYS] }];
  const all = await allOf(pages(target, fsx.describeBackups, `reading backups of ${identity}`, { Filters }));
  return all
    .filter(({ Tags, Lifecycle }) => toTags(Tags)[LAST_OF_TAG] === identity && Lifecycle !== 'DELETED')
    .toSorted((a, b) => Number(b.CreationTime ?? 0) - Number(a.CreationTime ?? 0));
}

const BACKUP: BackupWay<WindowsFileSystemResource, Backup> = {
  api: fsx.createBackup.api,
  called: 'backup',
  tagging: fsxTags,
  stateOf: ({ lifecycle }) => lifecycle,
  ready: 'AVAILABLE',
  // It is the token of the request, too, which takes 63 characters.
  nameOf: ({ id }, at) => `holystone-last-${id}-${new Date(at).toISOString().slice(0, 10)}`,
  async find(reader, { identity }) {
    const known = await readLastBackups(reader, identity);
    return known.flatMap(({ BackupId: id, Lifecycle, Tags }) =>
      id && Lifecycle !== 'FAILED' ? [{ id, name: toTags(Tags)['Name'] ?? '' }] : [],
    );
  },
  async make(deleter, { id: FileSystemId, identity }, name) {
    const answer = await send(deleter, fsx.createBackup, {
      FileSystemId,
      ClientRequestToken: name,
      Tags: fromTags({ Name: name, [LAST_OF_TAG]: identity }),
    });
    const made = answer.Backup?.BackupId;
    return { ...(made && { id: made }), requestId: requestIdOf(answer) };
  },
  async read(reader, BackupId) {
    const listing = allOf(pages(reader, fsx.describeBackups, `reading ${BackupId}`, { BackupIds: [BackupId] }));
    return (await unlessGone(listing, [])).find((one) => one.BackupId === BackupId);
  },
  proof(backup, made, { id, identity }) {
    if (backup.FileSystem?.FileSystemId !== id || toTags(backup.Tags)[LAST_OF_TAG] !== identity)
      return { kind: 'failed', why: `${made} is of another file system, or its tags do not say of which` };
    if (backup.Type !== STAYS)
      return { kind: 'failed', why: `${made} goes with the file system: its kind is ${backup.Type ?? 'not known'}` };
    return stateOf(made, backup);
  },
};

function stateOf(
  made: string,
  { Lifecycle, FailureDetails, CreationTime: at }: Backup,
): QuarantineStanding | 'deleted' {
  const is: string = Lifecycle ?? 'not known';
  if (is === 'DELETED') return 'deleted';
  if (UNDER_WAY.has(is)) return { kind: 'pending', why: `the state of ${made} is ${is}` };
  if (is !== 'AVAILABLE') {
    const why = FailureDetails?.Message ? `: ${FailureDetails.Message}` : '';
    return { kind: 'failed', why: `the state of ${made} is ${is}${why}` };
  }
  const isDated = at !== undefined && Number.isFinite(at.getTime());
  return isDated ? { kind: 'inEffect' } : { kind: 'failed', why: `${made} has no date` };
}

/** Who connects to it meanwhile uses it: its clients show that. */
export function quarantineWindowsFileSystems(scopes: CallScopes): Quarantining<WindowsFileSystemResource> {
  return backupFirst(BACKUP, scopes);
}
