/** What the types of database instances have in common: those that are deleted, and those that are only stopped. */
import type { DBInstance } from '@aws-sdk/client-rds';
import { DAY_MS } from '../../../core/common/duration.ts';
import type { Safeguard } from '../../../core/evaluation/rule.ts';
import { rds } from '../calls/rds.ts';
import { databaseConnections } from '../evidence/databases/connections.ts';
import { databaseEvents } from '../evidence/databases/events.ts';
import { restoringDatabases } from '../evidence/databases/restoring.ts';
import { METRICS_KEPT_MS } from '../evidence/measured/metricData.ts';
import { mentionedBy } from '../evidence/mentioning/mentionedBy.ts';
import { recordSets } from '../evidence/references/recordSets.ts';
import { type DbInstanceResource, toDbInstance } from '../resources/dbInstance.ts';
import { type ManagedParameters, managedParameters, reasonToTheEnd } from '../resources/managedBy.ts';
import { rdsTags } from '../session/rdsTags.ts';

export const DB_INSTANCE = {
  attributes: {
    tags: 'map',
    createdAt: 'date',
    revision: 'internal',
    sizeBytes: 'bytes',
    arn: 'text',
    dbInstanceStatus: 'text',
    dbInstanceClass: 'text',
    engine: 'text',
    engineVersion: 'text',
    multiAZ: 'boolean',
    storageType: 'text',
    allocatedStorage: 'gibibytes',
    storageEncrypted: 'boolean',
    endpointAddress: 'text',
    publiclyAccessible: 'boolean',
    dbClusterIdentifier: 'text',
    deletionProtection: 'boolean',
    replicas: 'texts',
    pendingChanges: 'texts',
    boundTo: 'texts',
    automaticRestartTime: 'date',
    operator: 'text',
  },
  arns: ['rds:*:*:db:*'],
  parameters: managedParameters,
  evidence: [databaseConnections, databaseEvents, recordSets, restoringDatabases, ...mentionedBy('dbInstance')],
  unlistedUsers:
    'programs outside of AWS that connect seldom and briefly, between two samples of the metric, or that will connect again after a pause of more than `unusedFor`; what used it under an earlier name, if it got another before Holystone first saw it; secrets, and backup plans that choose by tags',
  // A new name is one that another one may have had.
  dated: 'byLater',
  // Longer than a month: a job at the end of each month counts. Compute Optimizer looks back for 14 days, Trusted Advisor for 7.
  measured: { knownForMs: METRICS_KEPT_MS, unusedForMs: 32 * DAY_MS },
  // The price of its class depends on engine, deployment and licence, which the price list of this program does not have.
  monthlyCost: () => undefined,
  tagging: rdsTags,
  mostIds: 1,
  reads: rds.describeDBInstances,
  idsInput: ([DBInstanceIdentifier]: string[]) => ({ DBInstanceIdentifier }),
  idOf: ({ DBInstanceIdentifier }: DBInstance) => DBInstanceIdentifier,
  // A name may be taken again, and no condition of a request names anything else.
  isReadAgain: true,
  ends: 'accepted',
} as const;

const AT_THE_END: ReadonlySet<string> = new Set([
  ...['cluster', 'status', 'deletionProtection', 'replicas', 'pendingChanges', 'boundTo'],
]);

/** Facts that AWS does not refuse, or only after it began: read directly before the request. @param why what another state means */
export function blockedUnless(
  status: string,
  why: string,
  safeguards: readonly Safeguard<DbInstanceResource, ManagedParameters>[],
): (described: DBInstance) => string | undefined {
  return (described) => {
    const resource = toDbInstance(described);
    if (!resource) return undefined;
    const { dbInstanceStatus: is = 'not known' } = resource;
    if (is !== status) return `its state is ${is}, ${why}`;
    const checked = safeguards.filter(({ name }) => AT_THE_END.has(name));
    return reasonToTheEnd(checked, resource);
  };
}
