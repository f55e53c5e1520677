/**
 * The texts of an object that name no other one, each with the reason. A line that is missing costs a kept object; a line
 * too many loses one that is used. Pure.
 */
import { canonical, type GroupKind, kindText } from '../objects/groupKind.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Where a text stands. */
export interface Place {
  /** The elements of a list have the key of the list. */
  readonly key: string;
  /** Keys from the object's root to this one: 1 for `spec`. */
  readonly depth: number;
  /** The first of them. */
  readonly root: string;
  /** The object with the key. */
  readonly beside: Fields;
  /** The place of that object; absent at the root. */
  readonly up?: Place;
  /** Of the whole object. */
  readonly kind: GroupKind;
}

interface Line {
  readonly why: string;
  /** The keys that it is about. */
  readonly key: RegExp;
  is?(place: Place): boolean;
}

/** By the tool that applied the object, about the object. */
const OF_TOOLS =
  /^(?!config\.(?:kubernetes|k8s)\.io\/depends-on$)(?:kubectl\.kubernetes\.io|meta\.helm\.sh|helm\.sh|objectset\.rio\.cattle\.io|kapp\.k14s\.io|qbec\.io|directives\.qbec\.io|tanka\.dev|(?:internal\.)?config\.kubernetes\.io|config\.k8s\.io|applyset\.kubernetes\.io|(?:kustomize|helm)\.toolkit\.fluxcd\.io|deployment\.kubernetes\.io|control-plane\.alpha\.kubernetes\.io|pv\.kubernetes\.io|checksum)\/|^argocd\.argoproj\.io\/tracking-id$|^kubernetes\.io\/(?:change-cause|description)$|^holystone\//;

const CONTAINERS = /^(?:containers|initContainers|ephemeralContainers)$/;

const textOf = ({ beside, key }: Place): string => (typeof beside[key] === 'string' ? beside[key] : '');
const above = ({ up }: Place): string => up?.key ?? '';
const has = ({ beside }: Place, ...keys: readonly string[]) => keys.some((key) => key in beside);

const LINES: readonly Line[] = [
  { why: 'its own kind, or the kind of what it names', key: /^(?:apiVersion|kind)$/ },
  { why: 'the group of what it names', key: /^(?:api)?[gG]roup$/, is: (at) => has(at, 'kind', 'version') },
  {
    why: 'its own name and place, and the managers of its fields; its owners are read elsewhere',
    key: /^(?:name|generateName|namespace|uid|resourceVersion|generation|selfLink|finalizers|creationTimestamp|deletionTimestamp|ownerReferences|managedFields)$/,
    is: (at) => above(at) === 'metadata',
  },
  { why: 'written by the tool that applied it', key: OF_TOOLS, is: (at) => above(at) === 'annotations' },
  { why: 'labels name no object; those of an operator do (labels.ts)', key: /labels$|^matchExpressions$/i },
  { why: 'a selector as a text names labels', key: /selector$/i, is: (at) => /[=!]| in \(/.test(textOf(at)) },
  {
    why: 'the name of a container, and of what only its pod names: ports, mounts, devices',
    key: /^name$/,
    is: (at) => CONTAINERS.test(above(at)) || /^volume(?:Mounts|Devices)$/.test(above(at)) || isLocal(at),
  },
  { why: 'the name of a variable or a parameter', key: /^name$/, is: (at) => has(at, 'value', 'valueFrom') },
  { why: 'an image', key: /^image$/, is: (at) => CONTAINERS.test(above(at)) || /[/:]/.test(textOf(at)) },
  { why: 'the number or the name of a port', key: /^(?:port|targetPort|portName|servicePort|containerPort)$/ },
  { why: 'a key in what is named beside it', key: /^key$/, is: (at) => has(at, 'name', 'path', 'operator', 'effect') },
  { why: 'a path in a volume', key: /^(?:mountPath|subPath)$/ },
  { why: 'a path in a volume', key: /^path$/, is: (at) => has(at, 'key') },
  {
    why: 'a right to a kind is no use of it; to one object it is (mentionsIn.ts)',
    key: /^(?:apiGroups|apiVersions|nonResourceURLs|operations|resourceNames|resources|verbs)$/,
    is: (at) => /rules$/i.test(above(at)),
  },
  {
    why: 'the place of what is named beside it; what is in a Namespace keeps it',
    key: /^namespace$/,
    is: ({ beside }) => Object.keys(beside).some((one) => /name$/i.test(one)),
  },
  { why: 'the shape of objects', key: /^openAPIV3Schema$/ },
  { why: 'words for people', key: /^(?:description|message|summary)$/, is: (at) => textOf(at) !== '' },
];

/** Names that only the same pod template or the same list uses. */
function isLocal(at: Place): boolean {
  const list = above(at);
  if (list === 'ports') return Object.keys(at.beside).some((one) => /port$|^number$/i.test(one));
  if (list === 'claims') return at.up?.up?.key === 'resources';
  return (list === 'volumes' || list === 'resourceClaims') && at.up !== undefined && has(at.up, 'containers');
}

/** Lines about the children of a key, whatever their own. */
function isWithin(at: Place): boolean {
  const list = above(at);
  // A selector names labels: `{ app: web }`.
  if (list === 'nodeSelector' || (list === 'selector' && at.key !== 'name')) return textOf(at) !== '';
  if (at.depth !== 2) return false;
  // What was, and what it made; but a provisioned service says its Secret there (servicebinding.io).
  if (at.root === 'status') return at.key !== 'binding';
  // Of a definition of a kind only its webhook is looked at.
  return at.root === 'spec' && at.key !== 'conversion' && DEFINITIONS.has(at.kind.kind);
}

const DEFINITIONS: ReadonlySet<string> = new Set(['CustomResourceDefinition', 'CompositeResourceDefinition']);

/** So many fields have the same few keys. */
const MOST_KEYS = 10_000;
const ABOUT = new Map<string, readonly Line[]>();

function linesAbout(key: string): readonly Line[] {
  const known = ABOUT.get(key);
  if (known) return known;
  const lines = LINES.filter((line) => line.key.test(key));
  if (ABOUT.size < MOST_KEYS) ABOUT.set(key, lines);
  return lines;
}

/** Names the text at this place no other object? */
export function isNoMention(at: Place): boolean {
  return isWithin(at) || linesAbout(at.key).some(({ is }) => is === undefined || is(at));
}

/** Kinds whose objects use nothing: made about others, and ended with them. */
const NO_USERS: Readonly<Record<string, string>> = {
  'IPAddress.networking.k8s.io': 'the API server makes one for each Service',
  'VerticalPodAutoscalerCheckpoint.autoscaling.k8s.io': 'goes after its autoscaler',
};

/** Groups of findings about objects. */
const REPORTS =
  /^(?:wgpolicyk8s\.io|openreports\.io|reports\.kyverno\.io|aquasecurity\.github\.io|spdx\.softwarecomposition\.kubescape\.io|(?:custom\.|external\.)?metrics\.k8s\.io)$/;

/** May an object of this kind use another one by a mention? */
export function mayUse(one: GroupKind): boolean {
  return !Object.hasOwn(NO_USERS, kindText(canonical(one))) && !REPORTS.test(one.group);
}
