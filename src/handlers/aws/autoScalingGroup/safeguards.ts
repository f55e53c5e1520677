import type { Safeguard } from '../../../core/rule.ts';
import { managedBy } from '../managedBy.ts';
import type { GroupParameters } from './parameters.ts';
import type { GroupResource } from './resource.ts';

type GroupSafeguard = Safeguard<GroupResource, GroupParameters>;

const beingDeleted: GroupSafeguard = {
  name: 'beingDeleted',
  summary: 'It is already being deleted.',
  keeps: ({ status }) => (status === undefined || status === '' ? undefined : `its status is "${status}"`),
};

/** `prevent-force-deletion` forbids only what is never asked for here; a value not known here keeps. */
const deletionProtection: GroupSafeguard = {
  name: 'deletionProtection',
  summary: 'It has the deletion protection `prevent-all-deletion`.',
  keeps: ({ deletionProtection: value }) =>
    value === undefined || value === 'none' || value === 'prevent-force-deletion'
      ? undefined
      : `its deletion protection is ${value}`,
};

/**
 * A group that is empty and may grow is waiting for load if it has scaling policies or scheduled actions. Those are
 * not read yet, and unknown is not unused: only MaxSize 0 says that it stays empty.
 */
const mayGrow: GroupSafeguard = {
  name: 'mayGrow',
  summary: 'Its MaxSize is above 0, so that scaling policies or scheduled actions, which are not read yet, may use it.',
  keeps: ({ maxSize }) => (maxSize === 0 ? undefined : `its MaxSize is ${maxSize ?? 'not known'}`),
};

export const groupSafeguards: readonly GroupSafeguard[] = [beingDeleted, deletionProtection, managedBy, mayGrow];
