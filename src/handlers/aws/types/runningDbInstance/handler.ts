import type { DBInstance } from '@aws-sdk/client-rds';
import { rds } from '../../calls/rds.ts';
import { type DbInstanceResource, toDbInstance } from '../../resources/dbInstance.ts';
import { blockedUnless, DB_INSTANCE } from '../dbInstances.ts';
import { resourceType } from '../resourceType.ts';
import { startDatabase } from './restore.ts';
import { runningDbSafeguards } from './safeguards.ts';

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
  restore: { calls: [rds.startDBInstance], plan: startDatabase },
});

function toResource(one: DBInstance): DbInstanceResource | undefined {
  const resource = toDbInstance(one);
  return resource && { ...resource, note: { code: 'onlyStopsFor', values: { days: STOPPED_FOR_DAYS } } };
}
