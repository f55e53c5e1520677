import type { Volume } from '@aws-sdk/client-ec2';
import { batchesOf } from '../../../../core/common/batches.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import type { Resource } from '../../../../core/resource/resource.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import { toVolume } from '../../resources/volume.ts';
import { allOf } from '../../wire/paging.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';
import { pages } from '../../wire/reading.ts';

/** A filter takes up to 200 values. */
const VALUES = 200;

/** The description of an instance has the ids of its volumes, and says nothing else about them. */
export const goingVolumes: EvidenceSource = {
  name: 'goingVolumes',
  summary:
    'The volumes that are deleted with it: one that something else has attached too, or that an AWS service manages, keeps the instance.',
  permissions: permissionsOf(ec2.describeVolumes),
  per: 'resource',
  candidatesAtOnce: VALUES,
  places: ownPlace,
  async read(place, scope, candidates, io) {
    const ids = [...new Set(candidates.flatMap(volumesOf))];
    if (ids.length === 0) return [];
    const target = await provenReader(place, scope, io);
    const volumes = new Map<string | undefined, Volume>();
    for (const Values of batchesOf(ids, VALUES)) {
      // As parameters, one that is gone would fail the whole call.
      const which = { Filters: [{ Name: 'volume-id', Values }] };
      const listing = pages(target, ec2.describeVolumes, 'reading volumes that go with instances', which);
      for (const volume of await allOf(listing)) volumes.set(volume.VolumeId, volume);
    }
    return candidates.flatMap((one): readonly Finding[] =>
      volumesOf(one).flatMap((volumeId): readonly Finding[] => {
        const { id: alias } = one;
        const volume = volumes.get(volumeId);
        if (!volume) return [{ alias, says: 'unknown', by: `its volume ${volumeId}, which was not in the answer` }];
        const whys = whyItStays(volume, alias);
        return whys.map((why) => ({ alias, says: 'used', by: `its volume ${volumeId}: ${why}` }));
      }),
    );
  },
};

/** All but interfaces: also a volume without an id, which is then in no answer. */
function volumesOf({ keptAs = [] }: Resource): readonly string[] {
  return keptAs.filter((id) => !id.startsWith('eni-'));
}

function whyItStays(volume: Volume, instanceId: string): readonly string[] {
  const resource = toVolume(volume);
  const others = (volume.Attachments ?? []).filter(
    ({ InstanceId, State }) => InstanceId !== instanceId && State !== 'detached',
  );
  return [
    ...(resource?.operator ? [`${resource.operator} manages it`] : []),
    ...others.map(
      ({ InstanceId, AssociatedResource }) =>
        `${InstanceId ?? AssociatedResource ?? 'something that AWS does not name'} has it attached, too`,
    ),
  ];
}
