import type fc from 'fast-check';
import type { Ground, Verdicts } from './surveyed.ts';

/** What no verdict may depend on. */
export interface Arrangement {
  /** Of every listing. */
  readonly pageLimit: number;
  /** Everything is made in the opposite order. */
  readonly reversed: boolean;
  /** What is in the one account is in the other. */
  readonly swapped: boolean;
}

export const PLAIN: Arrangement = { pageLimit: 1000, reversed: false, swapped: false };

/** Accounts of one resource type as graphs of who uses what: `G` the whole, `E` one arrow of it. */
export interface GraphKind<G, E> {
  readonly graphs: fc.Arbitrary<G>;
  /** In which each is kept, if at all, by one user: to miss that one is to be wrong. */
  readonly sparse: fc.Arbitrary<G>;
  readonly edges: fc.Arbitrary<E>;
  /** The entry of `cleanup`. */
  entry(graph: G, ground: Ground): string;
  /** What must come of it when everything can be read. */
  expected(graph: G): Verdicts;
  /** The account in the sandbox, in place of whatever there was. */
  build(ground: Ground, graph: G, arrangement?: Arrangement): Promise<void>;
  /**
   * In which nobody uses what is not shared with him. Whoever began to use an image before it was taken from him still
   * does: that is known only from having seen him, so not where he could never be read.
   */
  permitted(graph: G): G;
  /** One more arrow. */
  grown(graph: G, edge: E): G;
  /** Puts the last arrow of a graph into the account that has all the others. */
  addLast(ground: Ground, graph: G): Promise<void>;
  /** Nobody names anything any more. */
  withoutUsers(graph: G): G;
}

/** Of a suite that loops over types: what it holds of one graph it got from the same one. */
export type AnyGraph = GraphKind<unknown, unknown>;
