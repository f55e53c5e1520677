/** The questions of `holystone diff` to a provider whose environments have a source. */
import type { Io, Scope } from './handler.ts';

/** One live thing that the source does not have. */
export interface NotInSource {
  /** As `plan` writes it. */
  readonly id: string;
  /** Why Holystone would keep it all the same; absent = nothing that a listing shows. */
  readonly keptBecause?: string;
}

/** A comparison of the live objects of an environment with their source; `live` counts the objects. */
export interface SourceDiff {
  readonly live: number;
  /** In the order of their ids. */
  readonly notInSource: readonly NotInSource[];
  /** The kinds that could not be compared, in sentences; empty = the answer is complete. */
  readonly gaps: readonly string[];
}

/**
 * Compares the live objects of one location with its source, without any state.
 * @throws ReadError where nothing can be compared
 */
export type DiffSource = (scope: Scope, io: Io) => Promise<SourceDiff>;
