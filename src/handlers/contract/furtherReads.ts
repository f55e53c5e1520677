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
