/** Automatic backups that AWS deletes with what they are of: the owner reads so before the deletion (law 7). */
import { expect, test } from '@jest/globals';
import { HERE, worldForAll } from '../../support/awsWorld.ts';
import { type Life, lifeOf, oldOnes } from '../../support/life.ts';

const world = worldForAll();
type Add = (life: Life, days: number | undefined) => void;

const ROWS: readonly (readonly [type: 'warehouse' | 'cache' | 'windowsFileSystem', Add])[] = [
  [
    'warehouse',
    ({ control }, AutomatedSnapshotRetentionPeriod) => {
      const { at: ClusterCreateTime, tags } = oldOnes(world);
      const ClusterNamespaceArn =
        'arn:aws:redshift:us-east-1:111111111111:namespace:0c5f2d6e-1111-4222-8333-444455556666';
      const own = { ClusterIdentifier: 'sales', ClusterNamespaceArn, ClusterCreateTime, tags };
      control().addWarehouses(HERE, [{ ...own, AutomatedSnapshotRetentionPeriod }]);
    },
  ],
  [
    'cache',
    ({ control }, SnapshotRetentionLimit) => {
      const { at: ReplicationGroupCreateTime, tags } = oldOnes(world);
      const own = { ReplicationGroupId: 'sessions', ReplicationGroupCreateTime, tags };
      control().addCaches(HERE, [{ ...own, SnapshotRetentionLimit }]);
    },
  ],
  [
    'windowsFileSystem',
    ({ control }, AutomaticBackupRetentionDays) => {
      const { at: CreationTime, tags } = oldOnes(world);
      control().addWindowsFileSystems(HERE, [
        { CreationTime, tags, WindowsConfiguration: { AutomaticBackupRetentionDays } },
      ]);
    },
  ],
];

const cases = ROWS.flatMap(([type, add]) =>
  (
    [
      [35, /deleted with it: its automatic backups \(of the last 35 days\); other backups of it stay/],
      [undefined, /deleted with it: its automatic backups; other backups/],
      [0, undefined],
    ] as const
  ).map(([days, told]) => [type, days, told, add] as const),
);

test.each(cases)(
  'Law 7 A %s with automatic backups of %s days: its notice says that they go',
  async (type, days, told, add) => {
    const life = lifeOf(type, type, world);
    await life.begin();
    add(life, days);
    await life.due();
    const text = JSON.stringify(world.messages()).replaceAll(/(?:\\r|\\n|\s)+/g, ' ');
    if (told) expect(text).toMatch(told);
    else expect(text).not.toContain('automatic backups');
  },
);
