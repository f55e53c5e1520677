import { addStopped, INSTANCE_USERS, instances, stoppedInstance } from '../support/graph/instances.ts';
import { usersOf } from '../support/graph/whole.ts';
import { type Kit, times } from './kit.ts';

let made = 0;

/** Stopped for longer than it has to be by default. */
function idle() {
  made += 1;
  return stoppedInstance({ id: `i-0${made.toString(16).padStart(16, '0')}`, now: Date.now() });
}

export const instance: Kit = {
  type: 'instance',
  make: (control, place, count) => addStopped(control, place, times(count, idle)),
  tagged: (control, place, tags) => addStopped(control, place, [{ ...idle(), tags }])[0] ?? '',
  othersMayUse: true,
  users: usersOf(instances, {
    nodes: INSTANCE_USERS.map(() => 'plain' as const),
    users: INSTANCE_USERS.map((user, to) => ({ user, to })),
  }),
  listing: {
    call: 'ec2:DescribeInstances',
    size: 1000,
    asks: { MaxResults: 1000, IncludeManagedResources: true },
  },
  leftOut: 'unknown',
  deleting: {
    call: 'ec2:TerminateInstances',
    bucket: 'ec2:TerminateInstances',
    input: (id) => ({ InstanceIds: [id] }),
    done: 'accepted',
    dryRun: true,
  },
};
