import type fc from 'fast-check';
import type { Ground, Verdicts } from './surveyed.ts';

/** Properties that must not affect a verdict. */
export interface Arrangement {
  /** The page size of every listing. */
  readonly pageLimit: number;
  /** All resources are created in the opposite order. */
  readonly reversed: boolean;
  /** The contents of the two accounts are exchanged. */
  readonly swapped: boolean;
}

export const PLAIN: Arrangement = { pageLimit: 1000, reversed: false, swapped: false };

/** Accounts of one resource type as graphs of users: `G` the whole graph, `E` one edge of it. */
export interface GraphKind<G, E> {
  readonly graphs: fc.Arbitrary<G>;
  /** Graphs in which at most one user keeps each resource: a missed user gives a wrong verdict. */
  readonly sparse: fc.Arbitrary<G>;
  readonly edges: fc.Arbitrary<E>;
  /** The entry of `cleanup`. */
  entry(graph: G, ground: Ground): string;
  /** The correct verdicts when everything can be read. */
  expected(graph: G): Verdicts;
  /** Builds the account in the sandbox, and replaces its old content. */
  build(ground: Ground, graph: G, arrangement?: Arrangement): Promise<void>;
  /**
   * The graph without uses that sharing does not permit. A user who began to use an image before its sharing ended
   * still uses it: only an earlier read shows that, so not where that user could never be read.
   */
  permitted(graph: G): G;
  /** Adds one edge. */
  grown(graph: G, edge: E): G;
  /** Adds the last edge of a graph to the account that has all others. */
  addLast(ground: Ground, graph: G): Promise<void>;
  /** The graph without any user. */
  withoutUsers(graph: G): G;
}

/** For a suite that loops over types: it uses a graph only with the kind that made it. */
export type AnyGraph = GraphKind<unknown, unknown>;
