import type { Deletion, Facts } from './facts.ts';

/** A rule that every correct run keeps. */
export interface OracleRule {
  /** One word. */
  readonly name: string;
  /** A sentence per breach; none for a clean run. */
  broken(facts: Facts): readonly string[];
}

/** `web-20250314 (ami-0…) in 111122223333/us-east-1` */
export function nameOf({ resource, id, call }: Deletion): string {
  const shown = resource && resource.name !== id ? `${resource.name} (${id})` : id;
  return `${shown} in ${call.account}/${call.region}`;
}
