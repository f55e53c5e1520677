/** Auto Scaling groups as graphs of their users; the correct verdict follows from the construction. */
import fc from 'fast-check';
import type { AutoScalingGroupSeed } from '../../../sandbox/aws/index.ts';
import { GROUP_USERS, type GroupUser } from './groupUsers.ts';
import { type Arrangement, type GraphKind, PLAIN } from './kind.ts';
import { DAY, type Ground, OWN, type Verdicts } from './surveyed.ts';

interface GroupNode {
  readonly is: 'plain' | 'young' | 'tagged' | 'managed' | 'protected' | 'beingDeleted';
  readonly maxSize: 0 | 5;
}

interface GroupEdge {
  readonly group: number;
  readonly user: GroupUser;
}

interface GroupGraph {
  readonly nodes: readonly GroupNode[];
  readonly users: readonly GroupEdge[];
}

const node: fc.Arbitrary<GroupNode> = fc.record({
  is: fc.oneof(
    { weight: 4, arbitrary: fc.constant('plain' as const) },
    { weight: 1, arbitrary: fc.constantFrom('young', 'tagged', 'managed', 'protected', 'beingDeleted') },
  ),
  maxSize: fc.constantFrom(0, 5),
});

const edgeTo = (groups: number): fc.Arbitrary<GroupEdge> =>
  fc.record({ group: fc.nat({ max: groups - 1 }), user: fc.constantFrom(...GROUP_USERS) });

const graphs: fc.Arbitrary<GroupGraph> = fc
  .array(node, { minLength: 1, maxLength: 6 })
  .chain((nodes) => fc.record({ nodes: fc.constant(nodes), users: fc.array(edgeTo(nodes.length), { maxLength: 10 }) }));

const sparse: fc.Arbitrary<GroupGraph> = fc.array(edgeTo(1), { minLength: 4, maxLength: 10 }).map((edges) => ({
  nodes: edges.map(() => ({ is: 'plain', maxSize: 5 })),
  users: edges.map((edge, group) => ({ ...edge, group })),
}));

const nameOf = (index: number) => `group-${index}`;

function expectedOf({ nodes, users }: GroupGraph): Verdicts {
  return new Map(
    nodes.map((node, index) => {
      const own = users.filter(({ group }) => group === index).map(({ user }) => user);
      // A size that a user sets lets the group grow.
      const mayGrow = node.maxSize > 0 || own.some(({ says }) => says === 'size');
      const isUsed = own.some(({ says }) => ['used', 'size', mayGrow ? 'usedIfItMayGrow' : ''].includes(says));
      if (node.is !== 'plain' || isUsed) return [nameOf(index), 'keep'];
      return [nameOf(index), own.some(({ says }) => says === 'unknown') ? 'unknown' : 'candidate'];
    }),
  );
}

const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();

function seedOf({ is, maxSize }: GroupNode, index: number): AutoScalingGroupSeed {
  const seed = { AutoScalingGroupName: nameOf(index), CreatedTime: ago(100), MaxSize: maxSize };
  switch (is) {
    case 'plain':
      return seed;
    case 'young':
      return { ...seed, CreatedTime: ago(5) };
    case 'tagged':
      return { ...seed, tags: { 'holystone:keep': 'always' } };
    case 'managed':
      return { ...seed, tags: { 'k8s.io/cluster-autoscaler/enabled': 'true' } };
    case 'protected':
      return { ...seed, DeletionProtection: 'prevent-all-deletion' };
    case 'beingDeleted':
      return { ...seed, Status: 'Delete in progress' };
  }
}

async function build(ground: Ground, { nodes, users }: GroupGraph, arrangement = PLAIN): Promise<void> {
  const { pageLimit, reversed }: Arrangement = arrangement;
  ground.clear();
  const { control } = ground.sandbox;
  const seeds = nodes.map((node, index) => {
    const own = users.filter(({ group }) => group === index).map(({ user }) => user);
    return (reversed ? own.toReversed() : own).reduce(
      (seed, user, nth) => user.added(seed, { control, name: `u${index}-${nth}` }),
      seedOf(node, index),
    );
  });
  control.addAutoScalingGroups(OWN, reversed ? seeds.toReversed() : seeds);
  control.setPageLimit(pageLimit);
}

const MOST = 6;

export const groups: GraphKind<GroupGraph, GroupEdge> = {
  graphs,
  sparse,
  edges: edgeTo(MOST),
  entry: () => 'type: autoScalingGroup, when: [{ rule: unused }]',
  expected: expectedOf,
  build,
  permitted: (graph) => graph,
  grown: (graph, edge) => ({
    ...graph,
    users: [...graph.users, { ...edge, group: edge.group % graph.nodes.length }],
  }),
  addLast: (ground, graph) => build(ground, graph),
  withoutUsers: (graph) => ({ ...graph, users: [] }),
};
