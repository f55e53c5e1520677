/** An account's launch configurations, each named after its user. */
import type { Case, TypeCases } from '../case.ts';
import { aLaunchConfiguration } from '../seed.ts';

/** An image that need not exist. */
const ANOTHER = 'ami-0123456789abcdef0';

/** Made by the cases of images, groups and snapshots. */
const CONFIGURATION_CASES: readonly Case[] = [
  { name: 'attached', kinds: ['autoScalingGroups'] },
  { name: 'not-attached', kinds: [] },
  { name: 'of-all-groups-by-size', kinds: ['autoScalingGroups'] },
  { name: 'with-a-snapshot', kinds: [] },
];

export const launchConfiguration: TypeCases = {
  cases: CONFIGURATION_CASES,
  one: {
    async make(world, name) {
      await aLaunchConfiguration(world, name, ANOTHER);
      return name;
    },
    nowhere: 'nowhere',
  },
  custodian: {
    policy: `resource: aws.launch-config
    filters:
      - unused`,
    nameOf: ({ LaunchConfigurationName }) => LaunchConfigurationName,
  },
  moto: { cannotRead: [] },
  shown: { many: 'Launch configurations', one: 'Launch configuration' },
};
