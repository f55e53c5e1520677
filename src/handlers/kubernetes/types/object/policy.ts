/** The safeguards that keep an object by itself, and the rule that nominates the rest. Pure. */
import { z } from 'zod';
import type { Rule, Safeguard } from '../../../../core/evaluation/rule.ts';
import { isNamedIn, staysAsData } from '../../objects/dataKinds.ts';
import { isDefaultOfAll, keptByPolicy } from '../../objects/deletePolicy.ts';
import { kindText } from '../../objects/groupKind.ts';
import type { KubernetesObject } from '../../objects/object.ts';
import { COMPONENT_ANNOTATION, PART_OF } from '../../objects/ownership.ts';
import { HELM, HOOK, MANAGED_BY, RELEASE_NAME } from '../../objects/release.ts';
import { declaredInSource } from '../../source/declaredInSource.ts';
import type { ObjectParameters } from './parameters.ts';

type ObjectSafeguard = Safeguard<KubernetesObject, ObjectParameters>;

const owner: ObjectSafeguard = {
  name: 'owner',
  summary: 'Objects that another object owns (`ownerReferences`), unless `owned: judge`.',
  keeps: ({ owners }, { owned }) =>
    owned === 'keep' && owners.length > 0 ? `${owners.join(', ')} owns it` : undefined,
};

const deletePolicy: ObjectSafeguard = {
  name: 'deletePolicy',
  summary:
    'Objects whose annotation or label says so: `directives.qbec.io/delete-policy`, `helm.sh/resource-policy`, `argocd.argoproj.io/sync-options`, `kustomize.toolkit.fluxcd.io/prune`, any other that ends in `/prune`, `/deletion`, `/delete-strategy`, `/on-remove` and the like, one by which a tool leaves it alone (`…/reconcile: disabled`, `…/noop`, `…/exists`, `…/keep-object`, `…/ignore`, `…/mode: EnsureExists`), and the default classes (`…/is-default-class`, the field `globalDefault`). A value that Holystone does not know keeps.',
  keeps: (one) => keptByPolicy(one) ?? isDefaultOfAll(one.content),
};

const SYSTEM: ReadonlySet<string> = new Set(['default', 'kube-system', 'kube-public', 'kube-node-lease']);

const systemNamespace: ObjectSafeguard = {
  name: 'systemNamespace',
  summary:
    'The namespaces `default`, `kube-system`, `kube-public`, `kube-node-lease`, the objects in the last three, and the namespace in which Holystone runs.',
  keeps({ reference, isOwn }) {
    const { kind, group, name, namespace } = reference;
    if (group === '' && kind === 'Namespace' && SYSTEM.has(name))
      return `the namespace ${name} is a part of Kubernetes`;
    if (isOwn) return `Holystone itself runs in the namespace ${name}`;
    if (namespace !== 'default' && SYSTEM.has(namespace)) return `it is in the namespace ${namespace}`;
    return undefined;
  },
};

const dataKind: ObjectSafeguard = {
  name: 'dataKind',
  summary:
    'Kinds with data or definitions, snapshots of volumes, and objects with a finalizer of a controller, which deletes more than the object (a database of Crossplane, an application of Argo CD, the load balancer of a Service), and what others use without its name (pools of addresses, bundles of a signer), unless `dataKinds` names the kind.',
  keeps: ({ reference, finalizers, content }, { dataKinds }) => staysAsData(reference, dataKinds, finalizers, content),
};

const otherKind: ObjectSafeguard = {
  name: 'otherKind',
  summary: 'Objects that the API server also shows as another kind, with the same uid.',
  keeps: ({ alsoServedAs }) =>
    alsoServedAs === undefined ? undefined : `the API server shows the same object as ${alsoServedAs}, too`,
};

const filter: ObjectSafeguard = {
  name: 'filter',
  summary: 'Objects outside `kinds` and `components`.',
  keeps(object, { kinds, components }) {
    if (kinds && !isNamedIn(kinds, object.reference))
      return `its kind ${kindText(object.reference)} is not in \`kinds\``;
    const component = object.annotations[COMPONENT_ANNOTATION];
    if (components && (component === undefined || !components.includes(component))) {
      return component === undefined ? 'it is in no component' : `its component ${component} is not in \`components\``;
    }
    return undefined;
  },
};

