import type { CallLog } from './collections/callLog.ts';
import type { Faults } from './collections/faults.ts';
import { Organization } from './collections/organization.ts';
import type { Place } from './collections/place.ts';
import type { Throttle } from './collections/throttle.ts';
import type { Repeats } from './repeats.ts';
import { seeders } from './seeders.ts';
import type { Identities } from './services/identities.ts';
import type { Permissions } from './services/permissions.ts';
import { buckets } from './store/buckets.ts';
import type { SandboxControl } from './store/control.ts';
import { kindsIn, type Shown } from './store/kinds.ts';
import type { Region, Store } from './store/store.ts';
import type { Service } from './wire/service.ts';

/** The parts of a sandbox that its control changes. */
export interface SandboxParts {
  readonly store: Store;
  readonly identities: Identities;
  readonly permissions: Permissions;
  readonly faults: Faults;
  readonly throttle: Throttle;
  readonly log: CallLog;
  readonly repeats: Repeats;
  readonly services: readonly Service[];
  now(): number;
  advance(ms: number): void;
}

/** The controls of a sandbox. */
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
    removeEcrImage(place, digest) {
      const { ecrImages, ecrTags } = at(place);
      for (const { key, value } of ecrTags.view()) if (value.digest === digest) ecrTags.removeNow(key);
      for (const { key, value } of ecrImages.view()) if (value.digest === digest) ecrImages.removeNow(key);
    },
    setRecycleBin(place, settings) {
      at(place).retained = settings;
    },
    setSnapshotsTakeMs(ms) {
      store.snapshotsTakeMs = ms;
    },
    setInterfacesLingerMs(ms) {
      store.interfacesLingerMs = ms;
    },
    setStoppedSaved(isSaved) {
      store.savesStopped = isSaved;
    },
    empty: ({ account, region }) => store.empty(account, region),
    state: (place) => {
      const all = kindsIn(at(place)).map(({ plural, kind, table }) => [plural, table.values().map(kind.shown)]);
      return Object.fromEntries(all) as Shown;
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
    renewSessions: () => identities.renewSessions(),
    calls: (query) => log.list(query),
  };
}
