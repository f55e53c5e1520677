import { type GroupKind, kindText } from '../../objects/groupKind.ts';
import type { ObjectParameters } from './parameters.ts';

/** What becomes of the objects that an object of this kind owns. */
export function propagationOf(
  { kind, group }: GroupKind,
  { propagation }: Pick<ObjectParameters, 'propagation'>,
): ObjectParameters['propagation'][string] {
  return propagation[kindText({ kind, group })] ?? propagation[kind] ?? 'foreground';
}
