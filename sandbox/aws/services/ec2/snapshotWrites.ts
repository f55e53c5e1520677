import type { CreateVolumePermission, ModifySnapshotAttributeCommandInput, Snapshot } from '@aws-sdk/client-ec2';
import { AwsError } from '../../collections/errors.ts';
import { newSnapshot, type SnapshotSeed } from '../../seeds/snapshotSeeds.ts';
import { VOLUME_IDS } from '../../seeds/volumeSeeds.ts';
import type { Call } from '../../store/call.ts';
import { type Ec2Handlers, existing, stopIfDryRun } from './common.ts';
import { ownSnapshot } from './snapshotStates.ts';
import { tagsFor } from './tagging.ts';

/** "A single st1 or sc1 volume can have one": https://repost.aws/knowledge-center/ebs-snapshot-stuck */
const ONE_AT_A_TIME = ['st1', 'sc1'];
const MOST_AT_A_TIME = 5;
const APART_MS = 15_000;

/**
 * ConcurrentSnapshotLimitExceeded; and SnapshotCreationPerVolumeRateExceeded, "Wait at least 15 seconds between
 * concurrent volume snapshots": https://docs.aws.amazon.com/AWSEC2/latest/APIReference/errors-overview.html
 */
function refuseTooMany(volume: string, type: string | undefined, { here, now }: Call): void {
  const pending = [...here.snapshotsUnderway].filter(([id]) => here.snapshots.get(id)?.VolumeId === volume);
  if (pending.some(([, { startedAt }]) => now.getTime() - startedAt < APART_MS)) {
    const message = 'The maximum per volume CreateSnapshot request rate has been exceeded.';
    throw new AwsError('SnapshotCreationPerVolumeRateExceeded', message);
  }
  if (pending.length >= (ONE_AT_A_TIME.includes(type ?? '') ? 1 : MOST_AT_A_TIME)) {
    const message = 'Maximum allowed in-progress snapshots for a single volume exceeded.';
    throw new AwsError('ConcurrentSnapshotLimitExceeded', message);
  }
}

export const snapshotWrites: Ec2Handlers = {
  /**
   * "You can take a snapshot of an attached volume that is in use":
   * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateSnapshot.html
   */
  CreateSnapshot(input, call) {
    const VolumeId = input.VolumeId ?? '';
    const { volume } = existing(call.here.volumes, VolumeId, VOLUME_IDS);
    const Tags = tagsFor(input.TagSpecifications, 'snapshot');
    stopIfDryRun(input);
    if (volume.State !== 'available' && volume.State !== 'in-use') {
      throw new AwsError('IncorrectState', `The volume '${VolumeId}' is '${volume.State}'.`);
    }
    refuseTooMany(VolumeId, volume.VolumeType, call);
    const { Size: VolumeSize, Encrypted, KmsKeyId } = volume;
    const of = { VolumeId, VolumeSize, Encrypted, ...(KmsKeyId === undefined ? {} : { KmsKeyId }) };
    const given = { ...of, Description: input.Description, State: 'pending', Progress: '0%', ...(Tags && { Tags }) };
    const snapshot = newSnapshot(given as SnapshotSeed, call);
    begin(snapshot, call);
    // The answer has no progress yet: the page's example.
    return { ...snapshot, Progress: '' };
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

function begin({ SnapshotId = '', ...snapshot }: Snapshot, { here, store, now, failsLater }: Call): void {
  const startedAt = now.getTime();
  const problem = failsLater === undefined ? {} : { problem: failsLater };
  here.snapshotsUnderway.set(SnapshotId, { startedAt, endsAt: startedAt + store.snapshotsTakeMs, ...problem });
  here.snapshots.put(SnapshotId, { SnapshotId, ...snapshot });
}

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
