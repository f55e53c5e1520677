/** Volumes as graphs of their users; the correct verdict follows from the construction. */
import fc from 'fast-check';
import type { VolumeSeed } from '../../../sandbox/aws/index.ts';
import { type Arrangement, type GraphKind, PLAIN } from './kind.ts';
import { DAY, type Ground, OWN, type Verdicts } from './surveyed.ts';
import { VOLUME_USERS, type VolumeUser } from './volumeUsers.ts';

interface VolumeNode {
  readonly is: 'plain' | 'young' | 'tagged' | 'managed' | 'operated' | 'multiAttach' | 'error' | 'deleting';
}

interface VolumeEdge {
  readonly volume: number;
  readonly user: VolumeUser;
}

interface VolumeGraph {
  readonly nodes: readonly VolumeNode[];
  readonly users: readonly VolumeEdge[];
}

const node: fc.Arbitrary<VolumeNode> = fc.record({
  is: fc.oneof(
    { weight: 4, arbitrary: fc.constant('plain' as const) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('young', 'tagged', 'managed', 'operated', 'multiAttach', 'error', 'deleting'),
    },
  ),
});

const edgeTo = (volumes: number): fc.Arbitrary<VolumeEdge> =>
  fc.record({ volume: fc.nat({ max: volumes - 1 }), user: fc.constantFrom(...VOLUME_USERS) });

const MOST = 6;

const graphs: fc.Arbitrary<VolumeGraph> = fc
  .array(node, { minLength: 1, maxLength: MOST })
  .chain((nodes) => fc.record({ nodes: fc.constant(nodes), users: fc.array(edgeTo(nodes.length), { maxLength: 10 }) }));

const sparse: fc.Arbitrary<VolumeGraph> = fc.array(edgeTo(1), { minLength: 4, maxLength: 10 }).map((edges) => ({
  nodes: edges.map(() => ({ is: 'plain' })),
  users: edges.map((edge, volume) => ({ ...edge, volume })),
}));

/** `vol-0` and 16 digits. */
const idOf = (index: number) => `vol-0${String(index).padStart(16, '0')}`;

function usersOf({ users }: VolumeGraph, index: number): readonly VolumeUser[] {
  return users.filter(({ volume }) => volume === index).map(({ user }) => user);
}

function expectedOf(graph: VolumeGraph): Verdicts {
  return new Map(
    graph.nodes.map(({ is }, index) => {
      const isKept = is !== 'plain' || usersOf(graph, index).some(({ keeps }) => keeps);
      return [idOf(index), isKept ? 'keep' : 'candidate'];
    }),
  );
}

const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();

function seedOf({ is }: VolumeNode, index: number): VolumeSeed {
  const seed = { VolumeId: idOf(index), CreateTime: ago(100) };
  switch (is) {
    case 'plain':
      return seed;
    case 'young':
      return { ...seed, CreateTime: ago(5) };
    case 'tagged':
      return { ...seed, tags: { 'holystone:keep': 'always' } };
    case 'managed':
      return { ...seed, tags: { 'ebs.csi.aws.com/cluster': 'true' } };
    case 'operated':
      return { ...seed, Operator: { Managed: true, Principal: 'ecs.amazonaws.com' } };
    case 'multiAttach':
      return { ...seed, VolumeType: 'io2', MultiAttachEnabled: true };
    case 'error':
    case 'deleting':
      return { ...seed, State: is };
  }
}

async function build(ground: Ground, graph: VolumeGraph, arrangement = PLAIN): Promise<void> {
  const { pageLimit, reversed }: Arrangement = arrangement;
  ground.clear();
  const { control } = ground.sandbox;
  const seeds = graph.nodes.map((node, index) => {
    const own = usersOf(graph, index);
    return (reversed ? own.toReversed() : own).reduce(
      (seed, user, nth) => user.added(seed, { control, id: idOf(index), device: `/dev/sd${index}${nth}` }),
      seedOf(node, index),
    );
  });
  control.addVolumes(OWN, reversed ? seeds.toReversed() : seeds);
  control.setPageLimit(pageLimit);
}

export const volumes: GraphKind<VolumeGraph, VolumeEdge> = {
  graphs,
  sparse,
  edges: edgeTo(MOST),
  entry: () => 'type: volume, when: [{ rule: unused }]',
  expected: expectedOf,
  build,
  permitted: (graph) => graph,
  grown: (graph, edge) => ({
    ...graph,
    users: [...graph.users, { ...edge, volume: edge.volume % graph.nodes.length }],
  }),
  addLast: (ground, graph) => build(ground, graph),
  withoutUsers: (graph) => ({ ...graph, users: [] }),
};
