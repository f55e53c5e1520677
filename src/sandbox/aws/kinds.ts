import type { UpdatableKind } from './control.ts';
import { defined } from './defined.ts';
import type { ImageRow, Region, VolumeRow } from './store.ts';
import type { Table } from './table.ts';

type Patch = Readonly<Record<string, unknown>>;
interface Kind {
  update(here: Region, id: string, patch: Patch): void;
  remove(here: Region, id: string): void;
}

/** How each kind of resource is changed and removed without a call. */
export const KINDS: Readonly<Record<UpdatableKind, Kind>> = {
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
  snapshot: inTable((here) => here.snapshots),
  volume: {
    update(here, id, { modification, initialization, ...patch }) {
      const { volume, ...row } = existing(here.volumes.get(id), id);
      const changed = modification && { VolumeId: id, ...modification };
      const beside = defined({ modification: changed, initialization }) as Omit<VolumeRow, 'volume'>;
      here.volumes.putNow(id, { ...row, ...beside, volume: { ...volume, ...patch } });
    },
    remove: (here, id) => here.volumes.removeNow(id),
  },
  fleet: inTable((here) => here.fleets),
  spotInstanceRequest: inTable((here) => here.spotInstanceRequests),
  spotFleetRequest: inTable((here) => here.spotFleetRequests),
  autoScalingGroup: inTable((here) => here.groups),
  launchConfiguration: inTable((here) => here.launchConfigurations),
  classicLoadBalancer: inTable((here) => here.classicLoadBalancers),
  targetGroup: inTable((here) => here.targetGroups),
  parameter: inTable((here) => here.parameters),
};

/** What is kept as the API shows it. */
function inTable<T extends object>(tableOf: (here: Region) => Table<T>): Kind {
  return {
    update: (here, id, patch) => tableOf(here).putNow(id, { ...existing(tableOf(here).get(id), id), ...patch }),
    remove: (here, id) => tableOf(here).removeNow(id),
  };
}

function existing<T>(found: T | undefined, id: string): T {
  if (found === undefined) throw new Error(`the sandbox has no ${id} there`);
  return found;
}
