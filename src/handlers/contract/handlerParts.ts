import type { AttributesOf } from '../../core/resource/attribute.ts';
import type { LookedFor } from '../../core/resource/lookedFor.ts';
import type { Read, Resource } from '../../core/resource/resource.ts';

/** Reads by id that answer another question than `Session.get`. */
export interface FurtherReads<R extends Resource> {
  /** What is gone for this type alone is found: a keep tag still protects it. Absent: `get`. */
  getExisting?(ids: readonly string[]): Promise<ReadonlyMap<string, Read<R>>>;
  /**
   * What goes with resources of another type (`takesTypes`), or what a link leads to: most of these ids may have ended long ago,
   * and a complete listing may say so. Absent: `get`.
   */
  getParts?(ids: readonly string[]): Promise<ReadonlyMap<string, Read<R>>>;
}

/** What a plan says about a place beside its resources. */
export interface LookingFor {
  /**
   * The names and patterns of the entry, and whether they are there (core/resource/lookedFor.ts): for people, after a whole listing of this session;
   * only reads. Absent: the entry names nothing in a place.
   * @throws ReadError
   */
  lookedFor?(): Promise<readonly LookedFor[]>;
  /**
   * Why no delete request would leave now, though nothing is wrong with any resource; `undefined`: they would. Only
   * reads. Absent: nothing of this kind holds requests back.
   * @throws ReadError
   */
  heldBackBecause?(): Promise<string | undefined>;
}

/** What people may write about the resources of a type. */
export interface Attributed<R extends Resource> {
  /**
   * The attributes of its resources, for `keep`, `only` and the rule `attribute`: a configuration that names another is
   * refused. Absent: they have only what all resources have, such as id and name, and no tags.
   */
  readonly attributes?: AttributesOf<R>;
}

/** Evidence that a page of docs/behaviour requires and this version does not read. Forbids live use outside a sandbox. */
export interface MissingEvidence {
  readonly kind: string;
  readonly summary: string;
}
