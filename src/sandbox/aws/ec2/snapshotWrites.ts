import type { CreateVolumePermission, ModifySnapshotAttributeCommandInput } from '@aws-sdk/client-ec2';
import { AwsError } from '../errors.ts';
import { type Ec2Handlers, refuseMalformed, stopIfDryRun } from './common.ts';
import { newSnapshot } from './seeds.ts';
import { ownSnapshot } from './snapshots.ts';
import { tagsFor } from './tagging.ts';

export const snapshotWrites: Ec2Handlers = {
  /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateSnapshot.html; here it is completed at once. */
  CreateSnapshot(input, call) {
    const VolumeId = input.VolumeId ?? '';
    refuseMalformed([VolumeId], 'vol', 'InvalidVolumeID.Malformed');
    const volume = call.here.volumes.get(VolumeId)?.volume;
    if (!volume) throw new AwsError('InvalidVolume.NotFound', `The volume '${VolumeId}' does not exist.`);
    stopIfDryRun(input);
    const { Size: VolumeSize, Encrypted } = volume;
    const Tags = tagsFor(input.TagSpecifications, 'snapshot');
    const given = { VolumeId, VolumeSize, Encrypted, Description: input.Description, ...(Tags ? { Tags } : {}) };
    const snapshot = newSnapshot(given, call, call.store.ids, call.now);
    call.here.snapshots.put(snapshot.SnapshotId ?? '', snapshot);
    return snapshot;
  },

  /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_ModifySnapshotAttribute.html */
  ModifySnapshotAttribute(input, call) {
    const { SnapshotId = '' } = ownSnapshot(input.SnapshotId, call);
    const { add, remove } = permissionChange(input);
    stopIfDryRun(input);
    const same = (a: CreateVolumePermission, b: CreateVolumePermission) => a.UserId === b.UserId && a.Group === b.Group;
    const old = call.here.volumePermissions.get(SnapshotId) ?? [];
    const kept = old.filter((one) => ![...add, ...remove].some((other) => same(one, other)));
    call.here.volumePermissions.put(SnapshotId, [...kept, ...add]);
    return {};
  },
};

interface Change {
  readonly add: readonly CreateVolumePermission[];
  readonly remove: readonly CreateVolumePermission[];
}

function permissionChange(input: ModifySnapshotAttributeCommandInput): Change {
  const { CreateVolumePermission: permission, Attribute, OperationType, UserIds = [], GroupNames = [] } = input;
  if (permission) return { add: permission.Add ?? [], remove: permission.Remove ?? [] };
  if (Attribute !== 'createVolumePermission' || !OperationType) {
    throw new AwsError('InvalidParameterCombination', 'Only createVolumePermission of a snapshot can be changed');
  }
  const named = [...UserIds.map((UserId) => ({ UserId })), ...GroupNames.map(() => ({ Group: 'all' as const }))];
  return OperationType === 'add' ? { add: named, remove: [] } : { add: [], remove: named };
}
