/** Launch configurations and templates as graphs of their users; the verdicts follow from the construction. */
import fc from 'fast-check';
import type { Place, SandboxControl } from '../../../sandbox/aws/index.ts';
import { type GraphKind, PLAIN } from './kind.ts';
import { DAY, type Ground, OTHER, OWN, type Verdicts } from './surveyed.ts';

/** A launch configuration or template. */
export interface Launched {
  /** Its id in the listing. */
  readonly id: string;
  readonly name: string;
}

export interface Launching extends Launched {
  readonly control: SandboxControl;
  readonly at: Place;
  readonly elsewhere: Place;
  /** Name of the user; unique. */
  readonly user: string;
}

export interface LaunchUser {
  readonly name: string;
  /** Does it use the template or configuration that it names? */
  readonly uses: boolean;
  add(launching: Launching): void;
  toString(): string;
}

export const launchUser =
  (uses: boolean) =>
  ([name, add]: readonly [string, (launching: Launching) => void]): LaunchUser => ({
    name,
    uses,
    add,
    toString: () => name,
  });

/** How to create one type, and the properties that keep one besides its users. */
export interface LaunchedType<Is extends string> {
  readonly type: string;
  readonly kept: readonly Is[];
  readonly users: readonly LaunchUser[];
  launched(index: number): Launched;
  add(control: SandboxControl, launched: Launched, is: Is | 'plain', created: string): void;
}

interface Edge {
  readonly to: number;
  readonly user: LaunchUser;
}

export interface LaunchGraph<Is extends string> {
  readonly nodes: readonly (Is | 'plain')[];
  readonly users: readonly Edge[];
}

const MOST = 6;
const AGES: Readonly<Record<string, number>> = { young: 5 };

export function launchedKind<Is extends string>(of: LaunchedType<Is>): GraphKind<LaunchGraph<Is>, Edge> {
  const edgeTo = (nodes: number): fc.Arbitrary<Edge> =>
    fc.record({ to: fc.nat({ max: nodes - 1 }), user: fc.constantFrom(...of.users) });
  const node = fc.oneof(
    { weight: 4, arbitrary: fc.constant('plain' as const) },
    { weight: 1, arbitrary: fc.constantFrom(...of.kept) },
  );

  function add({ sandbox: { control } }: Ground, { to, user }: Edge, index: number): void {
    user.add({ control, at: OWN, elsewhere: OTHER, ...of.launched(to), user: `u${index}` });
  }

  async function build(ground: Ground, { nodes, users }: LaunchGraph<Is>, arrangement = PLAIN): Promise<void> {
    const { pageLimit, reversed } = arrangement;
    ground.clear();
    const { control } = ground.sandbox;
    const all = [...nodes.entries()];
    for (const [index, is] of reversed ? all.toReversed() : all) {
      const created = new Date(Date.now() - (AGES[is] ?? 100) * DAY).toISOString();
      of.add(control, of.launched(index), is, created);
    }
    for (const [index, edge] of (reversed ? users.toReversed() : users).entries()) add(ground, edge, index);
    control.setPageLimit(pageLimit);
  }

  return {
    graphs: fc.array(node, { minLength: 1, maxLength: MOST }).chain((nodes) =>
      fc.record({
        nodes: fc.constant(nodes),
        users: fc.array(edgeTo(nodes.length), { maxLength: 10 }),
      }),
    ),
    sparse: fc.array(edgeTo(1), { minLength: 4, maxLength: 10 }).map((edges) => ({
      nodes: edges.map(() => 'plain' as const),
      users: edges.map((edge, to) => ({ ...edge, to })),
    })),
    edges: edgeTo(MOST),
    entry: () => `type: ${of.type}, when: [{ rule: unused }]`,
    expected: ({ nodes, users }): Verdicts =>
      new Map(
        nodes.map((is, index) => {
          const isUsed = users.some(({ to, user }) => to === index && user.uses);
          return [of.launched(index).id, is === 'plain' && !isUsed ? 'candidate' : 'keep'];
        }),
      ),
    build,
    permitted: (graph) => graph,
    grown: (graph, edge) => ({ ...graph, users: [...graph.users, { ...edge, to: edge.to % graph.nodes.length }] }),
    async addLast(ground, { users }) {
      const last = users.at(-1);
      if (last) add(ground, last, users.length - 1);
    },
    withoutUsers: (graph) => ({ ...graph, users: [] }),
  };
}
