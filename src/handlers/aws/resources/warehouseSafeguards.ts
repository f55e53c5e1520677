import type { Safeguard } from '../../../core/evaluation/rule.ts';
import { type ManagedParameters, managedBy } from './managedBy.ts';
import { listed } from './safeguards.ts';
import { keptByPrograms } from './startedAgain.ts';
import type { WarehouseResource } from './warehouse.ts';

export type WarehouseSafeguard = Safeguard<WarehouseResource, ManagedParameters>;

/** One that somebody paused may be paused as a part of its use: nobody sees its connections then. */
const status: WarehouseSafeguard = {
  name: 'status',
  summary:
    'Its state is not `available`: what is paused, made, resized, moved or maintained is not judged, and AWS deletes none that is paused.',
  keeps({ clusterStatus: is, clusterAvailabilityStatus: can = 'Available' }) {
    if (is !== 'available') return `its state is ${is ?? 'not known'}`;
    return can === 'Available' ? undefined : `it is available, but its availability is "${can}"`;
  },
};

const pendingChanges: WarehouseSafeguard = {
  name: 'pendingChanges',
  summary: 'A change, a resize, a restore or an exchange of reserved nodes is under way or pending.',
  keeps: ({ pendingChanges: what }) => listed(what, 'pending'),
};

/** What a restore from a snapshot does not bring back, and what somebody set up for it. */
const boundTo: WarehouseSafeguard = {
  name: 'boundTo',
  summary:
    'Something is bound to it that a restore does not bring back, or that shows a need: copies of its snapshots in another region, several zones, a hardware security module, a domain of its own, its password in Secrets Manager, a catalog or a registration with the lakehouse, roles that are not in sync; or AWS does not tell its namespace.',
  keeps: ({ boundTo: what }) => listed(what, 'bound to it'),
};

/** Its pause is a part of its use then. */
const startedAgain: WarehouseSafeguard = {
  name: 'startedAgain',
  summary:
    'A program pauses it and resumes it, according to its tags (`Schedule`, `AutoStart`, `maid_offhours`, …, whatever their value); see `manageOwned`.',
  keeps: keptByPrograms,
};

/** The verdict of a warehouse has the reason of every one that keeps it, in this order. */
export const warehouseSafeguards: readonly WarehouseSafeguard[] = [
  managedBy,
  status,
  pendingChanges,
  boundTo,
  startedAgain,
];
