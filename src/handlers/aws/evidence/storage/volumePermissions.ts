import type { CreateVolumePermission } from '@aws-sdk/client-ec2';
import type { Finding } from '../../../../core/common/finding.ts';
import { findOfEach } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import { volumePermissionsOf } from '../../resources/snapshotApi.ts';
import { isNotFound } from '../../wire/errors.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';
import { readError } from '../../wire/readError.ts';
import type { CallScope } from '../../wire/target.ts';

type Said = Omit<Finding, 'alias'>;

/** Whoever a snapshot is shared with may make volumes and images of it, and this account cannot see whether he does. */
export const volumePermissions: EvidenceSource = {
  name: 'volumePermissions',
  summary: 'Accounts that the snapshot is shared with, or everybody.',
  permissions: permissionsOf(ec2.describeSnapshotAttribute),
  per: 'resource',
  places: ownPlace,
  async read(place, scope, candidates, io) {
    const target = await provenReader(place, scope, io);
    return findOfEach(candidates, async ({ id: alias }) =>
      (await saidOf(target, alias)).map((said) => ({ alias, ...said })),
    );
  },
};

async function saidOf(target: CallScope, id: string): Promise<readonly Said[]> {
  try {
    return (await volumePermissionsOf(target, id)).map(userOf);
  } catch (error) {
    // It went between the listing and now: nothing may be concluded about it, and nothing about the others either.
    if (isNotFound(error)) return [{ says: 'unknown', by: 'it vanished while it was being read' }];
    throw readError(error, { target, api: ec2.describeSnapshotAttribute.api, what: `reading who may use ${id}` });
  }
}

function userOf({ Group, UserId }: CreateVolumePermission): Said {
  if (Group) return { says: 'used', by: 'everybody (the snapshot is public)' };
  return { says: 'used', by: UserId ? `account ${UserId} (it is shared with it)` : 'somebody whom it is shared with' };
}
