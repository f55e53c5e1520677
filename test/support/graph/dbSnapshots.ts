/** Snapshots of databases, and what keeps one; each has a newer one of its database, which stays. */
import type { SandboxControl } from '../../../sandbox/aws/index.ts';
import type { GraphKind } from './kind.ts';
import { type Launching, type LaunchUser, launchedKind, launchUser } from './launched.ts';
import { DAY, OTHER, OWN } from './surveyed.ts';

type Type = 'dbSnapshot' | 'dbClusterSnapshot';
type Row = readonly [string, (launching: Launching) => void];

const sourceOf = (name: string) => `db-${name.toUpperCase()}`;
const arnOf = (type: Type, name: string, account = OWN.account) =>
  `arn:aws:rds:us-east-1:${account}:${type === 'dbSnapshot' ? 'snapshot' : 'cluster-snapshot'}:${name}`;

interface Seed {
  readonly name: string;
  readonly source: string;
  readonly createdAt?: string;
  readonly status?: string;
  readonly type?: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly copyOf?: string;
}

function add(control: SandboxControl, type: Type, at: typeof OWN, seed: Seed): void {
  const { name, source, createdAt, status = 'available', type: SnapshotType = 'manual', tags = {}, copyOf } = seed;
  const common = { Status: status, SnapshotType, tags, ...(createdAt && { SnapshotCreateTime: createdAt }) };
  if (type === 'dbSnapshot') {
    const own = { DBSnapshotIdentifier: name, DbiResourceId: source, DBInstanceIdentifier: `of-${name}` };
    control.addDbSnapshots(at, [{ ...common, ...own, ...(copyOf && { SourceDBSnapshotIdentifier: copyOf }) }]);
  } else {
    const own = { DBClusterSnapshotIdentifier: name, DbClusterResourceId: source, DBClusterIdentifier: `of-${name}` };
    control.addDbClusterSnapshots(at, [{ ...common, ...own, ...(copyOf && { SourceDBClusterSnapshotArn: copyOf }) }]);
  }
}

function addDatabase(control: SandboxControl, type: Type, name: string, id: string, at = OWN): void {
  if (type === 'dbSnapshot') control.addDbInstances(at, [{ DBInstanceIdentifier: name, DbiResourceId: id }]);
  else control.addDbClusters(at, [{ DBClusterIdentifier: name, DbClusterResourceId: id }]);
}

const exported =
  (type: Type, Status: string): Row[1] =>
  ({ control, at, user, name }) => {
    const item = { ExportTaskIdentifier: user, SourceArn: arnOf(type, name), Status };
    control.addAnswers(at, [{ operation: 'DescribeExportTasks', item }]);
  };

const share =
  (type: Type, to: string): Row[1] =>
  ({ control, id }) =>
    control.update(OWN, type, id, { sharedWith: [to] });

const usedRows = (type: Type): readonly Row[] => [
  ['its database, by another name', (s) => addDatabase(s.control, type, s.user, sourceOf(s.name))],
  ['shared with an account', share(type, OTHER.account)],
  ['public', share(type, 'all')],
  ['export that runs', exported(type, 'IN_PROGRESS')],
  ['export without a status that is known', exported(type, 'SOMETHING_NEW')],
  [
    'copy of it in another account that is being made',
    ({ control, at, name }) =>
      add(control, type, at, {
        name: `${name}-copy`,
        source: 'db-ELSEWHERE',
        status: 'creating',
        copyOf: arnOf(type, name),
      }),
  ],
];

const unusedRows = (type: Type): readonly Row[] => [
  ['a later database of the name', (s) => addDatabase(s.control, type, `of-${s.name}`, `db-AGAIN-${s.user}`)],
  ['database of another account', (s) => addDatabase(s.control, type, s.user, sourceOf(s.name), OTHER)],
  ['export that ended', exported(type, 'COMPLETE')],
];

export const DB_SNAPSHOT_USERS = (type: Type): readonly LaunchUser[] => [
  ...usedRows(type).map(launchUser(true)),
  ...unusedRows(type).map(launchUser(false)),
];

const KEPT = ['young', 'tagged', 'failed', 'copied'] as const;
type Is = (typeof KEPT)[number];

export function dbSnapshotGraph(type: Type, users: readonly LaunchUser[]): ReturnType<typeof launchedKind<Is>> {
  const launched = (index: number) => ({ id: `data-${index}`, name: `data-${index}` });
  const base = launchedKind<Is>({
    type,
    kept: KEPT,
    users,
    launched,
    add(control, { name }, is, createdAt) {
      const seed = {
        plain: {},
        young: {},
        tagged: { tags: { 'holystone:keep': 'always' } },
        failed: { status: 'failed' },
        copied: { copyOf: arnOf(type, name, OTHER.account) },
      }[is];
      add(control, type, OWN, { name, source: sourceOf(name), createdAt, ...seed });
      const newer = new Date(Date.parse(createdAt) + DAY / 2).toISOString();
      add(control, type, OWN, { name: `${name}-newer`, source: sourceOf(name), createdAt: newer });
    },
  });
  const kind: GraphKind<Parameters<typeof base.expected>[0], Parameters<typeof base.grown>[1]> = {
    ...base,
    expected(graph) {
      const newer = graph.nodes.map((_, index) => [`${launched(index).id}-newer`, 'keep'] as const);
      const copies = graph.users.flatMap(({ user, to }) =>
        user.name.startsWith('copy of it') ? [[`${launched(to).id}-copy`, 'keep'] as const] : [],
      );
      return new Map([...base.expected(graph), ...newer, ...copies]);
    },
  };
  return kind;
}
