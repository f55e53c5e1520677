/** Launch templates: their members, and their user data, in which a script may launch, attach and pull anything. */
import type { Finding } from '../../../../core/common/finding.ts';
import { collecting } from '../../../contract/collecting.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import { ecs } from '../../calls/ecs.ts';
import { everyAccount, provenReader } from '../../wire/places.ts';
import { readTemplates } from '../launches/launchTemplates.ts';
import type { ListingSource } from '../listings/listingSource.ts';
import { usesOfTask } from '../runningImages/taskDefinitions.ts';

/** Old versions and templates without a group count: a person may launch from them at any time. */
export const launchTemplateVersions: ListingSource = {
  name: 'launchTemplateVersions',
  earlier: ['templateBlockDevices', 'templateGroups', 'templateInterfaces'],
  names: ['image', 'networkInterface', 'securityGroup', 'snapshot'],
  summary: 'Every version of every launch template, by everything that its members name.',
  permissions: permissionsOf(ec2.describeLaunchTemplates, ec2.describeLaunchTemplateVersions),
  per: 'location',
  places: everyAccount,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    return (await readTemplates(target)).flatMap(({ id, name, versions }) =>
      [...versions].flatMap(([number, { names }]) => {
        const by = `launch template ${id} "${name}" version ${number}`;
        return names.map((alias): Finding => ({ alias, says: 'used', by }));
      }),
    );
  },
};

/** Every version counts, as with the images that it names: a person may launch from it at any time. */
export const templateTexts: ListingSource = {
  name: 'templateTexts',
  names: ['texts'],
  summary: 'Every version of every launch template, by everything that its user data mentions.',
  permissions: permissionsOf(
    ec2.describeLaunchTemplates,
    ec2.describeLaunchTemplateVersions,
    ecs.describeTaskDefinition,
  ),
  per: 'location',
  group: 'texts',
  affectsOtherAccounts: true,
  places: everyAccount,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    return collecting(async (found) => {
      for (const { id, name, versions } of await readTemplates(target)) {
        await found.inAll(versions, async ([number, { inUserData }]) => {
          const by = `the user data of launch template ${id} "${name}" version ${number}`;
          const uses: Finding[] = [];
          // A template that names itself has no user in that.
          for (const { kind, alias } of inUserData.filter((one) => one.alias !== id)) {
            if (kind !== 'taskDefinition') uses.push({ alias, says: 'used', by });
            else uses.push(...(await usesOfTask(target, alias, by)));
          }
          return uses;
        });
      }
    });
  },
};
