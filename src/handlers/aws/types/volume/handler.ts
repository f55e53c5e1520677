import { DAY_MS } from '../../../../core/common/duration.ts';
import { defineHandler } from '../../../contract/defineHandler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import { instanceVolumes } from '../../evidence/storage/instanceVolumes.ts';
import { volumeAttachments } from '../../evidence/storage/volumeAttachments.ts';
import { volumeInitialization } from '../../evidence/storage/volumeInitialization.ts';
import { volumeModifications } from '../../evidence/storage/volumeModifications.ts';
import { LAST_SNAPSHOT_PERMISSION } from '../../resources/lastSnapshots.ts';
import type { VolumeResource } from '../../resources/volume.ts';
import { type VolumeParameters, volumeParameters } from '../../resources/volumeParameters.ts';
import { binPermission } from '../../session/recycleBin.ts';
import { takeOutPermission } from '../../session/recycleBinRestore.ts';
import { volumeCost } from './monthlyCost.ts';
import { volumeSafeguards } from './safeguards.ts';
import { openVolumes } from './session.ts';

export const volume = defineHandler<VolumeResource, VolumeParameters>({
  provider: 'aws',
  resourceType: 'volume',
  summary: 'EBS volumes. Never detached: one that is attached stays, and so do all snapshots of it.',
  permissions: {
    list: permissionsOf(ec2.describeVolumes),
    delete: permissionsOf(ec2.deleteVolume),
    protect: permissionsOf(ec2.createTags, ec2.deleteTags),
    restorable: [binPermission('volume')],
    restore: [ec2.describeVolumes.api, LAST_SNAPSHOT_PERMISSION, binPermission('volume'), takeOutPermission('volume')],
    resources: ['ec2:*:*:volume/*'],
  },
  parameters: volumeParameters,
  evidence: [instanceVolumes, volumeAttachments, volumeInitialization, volumeModifications],
  safeguards: volumeSafeguards,
  // EBS tells when one was attached, and nobody when it was detached.
  firstSightIsUse: { unusedForMs: 14 * DAY_MS },
  quarantine: {
    summary:
      'A last snapshot of it is made, and is complete before it is deleted. The snapshot stays, whatever becomes of the ' +
      'volume: people delete it. Who attaches the volume, or deletes that snapshot, keeps the volume.',
    permissions: permissionsOf(ec2.createSnapshot),
    reads: [LAST_SNAPSHOT_PERMISSION],
    makes: { action: 'CreateSnapshot', resource: 'ec2:*::snapshot/*', tagging: ec2.createTags.api },
  },
  monthlyCost: volumeCost,
  definition: ({ id, described }) => {
    if (!described) throw new Error(`${id} was not read by id: its definition is not complete`);
    return described;
  },
  open: openVolumes,
});
