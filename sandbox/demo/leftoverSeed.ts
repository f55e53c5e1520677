import type { Place, SandboxControl, SnapshotSeed, VolumeSeed } from '../aws/index.ts';
import { DEV, OWNERS } from './accounts.ts';
import { DAY_MS, FAMILIES } from './families.ts';
import type { SeededType } from './seededTypes.ts';
import type { SeededResource, Truth } from './truth.ts';

/** The place of volumes and snapshots, and the place of old launch configurations and templates. */
const STORAGE_REGION = 'us-east-1';
const LAUNCHES = { account: DEV.id, region: 'eu-west-1' };

const UNUSED: Truth = { kind: 'unused' };
const kept = (why: string): Truth => ({ kind: 'mustKeep', why });

interface Planned<S> {
  readonly name: string;
  readonly days: number;
  readonly owner?: string;
  readonly truth: Truth;
  readonly seed?: S;
}

interface Leftovers {
  readonly control: SandboxControl;
  readonly place: Place;
  /** ms since the epoch. */
  readonly now: number;
  /** An image that is kept; some resources here belong to it. */
  readonly imageId: string;
}

/** Leftovers of images and machines in one place, and resources that only look like leftovers. */
export function seedLeftovers(where: Leftovers): readonly SeededResource[] {
  const { account, region } = where.place;
  const storage = region === STORAGE_REGION ? [...seedSnapshots(where), ...seedVolumes(where)] : [];
  const isForLaunches = account === LAUNCHES.account && region === LAUNCHES.region;
  return isForLaunches ? [...storage, ...seedConfigurations(where), ...seedTemplates(where)] : storage;
}

function seedSnapshots({ control, place, now, imageId }: Leftovers): readonly SeededResource[] {
  const image = control.state(place).images.find(({ ImageId }) => ImageId === imageId);
  const SnapshotId = image?.BlockDeviceMappings?.[0]?.Ebs?.SnapshotId;
  const madeFor = (ami: string) => ({ Description: `Created by CreateImage(i-0c0ffee0c0ffee000) for ${ami}` });
  const { mine, theirs } = ownersIn(place);
  const planned: readonly Planned<SnapshotSeed>[] = [
    { name: 'web-2023-root', days: 540, owner: mine, truth: UNUSED, seed: madeFor('ami-0dead0000000000a1') },
    { name: 'web-2023-data', days: 540, owner: mine, truth: UNUSED, seed: madeFor('ami-0dead0000000000a1') },
    { name: 'batch-2022-root', days: 810, owner: theirs, truth: UNUSED, seed: madeFor('ami-0dead0000000000b2') },
    {
      name: 'newest-root',
      days: 41,
      owner: mine,
      truth: kept('the image it was made for is there'),
      seed: { ...madeFor(imageId), ...(SnapshotId === undefined ? {} : { SnapshotId }) },
    },
    {
      name: 'ledger-nightly',
      days: 400,
      owner: theirs,
      truth: kept('a backup'),
      seed: { Description: 'nightly backup' },
    },
    {
      name: 'web-2021-root',
      days: 900,
      owner: mine,
      truth: kept('shared with everybody'),
      seed: { ...madeFor('ami-0dead0000000000c3'), createVolumePermissions: [{ Group: 'all' }] },
    },
    {
      name: 'pvc-4711',
      days: 300,
      owner: theirs,
      truth: kept('made by a driver of Kubernetes'),
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

function seedVolumes({ control, place, now, imageId }: Leftovers): readonly SeededResource[] {
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
      truth: kept('attached to an instance'),
      seed: { State: 'in-use', Attachments: [attachment] },
    },
    {
      name: 'pvc-0815',
      days: 120,
      owner: theirs,
      truth: kept('a volume of Kubernetes'),
      seed: { tags: { 'kubernetes.io/created-for/pvc/name': 'data-0' } },
    },
    { name: 'scratch-3', days: 6, owner: mine, truth: kept('it is younger than 30 days') },
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

/** They have no tags, so no owner. */
function seedConfigurations({ control, place, now, imageId: ImageId }: Leftovers): readonly SeededResource[] {
  const name = 'retired-api';
  const planned: readonly Planned<never>[] = [
    { name: 'retired-web-7', days: 700, truth: UNUSED },
    { name: 'retired-web-8', days: 640, truth: UNUSED },
    { name, days: 500, truth: kept('a group would launch from it') },
  ];
  control.addLaunchConfigurations(
    place,
    planned.map(({ name: LaunchConfigurationName, days }) => {
      return { LaunchConfigurationName, ImageId, CreatedTime: new Date(now - days * DAY_MS) };
    }),
  );
  const group = protectedGroup(control, place, now, 'legacy-api', { LaunchConfigurationName: name });
  return [group, ...planned.map((one) => resourceOf(place, 'launchConfiguration', one.name, one))];
}

function seedTemplates({ control, place, now, imageId: ImageId }: Leftovers): readonly SeededResource[] {
  const { mine, theirs } = ownersIn(place);
  const planned: readonly Planned<never>[] = [
    { name: 'retired-batch', days: 450, owner: mine, truth: UNUSED },
    { name: 'retired-canary', days: 330, owner: theirs, truth: UNUSED },
    { name: 'retired-spot', days: 350, owner: theirs, truth: kept('an override of a group names it') },
  ];
  const ids = control.addLaunchTemplates(
    place,
    planned.map(({ name: LaunchTemplateName, days, ...one }) => ({
      LaunchTemplateName,
      CreateTime: new Date(now - days * DAY_MS),
      versions: [{ ImageId }, { ImageId }],
      tags: tagsOf({ name: LaunchTemplateName, ...one }),
    })),
  );
  const [first] = control.addLaunchTemplates(place, [{ LaunchTemplateName: 'legacy-mixed', versions: [{ ImageId }] }]);
  const of = (LaunchTemplateId: string | undefined) => ({ LaunchTemplateId, Version: '1' });
  const Overrides = [{ InstanceType: 'm5.large', LaunchTemplateSpecification: of(ids[2]) }];
  const LaunchTemplate = { LaunchTemplateSpecification: of(first), Overrides };
  const group = protectedGroup(control, place, now, 'legacy-spot', { MixedInstancesPolicy: { LaunchTemplate } });
  return [group, ...planned.map((one, index) => resourceOf(place, 'launchTemplate', ids[index] ?? '', one))];
}

/** A group that exists to use something; the reason that keeps the group itself is irrelevant here. */
function protectedGroup(
  control: SandboxControl,
  place: Place,
  now: number,
  name: string,
  source: object,
): SeededResource {
  const truth = kept('deletion protection');
  control.addAutoScalingGroups(place, [
    {
      AutoScalingGroupName: name,
      CreatedTime: new Date(now - 600 * DAY_MS),
      DeletionProtection: 'prevent-all-deletion',
      ...source,
    },
  ]);
  return resourceOf(place, 'autoScalingGroup', name, { name, days: 600, truth });
}

function ownersIn({ account }: Place): { readonly mine: string; readonly theirs: string } {
  const [first, , third] = FAMILIES[account] ?? [];
  return { mine: first?.owner ?? OWNERS.web, theirs: third?.owner ?? OWNERS.payments };
}

function tagsOf({ name, owner }: { readonly name: string; readonly owner?: string }): Record<string, string> {
  return { Name: name, ...(owner === undefined ? {} : { owner }) };
}

function resourceOf(place: Place, type: SeededType, id: string, planned: Planned<unknown>): SeededResource {
  const { name, owner, truth } = planned;
  return { ...place, type, id, name, owner: owner ?? OWNERS.fallback, unowned: owner === undefined, truth };
}
