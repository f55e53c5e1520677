/** The fate of the objects that an object owns, by its kind. Pure. */
import { type GroupKind, kindText } from './groupKind.ts';

/** They go before it, after it, or stay. */
export const PROPAGATIONS = ['foreground', 'background', 'orphan'] as const;
/** Kubernetes' `propagationPolicy` in lower case. */
export type Propagation = (typeof PROPAGATIONS)[number];

/** Of an entry: by kind, with its group or without. */
export type Propagations = Readonly<Record<string, Propagation>>;

/** An entry with the group comes before one without; the default is `foreground`. */
export function propagationOf({ kind, group }: GroupKind, propagation: Propagations): Propagation {
  return propagation[kindText({ kind, group })] ?? propagation[kind] ?? 'foreground';
}
