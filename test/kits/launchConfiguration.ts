import { CONFIGURATION_USERS, launchConfigurations } from '../support/graph/launchConfigurations.ts';
import { usersOf } from '../support/graph/whole.ts';
import { type Kit, times } from './kit.ts';

export const launchConfiguration: Kit = {
  type: 'launchConfiguration',
  isFree: true,
  make: (control, place, count) => {
    const seeds = times(count, (index) => ({ LaunchConfigurationName: `configuration-${index}` }));
    return control.addLaunchConfigurations(place, seeds);
  },
  users: usersOf(launchConfigurations, {
    nodes: CONFIGURATION_USERS.map(() => 'plain' as const),
    users: CONFIGURATION_USERS.map((user, to) => ({ user, to })),
  }),
  listing: { call: 'autoscaling:DescribeLaunchConfigurations', size: 100 },
  leftOut: 'gone',
  named: {
    make: (control, place, LaunchConfigurationName) => {
      control.addLaunchConfigurations(place, [{ LaunchConfigurationName }]);
    },
    size: 50,
    notFound: (name) => `Launch configuration name not found - Launch configuration ${name} not found`,
  },
  deleting: {
    call: 'autoscaling:DeleteLaunchConfiguration',
    bucket: 'autoscaling:*',
    input: (LaunchConfigurationName) => ({ LaunchConfigurationName }),
    done: 'deleted',
    dryRun: false,
  },
};
