import type { Place, SandboxControl, SnapshotSeed } from '../aws/index.ts';
import { DAY_MS } from './families.ts';
import { type Leftovers, ownersIn, type Planned, resourceOf, tagsOf } from './leftovers.ts';
import { kept, type SeededResource, UNUSED } from './truth.ts';

export function seedSnapshots({ control, place, now, imageId }: Leftovers): readonly SeededResource[] {
  const image = control.state(place).images.find(({ ImageId }) => ImageId === imageId);
  const SnapshotId = image?.BlockDeviceMappings?.[0]?.Ebs?.SnapshotId;
  const { mine, theirs } = ownersIn(place);
  const planned: readonly Planned<SnapshotSeed>[] = [
    { name: 'web-2023-root', days: 540, owner: mine, truth: UNUSED, seed: madeFor('ami-0dead0000000000a1') },
    { name: 'web-2023-data', days: 540, owner: mine, truth: UNUSED, seed: madeFor('ami-0dead0000000000a1') },
    { name: 'batch-2022-root', days: 810, owner: theirs, truth: UNUSED, seed: madeFor('ami-0dead0000000000b2') },
    {
      name: 'newest-root',
      days: 41,
      owner: mine,
      truth: kept('inUse', 'the image it was made for is there'),
      seed: { ...madeFor(imageId), ...(SnapshotId === undefined ? {} : { SnapshotId }) },
    },
    {
      name: 'ledger-nightly',
      days: 400,
      owner: theirs,
      truth: kept('protected', 'a backup'),
      seed: { Description: 'nightly backup' },
    },
    {
      name: 'web-2021-root',
      days: 900,
      owner: mine,
      truth: kept('inUse', 'shared with everybody'),
      seed: { ...madeFor('ami-0dead0000000000c3'), createVolumePermissions: [{ Group: 'all' }] },
    },
    {
      name: 'pvc-4711',
      days: 300,
      owner: theirs,
      truth: kept('protected', 'made by a driver of Kubernetes'),
      seed: { ...madeFor('ami-0dead0000000000d4'), tags: { CSIVolumeSnapshotName: 'snapshot-4711' } },
    },
  ];
  const ids = control.addSnapshots(
    place,
    planned.map(({ seed, days, ...one }) => ({
      ...seed,
      StartTime: new Date(now - days * DAY_MS),
      tags: { ...tagsOf(one), ...seed?.tags },
    })),
  );
  return planned.map((one, index) => resourceOf(place, 'snapshot', ids[index] ?? '', one));
}

/** The snapshots that EC2 made for the images of a place: each follows its image. */
export function followersOf(
  control: SandboxControl,
  place: Place,
  images: readonly SeededResource[],
): readonly SeededResource[] {
  const stored = new Map(control.state(place).images.map((image) => [image.ImageId, image]));
  return images.flatMap((image): readonly SeededResource[] => {
    const { id, name, owner, unowned } = image;
    const truth = image.truth.kind === 'unused' ? UNUSED : kept('inUse', 'its image is there');
    const devices = stored.get(id)?.BlockDeviceMappings ?? [];
    return devices.flatMap(({ Ebs }) => {
      const made = { ...place, type: 'snapshot' as const, name: `${name}-root`, owner, unowned, truth };
      return Ebs?.SnapshotId === undefined ? [] : [{ ...made, id: Ebs.SnapshotId, after: { type: 'image', id } }];
    });
  });
}

/** As `CreateImage` describes the snapshots that it makes. */
function madeFor(imageId: string) {
  return { Description: `Created by CreateImage(i-0c0ffee0c0ffee000) for ${imageId}` };
}
