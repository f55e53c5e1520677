import { DAY_MS } from '../../../../core/common/duration.ts';
import { permissionsOf } from '../../calls/call.ts';
import { cloudWatch } from '../../calls/cloudWatch.ts';
import { ec2 } from '../../calls/ec2.ts';
import { leftovers } from '../../evidence/clusters/leftovers.ts';
import { mentionedBy } from '../../evidence/mentioning/mentionedBy.ts';
import { volumeAttachments } from '../../evidence/storage/volumeAttachments.ts';
import { volumeInitialization } from '../../evidence/storage/volumeInitialization.ts';
import { volumeModifications } from '../../evidence/storage/volumeModifications.ts';
import { ec2Page } from '../../resources/consolePage.ts';
import { toVolume } from '../../resources/volume.ts';
import { volumeParameters } from '../../resources/volumeParameters.ts';
import { ownPlace } from '../../wire/places.ts';
import { ec2Type } from '../ec2Type.ts';
import { problemsOf } from './entry.ts';
import { volumeCost } from './monthlyCost.ts';
import { quarantineVolumes } from './quarantine.ts';
import { restoreVolume } from './restore.ts';
import { volumeSafeguards } from './safeguards.ts';

const left = leftovers({ isForClaim: true });

export const volume = ec2Type({
  resourceType: 'volume',
  called: { en: 'EBS volume', de: 'EBS-Volume' },
  alsoCalled: ['ebs', 'ebs volume', 'disk'],
  mayBeId: (text) => text.startsWith('vol-'),
  summary: 'EBS volumes. Holystone never detaches one: an attached volume stays, and so do all snapshots of it.',
  attributes: {
    tags: 'map',
    createdAt: 'date',
    sizeBytes: 'bytes',
    state: 'text',
    size: 'gibibytes',
    volumeType: 'text',

    iops: 'number',
    throughput: 'number',
    availabilityZone: 'text',
    encrypted: 'boolean',
    multiAttachEnabled: 'boolean',
    snapshotId: 'text',
    sourceVolumeId: 'text',
    outpostArn: 'text',
    operator: 'text',
  },
  noun: 'volume',
  pageOf: ec2Page('VolumeDetails:volumeId='),
  arns: ['ec2:*:*:volume/*'],
  parameters: volumeParameters,
  evidence: [
    volumeAttachments,
    volumeInitialization,
    volumeModifications,
    ...mentionedBy('volume', ownPlace),
    ...left.evidence,
  ],
  rules: left.rules,
  safeguards: [...left.safeguards, ...volumeSafeguards],
  problemsOf,
  // EBS reports the time of an attachment, but not of a detachment.
  firstSeenIsUse: { unusedForMs: 14 * DAY_MS },
  quarantine: {
    summary:
      'Holystone makes a last snapshot of it, which is complete before the deletion. The snapshot stays, whatever happens to the ' +
      'volume: people delete it. Attaching the volume, or deleting that snapshot, keeps the volume: before the deletion Holystone reads in CloudWatch whether ' +
      'somebody had it attached since.',
    permissions: permissionsOf(ec2.createSnapshot),
    reads: permissionsOf(ec2.describeSnapshots, cloudWatch.getMetricData),
    makes: { action: 'CreateSnapshot', resources: ['ec2:*::snapshot/*'], tagging: ec2.createTags.api },
  },
  monthlyCost: volumeCost,
  reads: ec2.describeVolumes,
  idsInput: (VolumeIds) => ({ VolumeIds, IncludeManagedResources: true }),
  idOf: ({ VolumeId }) => VolumeId,
  toResource: toVolume,
  isGone: ({ State }) => State === 'deleted',
  // Never detaches: AWS refuses to delete an attached volume. "The volume can remain in the deleting state for several
  // minutes." https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DeleteVolume.html
  deletes: ec2.deleteVolume,
  deleteInput: (VolumeId) => ({ VolumeId }),
  ends: 'accepted',
  quarantining: quarantineVolumes,
  binned: 'volume',
  restore: {
    calls: [ec2.describeSnapshots, ec2.listVolumesInRecycleBin, ec2.restoreVolumeFromRecycleBin],
    plan: restoreVolume,
  },
});
