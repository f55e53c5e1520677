import { QUARANTINE_TAG } from '../../src/core/mark/quarantine.ts';
import { stopTag } from '../../src/handlers/aws/resources/stopTag.ts';
import { BEING_MADE, DB_INSTANCE_KEPT, DB_INSTANCE_USERS, dbInstances } from '../support/graph/dbInstances.ts';
import type { LaunchUser } from '../support/graph/launched.ts';
import { fewOf, usersOf } from '../support/graph/whole.ts';
import { type Kit, times } from './kit.ts';

let made = 0;

/** Older than its use is measured for by default. */
function old() {
  made += 1;
  const DBInstanceIdentifier = `kit-${made}`;
  const InstanceCreateTime = new Date(Date.now() - 100 * 86_400_000);
  return { DBInstanceIdentifier, DbiResourceId: identityOf(DBInstanceIdentifier), InstanceCreateTime };
}

const identityOf = (name: string) => `db-${name.toUpperCase()}`;

function graphOf(users: readonly LaunchUser[]) {
  return {
    nodes: [...users.map(() => 'plain' as const), ...DB_INSTANCE_KEPT],
    users: users.map((user, to) => ({ user, to })),
  };
}

export const dbInstance: Kit = {
  type: 'dbInstance',
  make: (control, place, count) => control.addDbInstances(place, times(count, old)),
  tagged: (control, place, tags) => control.addDbInstances(place, [{ ...old(), tags }])[0] ?? '',
  othersMayUse: true,
  users: {
    // One that is being made keeps every snapshot of the account, too.
    ...usersOf(dbInstances, graphOf(DB_INSTANCE_USERS.filter(({ name }) => name !== BEING_MADE))),
    few: () => fewOf(dbInstances, graphOf(DB_INSTANCE_USERS)),
  },
  listing: { call: 'rds:DescribeDBInstances', size: 100, asks: { MaxRecords: 100 } },
  named: {
    make: (control, place, DBInstanceIdentifier) => {
      control.addDbInstances(place, [{ ...old(), DBInstanceIdentifier }]);
    },
    size: 1,
  },
  deleting: {
    call: 'rds:DeleteDBInstance',
    bucket: 'rds:*',
    input: (DBInstanceIdentifier) => ({
      DBInstanceIdentifier,
      SkipFinalSnapshot: false,
      FinalDBSnapshotIdentifier: `holystone-final-${identityOf(DBInstanceIdentifier).toLowerCase()}`,
      DeleteAutomatedBackups: false,
    }),
    done: 'accepted',
    dryRun: false,
    ready: (control, place, id) => {
      const one = control.state(place).dbInstances.find(({ DBInstanceIdentifier }) => DBInstanceIdentifier === id);
      if (!one || one.DBInstanceStatus === 'stopped') return;
      const { DbiResourceId = '', TagList = [] } = one;
      const tag = { Key: QUARANTINE_TAG, Value: stopTag(DbiResourceId, Date.now()) };
      control.update(place, 'dbInstance', id, { DBInstanceStatus: 'stopped', TagList: [...TagList, tag] });
    },
  },
};
