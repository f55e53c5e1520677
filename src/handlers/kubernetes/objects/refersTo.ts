/**
 * The objects to which an object refers, by the names of its fields: those of the core API, and the same words in custom
 * resources. A word too many only keeps. Pure.
 */
import { canonical, groupOf, kindText } from './groupKind.ts';

/** An object by its kind, in whichever group, and its name. */
export interface NamedObject {
  readonly kind: string;
  /** Absent: the field does not say. */
  readonly group?: string;
  /** Absent: that of the object which refers, or none for a kind of the whole cluster. */
  readonly namespace?: string;
  readonly name: string;
}

/** Fields whose text is the name of an object of this kind. */
const NAMES: Readonly<Record<string, string>> = {
  claimName: 'PersistentVolumeClaim',
  ingressClassName: 'IngressClass',
  priorityClassName: 'PriorityClass',
  runtimeClassName: 'RuntimeClass',
  secretName: 'Secret',
  serviceAccount: 'ServiceAccount',
  serviceAccountName: 'ServiceAccount',
  serviceName: 'Service',
  storageClassName: 'StorageClass',
  volumeName: 'PersistentVolume',
};

/** Fields whose value, or each of whose values, has the `name` of an object of this kind. */
const NAMED: Readonly<Record<string, string>> = {
  backendRefs: 'Service',
  claimRef: 'PersistentVolumeClaim',
  configMap: 'ConfigMap',
  configMapKeyRef: 'ConfigMap',
  configMapRef: 'ConfigMap',
  imagePullSecrets: 'Secret',
  nodePublishSecretRef: 'Secret',
  parentRefs: 'Gateway',
  secret: 'Secret',
  secretKeyRef: 'Secret',
  secretRef: 'Secret',
  secrets: 'Secret',
  service: 'Service',
};

/** Its status says what was, and its metadata whose it is: neither is a use. */
const LEFT_OUT: ReadonlySet<string> = new Set(['metadata', 'status', 'apiVersion', 'kind']);

type Fields = Readonly<Record<string, unknown>>;

/** Every reference in an object, as the API server has it. */
export function refersTo(object: Fields): readonly NamedObject[] {
  const found = new Map<string, NamedObject>();
  for (const [key, value] of Object.entries(object)) if (!LEFT_OUT.has(key)) walk(key, value, found);
  return [...found.values()];
}

function walk(key: string, value: unknown, found: Map<string, NamedObject>): void {
  if (typeof value === 'string') {
    const kind = NAMES[key];
    if (kind !== undefined && value !== '') add({ kind, name: value }, found);
    return;
  }
  if (Array.isArray(value)) {
    for (const one of value) walk(key, one, found);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const fields = value as Fields;
  const named = namedBy(key, fields);
  if (named) add(named, found);
  for (const [inner, one] of Object.entries(fields)) walk(inner, one, found);
}

/** A value with `kind` and `name` says itself what it names; others are named by their field. */
function namedBy(key: string, fields: Fields): NamedObject | undefined {
  const { name, kind, apiVersion, apiGroup, group, namespace } = fields;
  if (typeof name !== 'string' || name === '') return undefined;
  const place = typeof namespace === 'string' && namespace !== '' ? { namespace } : {};
  if (typeof kind === 'string' && kind !== '') {
    const of = [typeof apiVersion === 'string' ? groupOf(apiVersion) : undefined, apiGroup, group].find(
      (one) => typeof one === 'string',
    ) as string | undefined;
    return { kind, name, ...(of === undefined ? {} : { group: canonical({ group: of, kind }).group }), ...place };
  }
  const known = NAMED[key];
  return known === undefined ? undefined : { kind: known, name, ...place };
}

function add(one: NamedObject, found: Map<string, NamedObject>): void {
  found.set(JSON.stringify([one.group, one.kind, one.namespace, one.name]), one);
}

/** Kinds that refer to nothing, or whose references are no use: they are not read. */
const NEVER_REFER: ReadonlySet<string> = new Set(['ConfigMap', 'Secret', 'LimitRange', 'ResourceQuota']);

export function mayRefer(one: { readonly group: string; readonly kind: string }): boolean {
  return !NEVER_REFER.has(kindText(canonical(one)));
}
