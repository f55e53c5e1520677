/** Taking something out of the Recycle Bin, step by step or at once. */

import type { NotRestored, RestoreStep } from '../../core/restoring.ts';
import { ec2 } from './calls/ec2.ts';
import { type AwsClients, call } from './client.ts';
import { awsCommand } from './commandLine.ts';
import { type Binned, heldInBin } from './recycleBin.ts';
import { rehearse } from './rehearsing.ts';
import { restoreBy } from './restoring.ts';
import type { Target } from './target.ts';

interface Asked {
  readonly DryRun?: boolean;
}
type Options = Parameters<Parameters<typeof call>[2]>[1];
interface Way {
  readonly api: string;
  readonly words: string;
  readonly option: string;
  send(clients: AwsClients, id: string, asked: Asked, options: Options): Promise<Answer>;
}
interface Answer {
  readonly $metadata: { readonly requestId?: string | undefined };
}

const WAYS: Readonly<Record<Binned, Way>> = {
  image: {
    api: ec2.restoreImageFromRecycleBin.api,
    words: 'ec2 restore-image-from-recycle-bin',
    option: 'image-id',
    send: async ({ ec2 }, ImageId, asked, options) =>
      (await ec2).restoreImageFromRecycleBin({ ImageId, ...asked }, options),
  },
  snapshot: {
    api: ec2.restoreSnapshotFromRecycleBin.api,
    words: 'ec2 restore-snapshot-from-recycle-bin',
    option: 'snapshot-id',
    send: async ({ ec2 }, SnapshotId, asked, options) =>
      (await ec2).restoreSnapshotFromRecycleBin({ SnapshotId, ...asked }, options),
  },
  volume: {
    api: ec2.restoreVolumeFromRecycleBin.api,
    words: 'ec2 restore-volume-from-recycle-bin',
    option: 'volume-id',
    send: async ({ ec2 }, VolumeId, asked, options) =>
      (await ec2).restoreVolumeFromRecycleBin({ VolumeId, ...asked }, options),
  },
};

/** What has to be allowed for it. */
export function takeOutPermission(binned: Binned): string {
  return WAYS[binned].api;
}

export function takeOutSteps(target: Target, binned: Binned, ids: readonly string[]): readonly RestoreStep[] {
  const { words, option } = WAYS[binned];
  return ids.map((id) => ({
    says: `takes ${id} out of the Recycle Bin`,
    command: awsCommand(target, words, { [option]: id }),
  }));
}

/** Whether it would be allowed; nothing happens. @throws ReadError when not */
export function rehearseTakeOut(target: Target, binned: Binned, id: string): Promise<void> {
  const { api, send } = WAYS[binned];
  return rehearse(target, api, (clients, options) => send(clients, id, { DryRun: true }, options));
}

/** One after the other; stops at the first that cannot be had back. @returns the last request's id */
export async function takeOut(
  target: Target,
  binned: Binned,
  ids: readonly string[],
): Promise<NotRestored | { readonly requestId?: string }> {
  const { api, send } = WAYS[binned];
  let last: { readonly requestId?: string } = {};
  for (const id of ids) {
    const done = await restoreBy(target, api, `taking ${id} out of the Recycle Bin`, async () => {
      const { $metadata } = await call(target, api, (clients, options) => send(clients, id, {}, options));
      return $metadata.requestId ?? 'unknown';
    });
    if ('kind' in done) return done;
    last = done;
  }
  return last;
}

/** Of those that are not there: which the bin holds, and which it does not. @throws ReadError */
export async function standingOf(
  target: Target,
  binned: Binned,
  ids: readonly string[],
): Promise<{ readonly held: readonly string[]; readonly gone: readonly string[] }> {
  const held: string[] = [];
  const gone: string[] = [];
  for (const id of ids) ((await heldInBin(target, binned, id)) ? held : gone).push(id);
  return { held, gone };
}
