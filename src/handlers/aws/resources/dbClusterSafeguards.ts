import type { Safeguard } from '../../../core/evaluation/rule.ts';
import type { DbClusterResource } from './dbCluster.ts';
import { type ManagedParameters, managedBy } from './managedBy.ts';
import { listed } from './safeguards.ts';
import { keptByPrograms } from './startedAgain.ts';

export type ClusterSafeguard = Safeguard<DbClusterResource, ManagedParameters>;

/**
 * Of these the members' connections are documented (`evidence/databases/connections.ts`), and what AWS may do to them:
 * - DocumentDB is stopped and started as Aurora is (https://docs.aws.amazon.com/documentdb/latest/developerguide/db-cluster-stop-start.html),
 *   but its deletion has no `DeleteAutomatedBackups` (https://docs.aws.amazon.com/documentdb/latest/developerguide/API_DeleteDBCluster.html)
 * - of Neptune RDS's listing is not known to have the custom endpoints (https://docs.aws.amazon.com/neptune/latest/apiref/API_DBCluster.html)
 * - Multi-AZ clusters of RDS are never stopped, and go with their members in one request
 */
const ENGINES: Readonly<Record<string, 'stopped' | 'stopped or deleted'>> = {
  'aurora-mysql': 'stopped or deleted',
  'aurora-postgresql': 'stopped or deleted',
  docdb: 'stopped',
};

/** @param isDeleted or only stopped */
function engineFor(isDeleted: boolean): ClusterSafeguard {
  return {
    name: 'engine',
    summary: `Its engine is not Aurora MySQL${isDeleted ? '' : ', DocumentDB'} or Aurora PostgreSQL, or not provisioned, or not known: ${isDeleted ? 'whether the automated backups of DocumentDB outlive it is not known, so it is only stopped, and ' : ''}of Neptune, Multi-AZ clusters and Serverless v1 no use is proven.`,
    keeps({ engine: name, engineMode: mode }) {
      const known = Object.hasOwn(ENGINES, name ?? '') ? ENGINES[name ?? ''] : undefined;
      if (known === undefined) return `its engine is ${name ?? 'not known'}`;
      if (isDeleted && known === 'stopped')
        return `its engine is ${name}: whether its automated backups outlive it is not known, so it is only stopped`;
      // Only Aurora has engine modes: the model of DocumentDB has no such member.
      const isProvisioned = mode === 'provisioned' || (mode === undefined && known === 'stopped');
      return isProvisioned ? undefined : `its engine mode is ${mode ?? 'not known'}`;
    },
  };
}

/** It costs no hours then, and whether its metrics go on is not documented. */
const autoPause: ClusterSafeguard = {
  name: 'autoPause',
  summary: 'Serverless v2 that pauses at 0 ACU: idle it costs only its storage, and sends no metrics that prove it.',
  keeps: ({ minCapacity }) => (minCapacity === 0 ? 'it pauses by itself when nobody is connected' : undefined),
};

/** The automatic snapshot of each day is no use. */
const QUIET: ReadonlySet<string | undefined> = new Set(['available', 'backing-up']);

const status: ClusterSafeguard = {
  name: 'status',
  summary:
    'Its state is neither `available` nor `backing-up`: what is stopped, changed or failed is not judged, and AWS deletes none that is stopped.',
  keeps: ({ status: is }) => (QUIET.has(is) ? undefined : `its state is ${is ?? 'not known'}`),
};

const STATUS_OF_A_RUN =
  'Its state is neither `available` nor `backing-up`: what is stopped costs no hours, and all else is on its way.';

const members: ClusterSafeguard = {
  name: 'members',
  summary:
    'It has no member, so that nothing shows when it was last used; its members are not all known, or one of them is not `available`.',
  keeps({ members: names, unsettled }) {
    if (names === undefined)
      return 'it has no member, or not all of them are known: nothing shows when it was last used';
    return listed(unsettled, 'not available');
  },
};

/** They may say who needs it, or which program manages it: a rule reads those of the cluster alone. */
const memberTags: ClusterSafeguard = {
  name: 'memberTags',
  summary: 'A member has a tag, or a value of one, that the cluster has not, other than `Name`.',
  keeps: ({ memberTags: tags }) => listed(tags, 'the cluster has not these tags of its members'),
};

/** AWS's own protects the cluster, and not its last member: https://github.com/hashicorp/terraform-provider-aws/issues/23572 */
const deletionProtection: ClusterSafeguard = {
  name: 'deletionProtection',
  summary: 'Its deletion protection is on, or that of a member, or AWS does not say. Holystone never switches it off.',
  keeps({ deletionProtection: isProtected }) {
    if (isProtected === false) return undefined;
    return isProtected ? 'its deletion protection is on' : 'it is not known whether its deletion protection is on';
  },
};

const replicas: ClusterSafeguard = {
  name: 'replicas',
  summary: 'It follows another database, another one follows it, in any region, or it is in a global database.',
  keeps: ({ replicas: names }) => listed(names, 'it replicates with'),
};

const pendingChanges: ClusterSafeguard = {
  name: 'pendingChanges',
  summary: 'A change of it or of a member is pending: somebody works on it.',
  keeps: ({ pendingChanges: what }) => listed(what, 'changes of it are pending'),
};

const boundTo: ClusterSafeguard = {
  name: 'boundTo',
  summary:
    'Something is bound to it or to a member that a restore does not bring back, or that shows a need: an activity stream, its password in Secrets Manager, a domain, roles, the Data API, custom endpoints, write forwarding, a limitless database, a clone of another account, backtracking, RDS Custom.',
  keeps: ({ boundTo: what }) => listed(what, 'bound to it'),
};

/** Its stop is a part of its use then, and a program expects it to be there. */
const startedAgain: ClusterSafeguard = {
  name: 'startedAgain',
  summary:
    'A program stops it and starts it again, according to its tags (`Schedule`, `InstanceScheduler-*`, `AutoStart`, `maid_offhours`, …, whatever their value); see `manageOwned`.',
  keeps: keptByPrograms,
};

/** Those of the type that deletes, or of the one that only stops. */
function safeguardsFor(isDeleted: boolean): readonly ClusterSafeguard[] {
  return [
    managedBy,
    engineFor(isDeleted),
    autoPause,
    isDeleted ? status : { ...status, summary: STATUS_OF_A_RUN },
    members,
    memberTags,
    deletionProtection,
    replicas,
    pendingChanges,
    boundTo,
    startedAgain,
  ];
}

/** The verdict of a cluster has the reason of every one that keeps it, in this order. */
export const dbClusterSafeguards = safeguardsFor(true);

/**
 * As strict as those of a deletion, though a stop loses nothing: who protects it, or binds something to it, needs it. What AWS never
 * stops (global databases, clusters with a replica in another region, Serverless v1, Multi-AZ clusters) is among them; a blue/green
 * deployment is evidence. https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/aurora-cluster-stop-start.html and
 * https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/multi-az-db-clusters-concepts.Limitations.html
 */
export const runningClusterSafeguards = safeguardsFor(false);
