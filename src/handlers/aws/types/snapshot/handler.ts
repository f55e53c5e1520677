import { ec2 } from '../../calls/ec2.ts';
import { leftovers } from '../../evidence/clusters/leftovers.ts';
import { inOwnPlace } from '../../evidence/inOwnPlace.ts';
import { fleets } from '../../evidence/launches/fleets.ts';
import { spotRequests } from '../../evidence/launches/spotRequests.ts';
import { mentionedBy } from '../../evidence/mentioning/mentionedBy.ts';
import { linkedToTemplates, withTemplateUsers } from '../../evidence/mentioning/templateUsers.ts';
import { backedImage } from '../../evidence/storage/backedImage.ts';
import { pendingCopies } from '../../evidence/storage/pendingCopies.ts';
import { recycledImageDevices } from '../../evidence/storage/recycledImageDevices.ts';
import { recycledImages } from '../../evidence/storage/recycledImages.ts';
import { snapshotTiers } from '../../evidence/storage/snapshotTiers.ts';
import { sourceVolume } from '../../evidence/storage/sourceVolume.ts';
import { volumePermissions } from '../../evidence/storage/volumePermissions.ts';
import { volumesMadeFrom } from '../../evidence/storage/volumesMadeFrom.ts';
import { ec2Page } from '../../resources/consolePage.ts';
import { volumePermissionsOf } from '../../resources/sharing.ts';
import { toSnapshot } from '../../resources/snapshot.ts';
import { snapshotParameters } from '../../resources/snapshotParameters.ts';
import { ownPlace } from '../../wire/places.ts';
import { saysNotFound } from '../../wire/readError.ts';
import { ec2Type } from '../ec2Type.ts';
import { problemsOf } from './entry.ts';
import { monthlyCost } from './monthlyCost.ts';
import { restoreSnapshot } from './restore.ts';
import { snapshotRules } from './rules.ts';
import { snapshotSafeguards } from './safeguards.ts';
import { snapshotSetPolicies } from './setPolicies.ts';

/** A copy of a volume's tags on its backup says nothing about the backup: that outlives its cluster on purpose. */
const left = leftovers({ isForImage: true, isOfNoStack: true });

export const snapshot = ec2Type({
  resourceType: 'snapshot',
  called: { en: 'EBS snapshot', de: 'EBS-Snapshot' },
  alsoCalled: ['ebs snapshot', 'backup'],
  summary: 'Snapshots of EBS volumes. A snapshot made for an image goes when the image is gone; any other is a backup.',
  attributes: {
    tags: 'map',
    createdAt: 'date',
    sizeBytes: 'bytes',
    state: 'text',
    storageTier: 'text',
    restoreExpiryTime: 'date',
    volumeId: 'text',
    volumeSize: 'gibibytes',
    encrypted: 'boolean',
    description: 'text',
    transferType: 'text',
    backedImage: 'text',
    fullSnapshotSizeInBytes: 'bytes',
  },
  noun: 'snapshot',
  pageOf: ec2Page('SnapshotDetails:snapshotId='),
  arns: ['ec2:*::snapshot/*'],
  parameters: snapshotParameters,
  problemsOf,
  linkedTypes: linkedToTemplates,
  evidence: withTemplateUsers(
    [
      pendingCopies,
      inOwnPlace(fleets),
      backedImage,
      recycledImageDevices,
      recycledImages,
      snapshotTiers,
      sourceVolume,
      inOwnPlace(spotRequests),
      volumePermissions,
      volumesMadeFrom,
      ...mentionedBy('snapshot', ownPlace),
      ...left.evidence,
    ],
    ownPlace,
  ),
  usedByTypes: ['image'],
  // By CreateImage and CopyImage: that no entry lets one go is no word about its image.
  isMadeByWhole: () => true,
  safeguards: [...left.safeguards, ...snapshotSafeguards],
  rules: [...snapshotRules, ...left.rules],
  setPolicies: snapshotSetPolicies,
  monthlyCost,
  reads: ec2.describeSnapshots,
  idsInput: (SnapshotIds) => ({ SnapshotIds }),
  idOf: ({ SnapshotId }) => SnapshotId,
  toResource: toSnapshot,
  describeCalls: [ec2.describeSnapshotAttribute],
  async describe(target, snapshot, { id }) {
    try {
      // A restored snapshot would need these permissions again.
      return { snapshot, createVolumePermissions: await volumePermissionsOf(target, id) };
    } catch (error) {
      if (saysNotFound(error)) return undefined;
      throw error;
    }
  },
  deletes: ec2.deleteSnapshot,
  deleteInput: (SnapshotId) => ({ SnapshotId }),
  ends: 'deleted',
  binned: 'snapshot',
  restore: { calls: [ec2.listSnapshotsInRecycleBin, ec2.restoreSnapshotFromRecycleBin], plan: restoreSnapshot },
});
