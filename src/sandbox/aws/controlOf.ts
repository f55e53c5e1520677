import { buckets } from './buckets.ts';
import type { CallLog } from './callLog.ts';
import type { Place, SandboxControl } from './control.ts';
import type { Faults } from './faults.ts';
import type { Identities } from './identities.ts';
import { Organization } from './organization.ts';
import type { Permissions } from './permissions.ts';
import { seeders } from './seeders.ts';
import type { Region, Store } from './store.ts';
import type { Throttle } from './throttle.ts';
import type { Service } from './wire/service.ts';

/** The controls of a sandbox. */
/** What the control of a sandbox acts on. */
export interface SandboxParts {
  readonly store: Store;
  readonly identities: Identities;
  readonly permissions: Permissions;
  readonly faults: Faults;
  readonly throttle: Throttle;
  readonly log: CallLog;
  readonly services: readonly Service[];
  now(): number;
  advance(ms: number): void;
}

export function controlOf(sandbox: SandboxParts): SandboxControl {
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
