import { buckets } from './buckets.ts';
import type { Place, SandboxControl } from './control.ts';
import { Organization } from './organization.ts';
import type { Sandbox } from './sandbox.ts';
import { seeders } from './seeders.ts';
import type { Region } from './store.ts';

/** The controls of a sandbox. */
export function controlOf(sandbox: Omit<Sandbox, 'control'>): SandboxControl {
  const { store, identities, permissions, faults, throttle, log } = sandbox;
  const at = (place: Place): Region => {
    if (!identities.get(place.account)) throw new Error(`the sandbox has no account ${place.account}`);
    return store.region(place.account, place.region);
  };
  return {
    addAccount: (seed) => identities.add(seed),
    accounts: () => identities.list(),
    suspendAccount: (id, suspended = true) => identities.suspend(id, suspended),
    setOrganization(seed) {
      store.organization = seed === null ? undefined : new Organization(seed);
    },
    ...buckets(store),
    ...seeders(store, at),
    setRecycleBin(place, settings) {
      at(place).retained = settings;
    },
    setSnapshotsTakeMs(ms) {
      store.snapshotsTakeMs = ms;
    },
    empty: ({ account, region }) => store.empty(account, region),
    state(place) {
      const here = at(place);
      return {
        images: here.images.values().map(({ image }) => image),
        instances: here.instances.values().map(({ instance }) => instance),
        launchTemplates: here.launchTemplates.values().map(({ template }) => template),
        snapshots: here.snapshots.values(),
        volumes: here.volumes.values().map(({ volume }) => volume),
        fleets: here.fleets.values(),
        spotInstanceRequests: here.spotInstanceRequests.values(),
        spotFleetRequests: here.spotFleetRequests.values(),
        autoScalingGroups: here.groups.values(),
        launchConfigurations: here.launchConfigurations.values(),
      };
    },
    deny: (denial) => permissions.deny(denial),
    allow: (denial) => permissions.allow(denial),
    addFault: (rule) => faults.add(rule),
    removeFault: (id) => faults.remove(id),
    clearFaults: () => faults.clear(),
    setThrottling: (settings) => throttle.configure(settings ?? undefined),
    setConsistency(consistency) {
      store.consistency = consistency;
    },
    setPageLimit(limit) {
      store.pageLimit = limit ?? Number.POSITIVE_INFINITY;
    },
    advanceClock: (ms) => sandbox.advance(ms),
    calls: (query) => log.list(query),
  };
}
