import type { Volume, VolumeAttachment } from '@aws-sdk/client-ec2';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import { unshareStrings } from '../../resources/unshareStrings.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { initializations } from './initialization.ts';

/** The users of volumes according to the volumes' own descriptions. */
export const volumeAttachments: EvidenceSource = {
  name: 'volumeAttachments',
  summary:
    'Attachments of the volume in every state but `detached`, to instances and to resources of AWS services; and copies of it that are still being filled.',
  permissions: permissionsOf(ec2.describeVolumes, ec2.describeVolumeStatus),
  per: 'location',
  places: ownPlace,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    const findings: Finding[] = [];
    const sourceOf = new Map<string, string>();
    for await (const page of pages(target, ec2.describeVolumes, 'reading attachments of volumes')) {
      for (const volume of page) {
        findings.push(...usersOf(volume));
        const { VolumeId, SourceVolumeId } = volume;
        if (VolumeId && SourceVolumeId) sourceOf.set(unshareStrings(VolumeId), unshareStrings(SourceVolumeId));
      }
    }
    return [...findings, ...(await copying(target, sourceOf))];
  },
};

function usersOf({ VolumeId: alias, Attachments, State }: Volume): readonly Finding[] {
  if (!alias) throw new ReadError('a volume came without its id', { problem: 'malformed' });
  const attached = (Attachments ?? []).filter((attachment) => attachment.State !== 'detached');
  const users = attached.map(describe);
  // It is in use, although AWS does not name the user.
  if (users.length === 0 && State === 'in-use') users.push('something that AWS does not name (its state is in-use)');
  return users.map((by) => unshareStrings<Finding>({ alias, says: 'used', by }));
}

/** A resource that a service runs has no instance here; AWS gives its ARN. */
function describe({ InstanceId, AssociatedResource, InstanceOwningService, State }: VolumeAttachment): string {
  const state = State ?? 'state not known';
  if (InstanceId) return `instance ${InstanceId} (${state})`;
  const owner = InstanceOwningService === undefined ? '' : ` of ${InstanceOwningService}`;
  return `${AssociatedResource ?? 'an instance without id'}${owner} (${state})`;
}

/**
 * "The data blocks must be copied from the source volume to the volume copy":
 * https://docs.aws.amazon.com/ebs/latest/userguide/initalize-volume.html
 * @param sourceOf copy → source volume
 */
async function copying(target: CallScope, sourceOf: ReadonlyMap<string, string>): Promise<readonly Finding[]> {
  const reads = await initializations(target, [...sourceOf.keys()]);
  return [...sourceOf].flatMap(([copy, alias]): readonly Finding[] => {
    const read = reads.get(copy) ?? { kind: 'unknown', why: 'it was not read' };
    if (read.kind === 'over' || read.kind === 'gone') return [];
    if (read.kind === 'unknown') return [{ alias, says: 'unknown', by: `its copy ${copy}: ${read.why}` }];
    return [{ alias, says: 'used', by: `its copy ${copy}, which is still being filled (${read.progress})` }];
  });
}
