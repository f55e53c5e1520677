/** What keeps an instance, running or stopped. */
import type { Safeguard } from '../../../core/evaluation/rule.ts';
import type { InstanceResource } from './instance.ts';
import type { ManagedParameters } from './managedBy.ts';
import { listed } from './safeguards.ts';
import { keptByPrograms } from './startedAgain.ts';

type InstanceSafeguard = Safeguard<Omit<InstanceResource, 'described'>, ManagedParameters>;

export const startedBy: InstanceSafeguard = {
  name: 'startedBy',
  summary: 'A spot request, a schedule or an AWS service started it, and may start another in its place.',
  keeps: ({ startedBy: who }) => listed(who, 'no person started it alone'),
};

/** Its stop is a part of its use, however long it is. The value says when, in a way of each program: it is not read. */
export const startedAgain: InstanceSafeguard = {
  name: 'startedAgain',
  summary:
    'A program that stops instances and starts them again may start it, according to its tags (`Schedule`, `InstanceScheduler-*`, `AutoStart`, `maid_offhours`, `jenkins_slave_type`, `ray-*`, `Coder_Provisioned`, …, whatever their value); see `manageOwned`.',
  keeps: keptByPrograms,
};

export const capacity: InstanceSafeguard = {
  name: 'capacity',
  summary:
    'A dedicated host, another tenancy or a capacity reservation belongs to it, or AWS does not say its tenancy.',
  keeps: ({ capacity: what }) => listed(what, 'capacity is bound to it'),
};

export const forwards: InstanceSafeguard = {
  name: 'sourceDestCheck',
  summary: 'It may pass on the traffic of others (`SourceDestCheck` is off), or AWS does not say.',
  keeps({ sourceDestCheck }) {
    if (sourceDestCheck === true) return undefined;
    return sourceDestCheck === false
      ? 'its source/destination check is off: it passes on the traffic of others'
      : 'it is not known whether it passes on the traffic of others';
  },
};

export const outpost: InstanceSafeguard = {
  name: 'outpost',
  summary: 'It is on an Outpost.',
  keeps: ({ outpostArn }) => (outpostArn === undefined ? undefined : `it is on ${outpostArn}`),
};
