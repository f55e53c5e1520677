/** Launch templates: their members, and their user data, in which a script may launch, attach and pull anything. */
import { collecting } from '../../../contract/collecting.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import { ecs } from '../../calls/ecs.ts';
import { protectionOf } from '../../resources/templateProtection.ts';
import { everyAccount, provenReader } from '../../wire/places.ts';
import { readTemplates } from '../launches/launchTemplates.ts';
import { VersionUses } from '../launches/versionUses.ts';
import type { ListingSource } from '../listings/listingSource.ts';
import { usesOfTask } from '../runningImages/taskDefinitions.ts';

/**
 * Old versions and templates without a group count: a person may launch from them at any time. With `protects: used`, one that is
 * neither default nor latest only leads to its own users.
 */
export const launchTemplateVersions: ListingSource = {
  name: 'launchTemplateVersions',
  earlier: ['templateBlockDevices', 'templateGroups', 'templateInterfaces'],
  names: ['image', 'networkInterface', 'securityGroup', 'snapshot', 'vpcEndpoint'],
  summary:
    'Every version of every launch template, by everything that its members name; with `protects: used`, those that are default or latest, and those that something names.',
  permissions: permissionsOf(ec2.describeLaunchTemplates, ec2.describeLaunchTemplateVersions),
  per: 'location',
  variant: protectionOf,
  places: everyAccount,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    const named = await VersionUses.in(target, scope);
    for (const template of await readTemplates(target)) {
      for (const [number, { names }] of template.versions) {
        const by = `launch template ${template.id} "${template.name}" version ${number}`;
        named.add(template, number, { by, aliases: names });
      }
    }
    return named.findings();
  },
};

/** Every version counts, as with the images that it names. */
export const templateTexts: ListingSource = {
  name: 'templateTexts',
  names: ['texts'],
  summary:
    'Every version of every launch template, by everything that its user data mentions; with `protects: used`, as `launchTemplateVersions`.',
  permissions: permissionsOf(
    ec2.describeLaunchTemplates,
    ec2.describeLaunchTemplateVersions,
    ecs.describeTaskDefinition,
  ),
  per: 'location',
  group: 'texts',
  affectsOtherAccounts: true,
  variant: protectionOf,
  places: everyAccount,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    return collecting(async (found) => {
      const named = await VersionUses.in(target, scope);
      for (const template of await readTemplates(target)) {
        for (const [number, { inUserData }] of template.versions) {
          await found.attempt(async () => {
            const by = `the user data of launch template ${template.id} "${template.name}" version ${number}`;
            // A template that names itself has no user in that.
            const others = inUserData.filter(({ alias }) => alias !== template.id);
            const plain = others.filter(({ kind }) => kind !== 'taskDefinition').map(({ alias }) => alias);
            named.add(template, number, { by, aliases: plain });
            for (const { kind, alias } of others) {
              if (kind !== 'taskDefinition') continue;
              const uses = await usesOfTask(target, alias, by);
              named.add(template, number, { by, aliases: uses.map((use) => use.alias) }, uses);
            }
          });
        }
      }
      found.add(named.findings());
    });
  },
};
