import type { LaunchUser } from '../support/graph/launched.ts';
import { TABLE_KEPT, TABLE_USERS, tables } from '../support/graph/tables.ts';
import { fewOf, usersOf } from '../support/graph/whole.ts';
import { type Kit, times } from './kit.ts';

let made = 0;

/** Older than its use is measured for by default. */
function old() {
  made += 1;
  return { TableName: `kit-${made}`, CreationDateTime: new Date(Date.now() - 100 * 86_400_000) };
}

function graphOf(users: readonly LaunchUser[]) {
  return {
    nodes: [...users.map(() => 'plain' as const), ...TABLE_KEPT],
    users: users.map((user, to) => ({ user, to })),
  };
}

export const table: Kit = {
  type: 'table',
  make: (control, place, count) => control.addTables(place, times(count, old)),
  tagged: (control, place, tags) => control.addTables(place, [{ ...old(), tags }])[0] ?? '',
  othersMayUse: true,
  users: {
    ...usersOf(tables, graphOf(TABLE_USERS)),
    few: () => fewOf(tables, graphOf(TABLE_USERS)),
  },
  listing: {
    call: 'dynamodb:ListTables',
    size: 100,
    asks: { Limit: 100 },
    also: ['dynamodb:DescribeTable', 'dynamodb:ListTagsOfResource'],
  },
  reads: { call: 'dynamodb:DescribeTable' },
  named: {
    make: (control, place, TableName) => {
      control.addTables(place, [{ ...old(), TableName }]);
    },
    size: 1,
  },
  deleting: {
    call: 'dynamodb:DeleteTable',
    bucket: 'dynamodb:*',
    input: (TableName) => ({ TableName }),
    done: 'accepted',
    dryRun: false,
  },
};
