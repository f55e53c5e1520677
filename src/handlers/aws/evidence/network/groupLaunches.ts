/** Launch templates, configurations and spot requests as users of security groups: their next launch needs the groups they name. */
import type { Finding } from '../../../../core/common/finding.ts';
import { collecting } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import { groupAlias } from '../../resources/securityGroup.ts';
import { everyAccount, provenReader } from '../../wire/places.ts';
import { readTemplates } from '../launches/launchTemplates.ts';

/** An older version counts too: any of them can be launched. */
export const templateGroups: EvidenceSource = {
  name: 'templateGroups',
  summary:
    'Every version of every launch template, in every account, by the security groups that it names, by id or by name, also those of its network interfaces.',
  permissions: permissionsOf(ec2.describeLaunchTemplates, ec2.describeLaunchTemplateVersions),
  per: 'location',
  places: everyAccount,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    return collecting(async (found) => {
      for (const { id, name, versions } of await readTemplates(target)) {
        for (const [number, { securityGroups }] of versions) {
          found.add(usesOf(securityGroups, `launch template ${id} "${name}" version ${number}`));
        }
      }
    });
  },
};

function usesOf(idsOrNames: readonly string[], by: string): readonly Finding[] {
  return idsOrNames.filter((one) => one !== '').map((idOrName) => ({ alias: groupAlias(idOrName), says: 'used', by }));
}
