import type { VolumeStatusItem } from '@aws-sdk/client-ec2';
import type { UnknownRead } from '../../../../core/resource/resource.ts';
import { ec2 } from '../../calls/ec2.ts';
import { type ById, readById } from '../../wire/readById.ts';
import { list } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';

/** The state of a volume's initialization: `over` also if there never was one; `gone` = the volume is gone. */
export type Initialization =
  | { readonly kind: 'over' }
  | { readonly kind: 'gone' }
  /** `progress` in words: `40 %`. */
  | { readonly kind: 'underWay'; readonly progress: string }
  | UnknownRead;

/**
 * Reads volumes made from a snapshot or as a copy of another. For a volume that began empty AWS reports nothing,
 * because it has no initialization: https://docs.aws.amazon.com/ebs/latest/userguide/initalize-volume.html
 * @throws ReadError when a call fails for a reason that is not about an id
 */
export async function initializations(
  target: CallScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Initialization>> {
  const reads = await readById(target, statusById, ids);
  return new Map([...reads].map(([id, read]) => [id, read.kind === 'found' ? initializationOf(read.resource) : read]));
}

function initializationOf({ InitializationStatusDetails: details }: VolumeStatusItem): Initialization {
  if (details === undefined || details.Progress === 100) return { kind: 'over' };
  return {
    kind: 'underWay',
    progress: details.Progress === undefined ? 'progress not known' : `${details.Progress} %`,
  };
}

const statusById: ById<VolumeStatusItem, VolumeStatusItem> = {
  api: ec2.describeVolumeStatus.api,
  noun: 'volume',
  idOf: ({ VolumeId }) => VolumeId,
  fetch(target, ids) {
    const which = { VolumeIds: [...ids], IncludeManagedResources: true };
    return list(target, ec2.describeVolumeStatus, 'reading the status of volumes', which);
  },
  toRead: (_target, _id, resource) => ({ kind: 'found', resource }),
};
