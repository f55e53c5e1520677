import { z } from 'zod';
import { DAY_MS } from '../../../../core/common/duration.ts';
import type { Safeguard } from '../../../../core/evaluation/rule.ts';
import type { EntryProblem, GivenEntry } from '../../../contract/entry.ts';
import { permissionsOf } from '../../calls/call.ts';
import { cloudWatch } from '../../calls/cloudWatch.ts';
import { ec2 } from '../../calls/ec2.ts';
import { leftovers } from '../../evidence/clusters/leftovers.ts';
import { mentionedBy } from '../../evidence/mentioning/mentionedBy.ts';
import { lastAttached } from '../../evidence/storage/lastAttached.ts';
import { volumeAttachments } from '../../evidence/storage/volumeAttachments.ts';
import { volumeInitialization } from '../../evidence/storage/volumeInitialization.ts';
import { volumeModifications } from '../../evidence/storage/volumeModifications.ts';
import { VOLUME_DRIVER } from '../../resources/claimTags.ts';
import { CLUSTER_GONE } from '../../resources/clusterGone.ts';
import { clusterParameters } from '../../resources/clusterParameters.ts';
import { ec2Page } from '../../resources/consolePage.ts';
import { manages } from '../../resources/managedBy.ts';
import { stateIs } from '../../resources/safeguards.ts';
import { STACK_GONE } from '../../resources/stackGone.ts';
import { toVolume, type VolumeResource } from '../../resources/volume.ts';
import { ownPlace } from '../../wire/places.ts';
import { ec2Type } from '../ec2Type.ts';
import { volumeCost } from './monthlyCost.ts';
import { quarantineVolumes } from './quarantine.ts';
import { restoreVolume } from './restore.ts';

const volumeParameters = clusterParameters.extend({
  multiAttach: z
    .enum(['keep', 'judge'])
    .default('keep')
    .describe(
      'Volumes with Multi-Attach, which clusters attach as they need them: `keep` all, or `judge` them like any other.',
    ),
});

/** A `volume` entry's own keys after parsing, those of `clusters` included. */
type VolumeParameters = z.infer<typeof volumeParameters>;

type VolumeSafeguard = Safeguard<VolumeResource, VolumeParameters>;

const multiAttach: VolumeSafeguard = {
  name: 'multiAttach',
  summary: 'It has Multi-Attach, and `multiAttach` is `keep`.',
  keeps: ({ multiAttachEnabled }, { multiAttach: what }) =>
    multiAttachEnabled && what === 'keep' ? 'it has Multi-Attach: a cluster may attach it at any time' : undefined,
};

/** People must handle `error`: they may look for the data on it; a missing state is unknown. */
const state = stateIs('available');

/** The verdict of a volume has the reason of every one that keeps it, in this order. */
const volumeSafeguards: readonly VolumeSafeguard[] = [multiAttach, state];

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
    lastAttached,
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
  firstSeenIsUse: { unusedForMs: 14 * DAY_MS, recordedBy: lastAttached.name },
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

/** An entry that selects volumes of deleted clusters saves their data first: the people who knew their content may be gone. */
function problemsOf({ when, hasQuarantine, parameters }: GivenEntry<VolumeParameters>): EntryProblem[] {
  if (!hasQuarantine && when.some((rules) => rules.includes(STACK_GONE))) {
    const message = `the rule ${STACK_GONE} selects volumes of deleted stacks, so it needs a quarantine, in which a last snapshot saves the data: add \`quarantine: 30d\``;
    return [{ path: ['when'], message }];
  }
  const isAsked = when.some((rules) => rules.includes(CLUSTER_GONE));
  if (!isAsked || hasQuarantine || !manages(parameters, VOLUME_DRIVER)) return [];
  const message =
    `with the rule ${CLUSTER_GONE} and manageOwned: [${VOLUME_DRIVER}] this deletes volumes of deleted clusters, so it needs ` +
    'a quarantine, in which a last snapshot saves the data: add `quarantine: 30d`';
  return [{ path: ['manageOwned'], message }];
}
