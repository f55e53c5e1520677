import type { Instance } from '@aws-sdk/client-ec2';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { findInPages } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import type { Decoded } from '../../calls/decoded.ts';
import { ec2 } from '../../calls/ec2.ts';
import { unshareStrings } from '../../resources/unshareStrings.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';
import { aliveState, instancePages } from '../launches/instancePages.ts';

/** A volume can be attached only in its own account and region, so no other place can use it. */
export const instanceVolumes: EvidenceSource = {
  name: 'instanceVolumes',
  summary: 'Instances in every state but `terminated`, by the volumes in their block device mappings.',
  permissions: permissionsOf(ec2.describeInstances),
  per: 'location',
  places: ownPlace,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    return findInPages(withVolumes(target, 'reading volumes of instances'), volumesOf);
  },
};

const MEMBERS = {
  InstanceId: true,
  State: { Name: true },
  BlockDeviceMappings: { DeviceName: true, Ebs: { VolumeId: true } },
} as const;
const withVolumes = instancePages(MEMBERS);

/** Every attachment state counts: a volume that is being detached is still attached. */
function volumesOf(instance: Decoded<Instance, typeof MEMBERS>): readonly Finding[] {
  const state = aliveState(instance);
  if (state === undefined) return [];
  return (instance.BlockDeviceMappings ?? []).flatMap(({ DeviceName, Ebs }): readonly Finding[] => {
    // An instance store.
    if (!Ebs) return [];
    const by = `instance ${instance.InstanceId} (${state}), as ${DeviceName ?? 'a device without name'}`;
    if (!Ebs.VolumeId) throw new ReadError(`${by}: EBS came without its volume`, { problem: 'malformed' });
    return [unshareStrings<Finding>({ alias: Ebs.VolumeId, says: 'used', by })];
  });
}
