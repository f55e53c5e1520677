import type { RestoreStep, Restoring } from '../../../core/resource/restoring.ts';
import { type Binned, findInBin } from './recycleBin.ts';
import { dryRunRestore, restoreFromRecycleBin, takeOutSteps } from './recycleBinRestore.ts';
import { isThere, notRecoverable, type Wanted } from './restoring.ts';

interface FromBin {
  readonly binned: Binned;
  readonly isThere: boolean;
  /** Steps for a person after the restore. */
  readonly afterwards: readonly RestoreStep[];
  /** Steps for a person if the bin does not have it. */
  readonly instead: readonly RestoreStep[];
  /** The same in words. */
  readonly otherwise: string;
}

/** Restores a resource that is complete in the Recycle Bin and needs no other part. */
export async function restoreFromBin(wanted: Wanted, from: FromBin): Promise<Restoring> {
  const { restorer, stored } = wanted;
  const { id } = stored;
  const { binned, afterwards } = from;
  if (from.isThere) return isThere(id);
  const inBin = await findInBin(restorer, binned, id);
  if (!inBin) return notRecoverable(wanted, from.instead, from.otherwise);
  await dryRunRestore(restorer, binned, id);
  return {
    kind: 'ready',
    id,
    ...inBin,
    steps: takeOutSteps(restorer, binned, [id]),
    afterwards,
    async run() {
      const done = await restoreFromRecycleBin(restorer, binned, [id]);
      return 'kind' in done ? done : { kind: 'restored', id, ...done, afterwards };
    },
  };
}
