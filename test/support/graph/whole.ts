/** Accounts made for the suites that loop over all types: one with each kind of user, and a small one. */
import type { AnyGraph, GraphKind } from './kind.ts';
import type { Ground, Verdicts } from './surveyed.ts';

/** An account in which there is everything. */
export interface Everything {
  /** The entry of `cleanup`. */
  entry(ground: Ground): string;
  build(ground: Ground, pageLimit: number): Promise<void>;
  /** Of all the ones of which evidence is to be asked that costs calls for each. */
  asked<R>(all: readonly R[]): readonly R[];
}

/** A small account in which every source of a type keeps something that no other keeps. */
export interface Few {
  entry(ground: Ground): string;
  build(ground: Ground): Promise<void>;
  readonly expected: Verdicts;
}

/** What a kit knows of the users of its type. */
export interface Users {
  /** Accounts of the type as graphs of who uses what. */
  readonly graph: AnyGraph;
  readonly everything: Everything;
  /** @param isOptional with the sources that an entry must ask for */
  few(isOptional: boolean): Few;
}

/** Of a type of which one graph is small enough for both. */
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
