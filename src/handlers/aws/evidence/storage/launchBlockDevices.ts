/** Launch templates and launch configurations that create volumes from a snapshot. */
import type { Finding } from '../../../../core/common/finding.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';
import { readTemplates } from '../launches/launchTemplates.ts';

/** In its own account only: another account can use it only if it is shared, and that keeps it. */
export const templateBlockDevices: EvidenceSource = {
  name: 'templateBlockDevices',
  summary: 'Every version of every launch template, by the snapshots of its block devices.',
  permissions: permissionsOf(ec2.describeLaunchTemplates, ec2.describeLaunchTemplateVersions),
  per: 'location',
  places: ownPlace,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    return (await readTemplates(target)).flatMap(({ id, name, versions }) =>
      [...versions].flatMap(([number, { snapshotIds }]) =>
        usesOf(snapshotIds, `launch template ${id} "${name}" version ${number}`),
      ),
    );
  },
};

function usesOf(snapshotIds: readonly string[], by: string): readonly Finding[] {
  return snapshotIds.filter((alias) => alias !== '').map((alias) => ({ alias, says: 'used', by }));
}
