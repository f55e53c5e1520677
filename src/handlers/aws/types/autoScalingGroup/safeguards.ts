import type { Safeguard } from '../../../../core/evaluation/rule.ts';
import type { GroupResource } from '../../resources/autoScalingGroup.ts';
import type { ManagedParameters } from '../../resources/managedBy.ts';

type GroupSafeguard = Safeguard<GroupResource, ManagedParameters>;

const beingDeleted: GroupSafeguard = {
  name: 'beingDeleted',
  summary: 'It is already being deleted.',
  keeps: ({ status }) => (status === undefined || status === '' ? undefined : `its status is "${status}"`),
};

/** `prevent-force-deletion` forbids only force deletion, which we never request; an unknown value keeps the group. */
const deletionProtection: GroupSafeguard = {
  name: 'deletionProtection',
  summary: 'It has the deletion protection `prevent-all-deletion`.',
  keeps: ({ deletionProtection: value }) =>
    value === undefined || value === 'none' || value === 'prevent-force-deletion'
      ? undefined
      : `its deletion protection is ${value}`,
};

/** Beside those of every leftover: the verdict has the reason of every one that keeps it, in this order. */
export const groupSafeguards: readonly GroupSafeguard[] = [beingDeleted, deletionProtection];
