/** Every text of an object that can be the name of another one, with the kinds and the place that the field says. Pure. */
import { fieldsIn } from '../objects/files.ts';
import { type GroupKind, groupOf } from '../objects/groupKind.ts';
import type { Narrowing, ServedKinds } from './fieldKinds.ts';
import { type Labelled, namedByLabels, namedByNodes } from './labels.ts';
import { namesIn, type TextName } from './namesIn.ts';
import { isNoMention, mayUse, type Place } from './noMention.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One object may be meant. */
export interface Mention extends TextName {
  /** Absent: any kind. */
  readonly only?: Narrowing;
  /** It stands in a label. */
  readonly label?: Labelled;
  /** In a file of a ConfigMap, which often says the name of the workload that reads it. */
  readonly isOfFile?: true;
  /** The field says nothing about the place, and means an object of another namespace. */
  readonly isAnywhere?: true;
  /** Beside the name, which may also be of the whole cluster. */
  readonly beside?: string;
  /** In the text of a container, which often says the name of its own workload. */
  readonly isOfContainer?: true;
}

/** What one object says. */
export interface Mentions {
  readonly mentions: readonly Mention[];
  /** Namespaces that it says in any field: `targetNamespace`, `--namespace`. A name without a namespace may be there. */
  readonly namespaces: readonly string[];
}

/** No text with blanks, no path and no address. */
const ONE_WORD = /^[A-Za-z0-9][\w.-]{0,252}$/;
const NOTHING: Mentions = { mentions: [], namespaces: [] };
/** A host is the name of a Service. */
const DNS: Narrowing = { ends: 'service' };
const PLACE: Narrowing = { ends: 'namespace' };
/** A field, or a variable. */
const IS_NAMESPACE = /namespaces?$|^matchNames$/i;
/** `--namespace=shop` */
const SAYS_NAMESPACE = /namespaces?[= ]([a-z0-9-]+)/gi;
/** Different texts whose names are remembered. */
const MOST_TEXTS = 100_000;
/** Longer ones are files, and no two are alike. */
const LONGEST_KNOWN = 2_000;

/** Reads objects of one cluster; equal texts are looked at once. */
export class MentionReader {
  readonly #kinds: ServedKinds;
  readonly #names = new Map<string, readonly TextName[]>();

  constructor(kinds: ServedKinds) {
    this.#kinds = kinds;
  }

  /** @param kind the items of a list do not say it */
  read(object: Fields, kind: GroupKind): Mentions {
    if (!mayUse(kind)) return NOTHING;
    const reading = new ObjectReading(kind, this.#kinds, (text) => this.#namesIn(text));
    reading.read(object);
    return reading;
  }

  #namesIn(text: string): readonly TextName[] {
    const known = this.#names.get(text);
    if (known) return known;
    const names = namesIn(text);
    if (this.#names.size < MOST_TEXTS && text.length < LONGEST_KNOWN) this.#names.set(text, names);
    return names;
  }
}

class ObjectReading implements Mentions {
  readonly #found = new Map<string, Mention>();
  readonly #namespaces = new Set<string>();
  readonly #kind: GroupKind;
  readonly #kinds: ServedKinds;
  readonly #namesIn: (text: string) => readonly TextName[];

  constructor(kind: GroupKind, kinds: ServedKinds, names: (text: string) => readonly TextName[]) {
    this.#kind = kind;
    this.#kinds = kinds;
    this.#namesIn = names;
  }

  get mentions(): readonly Mention[] {
    return [...this.#found.values()];
  }

  get namespaces(): readonly string[] {
    return [...this.#namespaces];
  }

  read(object: Fields): void {
    this.#fields(object, undefined);
  }

  #value(value: unknown, at: Place): void {
    if (typeof value === 'string') this.#text(value, at);
    else if (Array.isArray(value)) for (const one of value) this.#value(one, at);
    else if (typeof value === 'object' && value !== null) this.#fields(value as Fields, at);
  }

  /** @param up absent at the root */
  #fields(fields: Fields, up: Place | undefined): void {
    if (up) this.#embedded(fields, up);
    const depth = (up?.depth ?? 0) + 1;
    for (const key of Object.keys(fields)) {
      const value = fields[key];
      if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) continue;
      if (key === 'labels' && up?.key === 'metadata') this.#labels(namedByLabels(value), value as object);
      if (key === 'nodeSelector' || key === 'matchExpressions') this.#labels(namedByNodes(value));
      if (key === 'resourceNames') this.#rights(fields);
      if (IS_NAMESPACE.test(key)) this.#place(value);
      const at: Place = { key, depth, root: up?.root ?? key, beside: fields, kind: this.#kind, ...(up ? { up } : {}) };
      if (!isNoMention(at)) this.#value(value, at);
    }
  }

  #text(text: string, at: Place): void {
    const inner = jsonIn(text);
    if (inner === undefined) this.#names(text, at);
    else if (Array.isArray(inner)) this.#value(inner, { ...at, beside: {} });
    else this.#fields(inner as Fields, at);
  }

