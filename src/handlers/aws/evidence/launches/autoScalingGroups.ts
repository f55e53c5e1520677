import { autoScaling } from '../../calls/autoScaling.ts';
import { ec2 } from '../../calls/ec2.ts';
import { everyAccount } from '../../wire/places.ts';
import { pages } from '../../wire/reading.ts';
import { placeSource } from '../placeSource.ts';
import { describeGroup, referencesOf } from './groupReferences.ts';
import { LaunchResolver } from './launchResolver.ts';

/** The next launch of a group counts, whether or not it has instances now. */
export const autoScalingGroups = placeSource({
  name: 'autoScalingGroups',
  summary:
    'Auto Scaling groups, by the launch configuration and the launch templates they name (also in a mixed instances policy and its overrides), and by the images of those.',
  calls: [
    autoScaling.describeAutoScalingGroups,
    autoScaling.describeLaunchConfigurations,
    ec2.describeLaunchTemplates,
    ec2.describeLaunchTemplateVersions,
  ],
  places: everyAccount,
  async find(target, found) {
    const groups = pages(target, autoScaling.describeAutoScalingGroups, 'reading Auto Scaling groups');
    await new LaunchResolver(target).findInPages(found, groups, (group) => ({
      user: describeGroup(group),
      references: referencesOf(group),
    }));
  },
});
