import { batchesOf } from '../../../core/common/batches.ts';
import type { DeleteOutcome, Read, Resource } from '../../../core/resource/resource.ts';
import { allOf } from './paging.ts';
import type { CallScope } from './target.ts';

/** How resources of one type are read by name, where the API knows no ids: Auto Scaling's. */
export interface ByName<Described, R extends Resource> {
  /** `Auto Scaling group`; of several, with an s. */
  readonly noun: string;
  /** How many names one call takes. */
  readonly most: number;
  /** Those of the names that are there, page by page. */
  fetch(target: CallScope, what: string, names: readonly string[]): AsyncIterable<readonly Described[]>;
  /** @throws ReadError for one that nobody could tell from another */
  toResource(described: Described): R;
}

/**
 * Resources by name. Auto Scaling knows no NotFound for this: a complete answer to a question by name that leaves a name
 * out is its way to say so. Another one of the same name is found with its own identity.
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

/**
 * The API deletes by name only, so the name is looked up once more: another one may have taken it.
 * @param remove sends the request
 */
export async function deleteSame<Described, R extends Resource>(
  reader: CallScope,
  by: ByName<Described, R>,
  { id, identity }: R,
  remove: () => Promise<DeleteOutcome>,
): Promise<DeleteOutcome> {
  const now = (await readByName(reader, by, [id])).get(id);
  if (now?.kind !== 'found') return { kind: 'gone' };
  if (now.resource.identity === identity) return remove();
  return { kind: 'refused', reason: `another ${by.noun} is called ${id} now (${now.resource.identity})` };
}
