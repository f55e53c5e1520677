/** Restores from the Recycle Bin, as commands for a person or at once. */
import type { EC2 } from '@aws-sdk/client-ec2';
import type { NotRestored, RestoreStep } from '../../../core/resource/restoring.ts';
import type { Call, Input, Method } from '../calls/call.ts';
import { ec2 } from '../calls/ec2.ts';
import { sendForId } from '../wire/client.ts';
import type { CallScope } from '../wire/target.ts';
import { awsCommand } from './commandLine.ts';
import { dryRun } from './dryRun.ts';
import { type Binned, findInBin } from './recycleBin.ts';
import { restoreBy } from './restoring.ts';

interface Way {
  readonly api: string;
  /** The command of the AWS CLI. */
  readonly command: string;
  readonly option: string;
  dryRun(target: CallScope, id: string): Promise<void>;
  /** @returns AWS's request id */
  send(target: CallScope, id: string): Promise<string>;
}

const WAYS: Readonly<Record<Binned, Way>> = {
  image: way(ec2.restoreImageFromRecycleBin, 'ec2 restore-image-from-recycle-bin', 'image-id', (ImageId) => ({
    ImageId,
  })),
  snapshot: way(
    ec2.restoreSnapshotFromRecycleBin,
    'ec2 restore-snapshot-from-recycle-bin',
    'snapshot-id',
    (SnapshotId) => ({ SnapshotId }),
  ),
  volume: way(ec2.restoreVolumeFromRecycleBin, 'ec2 restore-volume-from-recycle-bin', 'volume-id', (VolumeId) => ({
    VolumeId,
  })),
};

function way<M extends Method<EC2>>(
  call: Call<EC2, M>,
  command: string,
  option: string,
  input: (id: string) => Input<EC2, M>,
): Way {
  return {
    api: call.api,
    command,
    option,
    dryRun: (target, id) => dryRun(target, call, input(id)),
    send: (target, id) => sendForId(target, call, input(id)),
  };
}

/** One command for each id, for a person; runs none. */
export function takeOutSteps(target: CallScope, binned: Binned, ids: readonly string[]): readonly RestoreStep[] {
  const { command, option } = WAYS[binned];
  return ids.map((id) => ({
    says: `restores ${id} from the Recycle Bin`,
    command: awsCommand(target, command, { [option]: id }),
  }));
}

/** Checks whether the restore is allowed; changes nothing. @throws ReadError when it is not */
export function dryRunRestore(target: CallScope, binned: Binned, id: string): Promise<void> {
  return WAYS[binned].dryRun(target, id);
}

/** Restores one by one; stops at the first that cannot be restored. @returns the last request's id */
export async function restoreFromRecycleBin(
  target: CallScope,
  binned: Binned,
  ids: readonly string[],
): Promise<NotRestored | { readonly requestId?: string }> {
  const { api, send: ask } = WAYS[binned];
  let last: { readonly requestId?: string } = {};
  for (const id of ids) {
    const done = await restoreBy(target, api, `restoring ${id} from the Recycle Bin`, () => ask(target, id));
    if ('kind' in done) return done;
    last = done;
  }
  return last;
}

/** Splits missing resources into those in the bin and those not in it. @throws ReadError */
export async function standingOf(
  target: CallScope,
  binned: Binned,
  ids: readonly string[],
): Promise<{ readonly inBin: readonly string[]; readonly gone: readonly string[] }> {
  const inBin: string[] = [];
  const gone: string[] = [];
  for (const id of ids) ((await findInBin(target, binned, id)) ? inBin : gone).push(id);
  return { inBin, gone };
}
