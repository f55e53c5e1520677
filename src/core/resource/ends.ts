/**
 * What happens to a resource in the end, for words alone: a type whose `stops` is set is stopped, every other is deleted
 * (ADR 156). The keys of configuration, records and API call both a deletion.
 */
import { type Namespace, typeOf } from './namespace.ts';

export type End = 'deletes' | 'stops';

/** Of several resources: `both` = some are deleted and some are stopped. */
export type Ends = End | 'both';

/** A type, a namespace or a row of a message; `stops` absent = it is deleted. */
interface Ending {
  readonly stops?: true | undefined;
}

/** Of no resource: `deletes`. */
export function endsOf(all: readonly Ending[]): Ends {
  const stops = all.filter((one) => one.stops).length;
  if (stops === 0) return 'deletes';
  return stops === all.length ? 'stops' : 'both';
}

/** {@link endsOf} of ends that are known already. */
export function joined(ends: readonly Ends[]): Ends {
  const [first = 'deletes', ...others] = new Set(ends);
  return others.length === 0 ? first : 'both';
}

/** Also of a namespace that is configured no more, for its records stay. @param types all types of all providers */
export function endsByType(
  types: readonly (Ending & { readonly provider: string; readonly resourceType: string })[],
): (namespace: Namespace) => End {
  const stopped = new Set(
    types.filter(({ stops }) => stops).map((type) => `${type.provider}.${type.resourceType}`.toLowerCase()),
  );
  return (namespace) => (stopped.has(typeOf(namespace)) ? 'stops' : 'deletes');
}
