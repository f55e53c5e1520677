/** The objects of the sandbox cluster, and the work of its controllers: garbage collection, namespaces, definitions. */
import { randomUUID } from 'node:crypto';
import { apiVersionOf, BUILT_IN, type SandboxKind } from './kinds.ts';

type Labels = Readonly<Record<string, string>>;

export interface SandboxObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid?: string;
    readonly labels?: Labels;
    readonly annotations?: Labels;
    readonly [other: string]: unknown;
  };
  readonly [other: string]: unknown;
}

interface Owner {
  readonly uid?: string;
}

export class ObjectStore {
  readonly kinds: SandboxKind[] = [...BUILT_IN];
  readonly #objects = new Map<string, SandboxObject>();
  /** Of objects that are gone: objects that only they owned go too. */
  readonly #gone = new Set<string>();
  #version = 100;
  #settledAt = 0;

  get version(): string {
    return String(this.#version);
  }

  /** Every object, or those of a kind, or those of a kind in a namespace; in the order of their creation. */
  list(kind: SandboxKind, namespace?: string): readonly SandboxObject[] {
    const prefix = prefixOf(kind, namespace);
    return [...this.#objects].filter(([key]) => key.startsWith(prefix)).map(([, object]) => object);
  }

  get(kind: SandboxKind, namespace: string | undefined, name: string): SandboxObject | undefined {
    return this.#objects.get(keyOf(kind, kind.namespaced ? namespace : undefined, name));
  }

  kindOf({ apiVersion, kind }: Pick<SandboxObject, 'apiVersion' | 'kind'>): SandboxKind {
    const found = this.kinds.find((one) => apiVersionOf(one) === apiVersion && one.kind === kind);
    if (!found) throw new Error(`the sandbox serves no ${apiVersion} ${kind}`);
    return found;
  }

  /** Creates or replaces an object. @returns it as the server has it */
  put(object: SandboxObject): SandboxObject {
    const kind = this.kindOf(object);
    const key = this.#keyOf(object);
    const before = this.#objects.get(key);
    const stored: SandboxObject = {
      ...object,
      metadata: {
        uid: before?.metadata.uid ?? randomUUID(),
        creationTimestamp: '2026-01-01T00:00:00Z',
        ...(kind.namespaced ? { namespace: 'default' } : {}),
        managedFields: [{ manager: writerOf(object), operation: 'Update', fieldsType: 'FieldsV1', fieldsV1: {} }],
        ...object.metadata,
        resourceVersion: String(++this.#version),
      },
    };
    this.#objects.set(key, stored);
    return stored;
  }

  /** Without regard to finalizers. @returns whether it existed */
  remove(object: SandboxObject): boolean {
    const key = this.#keyOf(object);
    const { uid } = this.#objects.get(key)?.metadata ?? {};
    this.#version++;
    if (uid !== undefined) this.#gone.add(uid);
    if (object.kind === 'CustomResourceDefinition') this.#unserve(object.metadata.name);
    return this.#objects.delete(key);
  }

  /** Begins its deletion: it goes at once, or when its last finalizer is removed. @returns it while it is there */
  end(object: SandboxObject, finalizers: readonly string[], now: number): SandboxObject | undefined {
    const all = [...new Set([...finalizersOf(object), ...finalizers])];
    const isSpace = object.kind === 'Namespace';
    if (all.length === 0 && !isSpace) {
      this.remove(object);
      return undefined;
    }
    if (isEnding(object)) return object;
    const deletionTimestamp = `${new Date(now).toISOString().slice(0, 19)}Z`;
    return this.put({
      ...object,
      metadata: { ...object.metadata, deletionTimestamp, ...(all.length > 0 ? { finalizers: all } : {}) },
      ...(isSpace ? { status: { phase: 'Terminating' } } : {}),
    });
  }

  /** The work of a cluster's controllers until nothing changes. */
  settle(now: number): void {
    if (this.#settledAt === this.#version) return;
    for (let changes = true; changes; ) changes = [...this.#objects.values()].some((one) => this.#settleOne(one, now));
    this.#settledAt = this.#version;
  }

  /** @returns whether anything changed */
  #settleOne(object: SandboxObject, now: number): boolean {
    if (!this.#objects.has(this.#keyOf(object))) return false;
    if (!isEnding(object)) return this.#collect(object, now);
    const inside = object.kind === 'Namespace' ? this.#contentOf(object.metadata.name) : [];
    if (this.#endAll(inside, now)) return true;
    const finalizers = finalizersOf(object);
    const owned = this.#ownedBy(object);
    if (finalizers.includes('foregroundDeletion') && (this.#release(owned, object) || this.#endAll(owned, now)))
      return true;
    const left = finalizers.filter((one) => one !== 'foregroundDeletion' || owned.length > 0);
    if (left.length === 0 && inside.length === 0) return this.remove(object);
    if (left.length === finalizers.length) return false;
    this.put({ ...object, metadata: { ...object.metadata, finalizers: left } });
    return true;
  }

  /** Ends an object whose owners are all gone. */
  #collect(object: SandboxObject, now: number): boolean {
    const owners = ownersOf(object);
    if (owners.length === 0 || !owners.every(({ uid }) => uid !== undefined && this.#gone.has(uid))) return false;
    this.end(object, [], now);
    return true;
  }

  /** Garbage collection takes an owner that waits for its dependents off those that another owner still has. */
  #release(owned: readonly SandboxObject[], { metadata: { uid } }: SandboxObject): boolean {
    const staying = new Set(
      [...this.#objects.values()].flatMap((one) => (isEnding(one) ? [] : (one.metadata.uid ?? []))),
    );
    const shared = owned.filter((one) => ownersOf(one).some((owner) => owner.uid && staying.has(owner.uid)));
    for (const one of shared) {
      const ownerReferences = ownersOf(one).filter((owner) => owner.uid !== uid);
      this.put({ ...one, metadata: { ...one.metadata, ownerReferences } });
    }
    return shared.length > 0;
  }

  #endAll(objects: readonly SandboxObject[], now: number): boolean {
    const begin = objects.filter((one) => !isEnding(one));
    for (const one of begin) this.end(one, [], now);
    return begin.length > 0;
  }

  #ownedBy({ metadata: { uid } }: SandboxObject): readonly SandboxObject[] {
    return [...this.#objects.values()].filter((one) => ownersOf(one).some((owner) => owner.uid === uid));
  }

  #contentOf(namespace: string): readonly SandboxObject[] {
    return [...this.#objects.values()].filter((one) => one.metadata.namespace === namespace);
  }

  /** `baskets.shop.example.com`: its objects go with the definition. */
  #unserve(name: string): void {
    const at = this.kinds.findIndex(({ group, resource }) => `${resource}.${group}` === name);
    const [kind] = at === -1 ? [] : this.kinds.slice(at, at + 1);
    if (!kind) return;
    for (const one of this.list(kind)) this.#objects.delete(this.#keyOf(one));
    this.kinds.splice(at, 1);
  }

  #keyOf(object: SandboxObject): string {
    const kind = this.kindOf(object);
    return keyOf(kind, kind.namespaced ? (object.metadata.namespace ?? 'default') : undefined, object.metadata.name);
  }
}

function finalizersOf({ metadata: { finalizers } }: SandboxObject): readonly string[] {
  return Array.isArray(finalizers) ? (finalizers as string[]) : [];
}

function ownersOf({ metadata: { ownerReferences } }: SandboxObject): readonly Owner[] {
  return Array.isArray(ownerReferences) ? (ownerReferences as Owner[]) : [];
}

export function isEnding({ metadata }: SandboxObject): boolean {
  return metadata.deletionTimestamp !== undefined;
}

function prefixOf({ group, resource }: SandboxKind, namespace: string | undefined): string {
  return namespace === undefined ? `${group}/${resource}/` : `${group}/${resource}/${namespace}/`;
}

function keyOf(kind: SandboxKind, namespace: string | undefined, name: string): string {
  return `${prefixOf(kind, namespace ?? '')}${name}`;
}

/** A real API server knows who wrote an object. Unless a test says otherwise, the tool that has labels of its own there. */
function writerOf({ metadata: { labels = {} } }: SandboxObject): string {
  if ('qbec.io/environment' in labels) return 'qbec';
  return labels['app.kubernetes.io/managed-by'] === 'Helm' ? 'helm' : 'kubectl-client-side-apply';
}
