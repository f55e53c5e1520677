import type { AttributesOf } from '../../core/resource/attribute.ts';
import type { Resource } from '../../core/resource/resource.ts';

/** What people may write about the resources of a type. */
export interface Attributed<R extends Resource> {
  /**
   * The attributes of its resources, for `keep`, `only` and the rule `attribute`: a configuration that names another is
   * refused. Absent: they have only what all resources have, such as id and name, and no tags.
   */
  readonly attributes?: AttributesOf<R>;
}