const generatedName: ObjectSafeguard = {
  name: 'generatedName',
  summary:
    'Objects whose name the API server made, unless `generationLabel` names a label of theirs: no source names them.',
  keeps: ({ generateName, generation, owners }) =>
    generateName !== undefined && generation === undefined && owners.length === 0
      ? 'the API server made its name'
      : undefined,
};

/** Labels and annotations by which a tool says that it manages an object. */
const MANAGED: Readonly<Record<string, (value: string) => string | undefined>> = {
  'argocd.argoproj.io/tracking-id': () => 'Argo CD',
  'argocd.argoproj.io/instance': () => 'Argo CD',
  'kustomize.toolkit.fluxcd.io/name': () => 'Flux',
  'helm.toolkit.fluxcd.io/name': () => 'Flux',
  [RELEASE_NAME]: () => 'Helm',
  [MANAGED_BY]: (value) => (value === HELM ? 'Helm' : undefined),
  [PART_OF]: () => 'an ApplySet',
  'configmanagement.gke.io/managed': (value) => (value === 'disabled' ? undefined : 'Config Sync'),
  'configsync.gke.io/resource-id': () => 'Config Sync',
  'kapp.k14s.io/app': () => 'kapp',
  'kluctl.io/discriminator': () => 'kluctl',
  'objectset.rio.cattle.io/id': () => 'Fleet',
  'tanka.dev/environment': () => 'Tanka',
};

const managedBy: ObjectSafeguard = {
  name: 'managedBy',
  summary:
    'Objects that Argo CD, Flux, Helm, an ApplySet, Config Sync, kapp, kluctl, Fleet or Tanka manages, as their labels and annotations say.',
  keeps({ labels, annotations }, { ownership }) {
    for (const [key, by] of Object.entries(MANAGED)) {
      // Its own tool does not keep an object that belongs to the environment by the label of that tool.
      if (ownership === 'applyset' && key === PART_OF) continue;
      if (ownership === 'helm' && (key === RELEASE_NAME || key === MANAGED_BY)) continue;
      const value = labels[key] ?? annotations[key];
      const tool = value === undefined ? undefined : by(value);
      if (tool !== undefined) return `${tool} manages it (${key})`;
    }
    return undefined;
  },
};

const hook: ObjectSafeguard = {
  name: 'hook',
  summary: 'Objects that run at a moment of a release of Helm (`helm.sh/hook`).',
  keeps: ({ annotations }) =>
    annotations[HOOK] === undefined ? undefined : `it is a hook of Helm (${annotations[HOOK]})`,
};

const environment: ObjectSafeguard = {
  name: 'environment',
  summary: 'Objects whose labels are no longer those of the environment.',
  keeps: ({ isOutside, group }) => (isOutside ? `its labels are no longer those of ${group}` : undefined),
};

/** So long an object may take to go; after that a notice to its owner may say which finalizer it waits for. */
const ENDS_WITHIN_MS = 3_600_000;

const ending: ObjectSafeguard = {
  name: 'ending',
  summary: 'Objects whose deletion a client requested within the last hour.',
  keeps: ({ ending: deletion }, { stuckAfter }, { now }) =>
    deletion !== undefined && now - deletion.since < Math.min(ENDS_WITHIN_MS, stuckAfter) ? deletion.waits : undefined,
};

/** The verdict of an object has the reason of every one that keeps it, in this order. */
export const safeguards: readonly ObjectSafeguard[] = [
  owner,
  deletePolicy,
  systemNamespace,
  dataKind,
  otherKind,
  filter,
  generatedName,
  managedBy,
  hook,
  ending,
  environment,
];

/** Nominates an object that the complete source does not declare. */
export const notInSource: Rule<KubernetesObject> = {
  name: 'notInSource',
  summary: 'The source of the environment (`source`) declares no such object, under any name of its kind.',
  parameters: z.strictObject({}),
  matches(_object, _none, { findings }) {
    const isDeclared = findings.some(({ source, says }) => source === declaredInSource.name && says === 'used');
    return isDeclared ? undefined : { code: 'notInSource', values: {} };
  },
};
