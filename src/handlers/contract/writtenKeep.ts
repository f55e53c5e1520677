import type { Resource } from '../../core/resource/resource.ts';

/** A pattern of an entry's own keys that keeps by name. A plan tells which of them matched nothing, as it does of `keep`. */
export interface WrittenKeep<R extends Resource = Resource> {
  /** As in the file: `nameRegexKeep`. */
  readonly key: string;
  /** As in the file. */
  readonly pattern: string;
  /** Does it match, whatever else keeps the resource? */
  matches(resource: R): boolean;
}
