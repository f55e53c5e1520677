/** Reads the content of the Recycle Bin: https://docs.aws.amazon.com/ebs/latest/userguide/recycle-bin.html */
import type { EC2 } from '@aws-sdk/client-ec2';
import { defined } from '../../../core/common/defined.ts';
import { messageOf } from '../../../core/common/errors.ts';
import type { Restorable } from '../../../core/resource/restoring.ts';
import type { Input, Item, ListCall, Method, Output } from '../calls/call.ts';
import { ec2 } from '../calls/ec2.ts';
import { unlessGone } from '../wire/readError.ts';
import { read } from '../wire/reading.ts';
import type { CallScope } from '../wire/target.ts';

/** The types that a retention rule of the Recycle Bin can cover. */
export type Binned = 'image' | 'snapshot' | 'volume';

interface Listing {
  readonly api: string;
  /** The entry with this id. @throws ReadError */
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

function listing<M extends Method<EC2>, L extends keyof Output<EC2, M> & string>(
  call: ListCall<EC2, M, L>,
  input: (id: string) => Input<EC2, M>,
  idOf: (entry: Item<Output<EC2, M>, L>) => string | undefined,
): Listing {
  return {
    api: call.api,
    async find(target, id) {
      const answer = await read(target, call, `asking the Recycle Bin for ${id}`, input(id));
      const entries = (answer[call.list] ?? []) as readonly (Item<Output<EC2, M>, L> & Entry)[];
      return entries.find((entry) => idOf(entry) === id);
    },
  };
}

/** `until` is absent if AWS returns no end. */
export interface InBin {
  readonly until?: Date;
}

/**
 * Is the resource in the Recycle Bin now? `undefined`: it is not.
 * @throws ReadError when the bin could not be read
 */
export async function findInBin(target: CallScope, binned: Binned, id: string): Promise<InBin | undefined> {
  const entry = await unlessGone(LISTINGS[binned].find(target, id));
  return entry && defined({ until: entry.RecycleBinExitTime });
}

/**
 * The same in words, after a deletion. It never throws, because a missing permission here must not block anything
 * (A11). If the bin does not show the resource yet, the answer is that it does not have it.
 */
export async function restorable(target: CallScope, binned: Binned, id: string): Promise<Restorable> {
  try {
    const inBin = await findInBin(target, binned, id);
    if (!inBin) return { says: 'the Recycle Bin does not have it' };
    if (!inBin.until) return { says: 'the Recycle Bin has it' };
    return { says: `the Recycle Bin has it until ${inBin.until.toISOString()}`, until: inBin.until };
  } catch (error) {
    return { says: `it is unknown whether the Recycle Bin has it: ${messageOf(error)}` };
  }
}

/** The permission that this read needs. */
export function binPermission(binned: Binned): string {
  return LISTINGS[binned].api;
}
