/** Snapshots as graphs of their users; the correct verdict follows from the construction. */
import fc from 'fast-check';
import type { SnapshotSeed } from '../../../sandbox/aws/index.ts';
import { type GraphKind, PLAIN } from './kind.ts';
import { copyOf, SNAPSHOT_USERS, type SnapshotUser } from './snapshotUsers.ts';
import { DAY, type Ground, OWN, type Verdicts } from './surveyed.ts';

/** Snapshots made for an image that is gone; `unused` never nominates any other. */
const MADE = ['created', 'createdFromVolume', 'copied'] as const;
const OTHERS = [
  'young',
  'tagged',
  'backedUp',
  'pending',
  'archived',
  'backup',
  'ofCsi',
  'withoutDescription',
  'copyOfCreated',
  'copyOfCopied',
  'ofAnotherVolume',
] as const;

interface SnapshotNode {
  readonly is: (typeof MADE)[number] | (typeof OTHERS)[number];
}

interface SnapshotEdge {
  readonly snapshot: number;
  readonly user: SnapshotUser;
}

interface SnapshotGraph {
  readonly nodes: readonly SnapshotNode[];
  readonly users: readonly SnapshotEdge[];
  readonly volumes: 'count' | 'do not count';
}

const node: fc.Arbitrary<SnapshotNode> = fc.record({
  is: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...MADE) },
    { weight: 1, arbitrary: fc.constantFrom(...OTHERS) },
  ),
});

const edgeTo = (snapshots: number): fc.Arbitrary<SnapshotEdge> =>
  fc.record({ snapshot: fc.nat({ max: snapshots - 1 }), user: fc.constantFrom(...SNAPSHOT_USERS) });

const volumes = fc.constantFrom('count' as const, 'do not count' as const);

const graphs: fc.Arbitrary<SnapshotGraph> = fc
  .array(node, { minLength: 1, maxLength: 6 })
  .chain((nodes) =>
    fc.record({ nodes: fc.constant(nodes), users: fc.array(edgeTo(nodes.length), { maxLength: 8 }), volumes }),
  );

const sparse: fc.Arbitrary<SnapshotGraph> = fc.array(edgeTo(1), { minLength: 4, maxLength: 10 }).map((edges) => ({
  nodes: edges.map(() => ({ is: 'created' })),
  users: edges.map((edge, snapshot) => ({ ...edge, snapshot })),
  volumes: 'count',
}));

const digits = (index: number) => String(index + 1).padStart(17, '0');
const snapshotId = (index: number) => `snap-${digits(index)}`;
/** An id of no image in any other graph. */
const imageId = (index: number) => `ami-${digits(index + 900_000)}`;

function expectedOf({ nodes, users, volumes }: SnapshotGraph): Verdicts {
  const copies = users.filter(({ user }) => user.isCopy).map(({ snapshot }) => copyOf(snapshotId(snapshot)));
  const verdicts: Verdicts = new Map(
    nodes.map(({ is }, index) => {
      const counts = ({ uses, isVolume }: SnapshotUser) => uses && (!isVolume || volumes === 'count');
      const isUsed = users.some(({ snapshot, user }) => snapshot === index && counts(user));
      return [snapshotId(index), isUsed || !MADE.some((made) => made === is) ? 'keep' : 'candidate'];
    }),
  );
  return new Map([...verdicts, ...copies.map((id) => [id, 'keep'] as const)]);
}

const ago = (days: number) => new Date(Date.now() - days * DAY);

function seedOf({ is }: SnapshotNode, index: number): SnapshotSeed {
  const image = imageId(index);
  const volume = `vol-${digits(index)}`;
  const made = ago(100);
  const created = `Created by CreateImage(i-${digits(0)}) for ${image}`;
  const seed = { SnapshotId: snapshotId(index), VolumeId: volume, StartTime: made, Description: created };
  const task = ago(100).getTime().toLocaleString('en-US');
  const Description = `Copied for DestinationAmi ${image} from SourceAmi ami-1234abcd for SourceSnapshot snap-1234abcd. Task created on ${task}.`;
  const copied = { ...seed, VolumeId: 'vol-ffffffff', Description };
  switch (is) {
    case 'created':
      return seed;
    case 'createdFromVolume':
      return { ...seed, Description: `${created} from ${volume}` };
    case 'copied':
      return copied;
    case 'young':
      return { ...seed, StartTime: ago(5) };
    case 'tagged':
      return { ...seed, tags: { 'holystone:keep': 'always' } };
    case 'backedUp':
      return { ...seed, tags: { 'aws:backup:source-resource': 'x' } };
    case 'pending':
      return { ...seed, State: 'pending' };
    case 'archived':
      return { ...seed, StorageTier: 'archive' };
    case 'backup':
      return { ...seed, Description: 'before the update' };
    case 'ofCsi':
      return {
        ...seed,
        Description: 'Created by AWS EBS CSI driver for volume vol-1',
        tags: { CSIVolumeSnapshotName: 'x' },
      };
    case 'withoutDescription':
      return { ...seed, Description: '' };
    case 'copyOfCreated':
      return { ...seed, VolumeId: 'vol-ffffffff' };
    case 'copyOfCopied':
      return { ...copied, StartTime: ago(90) };
    case 'ofAnotherVolume':
      return { ...seed, Description: `${created} from vol-1234abcd` };
  }
}

async function build(ground: Ground, { nodes, users }: SnapshotGraph, arrangement = PLAIN): Promise<void> {
  const { pageLimit, reversed } = arrangement;
  ground.clear();
  const { control } = ground.sandbox;
  const seeds = nodes.map((node, index) => {
    const own = users.filter(({ snapshot }) => snapshot === index).map(({ user }) => user);
    return (reversed ? own.toReversed() : own).reduce(
      (seed, user, nth) =>
        user.added(seed, {
          control,
          snapshot: snapshotId(index),
          image: imageId(index),
          name: `u${index}-${nth}`,
        }),
      seedOf(node, index),
    );
  });
  control.addSnapshots(OWN, reversed ? seeds.toReversed() : seeds);
  control.setPageLimit(pageLimit);
}

const MOST = 6;

export const snapshots: GraphKind<SnapshotGraph, SnapshotEdge> = {
  graphs,
  sparse,
  edges: edgeTo(MOST),
  entry: ({ volumes }) => {
    const on = volumes === 'count' ? 'volumesMadeFrom' : '';
    return `type: snapshot, when: [{ rule: unused }], evidence: { on: [${on}] }`;
  },
  expected: expectedOf,
  build,
  permitted: (graph) => graph,
  grown: (graph, edge) => ({
    ...graph,
    users: [...graph.users, { ...edge, snapshot: edge.snapshot % graph.nodes.length }],
  }),
  addLast: (ground, graph) => build(ground, graph),
  withoutUsers: (graph) => ({ ...graph, users: [] }),
};
