/** What the Recycle Bin holds: https://docs.aws.amazon.com/ebs/latest/userguide/recycle-bin.html */
import { messageOf } from '../../../core/common/errors.ts';
import type { Restorable } from '../../../core/resource/restoring.ts';
import { ec2 } from '../calls/ec2.ts';
import { type AwsClients, call } from '../wire/client.ts';
import { isNotFound } from '../wire/errors.ts';
import { readError } from '../wire/readError.ts';
import type { CallScope } from '../wire/target.ts';

/** What a retention rule can be about. */
export type Binned = 'image' | 'snapshot' | 'volume';

type Options = Parameters<Parameters<typeof call>[2]>[1];
interface Listing {
  readonly api: string;
  ask(clients: AwsClients, id: string, options: Options): Promise<readonly Entry[]>;
}
interface Entry {
  readonly id: string | undefined;
  readonly until: Date | undefined;
}

const LISTINGS: Readonly<Record<Binned, Listing>> = {
  image: {
    api: ec2.listImagesInRecycleBin.api,
    async ask({ ec2 }, id, options) {
      const { Images = [] } = await (await ec2).listImagesInRecycleBin({ ImageIds: [id] }, options);
      return Images.map(({ ImageId, RecycleBinExitTime }) => ({ id: ImageId, until: RecycleBinExitTime }));
    },
  },
  snapshot: {
    api: ec2.listSnapshotsInRecycleBin.api,
    async ask({ ec2 }, id, options) {
      const { Snapshots = [] } = await (await ec2).listSnapshotsInRecycleBin({ SnapshotIds: [id] }, options);
      return Snapshots.map(({ SnapshotId, RecycleBinExitTime }) => ({ id: SnapshotId, until: RecycleBinExitTime }));
    },
  },
  volume: {
    api: ec2.listVolumesInRecycleBin.api,
    async ask({ ec2 }, id, options) {
      const { Volumes = [] } = await (await ec2).listVolumesInRecycleBin({ VolumeIds: [id] }, options);
      return Volumes.map(({ VolumeId, RecycleBinExitTime }) => ({ id: VolumeId, until: RecycleBinExitTime }));
    },
  },
};

/** `until` is absent where AWS names no end. */
export interface Held {
  readonly until?: Date;
}

/**
 * Does the Recycle Bin hold it now? `undefined`: it does not.
 * @throws ReadError when that could not be found out
 */
export async function heldInBin(target: CallScope, binned: Binned, id: string): Promise<Held | undefined> {
  const { api, ask } = LISTINGS[binned];
  try {
    const entries = await call(target, api, (clients, options) => ask(clients, id, options));
    const found = entries.find((entry) => entry.id === id);
    return found && (found.until === undefined ? {} : { until: found.until });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw readError(error, { target, api, what: `asking the Recycle Bin for ${id}` });
  }
}

/**
 * The same in words, about what was just deleted: an answer in any case, because a permission that is missing here must
 * not hinder anything (A11). A bin that does not show it yet is one that does not hold it.
 */
export async function restorable(target: CallScope, binned: Binned, id: string): Promise<Restorable> {
  try {
    const held = await heldInBin(target, binned, id);
    if (!held) return { says: 'the Recycle Bin does not hold it' };
    if (!held.until) return { says: 'the Recycle Bin holds it' };
    return { says: `the Recycle Bin holds it until ${held.until.toISOString()}`, until: held.until };
  } catch (error) {
    return { says: `whether the Recycle Bin holds it is not known: ${messageOf(error)}` };
  }
}

/** What has to be allowed for it. */
export function binPermission(binned: Binned): string {
  return LISTINGS[binned].api;
}
