/** Everything that may name a launch configuration, and whether that makes it a user. */
import type { AutoScalingGroupSeed } from '../../../sandbox/aws/index.ts';
import { type Launching, launchedKind, launchUser } from './launched.ts';
import { OWN } from './surveyed.ts';

type Row = readonly [string, (launching: Launching) => void];

const group = ({ control, at, user }: Launching, seed: AutoScalingGroupSeed) =>
  control.addAutoScalingGroups(at, [{ AutoScalingGroupName: user, ...seed }]);

const USED: readonly Row[] = [
  ['group', (s) => group(s, { LaunchConfigurationName: s.name })],
  ['group, being deleted', (s) => group(s, { LaunchConfigurationName: s.name, Status: 'Delete in progress' })],
  [
    'group, protected, suspended',
    (s) =>
      group(s, {
        LaunchConfigurationName: s.name,
        DeletionProtection: 'prevent-all-deletion',
        SuspendedProcesses: [{ ProcessName: 'Launch', SuspensionReason: 'User suspended at 2016-01-08T20:47:54Z' }],
      }),
  ],
];

const UNUSED: readonly Row[] = [
  [
    'group of another account, by the same name',
    (s) => group({ ...s, at: s.elsewhere }, { LaunchConfigurationName: s.name }),
  ],
  [
    'group by a template of the same name',
    (s) => {
      s.control.addLaunchTemplates(s.at, [{ LaunchTemplateName: `${s.name}-${s.user}`, versions: [{}] }]);
      group(s, { LaunchTemplate: { LaunchTemplateName: `${s.name}-${s.user}`, Version: '$Latest' } });
    },
  ],
  ['group by another configuration', (s) => group(s, { LaunchConfigurationName: `${s.name}0` })],
];

export const CONFIGURATION_USERS = [...USED.map(launchUser(true)), ...UNUSED.map(launchUser(false))];

export const launchConfigurations = launchedKind<'young'>({
  type: 'launchConfiguration',
  kept: ['young'],
  users: CONFIGURATION_USERS,
  launched: (index) => ({ id: `Config-${index}`, name: `Config-${index}` }),
  add(control, { name }, _is, CreatedTime) {
    control.addLaunchConfigurations(OWN, [{ LaunchConfigurationName: name, CreatedTime }]);
  },
});
