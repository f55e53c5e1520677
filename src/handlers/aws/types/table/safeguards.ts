import type { Safeguard } from '../../../../core/evaluation/rule.ts';
import { type ManagedParameters, managedBy } from '../../resources/managedBy.ts';
import { listed } from '../../resources/safeguards.ts';
import type { TableResource } from '../../resources/table.ts';

type TableSafeguard = Safeguard<TableResource, ManagedParameters>;

const status: TableSafeguard = {
  name: 'status',
  summary: 'Its state is not `ACTIVE`: it is made, changed, archived or deleted, or its key cannot be used.',
  keeps: ({ tableStatus: is }) => (is === 'ACTIVE' ? undefined : `its state is ${is ?? 'not known'}`),
};

/** Only `false` says that it is not protected. */
const deletionProtection: TableSafeguard = {
  name: 'deletionProtection',
  summary: 'Its deletion protection is on, or AWS does not say. Holystone never switches it off.',
  keeps({ deletionProtection: isProtected }) {
    if (isProtected === false) return undefined;
    return isProtected ? 'its deletion protection is on' : 'it is not known whether its deletion protection is on';
  },
};

const replicas: TableSafeguard = {
  name: 'replicas',
  summary: 'It is a global table, or a part of one: a use of a replica in any region is a use of it.',
  keeps: ({ replicas: names }) => listed(names, 'it is a global table'),
};

/** A reader that polls and gets nothing leaves no trace. */
const stream: TableSafeguard = {
  name: 'stream',
  summary: 'It has a stream, whose readers no metric shows.',
  keeps: ({ streamEnabled }) => (streamEnabled ? 'it has a stream, which somebody may read' : undefined),
};

const boundTo: TableSafeguard = {
  name: 'boundTo',
  summary:
    'A restore that made it has not ended, its encryption is being changed or its key cannot be used, or it is archived.',
  keeps: ({ boundTo: what }) => listed(what, 'bound to it'),
};

/** The verdict of a table has the reason of every one that keeps it, in this order. */
export const tableSafeguards: readonly TableSafeguard[] = [
  managedBy,
  status,
  deletionProtection,
  replicas,
  stream,
  boundTo,
];
