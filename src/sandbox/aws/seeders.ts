import type { Image } from '@aws-sdk/client-ec2';
import { newActivity, newGroup, newLaunchConfiguration } from './autoscaling/seeds.ts';
import type { ImageSeed, Place, SandboxControl, UpdatableKind } from './control.ts';
import { asDate, newImage, newInstance, newLaunchTemplate, newSnapshot } from './ec2/seeds.ts';
import type { ImageRow, Region, Store } from './store.ts';

type Seeders = Pick<
  SandboxControl,
  | 'addImages'
  | 'addInstances'
  | 'addLaunchTemplates'
  | 'addSnapshots'
  | 'addAutoScalingGroups'
  | 'addLaunchConfigurations'
  | 'update'
  | 'remove'
>;

/** What puts resources into the store without a call. */
export function seeders(store: Store, at: (place: Place) => Region): Seeders {
  const now = () => new Date(store.now());
  const owner = (place: Place) => ({ account: { id: place.account } });
  return {
    addImages: (place, seeds) => seeds.map((seed) => addImage(store, at(place), owner(place), seed)),
    addInstances: (place, seeds) =>
      seeds.map((seed) => {
        const instance = newInstance(seed, place.region, store.ids, now());
        at(place).instances.putNow(idOf(instance.InstanceId), { instance, reservationId: store.ids.next('r') });
        return idOf(instance.InstanceId);
      }),
    addLaunchTemplates: (place, seeds) =>
      seeds.map((seed) => {
        const row = newLaunchTemplate(seed, owner(place), store.ids, now());
        at(place).launchTemplates.putNow(idOf(row.template.LaunchTemplateId), row);
        return idOf(row.template.LaunchTemplateId);
      }),
    addSnapshots: (place, seeds) =>
      seeds.map((seed) => {
        const snapshot = newSnapshot(seed, owner(place), store.ids, now());
        at(place).snapshots.putNow(idOf(snapshot.SnapshotId), snapshot);
        return idOf(snapshot.SnapshotId);
      }),
    addAutoScalingGroups: (place, seeds) =>
      seeds.map((seed) => {
        const here = at(place);
        const group = newGroup(seed, owner(place), place.region, store.ids, now());
        here.groups.putNow(idOf(group.AutoScalingGroupName), group);
        for (const given of seed.activities ?? []) {
          const activity = newActivity(given, group, store.ids, now());
          here.activities.putNow(idOf(activity.ActivityId), activity);
        }
        return idOf(group.AutoScalingGroupARN);
      }),
    addLaunchConfigurations: (place, seeds) =>
      seeds.map((seed) => {
        const configuration = newLaunchConfiguration(seed, owner(place), place.region, store.ids, now());
        at(place).launchConfigurations.putNow(idOf(configuration.LaunchConfigurationName), configuration);
        return idOf(configuration.LaunchConfigurationName);
      }),
    update: (place, kind, id, patch) => KINDS[kind].update(at(place), id, patch),
    remove: (place, kind, id) => KINDS[kind].remove(at(place), id),
  };
}

/** An image comes with the snapshots that it is made of. */
function addImage(store: Store, here: Region, owner: { account: { id: string } }, seed: ImageSeed): string {
  const now = new Date(store.now());
  const image = newImage(seed, owner, store.ids, now);
  here.images.putNow(idOf(image.ImageId), { image, launchPermissions: seed.launchPermissions ?? [] });
  for (const SnapshotId of snapshotsOf(image)) {
    if (here.snapshots.get(SnapshotId)) continue;
    const Description = `Created by CreateImage(${image.SourceInstanceId ?? 'i-00000000000000000'}) for ${image.ImageId}`;
    const StartTime = asDate(image.CreationDate, now);
    here.snapshots.putNow(SnapshotId, newSnapshot({ SnapshotId, Description, StartTime }, owner, store.ids, now));
  }
  return idOf(image.ImageId);
}

function snapshotsOf(image: Image): string[] {
  return (image.BlockDeviceMappings ?? []).map(({ Ebs }) => Ebs?.SnapshotId).filter((id) => id !== undefined);
}

function idOf(id: string | undefined): string {
  if (id === undefined) throw new Error('a resource of the sandbox has no id');
  return id;
}

type Patch = Readonly<Record<string, unknown>>;
interface Kind {
  update(here: Region, id: string, patch: Patch): void;
  remove(here: Region, id: string): void;
}

const KINDS: Readonly<Record<UpdatableKind, Kind>> = {
  image: {
    update(here, id, { launchPermissions, ...patch }) {
      const row = existing(here.images.get(id), id);
      const permissions = (launchPermissions ?? row.launchPermissions) as ImageRow['launchPermissions'];
      here.images.putNow(id, { image: { ...row.image, ...patch }, launchPermissions: permissions });
    },
    remove: (here, id) => here.images.removeNow(id),
  },
  instance: {
    update(here, id, patch) {
      const row = existing(here.instances.get(id), id);
      here.instances.putNow(id, { ...row, instance: { ...row.instance, ...patch } });
    },
    remove: (here, id) => here.instances.removeNow(id),
  },
  launchTemplate: {
    update(here, id, patch) {
      const row = existing(here.launchTemplates.get(id), id);
      here.launchTemplates.putNow(id, { ...row, template: { ...row.template, ...patch } });
    },
    remove: (here, id) => here.launchTemplates.removeNow(id),
  },
  snapshot: {
    update: (here, id, patch) => here.snapshots.putNow(id, { ...existing(here.snapshots.get(id), id), ...patch }),
    remove: (here, id) => here.snapshots.removeNow(id),
  },
  autoScalingGroup: {
    update: (here, id, patch) => here.groups.putNow(id, { ...existing(here.groups.get(id), id), ...patch }),
    remove: (here, id) => here.groups.removeNow(id),
  },
  launchConfiguration: {
    update: (here, id, patch) =>
      here.launchConfigurations.putNow(id, { ...existing(here.launchConfigurations.get(id), id), ...patch }),
    remove: (here, id) => here.launchConfigurations.removeNow(id),
  },
};

function existing<T>(found: T | undefined, id: string): T {
  if (found === undefined) throw new Error(`the sandbox has no ${id} there`);
  return found;
}
