/** What the Recycle Bin holds: https://docs.aws.amazon.com/ebs/latest/userguide/recycle-bin.html */
import { defined } from '../../../core/common/defined.ts';
import { messageOf } from '../../../core/common/errors.ts';
import type { Restorable } from '../../../core/resource/restoring.ts';
import type { Input, Item, ListCall, Method, Output } from '../calls/call.ts';
import { ec2 } from '../calls/ec2.ts';
import { saysNotFound } from '../wire/readError.ts';
import { read } from '../wire/reading.ts';
import type { CallScope } from '../wire/target.ts';

/** What a retention rule can be about. */
export type Binned = 'image' | 'snapshot' | 'volume';

interface Listing {
  readonly api: string;
  /** The entry of this id. @throws ReadError */
  find(target: CallScope, id: string): Promise<Entry | undefined>;
}
interface Entry {
  readonly RecycleBinExitTime?: Date | undefined;
}

const LISTINGS: Readonly<Record<Binned, Listing>> = {
  image: listing(
    ec2.listImagesInRecycleBin,
    (id) => ({ ImageIds: [id] }),
    ({ ImageId }) => ImageId,
  ),
  snapshot: listing(
    ec2.listSnapshotsInRecycleBin,
    (id) => ({ SnapshotIds: [id] }),
    ({ SnapshotId }) => SnapshotId,
  ),
  volume: listing(
    ec2.listVolumesInRecycleBin,
    (id) => ({ VolumeIds: [id] }),
    ({ VolumeId }) => VolumeId,
  ),
};

function listing<M extends Method<'ec2'>, L extends keyof Output<'ec2', M> & string>(
  call: ListCall<'ec2', M, L>,
  input: (id: string) => Input<'ec2', M>,
  idOf: (entry: Item<Output<'ec2', M>, L>) => string | undefined,
): Listing {
  return {
    api: call.api,
    async find(target, id) {
      const answer = await read(target, call, `asking the Recycle Bin for ${id}`, input(id));
      const entries = (answer[call.list] ?? []) as readonly (Item<Output<'ec2', M>, L> & Entry)[];
      return entries.find((entry) => idOf(entry) === id);
    },
  };
}

/** `until` is absent where AWS names no end. */
export interface Held {
  readonly until?: Date;
}

/**
 * Does the Recycle Bin hold it now? `undefined`: it does not.
 * @throws ReadError when that could not be found out
 */
export async function heldInBin(target: CallScope, binned: Binned, id: string): Promise<Held | undefined> {
  try {
    const entry = await LISTINGS[binned].find(target, id);
    return entry && defined({ until: entry.RecycleBinExitTime });
  } catch (error) {
    if (saysNotFound(error)) return undefined;
    throw error;
  }
}

/**
 * The same in words, about what was just deleted: an answer in any case, because a permission that is missing here must
 * not hinder anything (A11). A bin that does not show it yet is one that does not hold it.
 */
export async function restorable(target: CallScope, binned: Binned, id: string): Promise<Restorable> {
  try {
    const held = await heldInBin(target, binned, id);
    if (!held) return { says: 'the Recycle Bin does not have it' };
    if (!held.until) return { says: 'the Recycle Bin has it' };
    return { says: `the Recycle Bin has it until ${held.until.toISOString()}`, until: held.until };
  } catch (error) {
    return { says: `it is unknown whether the Recycle Bin has it: ${messageOf(error)}` };
  }
}

/** What has to be allowed for it. */
export function binPermission(binned: Binned): string {
  return LISTINGS[binned].api;
}
