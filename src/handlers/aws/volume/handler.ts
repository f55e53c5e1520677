import { DAY_MS } from '../../../core/duration.ts';
import type { Handler } from '../../handler.ts';
import { instanceVolumes } from '../evidence/instanceVolumes.ts';
import { volumeAttachments } from '../evidence/volumeAttachments.ts';
import { volumeInitialization } from '../evidence/volumeInitialization.ts';
import { volumeModifications } from '../evidence/volumeModifications.ts';
import { LAST_SNAPSHOT_PERMISSION } from '../lastSnapshots.ts';
import { binPermission } from '../recycleBin.ts';
import { takeOutPermission } from '../takingOut.ts';
import { volumeCost } from './monthlyCost.ts';
import { type VolumeParameters, volumeParameters } from './parameters.ts';
import type { VolumeResource } from './resource.ts';
import { volumeSafeguards } from './safeguards.ts';
import { openVolumes } from './session.ts';

export const volume: Handler<VolumeResource, VolumeParameters> = {
  provider: 'aws',
  resourceType: 'volume',
  summary: 'EBS volumes. Never detached: one that is attached stays, and so do all snapshots of it.',
  permissions: {
    list: ['ec2:DescribeVolumes'],
    delete: ['ec2:DeleteVolume'],
    protect: ['ec2:CreateTags', 'ec2:DeleteTags'],
    restorable: [binPermission('volume')],
    restore: ['ec2:DescribeVolumes', LAST_SNAPSHOT_PERMISSION, binPermission('volume'), takeOutPermission('volume')],
    resources: ['ec2:*:*:volume/*'],
  },
  parameters: volumeParameters,
  evidence: [instanceVolumes, volumeAttachments, volumeInitialization, volumeModifications],
  notReadYet: [],
  safeguards: volumeSafeguards,
  rules: [],
  dated: 'byProvider',
  // EBS tells when one was attached, and nobody when it was detached.
  firstSightIsUse: { unusedForMs: 14 * DAY_MS },
  maxBatch: 1,
  quarantine: {
    summary:
      'A last snapshot of it is made, and is complete before it is deleted. The snapshot stays, whatever becomes of the ' +
      'volume: people delete it. Who attaches the volume, or deletes that snapshot, keeps the volume.',
    permissions: ['ec2:CreateSnapshot'],
    reads: [LAST_SNAPSHOT_PERMISSION],
    makes: { action: 'CreateSnapshot', resource: 'ec2:*::snapshot/*', tagging: 'ec2:CreateTags' },
  },
  monthlyCost: volumeCost,
  definition: ({ id, described }) => {
    if (!described) throw new Error(`${id} was not read by id: its definition is not complete`);
    return described;
  },
  open: openVolumes,
};
