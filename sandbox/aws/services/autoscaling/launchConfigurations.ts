import { AwsError } from '../../collections/errors.ts';
import { newLaunchConfiguration } from '../../seeds/groupSeeds.ts';
import { plain, rowsOf } from '../../store/listing.ts';
import { type AutoScalingHandlers, invalid, listing, names } from './common.ts';

export const launchConfigurations: AutoScalingHandlers = {
  DescribeLaunchConfigurations: listing(plain(rowsOf('launchConfigurations')), {
    answer: 'LaunchConfigurations',
    named: names('LaunchConfigurationNames'),
  }),

  CreateLaunchConfiguration(input, call) {
    const name = input.LaunchConfigurationName ?? '';
    if (call.here.launchConfigurations.get(name)) {
      throw new AwsError(
        'AlreadyExists',
        `Launch Configuration by this name already exists - A launch configuration already exists with the name ${name}`,
      );
    }
    if (input.ImageId === undefined)
      throw invalid(
        'Valid requests must contain either the InstanceId parameter or both the ImageId and InstanceType parameters.',
      );
    const seed = Object.fromEntries(Object.entries(input).filter(([member]) => member !== 'InstanceId'));
    const configuration = newLaunchConfiguration(seed, call);
    call.here.launchConfigurations.put(name, configuration);
    return {};
  },

  /** Message as in https://github.com/studioml/studio/issues/258 */
  DeleteLaunchConfiguration(input, call) {
    const name = input.LaunchConfigurationName ?? '';
    if (!call.here.launchConfigurations.get(name)) {
      throw invalid(`Launch configuration name not found - Launch configuration ${name} not found`);
    }
    const user = call.here.autoScalingGroups.values().find((group) => group.LaunchConfigurationName === name);
    if (user) {
      throw new AwsError(
        'ResourceInUse',
        `Cannot delete launch configuration ${name} because it is attached to AutoScalingGroup ${user.AutoScalingGroupName}`,
      );
    }
    call.here.launchConfigurations.remove(name);
    return {};
  },
};