  #names(text: string, at: Place): void {
    const { key, beside } = at;
    if (text.includes('amespace')) for (const [, place] of text.matchAll(SAYS_NAMESPACE)) this.#place(place);
    if (key === 'value' && typeof beside.name === 'string' && IS_NAMESPACE.test(beside.name)) this.#place(text);
    const all = this.#namesIn(text);
    const isFile = isInFile(at);
    if (isFile) for (const [field, value] of [[key, text] as const, ...fieldsIn(text)]) this.#inFile(field, value);
    // The other words of a file are many.
    const names = isFile ? all.filter(({ isHost, namespace }) => isHost || namespace !== undefined) : all;
    if (names.length === 0) return;
    const only = this.#saidAt(at);
    const place = key === 'name' && typeof beside.namespace === 'string' ? beside.namespace : '';
    const isOfContainer = only === undefined && isInContainer(at);
    const more = { isOfContainer, isAnywhere: isAnywhere(key, this.#kind.group) };
    for (const one of names) this.#add(one, one.isHost ? DNS : only, place, one.isHost ? {} : more);
  }

  /** A variable, or a field of a file: `PRIORITY_CLASS: batch`, `runtime_class_name = "gvisor"`. */
  #inFile(field: string, value: string | { readonly name: string }): void {
    const name = typeof value === 'string' ? value : value.name;
    if (!ONE_WORD.test(name)) return;
    const only = this.#kinds.saidBy(field, '');
    this.#add({ name }, only, '', only ? {} : { isOfFile: true });
  }

  /** The field of a name is the one above it. The name of a variable says no kind. */
  #saidAt({ key, beside, up }: Place): Narrowing | undefined {
    if (key === 'name') {
      const { kind, apiVersion, apiGroup, group } = beside;
      const of = typeof apiVersion === 'string' ? groupOf(apiVersion) : (apiGroup ?? group);
      if (kind !== undefined && kind !== '') return this.#kinds.named(kind, of);
      return this.#kinds.saidBy(up?.key ?? '', this.#kind.group);
    }
    // A person called the variable so: `SERVICE_NAME` may be the name of a Deployment.
    if (key === 'value' && typeof beside.name === 'string') return undefined;
    if (key === 'namespace') return PLACE;
    return this.#kinds.saidBy(key, this.#kind.group);
  }

  /** A whole object in a field, which the one around it makes. */
  #embedded({ kind, apiVersion, metadata }: Fields, { key }: Place): void {
    if (typeof kind !== 'string' || typeof apiVersion !== 'string' || key === 'volumeClaimTemplates') return;
    const { name, namespace } = (typeof metadata === 'object' && metadata !== null ? metadata : {}) as Fields;
    if (typeof name !== 'string') return;
    this.#add({ name }, this.#kinds.named(kind, groupOf(apiVersion)), typeof namespace === 'string' ? namespace : '');
  }

  /** @param beside whose keys may say a place: `istio.io/use-waypoint-namespace` */
  #labels(labels: readonly Labelled[], beside: object = {}): void {
    for (const [key, value] of Object.entries(beside)) if (IS_NAMESPACE.test(key)) this.#place(value);
    for (const label of labels) {
      const { name, family, isOfNode } = label;
      this.#found.set(`${name} of ${family} ${isOfNode}`, { name, label });
    }
  }

  /** A right to one object by its name: the program that has it knows the name, and perhaps nothing else in the cluster says it. */
  #rights({ apiGroups, resources, resourceNames }: Fields): void {
    const groups = listOf(apiGroups);
    for (const resource of listOf(resources)) {
      const only = this.#kinds.named(resource.split('/', 1)[0], groups.length === 1 ? groups[0] : undefined);
      if (only || resource === '*') for (const name of listOf(resourceNames)) this.#add({ name }, only, '');
    }
  }

  #place(value: unknown): void {
    for (const one of [value].flat()) if (typeof one === 'string' && one !== '') this.#namespaces.add(one);
  }

  #add(
    { name, namespace }: TextName,
    only: Narrowing | undefined,
    beside: string,
    { isOfContainer = false, isAnywhere = false, isOfFile = false } = {},
  ): void {
    const meaning = only === undefined ? '' : 'ends' in only ? only.ends : `=${only.kind}.${only.group}`;
    const key = `${name} ${namespace ?? ''} ${beside} ${meaning} ${isOfContainer} ${isAnywhere} ${isOfFile}`;
    if (this.#found.has(key)) return;
    this.#found.set(key, {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      ...(only === undefined ? {} : { only }),
      ...(beside === '' ? {} : { beside }),
      ...(isOfContainer ? { isOfContainer } : {}),
      ...(isAnywhere ? { isAnywhere } : {}),
      ...(isOfFile ? { isOfFile } : {}),
    });
  }
}

/**
 * Fields whose author looks in a namespace of its own: the Secret beside the workload of an Istio gateway
 * (https://istio.io/latest/docs/reference/config/networking/gateway/#ServerTLSSettings), and the projects beside Argo CD
 * (https://argo-cd.readthedocs.io/en/stable/operator-manual/app-any-namespace/).
 */
function isAnywhere(key: string, group: string): boolean {
  return /^credentialNames?$/.test(key) || (key === 'project' && group === 'argoproj.io');
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function isInContainer({ up }: Place): boolean {
  for (let at = up; at; at = at.up) if (/containers$/i.test(at.key)) return true;
  return false;
}

/** An object or a list in JSON. */
function jsonIn(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function isInFile({ root, kind }: Place): boolean {
  return root === 'data' && kind.kind === 'ConfigMap';
}
