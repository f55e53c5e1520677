import { launchTemplates, TEMPLATE_USERS } from '../support/graph/launchTemplates.ts';
import { usersOf } from '../support/graph/whole.ts';
import { type Kit, times } from './kit.ts';

const versions = [{ InstanceType: 'm5.large' as const }];

export const launchTemplate: Kit = {
  type: 'launchTemplate',
  isFree: true,
  make: (control, place, count) =>
    control.addLaunchTemplates(
      place,
      times(count, () => ({ versions })),
    ),
  tagged: (control, place, tags) => control.addLaunchTemplates(place, [{ versions, tags }])[0] ?? '',
  othersMayUse: true,
  users: usersOf(launchTemplates, {
    nodes: TEMPLATE_USERS.map(() => 'plain' as const),
    users: TEMPLATE_USERS.map((user, to) => ({ user, to })),
  }),
  listing: { call: 'ec2:DescribeLaunchTemplates', size: 200, asks: { IncludeManagedResources: true } },
  leftOut: 'unknown',
  deleting: {
    call: 'ec2:DeleteLaunchTemplate',
    bucket: 'ec2:DeleteLaunchTemplate',
    input: (LaunchTemplateId) => ({ LaunchTemplateId }),
    done: 'deleted',
    dryRun: true,
  },
};
