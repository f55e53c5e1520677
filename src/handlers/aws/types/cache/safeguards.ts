import type { Safeguard } from '../../../../core/evaluation/rule.ts';
import type { CacheResource } from '../../resources/cache.ts';
import { type ManagedParameters, managedBy } from '../../resources/managedBy.ts';
import { listed } from '../../resources/safeguards.ts';

type CacheSafeguard = Safeguard<CacheResource, ManagedParameters>;

/** The automatic snapshot of each day is no use. */
const QUIET: ReadonlySet<string | undefined> = new Set(['available', 'snapshotting']);

const status: CacheSafeguard = {
  name: 'status',
  summary: 'Its state is neither `available` nor `snapshotting`: it is made, changed or deleted.',
  keeps: ({ status: is }) => (QUIET.has(is) ? undefined : `its state is ${is ?? 'not known'}`),
};

const pendingChanges: CacheSafeguard = {
  name: 'pendingChanges',
  summary: 'A change of it was ordered, and AWS has not made it yet.',
  keeps: ({ pendingChanges: what }) => listed(what, 'pending'),
};

const boundTo: CacheSafeguard = {
  name: 'boundTo',
  summary:
    'It is a part of a global datastore, is on an Outpost, or has a password (AUTH token), which no restore brings back; or AWS does not tell its tags now.',
  keeps: ({ boundTo: what }) => listed(what, 'it has or is in'),
};

/** The verdict of a cache has the reason of every one that keeps it, in this order. */
export const cacheSafeguards: readonly CacheSafeguard[] = [managedBy, status, pendingChanges, boundTo];
