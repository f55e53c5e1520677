import type { Safeguard } from '../../../../core/evaluation/rule.ts';
import type { SnapshotResource } from '../../resources/snapshot.ts';
import type { SnapshotParameters } from '../../resources/snapshotParameters.ts';

type SnapshotSafeguard = Safeguard<SnapshotResource, SnapshotParameters>;

/** An archived snapshot is meant to be kept for years; AWS bills at least 90 days of it in any case. */
const archived: SnapshotSafeguard = {
  name: 'archived',
  summary: 'It is in the archive, or temporarily restored from it.',
  keeps({ storageTier, restoreExpiryTime }) {
    if (restoreExpiryTime !== undefined) return `it is out of the archive until ${restoreExpiryTime}`;
    return storageTier === 'standard' ? undefined : `its storage tier is ${storageTier ?? 'not known'}`;
  },
};

/** `pending` is being created or copied; people must handle `error`, `recoverable` and all other states. */
const state: SnapshotSafeguard = {
  name: 'state',
  summary: 'It is being made or copied, or its state is not `completed`.',
  keeps({ state, transferType }) {
    if (state === 'completed') return undefined;
    const copying = state === 'pending' && transferType !== undefined ? ` (a ${transferType} copy)` : '';
    return `its state is ${state ?? 'not known'}${copying}`;
  },
};

/** Beside those of every leftover: the verdict has the reason of every one that keeps it, in this order. */
export const snapshotSafeguards: readonly SnapshotSafeguard[] = [archived, state];
