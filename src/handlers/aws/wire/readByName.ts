import { batchesOf } from '../../../core/common/batches.ts';
import type { Read, Resource } from '../../../core/resource/resource.ts';
import { allOf } from './paging.ts';
import type { CallScope } from './target.ts';

/** Describes how to read resources of one type by name, for an API without ids: Auto Scaling's. */
export interface ByName<Described, R extends Resource> {
  /** `Auto Scaling group`; the plural adds an s. */
  readonly noun: string;
  /** The maximum number of names in one call. */
  readonly most: number;
  /** Yields the existing resources with these names, page by page. */
  fetch(target: CallScope, what: string, names: readonly string[]): AsyncIterable<readonly Described[]>;
  /** @throws ReadError for a resource without an identity */
  toResource(described: Described): R;
}

/**
 * Reads resources by name. Auto Scaling has no NotFound for this: a name that a complete answer omits does not exist. A
 * new resource of the same name is found with its own identity.
 */
export async function readByName<Described, R extends Resource>(
  reader: CallScope,
  by: ByName<Described, R>,
  names: readonly string[],
): Promise<ReadonlyMap<string, Read<R>>> {
  const reads = new Map<string, Read<R>>(names.map((name) => [name, { kind: 'gone' }]));
  for (const asked of batchesOf(names, by.most)) {
    for (const described of await allOf(by.fetch(reader, `reading ${by.noun}s by name`, asked))) {
      const resource = by.toResource(described);
      reads.set(resource.id, { kind: 'found', resource });
    }
  }
  return reads;
}
