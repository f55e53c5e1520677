import { collecting } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { autoScaling } from '../../calls/autoScaling.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import { everyAccount, provenReader } from '../../wire/places.ts';
import { pages } from '../../wire/reading.ts';
import { describeGroup, referencesOf } from './groupReferences.ts';
import { LaunchResolver } from './launchResolver.ts';

/** The next launch of a group counts, whether or not it has instances now. */
export const autoScalingGroups: EvidenceSource = {
  name: 'autoScalingGroups',
  summary:
    'Auto Scaling groups, by the launch configuration and the launch templates they name (also in a mixed instances policy and its overrides), and by the images of those.',
  permissions: permissionsOf(
    autoScaling.describeAutoScalingGroups,
    autoScaling.describeLaunchConfigurations,
    ec2.describeLaunchTemplates,
    ec2.describeLaunchTemplateVersions,
  ),
  per: 'location',
  places: everyAccount,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    const groups = pages(target, autoScaling.describeAutoScalingGroups, 'reading Auto Scaling groups');
    return collecting((found) =>
      new LaunchResolver(target).findInPages(found, groups, (group) => ({
        user: describeGroup(group),
        references: referencesOf(group),
      })),
    );
  },
};
