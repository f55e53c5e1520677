import { addStopped } from '../support/graph/instances.ts';
import { RUNNING_USERS, runningInstances, runningSeed } from '../support/graph/runningInstances.ts';
import { usersOf } from '../support/graph/whole.ts';
import { type Kit, times } from './kit.ts';

let made = 0;

function idle() {
  made += 1;
  return runningSeed({ id: `i-1${made.toString(16).padStart(16, '0')}`, now: Date.now() });
}

export const runningInstance: Kit = {
  type: 'runningInstance',
  make: (control, place, count) => addStopped(control, place, times(count, idle)),
  gone: (control, place, id) => control.remove(place, 'instance', id),
  tagged: (control, place, tags) => addStopped(control, place, [{ ...idle(), tags }])[0] ?? '',
  othersMayUse: true,
  users: usersOf(runningInstances, {
    nodes: RUNNING_USERS.map(() => 'plain' as const),
    users: RUNNING_USERS.map((user, to) => ({ user, to })),
  }),
  listing: {
    call: 'ec2:DescribeInstances',
    size: 1000,
    asks: { MaxResults: 1000, IncludeManagedResources: true },
  },
  leftOut: 'unknown',
  deleting: {
    call: 'ec2:StopInstances',
    bucket: 'ec2:StopInstances',
    input: (id) => ({ InstanceIds: [id] }),
    done: 'accepted',
    dryRun: true,
  },
};
