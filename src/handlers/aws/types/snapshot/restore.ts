import type { CreateVolumePermission } from '@aws-sdk/client-ec2';
import type { Read } from '../../../../core/resource/resource.ts';
import type { RestoreStep, Restoring } from '../../../../core/resource/restoring.ts';
import type { SnapshotResource } from '../../resources/snapshot.ts';
import { awsCommand, plainJson } from '../../session/commandLine.ts';
import type { Wanted } from '../../session/restoring.ts';
import { restoreFromBin } from '../../session/restoringFromBin.ts';
import type { CallScope } from '../../wire/target.ts';

/** Restores from the Recycle Bin only: its data exists nowhere else. */
export async function restoreSnapshot(wanted: Wanted, now: Read<unknown> | undefined): Promise<Restoring> {
  const { restorer, stored } = wanted;
  const { createVolumePermissions = [] } = stored.definition as NonNullable<SnapshotResource['described']>;
  return restoreFromBin(wanted, {
    binned: 'snapshot',
    isThere: now?.kind === 'found',
    afterwards: sharing(restorer, stored.id, createVolumePermissions),
    instead: [],
    otherwise: 'its data is nowhere else',
  });
}

function sharing(
  target: CallScope,
  id: string,
  permissions: readonly CreateVolumePermission[],
): readonly RestoreStep[] {
  if (permissions.length === 0) return [];
  const options = { 'snapshot-id': id, 'create-volume-permission': plainJson({ Add: permissions }) };
  const command = awsCommand(target, 'ec2 modify-snapshot-attribute', options);
  return [{ says: 'shares it again as before, if it is not shared', command }];
}
