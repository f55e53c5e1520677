import { defineHandler } from '../../../contract/defineHandler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import { inOwnPlace } from '../../evidence/inOwnPlace.ts';
import { fleets } from '../../evidence/launches/fleets.ts';
import { spotRequests } from '../../evidence/launches/spotRequests.ts';
import { fastRestores } from '../../evidence/storage/fastRestores.ts';
import { imageBlockDevices } from '../../evidence/storage/imageBlockDevices.ts';
import { configurationBlockDevices, templateBlockDevices } from '../../evidence/storage/launchBlockDevices.ts';
import { madeForImage } from '../../evidence/storage/madeForImage.ts';
import { pendingCopies } from '../../evidence/storage/pendingCopies.ts';
import { recipeBlockDevices } from '../../evidence/storage/recipeBlockDevices.ts';
import { recycledImageDevices } from '../../evidence/storage/recycledImageDevices.ts';
import { recycledImages } from '../../evidence/storage/recycledImages.ts';
import { snapshotLocks } from '../../evidence/storage/snapshotLocks.ts';
import { snapshotTiers } from '../../evidence/storage/snapshotTiers.ts';
import { volumePermissions } from '../../evidence/storage/volumePermissions.ts';
import { volumesMadeFrom } from '../../evidence/storage/volumesMadeFrom.ts';
import type { SnapshotResource } from '../../resources/snapshot.ts';
import { type SnapshotParameters, snapshotParameters } from '../../resources/snapshotParameters.ts';
import { binPermission } from '../../session/recycleBin.ts';
import { takeOutPermission } from '../../session/recycleBinRestore.ts';
import { problemsOf } from './entry.ts';
import { monthlyCost } from './monthlyCost.ts';
import { snapshotRules } from './rules.ts';
import { snapshotSafeguards } from './safeguards.ts';
import { openSnapshots } from './session.ts';
import { snapshotSetPolicies } from './setPolicies.ts';

export const snapshot = defineHandler<SnapshotResource, SnapshotParameters>({
  provider: 'aws',
  resourceType: 'snapshot',
  summary: 'Snapshots of EBS volumes. Those that were made for an image go when it is gone; any other is a backup.',
  permissions: {
    list: permissionsOf(ec2.describeSnapshots, ec2.describeSnapshotAttribute),
    delete: permissionsOf(ec2.deleteSnapshot),
    protect: permissionsOf(ec2.createTags, ec2.deleteTags),
    restorable: [binPermission('snapshot')],
    restore: [
      ec2.describeSnapshots.api,
      ec2.describeSnapshotAttribute.api,
      binPermission('snapshot'),
      takeOutPermission('snapshot'),
    ],
    resources: ['ec2:*::snapshot/*'],
  },
  parameters: snapshotParameters,
  problemsOf,
  evidence: [
    configurationBlockDevices,
    pendingCopies,
    fastRestores,
    inOwnPlace(fleets),
    imageBlockDevices,
    madeForImage,
    recipeBlockDevices,
    recycledImageDevices,
    recycledImages,
    snapshotLocks,
    snapshotTiers,
    inOwnPlace(spotRequests),
    templateBlockDevices,
    volumePermissions,
    volumesMadeFrom,
  ],
  usedByTypes: ['image'],
  safeguards: snapshotSafeguards,
  rules: snapshotRules,
  setPolicies: snapshotSetPolicies,
  monthlyCost,
  definition: ({ id, described }) => {
    if (!described) throw new Error(`${id} was not read by id: its definition is not complete`);
    return described;
  },
  open: openSnapshots,
});
