import type { PassRecord } from '../../../core/policy/pass.ts';
import { isTrip } from '../../../core/policy/trip.ts';
import type { WorkConfiguration } from '../../../core/policy/workConfiguration.ts';
import { typeOf } from '../../../core/resource/namespace.ts';
import { pluralOf, typeName } from '../../../core/resource/typeName.ts';
import type { NamespaceState } from '../api/namespaceState.ts';
import { blockedTexts } from '../texts/blocked.ts';

/** The type of the namespace, in the plural: `images`. */
export function manyIn(namespaces: readonly NamespaceState[], { namespace }: Pick<PassRecord, 'namespace'>): string {
  const found = namespaces.find(({ configuration }) => configuration.namespace === namespace)?.configuration;
  return manyOf(found ?? { resourceType: typeOf(namespace) });
}

/** `images` */
export function manyOf(configuration: Parameters<typeof typeName>[0] | WorkConfiguration): string {
  return pluralOf(typeName(configuration, 'en'));
}

/** `2,970 images would be marked at once; the limit is 500`; `undefined`: the tripwires are not on record as values. */
export function trippedWords({ trips = [] }: Pick<PassRecord, 'trips'>, many: string): string | undefined {
  const sentences = trips.filter(isTrip).map((trip) => blockedTexts.tripped(trip, many));
  return sentences.length === 0 || sentences.length < trips.length ? undefined : sentences.join('; ');
}
