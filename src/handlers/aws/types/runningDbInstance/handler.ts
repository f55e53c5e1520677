import type { DBInstance } from '@aws-sdk/client-rds';
import type { Safeguard } from '../../../../core/evaluation/rule.ts';
import { rds } from '../../calls/rds.ts';
import { type DbInstanceResource, toDbInstance } from '../../resources/dbInstance.ts';
import { dbInstanceSafeguards } from '../../resources/dbInstanceSafeguards.ts';
import type { ManagedParameters } from '../../resources/managedBy.ts';
import { blockedUnless, DB_INSTANCE } from '../dbInstances.ts';
import { resourceType } from '../resourceType.ts';
import { STOP, startAgain } from '../startAgain.ts';

/** RDS stops no other: https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/USER_StopInstance.html */
const status: Safeguard<DbInstanceResource, ManagedParameters> = {
  name: 'status',
  summary: 'Its state is not `available`: what is stopped costs no hours, and all else is on its way.',
  keeps: ({ dbInstanceStatus: is }) => (is === 'available' ? undefined : `its state is ${is ?? 'not known'}`),
};

/** As strict as those of a deletion, though a stop loses nothing: who protects it, or binds something to it, needs it. */
const runningDbSafeguards = dbInstanceSafeguards.map((one) => (one.name === 'status' ? status : one));

/** RDS starts it again then: https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/USER_StopInstance.html */
const STOPPED_FOR_DAYS = 7;

/**
 * Idle RDS instances that run: they are stopped, and nothing else. What the lifecycle calls a deletion is the stop, with all that
 * guards a deletion; this type has no call that deletes (ADR 177).
 */
export const runningDbInstance = resourceType({
  ...DB_INSTANCE,
  resourceType: 'runningDbInstance',
  called: { en: 'running RDS instance', de: 'laufende RDS-Instanz' },
  alsoCalled: ['idle rds', 'idle database', 'idle rds instance'],
  summary:
    'RDS instances in no cluster that run and that nobody used: no connection and little work on their storage on every day of `unusedFor`, 32 days by default. They are **stopped**, never deleted: data, storage and backups stay, RDS starts them again by itself after seven days, and `restore` before that.',
  stops: true,
  kind: 'dbInstance',
  noun: 'running database instance',
  safeguards: runningDbSafeguards,
  toResource,
  // Its run.
  isOver: ({ DBInstanceStatus }) => DBInstanceStatus === 'stopped',
  deletes: rds.stopDBInstance,
  deleteInput: (DBInstanceIdentifier) => ({ DBInstanceIdentifier }),
  isDone: ({ DBInstance }, id) => DBInstance?.DBInstanceIdentifier === id,
  userOf: blockedUnless('available', 'and only one that is available can be stopped', runningDbSafeguards),
  alsoKeptAs: ['dbInstance'],
  restore: {
    calls: [rds.startDBInstance],
    plan: async (wanted, now) =>
      startAgain(wanted, now, {
        noun: 'database instance',
        states: STOP,
        stateOf: ({ dbInstanceStatus }) => dbInstanceStatus,
        call: rds.startDBInstance,
        input: (DBInstanceIdentifier) => ({ DBInstanceIdentifier }),
        command: 'rds start-db-instance',
        option: 'db-instance-identifier',
        says: (id) => `starts ${id}, which costs by the hour from then on`,
      }),
  },
});

function toResource(one: DBInstance): DbInstanceResource | undefined {
  const resource = toDbInstance(one);
  return resource && { ...resource, note: { code: 'onlyStopsFor', values: { days: STOPPED_FOR_DAYS } } };
}
