import type { Resource } from './resource.ts';

declare const complete: unique symbol;

/** Everything of one namespace: exists only if the listing finished (law 1). */
export interface Population<R extends Resource = Resource> {
  readonly [complete]: true;
  readonly resources: readonly R[];
  readonly byId: ReadonlyMap<string, R>;
}

/**
 * The only way to get a population: reads a listing to its end, or rejects with whatever stopped it. A resource that
 * moved between pages and was listed twice counts once, as it was seen last.
 */
export async function collectPopulation<R extends Resource>(
  listing: AsyncIterable<readonly R[]>,
): Promise<Population<R>> {
  const byId = new Map<string, R>();
  for await (const page of listing) {
    for (const resource of page) byId.set(resource.id, resource);
  }
  return { resources: [...byId.values()], byId } as unknown as Population<R>;
}
