/** The name of one object: its canonical group, its kind, its namespace and its name. Pure. */
import { canonical, type GroupKind } from './groupKind.ts';

/** An object by its name; a later one of the same name has another uid. */
export interface ObjectReference extends GroupKind {
  /** Empty = the object belongs to the whole cluster. */
  readonly namespace: string;
  readonly name: string;
}

/** Stands for every namespace: a source may leave the namespace of an object to the command that applies it. */
export const ANY_NAMESPACE = '*';

/** `group/Kind/namespace/name`, with the canonical group; a name may have colons, and never a slash. */
export function idOf(reference: ObjectReference): string {
  const { group, kind } = canonical(reference);
  return [group, kind, reference.namespace, reference.name].join('/');
}

/** @returns `undefined` for a text that {@link idOf} never gives */
export function referenceIn(id: string): ObjectReference | undefined {
  const [group, kind, namespace, name, ...more] = id.split('/');
  const isWhole = group !== undefined && namespace !== undefined && more.length === 0;
  return isWhole && kind && name ? { group, kind, namespace, name } : undefined;
}

/** Findings about all objects of a kind have this alias. */
export function aliasOfKind(one: GroupKind): string {
  const { group, kind } = canonical(one);
  return `kind/${group}/${kind}`;
}
