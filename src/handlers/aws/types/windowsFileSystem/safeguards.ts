import type { Safeguard } from '../../../../core/evaluation/rule.ts';
import { type ManagedParameters, managedBy } from '../../resources/managedBy.ts';
import { listed, ownedByAnother } from '../../resources/safeguards.ts';
import type { WindowsFileSystemResource } from '../../resources/windowsFileSystem.ts';

type FileSystemSafeguard = Safeguard<WindowsFileSystemResource, ManagedParameters>;

/** Their backups differ, or there are none: https://docs.aws.amazon.com/fsx/latest/APIReference/API_DeleteFileSystem.html (ADR 196). */
const fileSystemType: FileSystemSafeguard = {
  name: 'fileSystemType',
  summary:
    'It is none for Windows File Server (Lustre, ONTAP, OpenZFS), or AWS does not say what it is. People delete these.',
  keeps({ fileSystemType: is }) {
    if (is === 'WINDOWS') return undefined;
    return is === undefined
      ? 'AWS does not say what it is a file system for'
      : `its type is ${is}: Holystone deletes those for Windows only`;
  },
};

/** Whether AWS answers an empty list of one without tags is not documented: the member may be absent. */
const tagsAnswered: FileSystemSafeguard = {
  name: 'tagsAnswered',
  summary: 'AWS does not say its tags, one of which may keep it.',
  keeps: ({ isWithoutTags }) => (isWithoutTags ? 'AWS does not say its tags' : undefined),
};

const lifecycle: FileSystemSafeguard = {
  name: 'lifecycle',
  summary:
    'Its state is not `AVAILABLE`: it is made, changed or deleted, it failed, or its directory does not let it work.',
  keeps: ({ lifecycle: is }) => (is === 'AVAILABLE' ? undefined : `its state is ${is ?? 'not known'}`),
};

/** While its state is `AVAILABLE`: its storage is optimised for days after it grew. */
const administrativeActions: FileSystemSafeguard = {
  name: 'administrativeActions',
  summary: 'A change of it has not ended: of its storage, its throughput or its names.',
  keeps: ({ administrativeActions: which }) => listed(which, 'changes of it have not ended'),
};

/** The verdict of a file system has the reason of every one that keeps it, in this order. */
export const windowsFileSystemSafeguards: readonly FileSystemSafeguard[] = [
  managedBy,
  ownedByAnother,
  tagsAnswered,
  fileSystemType,
  lifecycle,
  administrativeActions,
];
