/**
 * The objects to which an object refers, by the names of its fields: those of the core API, and the same words in custom
 * resources. A word too many only keeps. Pure.
 */
import { addressesIn, addressesOfVariable } from './addresses.ts';
import { fieldsIn } from './files.ts';
import { canonical, groupOf, kindText } from './groupKind.ts';
import type { ObjectReference } from './reference.ts';

/** An object by its kind, in whichever group, and its name. */
export interface NamedObject {
  /** `*`: the field does not say the kind. */
  readonly kind: string;
  /** Absent: the field does not say. */
  readonly group?: string;
  /** Absent: that of the object which refers, or none for a kind of the whole cluster. */
  readonly namespace?: string;
  readonly name: string;
  /** Every name of these characters with a number behind them: the claims that a StatefulSet makes. */
  readonly isOrdinal?: true;
  /** Every object of the kind with one of these sets of labels, instead of one name. */
  readonly labels?: readonly Readonly<Record<string, string>>[];
  /** The letters of an annotation's key: they have the word for the kind somewhere (`authsecret`). */
  readonly word?: string;
}

/** Fields whose text is the name of an object of this kind. */
const NAMES: Readonly<Record<string, string>> = {
  claimName: 'PersistentVolumeClaim',
  deviceClassName: 'DeviceClass',
  driver: 'CSIDriver',
  gatewayClassName: 'GatewayClass',
  ingressClassName: 'IngressClass',
  persistentVolumeName: 'PersistentVolume',
  policyName: '*',
  priorityClassName: 'PriorityClass',
  provisioner: 'CSIDriver',
  resourceClaimName: 'ResourceClaim',
  resourceClaimTemplateName: 'ResourceClaimTemplate',
  runtimeClassName: 'RuntimeClass',
  secretName: 'Secret',
  serviceAccount: 'ServiceAccount',
  serviceAccountName: 'ServiceAccount',
  serviceName: 'Service',
  storageClassName: 'StorageClass',
  volumeAttributesClassName: 'VolumeAttributesClass',
  volumeName: 'PersistentVolume',
  volumeSnapshotClassName: 'VolumeSnapshotClass',
};

/** Ends of fields of custom resources and of parameters of a StorageClass: `existingSecret`, `node-publish-secret-name`. */
const ENDS: readonly { readonly end: RegExp; readonly kind: string }[] = [
  { end: /secret(key)?(ref|name)?s?$/, kind: 'Secret' },
  { end: /configmap(key)?(ref|name)?s?$/, kind: 'ConfigMap' },
  { end: /serviceaccount(ref|name)?s?$/, kind: 'ServiceAccount' },
  { end: /claim(ref|name)$/, kind: 'PersistentVolumeClaim' },
];

/** Fields whose value, or each of whose values, has the `name` of an object of this kind. */
const NAMED: Readonly<Record<string, string>> = {
  backendRefs: 'Service',
  caCertificateRefs: '*',
  certificateRefs: 'Secret',
  claimRef: 'PersistentVolumeClaim',
  configMap: 'ConfigMap',
  configMapKeyRef: 'ConfigMap',
  configMapRef: 'ConfigMap',
  imagePullSecrets: 'Secret',
  nodePublishSecretRef: 'Secret',
  paramRef: '*',
  parentRefs: 'Gateway',
  priorityLevelConfiguration: 'PriorityLevelConfiguration',
  secret: 'Secret',
  secretKeyRef: 'Secret',
  secretRef: 'Secret',
  secrets: 'Secret',
  service: 'Service',
};

/** Its status is about the past, and its metadata about its owners: neither is a use. */
const LEFT_OUT: ReadonlySet<string> = new Set(['metadata', 'status', 'apiVersion', 'kind']);

type Fields = Readonly<Record<string, unknown>>;

/**
 * Every reference in an object, as the API server has it.
 * @param kind its own: the items of a list do not say it
 */
export function refersTo(object: Fields, kind?: string): readonly NamedObject[] {
  const found = new Map<string, NamedObject>();
  for (const [key, value] of Object.entries(object)) if (!LEFT_OUT.has(key)) walk(key, value, found);
  if (kind === 'ConfigMap') inFiles(object, found);
  for (const one of [...inAnnotations(object), ...claimsOf(object, kind), ...aggregatedBy(object)]) add(one, found);
  return [...found.values()];
}

/** What the values of a ConfigMap name, each a variable or a file. */
function inFiles({ data }: Fields, found: Map<string, NamedObject>): void {
  for (const [key, text] of Object.entries((data ?? {}) as object)) {
    for (const [name, value] of [[key, text] as const, ...fieldsIn(String(text))]) {
      walk(name, value, found);
      for (const address of addressesOfVariable({ name, value })) add({ kind: 'Service', ...address }, found);
    }
  }
}

