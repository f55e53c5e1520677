import { launchTemplateVersions, VERSION_USERS } from '../support/graph/launchTemplateVersions.ts';
import { usersOf } from '../support/graph/whole.ts';
import { type Kit, times } from './kit.ts';

const data = { InstanceType: 'm5.large' as const };

/** Version 1 of each template: the second one is default, and the latest are newer. */
const versions = times(5, () => data);

export const launchTemplateVersion: Kit = {
  type: 'launchTemplateVersion',
  isFree: true,
  make: (control, place, count) =>
    control
      .addLaunchTemplates(
        place,
        times(count, () => ({ versions, DefaultVersionNumber: 2 })),
      )
      .map((id) => `${id}:1`),
  gone(control, place, id) {
    const [template = '', number = ''] = id.split(':');
    control.update(place, 'launchTemplate', template, { versionsGone: [Number(number)] });
  },
  // Its template carries the tags.
  othersMayUse: true,
  users: usersOf(launchTemplateVersions, {
    nodes: VERSION_USERS.map(() => 'plain' as const),
    users: VERSION_USERS.map((user, to) => ({ user, to })),
  }),
  hasOthers: true,
  listing: {
    call: 'ec2:DescribeLaunchTemplates',
    size: 200,
    asks: { IncludeManagedResources: true },
    also: ['ec2:DescribeLaunchTemplateVersions'],
  },
  reads: { call: 'ec2:DescribeLaunchTemplateVersions' },
  leftOut: 'unknown',
  deleting: {
    call: 'ec2:DeleteLaunchTemplateVersions',
    bucket: 'ec2:DeleteLaunchTemplateVersions',
    input(id) {
      const [LaunchTemplateId, number] = id.split(':');
      return { LaunchTemplateId, Versions: [number] };
    },
    done: 'deleted',
    dryRun: true,
  },
};
