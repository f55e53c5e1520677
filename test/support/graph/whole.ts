/** Accounts for the suites that loop over all types: one with each kind of user, and a small one. */
import type { AnyGraph, GraphKind } from './kind.ts';
import type { Ground, Verdicts } from './surveyed.ts';

/** An account with every kind of user. */
export interface Everything {
  /** The entry of `cleanup`. */
  entry(ground: Ground): string;
  build(ground: Ground, pageLimit: number): Promise<void>;
  /** Selects the resources for the evidence that costs calls for each one. */
  asked<R>(all: readonly R[]): readonly R[];
}

/** A small account in which every source of a type keeps a resource that no other source keeps. */
export interface Few {
  entry(ground: Ground): string;
  build(ground: Ground): Promise<void>;
  readonly expected: Verdicts;
}

/** A kit's data about the users of its type. */
export interface Users {
  /** Accounts of the type as graphs of users. */
  readonly graph: AnyGraph;
  readonly everything: Everything;
  /** @param isOptional with the sources that an entry must turn on */
  few(isOptional: boolean): Few;
}

/** For a type with one graph that is small enough for both. */
export function usersOf<G, E>(kind: GraphKind<G, E>, graph: G): Users {
  return { graph: kind, everything: everythingOf(kind, graph), few: () => fewOf(kind, graph) };
}

export function everythingOf<G, E>(kind: GraphKind<G, E>, graph: G): Everything {
  return {
    asked: (all) => all,
    entry: (ground) => kind.entry(graph, ground),
    build: (ground, pageLimit) => kind.build(ground, graph, { pageLimit, reversed: false, swapped: false }),
  };
}

export function fewOf<G, E>(kind: GraphKind<G, E>, graph: G): Few {
  return {
    entry: (ground) => kind.entry(graph, ground),
    build: (ground) => kind.build(ground, graph),
    expected: kind.expected(graph),
  };
}