function walk(key: string, value: unknown, found: Map<string, NamedObject>): void {
  if (typeof value === 'string') {
    const kind = value === '' ? undefined : kindNamedBy(key);
    if (kind !== undefined) add({ kind, name: value }, found);
    for (const address of addressesIn(value, key)) add({ kind: 'Service', ...address }, found);
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
  for (const address of addressesOfVariable(fields)) add({ kind: 'Service', ...address }, found);
  for (const [inner, one] of Object.entries(fields)) walk(inner, one, found);
}

function kindNamedBy(key: string): string | undefined {
  return NAMES[key] ?? kindAtEnd(key);
}

const ENDING = new Map<string, string | undefined>();
/** So many fields have the same few keys. */
const MOST_KEYS = 10_000;

function kindAtEnd(key: string): string | undefined {
  if (ENDING.has(key)) return ENDING.get(key);
  const letters = lettersOf(key);
  const kind = ENDS.find(({ end }) => end.test(letters))?.kind;
  if (ENDING.size < MOST_KEYS) ENDING.set(key, kind);
  return kind;
}

function lettersOf(key: string): string {
  return key.toLowerCase().replace(/[^a-z]/g, '');
}

/** A longer value is no list of names. */
const LONGEST_NAMES = 1_000;

/** Annotations by which an Ingress and others name objects: `auth-secret: shop/basic`, `cluster-issuer: letsencrypt`. */
function inAnnotations({ metadata }: Fields): readonly NamedObject[] {
  const { annotations } = (metadata ?? {}) as { readonly annotations?: Readonly<Record<string, unknown>> };
  return Object.entries(annotations ?? {}).flatMap(([key, value]) => {
    if (typeof value !== 'string' || value.length > LONGEST_NAMES) return [];
    const word = lettersOf(key.slice(key.indexOf('/') + 1));
    return value.split(/[\s,;]+/).flatMap((text) => {
      const parts = NAME.exec(text)?.groups;
      const { namespace, name = '' } = parts ?? {};
      return parts ? [{ kind: '*', name, word, ...(namespace ? { namespace } : {}) }] : [];
    });
  });
}

/** `basic`, `shop/basic`, `shop-basic@kubernetescrd`. */
const NAME = /^(?:(?<namespace>[a-z0-9-]+)\/)?(?<name>[a-zA-Z0-9][\w.:-]*)(?:@\w+)?$/;

/** The claims of a StatefulSet, also while it has no pods: `data-web-0`, `data-web-1`. */
function claimsOf({ spec, metadata, kind }: Fields, listedAs: string | undefined): readonly NamedObject[] {
  const { volumeClaimTemplates } = (spec ?? {}) as Fields;
  if ((kind ?? listedAs) !== 'StatefulSet' || !Array.isArray(volumeClaimTemplates)) return [];
  const { name } = (metadata ?? {}) as Fields;
  return volumeClaimTemplates.map((one) => {
    const template = (one as { readonly metadata?: { readonly name?: unknown } }).metadata?.name;
    return { kind: 'PersistentVolumeClaim', name: `${template}-${name}-`, isOrdinal: true };
  });
}

/** The ClusterRoles whose rules another ClusterRole takes over, by their labels. */
function aggregatedBy({ aggregationRule }: Fields): readonly NamedObject[] {
  const { clusterRoleSelectors } = (aggregationRule ?? {}) as Fields;
  if (!Array.isArray(clusterRoleSelectors)) return [];
  // Without its expressions a selector matches more, and that only keeps.
  const labels = clusterRoleSelectors.map((one) => ((one as Fields).matchLabels ?? {}) as Record<string, string>);
  return [{ kind: 'ClusterRole', name: '', labels }];
}

/** A value with `kind` and `name` names its object itself; others are named by their field. */
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
  const known = NAMED[key] ?? kindAtEnd(key);
  return known === undefined ? undefined : { kind: known, name, ...place };
}

function add(one: NamedObject, found: Map<string, NamedObject>): void {
  found.set(JSON.stringify([one.group, one.kind, one.namespace, one.name, one.word]), one);
}

/** The object that may be named. */
interface Referred extends ObjectReference {
  readonly labels?: Readonly<Record<string, string>>;
}

/**
 * Does a reference mean this object? Without a namespace it is to an object beside the one that refers, or to one of the
 * whole cluster; one by an object of the whole cluster may be to an object anywhere.
 * @param from the namespace of the object that refers
 */
export function isNamed(one: NamedObject, to: Referred, from: string): boolean {
  if (one.labels) return one.kind === to.kind && one.labels.some((labels) => hasAll(to.labels, labels));
  if (one.kind !== '*' && one.kind !== to.kind) return false;
  if (one.group !== undefined && one.group !== to.group) return false;
  if (one.word !== undefined && !hasWord(one.word, to.kind)) return false;
  // Some write an object of any namespace as `namespace-name`.
  if (one.word !== undefined && one.name === `${to.namespace}-${to.name}`) return true;
  if (one.isOrdinal ? !isOrdinalOf(one.name, to.name) : one.name !== to.name) return false;
  if (to.namespace === '' || one.namespace === to.namespace) return true;
  // An object of the whole cluster may name one of a namespace that stands elsewhere.
  return one.namespace === undefined && (from === '' || from === to.namespace);
}

/** Labels that are not known match. */
function hasAll(has: Referred['labels'], wanted: Readonly<Record<string, string>>): boolean {
  return has === undefined || Object.entries(wanted).every(([key, value]) => has[key] === value);
}

function isOrdinalOf(start: string, name: string): boolean {
  return name.startsWith(start) && /^\d+$/.test(name.slice(start.length));
}

/** `authsecret` has `Secret`; `plugins` is the end of `KongPlugin`; a `backend` is a Service. */
function hasWord(word: string, kind: string): boolean {
  const of = kind.toLowerCase();
  const one = word.replace(/s$/, '');
  return word.includes(of) || (one.length > 3 && of.endsWith(one)) || (of === 'service' && word.endsWith('backend'));
}

/** Kinds that refer to nothing, or whose references are no use: they are not read. */
const NEVER_REFER: ReadonlySet<string> = new Set(['Secret', 'LimitRange', 'ResourceQuota']);

/** False: Holystone need not read objects of this kind for references. */
export function mayRefer(one: { readonly group: string; readonly kind: string }): boolean {
  return !NEVER_REFER.has(kindText(canonical(one)));
}
