import type { Safeguard } from '../../../core/evaluation/rule.ts';
import type { DbInstanceResource } from './dbInstance.ts';
import { type ManagedParameters, managedBy } from './managedBy.ts';
import { listed } from './safeguards.ts';
import { keptByPrograms } from './startedAgain.ts';
import { askedToStop } from './stopTag.ts';

type DbSafeguard = Safeguard<DbInstanceResource, ManagedParameters>;

/** RDS alone stops and restores these; the members of a cluster have engines of their own (`aurora-…`, `neptune`, `docdb`). */
const ENGINES = /^(?:mariadb|mysql|postgres|oracle-(?:ee|se2)(?:-cdb)?|sqlserver-(?:ee|se|ex|web)|db2-(?:ae|se))$/;

const cluster: DbSafeguard = {
  name: 'cluster',
  summary: 'It belongs to a cluster of Aurora, Neptune, DocumentDB or RDS.',
  keeps: ({ dbClusterIdentifier: name }) => (name === undefined ? undefined : `it belongs to the cluster ${name}`),
};

/** https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/USER_StopInstance.html */
const engine: DbSafeguard = {
  name: 'engine',
  summary:
    'Its engine is none that RDS stops alone and restores from a snapshot (MariaDB, MySQL, PostgreSQL, Oracle, SQL Server, Db2), or is not known; or it is SQL Server with a standby, which RDS does not stop.',
  keeps({ engine: name, multiAZ }) {
    if (name === undefined || !ENGINES.test(name)) return `its engine is ${name ?? 'not known'}`;
    if (!name.startsWith('sqlserver-') || multiAZ === false) return undefined;
    return multiAZ ? 'RDS does not stop SQL Server with a standby' : 'it is not known whether it has a standby';
  },
};

/** One that a person stopped may be stopped as a part of its use, and one on its way tells nothing yet. */
const status: DbSafeguard = {
  name: 'status',
  summary:
    'Its state is neither `available` nor, with the tag of its own quarantine, `stopped`: what others stopped, what is changed and what has failed is not judged.',
  keeps({ dbInstanceStatus: is, identity, tags }) {
    if (is === 'available') return undefined;
    const isStopped = is === 'stopped' || is === 'stopping';
    if (isStopped && askedToStop({ identity, tags }) !== undefined) return undefined;
    return `its state is ${is ?? 'not known'}`;
  },
};

/** Only `false` says that it is not protected. */
const deletionProtection: DbSafeguard = {
  name: 'deletionProtection',
  summary: 'Its deletion protection is on, or AWS does not say. Holystone never switches it off.',
  keeps({ deletionProtection: isProtected }) {
    if (isProtected === false) return undefined;
    return isProtected ? 'its deletion protection is on' : 'it is not known whether its deletion protection is on';
  },
};

const replicas: DbSafeguard = {
  name: 'replicas',
  summary: 'It is a read replica, or has one, in any region. AWS would promote the replicas of a deleted one.',
  keeps: ({ replicas: names }) => listed(names, 'it replicates with'),
};

const pendingChanges: DbSafeguard = {
  name: 'pendingChanges',
  summary: 'A change of it is pending: somebody works on it.',
  keeps: ({ pendingChanges: members }) => listed(members, 'changes of it are pending'),
};

/** What a restore from a snapshot does not bring back, and what somebody set up for it. */
const boundTo: DbSafeguard = {
  name: 'boundTo',
  summary:
    'Something is bound to it that a restore does not bring back, or that shows a need: automated backups that are replicated to another region, an activity stream, its password in Secrets Manager, a domain, roles, an option group that is not in sync, keys of TDE, an availability group, tenant databases, more volumes, RDS Custom, an Outpost, reserved capacity.',
  keeps: ({ boundTo: what }) => listed(what, 'bound to it'),
};

/** Its stop is a part of its use then, and a program expects it to be there. */
const startedAgain: DbSafeguard = {
  name: 'startedAgain',
  summary:
    'A program stops it and starts it again, according to its tags (`Schedule`, `InstanceScheduler-*`, `AutoStart`, `maid_offhours`, …, whatever their value); see `manageOwned`.',
  keeps: keptByPrograms,
};

/** The verdict of a database instance has the reason of every one that keeps it, in this order. */
export const dbInstanceSafeguards: readonly DbSafeguard[] = [
  managedBy,
  cluster,
  engine,
  status,
  deletionProtection,
  replicas,
  pendingChanges,
  boundTo,
  startedAgain,
];
