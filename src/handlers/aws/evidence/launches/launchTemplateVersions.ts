import type { Finding } from '../../../../core/common/finding.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import { everyAccount, provenReader } from '../../wire/places.ts';
import type { Template } from './launchTemplateApi.ts';
import { readTemplates } from './launchTemplates.ts';

/** Old versions and templates without a group count: a person may launch from them at any time. */
export const launchTemplateVersions: EvidenceSource = {
  name: 'launchTemplateVersions',
  summary: 'Every version of every launch template, in every account, by the image id it names.',
  permissions: permissionsOf(ec2.describeLaunchTemplates, ec2.describeLaunchTemplateVersions),
  per: 'location',
  places: everyAccount,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    return (await readTemplates(target)).flatMap(usersIn);
  },
};

function usersIn({ id, name, versions }: Template): readonly Finding[] {
  return [...versions].flatMap(([number, { imageId: alias }]) =>
    alias === undefined ? [] : [{ alias, says: 'used', by: `launch template ${id} "${name}" version ${number}` }],
  );
}
