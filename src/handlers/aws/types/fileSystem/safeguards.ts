import type { Safeguard } from '../../../../core/evaluation/rule.ts';
import type { FileSystemResource } from '../../resources/fileSystem.ts';
import { type ManagedParameters, managedBy } from '../../resources/managedBy.ts';
import { listed, ownedByAnother } from '../../resources/safeguards.ts';

type FileSystemSafeguard = Safeguard<FileSystemResource, ManagedParameters>;

const state: FileSystemSafeguard = {
  name: 'lifeCycleState',
  summary: 'Its state is not `available`: it is made, changed or deleted.',
  keeps: ({ lifeCycleState: is }) => (is === 'available' ? undefined : `its state is ${is ?? 'not known'}`),
};

/** AWS cuts a living mount when its mount target goes, and refuses to delete a file system that has one (ADR 195). */
const mountTargets: FileSystemSafeguard = {
  name: 'mountTargets',
  summary:
    'It has mount targets, through which something may reach it at any moment, or AWS does not say how many. Holystone deletes none of them: once people have, it is judged.',
  keeps({ numberOfMountTargets: many }) {
    if (many === 0) return undefined;
    if (many === undefined) return 'it is not known how many mount targets it has';
    return `it has ${many} mount target${many === 1 ? '' : 's'}, through which something may reach it: it stays until people have deleted ${many === 1 ? 'it' : 'them'}`;
  },
};

/** A destination has no mount target by design, and its last values are those of the replication. */
const replication: FileSystemSafeguard = {
  name: 'replication',
  summary: 'It is the destination of a replication, or AWS does not say whether it is one.',
  keeps({ overwriteProtection: is }) {
    if (is === 'ENABLED' || is === 'DISABLED') return undefined;
    return is === 'REPLICATING'
      ? 'it is the destination of a replication'
      : `it is not known whether it is the destination of a replication (${is ?? 'AWS does not say'})`;
  },
};

/** They may say who needs it, or which program manages it: a rule reads those of the file system alone. */
const accessPointTags: FileSystemSafeguard = {
  name: 'accessPointTags',
  summary: 'An access point has a tag, or a value of one, that the file system has not, other than `Name`.',
  keeps: ({ accessPointTags: tags }) => listed(tags, 'the file system has not these tags of its access points'),
};

/** The verdict of a file system has the reason of every one that keeps it, in this order. */
export const fileSystemSafeguards: readonly FileSystemSafeguard[] = [
  managedBy,
  ownedByAnother,
  state,
  mountTargets,
  replication,
  accessPointTags,
];
