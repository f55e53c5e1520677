import type { VolumeSeed } from '../aws/index.ts';
import { DAY_MS } from './families.ts';
import { type Leftovers, ownersIn, type Planned, resourceOf, tagsOf } from './leftovers.ts';
import { kept, type SeededResource, UNUSED } from './truth.ts';

export function seedVolumes({ control, place, now, imageId }: Leftovers): readonly SeededResource[] {
  const [InstanceId] = control.addInstances(place, [{ ImageId: imageId, tags: { Name: 'database' } }]);
  const attachment = { InstanceId, Device: '/dev/sdf', State: 'attached' as const };
  const { mine, theirs } = ownersIn(place);
  const planned: readonly Planned<VolumeSeed>[] = [
    { name: 'scratch-1', days: 210, owner: mine, truth: UNUSED, seed: { Size: 500, VolumeType: 'gp2' } },
    { name: 'scratch-2', days: 260, owner: mine, truth: UNUSED, seed: { Size: 1000, VolumeType: 'gp3' } },
    { name: 'import-2022', days: 800, truth: UNUSED, seed: { Size: 2000, VolumeType: 'st1' } },
    {
      name: 'database',
      days: 500,
      owner: theirs,
      truth: kept('inUse', 'attached to an instance'),
      seed: { State: 'in-use', Attachments: [attachment] },
    },
    {
      name: 'pvc-0815',
      days: 120,
      owner: theirs,
      truth: kept('protected', 'a volume of Kubernetes'),
      seed: { tags: { 'kubernetes.io/created-for/pvc/name': 'data-0' } },
    },
    { name: 'scratch-3', days: 6, owner: mine, truth: kept('protected', 'it is younger than 30 days') },
  ];
  const ids = control.addVolumes(
    place,
    planned.map(({ seed, days, ...one }) => ({
      ...seed,
      CreateTime: new Date(now - days * DAY_MS),
      tags: { ...tagsOf(one), ...seed?.tags },
    })),
  );
  return planned.map((one, index) => resourceOf(place, 'volume', ids[index] ?? '', one));
}
