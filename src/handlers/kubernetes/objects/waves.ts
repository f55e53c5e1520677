/** The order of deletions: the reverse of the order in which objects are applied. Pure. */
import { type GroupKind, kindText } from './groupKind.ts';
import { referenceIn } from './reference.ts';

const WAVES: readonly ((one: GroupKind & { readonly namespace: string }) => boolean)[] = [
  // They could refuse every later deletion once the server that answers for them is gone.
  ({ group }) => group === 'admissionregistration.k8s.io',
  (one) => kindText(one) === 'Service',
  ({ group, kind }) => group === 'apps' || group === 'batch' || (group === '' && WORKLOADS.has(kind)),
  (one) => one.namespace !== '' && !LATE.has(kindText(one)),
  (one) => DATA.has(kindText(one)),
  (one) => LATE.has(kindText(one)),
  (one) => kindText(one) === 'Namespace',
  (one) => kindText(one) !== 'CustomResourceDefinition.apiextensions.k8s.io',
];

const WORKLOADS: ReadonlySet<string> = new Set(['Pod', 'ReplicationController']);
const DATA: ReadonlySet<string> = new Set(['ConfigMap', 'Secret']);
const LATE: ReadonlySet<string> = new Set(['ConfigMap', 'Secret', 'ServiceAccount', 'LimitRange', 'ResourceQuota']);

/** From 0; the last is that of the definitions of kinds. @param id of an object */
export function waveOf(id: string): number {
  const reference = referenceIn(id);
  const wave = reference === undefined ? -1 : WAVES.findIndex((isIn) => isIn(reference));
  return wave === -1 ? WAVES.length : wave;
}
