/** Kinds whose deletion loses data, or what others are made of. Pure. */
import { type GroupKind, kindText } from './groupKind.ts';

const DATA: readonly string[] = [
  'PersistentVolumeClaim',
  'PersistentVolume',
  'Secret',
  'Namespace',
  'CustomResourceDefinition.apiextensions.k8s.io',
];

/** Does a list of the configuration name the kind, with its group or without? */
export function isNamedIn(names: readonly string[], kind: GroupKind): boolean {
  return names.includes(kind.kind) || names.includes(kindText(kind));
}

/** Why an object of the kind stays; `undefined`: it has no data, or the entry allows its deletion. */
export function staysAsData(kind: GroupKind, dataKinds: readonly string[]): string | undefined {
  if (!DATA.includes(kindText(kind)) || isNamedIn(dataKinds, kind)) return undefined;
  return `it is a ${kind.kind}: only \`dataKinds\` allows its deletion`;
}
