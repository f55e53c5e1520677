/** DELETE, server-side apply and POST, as kube-apiserver 1.36 answers them. */
import { fieldsV1, type ManagedEntry, type Path, pathsIn, pathsOf, valueAt, withValue } from './fields.ts';
import { apiVersionOf, type SandboxKind } from './kinds.ts';
import { type Answer, failure, noObject } from './status.ts';
import { isEnding, type ObjectStore, type SandboxObject } from './store.ts';

export interface Written {
  readonly method: string;
  readonly kind: SandboxKind;
  readonly namespace: string | undefined;
  /** Absent: all objects of the kind. */
  readonly name: string | undefined;
  readonly query: URLSearchParams;
  readonly contentType: string;
  readonly body: string;
}

interface DeleteOptions {
  readonly dryRun?: readonly string[];
  readonly propagationPolicy?: 'Foreground' | 'Background' | 'Orphan';
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
}

const PROTECTED: ReadonlySet<string> = new Set(['default', 'kube-system', 'kube-public', 'kube-node-lease']);
const APPLY = 'application/apply-patch+yaml';

export function write(store: ObjectStore, written: Written, now: number): Answer {
  const { method, kind, namespace, name, contentType } = written;
  if (method === 'DELETE' && name === undefined) {
    for (const object of store.list(kind, namespace)) store.end(object, [], now);
    return [200, SUCCESS];
  }
  if (method === 'DELETE' && name !== undefined) return deleteOne(store, { ...written, name }, now);
  if (method === 'PATCH' && name !== undefined && contentType === APPLY) return apply(store, { ...written, name }, now);
  if (method === 'POST' && name === undefined) return create(store, written);
  return failure(405, 'MethodNotAllowed', `${method} is not served`);
}

const SUCCESS = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' };

type Named = Written & { readonly name: string };

/** Options in the body replace those in the query, as in the real one: `dryRun` of the query alone deletes. */
function deleteOne(store: ObjectStore, { kind, namespace, name, query, body }: Named, now: number): Answer {
  const object = store.get(kind, namespace, name);
  if (!object) return noObject(kind.resource, name);
  const given: DeleteOptions = body === '' ? { dryRun: query.getAll('dryRun') } : JSON.parse(body);
  const { dryRun = [], propagationPolicy = 'Background', preconditions = {} } = given;
  const { uid, resourceVersion } = object.metadata;
  for (const [what, wanted, is] of [
    ['UID', preconditions.uid, uid],
    ['ResourceVersion', preconditions.resourceVersion, resourceVersion],
  ] as const) {
    if (wanted !== undefined && wanted !== is) {
      const why = `Precondition failed: ${what} in precondition: ${wanted}, ${what} in object meta: ${String(is)}`;
      return failure(409, 'Conflict', `Operation cannot be fulfilled on ${kind.resource} "${name}": ${why}`);
    }
  }
  if (kind.kind === 'Namespace' && PROTECTED.has(name)) {
    return failure(403, 'Forbidden', `namespaces "${name}" is forbidden: this namespace may not be deleted`);
  }
  if (dryRun.length > 0) return [200, object];
  const waits = { Foreground: ['foregroundDeletion'], Background: [], Orphan: ['orphan'] }[propagationPolicy];
  const left = store.end(object, waits, now);
  return [200, left ?? { ...SUCCESS, details: { name, group: kind.group, kind: kind.resource, uid } }];
}

function create(store: ObjectStore, { kind, namespace, body }: Written): Answer {
  const object = JSON.parse(body) as SandboxObject;
  const { name } = object.metadata;
  if (store.get(kind, namespace, name)) {
    return failure(409, 'AlreadyExists', `${kind.resource} "${name}" already exists`);
  }
  return [201, store.put({ ...object, metadata: { ...object.metadata, ...(namespace ? { namespace } : {}) } })];
}

function apply(store: ObjectStore, { kind, namespace, name, query, body }: Named, now: number): Answer {
  const applied = JSON.parse(body) as SandboxObject;
  const manager = query.get('fieldManager') ?? '';
  if (manager === '')
    return failure(400, 'BadRequest', 'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required');
  const object = store.get(kind, namespace, name);
  const { uid } = applied.metadata;
  if (uid !== undefined && uid !== object?.metadata.uid) {
    const is = object
      ? `the UID in the request: ${uid} differs from ${object.metadata.uid}`
      : 'no existing object was found';
    return failure(409, 'Conflict', `uid mismatch: the provided object specified uid ${uid}, and ${is}`);
  }
  if (!object && namespace !== undefined && !hasNamespace(store, namespace)) return noObject('namespaces', namespace);
  const base: SandboxObject = object ?? {
    apiVersion: apiVersionOf(kind),
    kind: kind.kind,
    metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
  };
  const merged = merge(base, applied, manager, query.get('force') === 'true', now);
  if (typeof merged === 'string') return failure(409, 'Conflict', merged);
  if (query.getAll('dryRun').includes('All')) return [object ? 200 : 201, merged];
  return [object ? 200 : 201, store.put(merged)];
}

function hasNamespace(store: ObjectStore, name: string): boolean {
  const kind = store.kinds.find((one) => one.kind === 'Namespace') as SandboxKind;
  const found = store.get(kind, undefined, name);
  return PROTECTED.has(name) || (found !== undefined && !isEnding(found));
}

/** @returns the conflict in words where another manager owns a field with another value */
function merge(
  base: SandboxObject,
  applied: SandboxObject,
  manager: string,
  force: boolean,
  now: number,
): SandboxObject | string {
  const managed = (base.metadata.managedFields ?? []) as readonly ManagedEntry[];
  const isOurs = (one: ManagedEntry) => one.manager === manager && one.operation === 'Apply';
  const owners = managed.filter((one) => !isOurs(one)).map((one) => ({ one, paths: new Set(pathsIn(one.fieldsV1)) }));
  const paths = pathsOf(applied);
  let next: Readonly<Record<string, unknown>> = base;
  for (const path of paths) {
    const value = valueAt(applied, path);
    const isSame = JSON.stringify(value) === JSON.stringify(valueAt(base, path));
    const [other] = owners.filter((owner) => owner.paths.has(path));
    if (other && !isSame) {
      if (!force) return `Apply failed with 1 conflict: conflict with "${other.one.manager}"`;
      for (const owner of owners) owner.paths.delete(path);
    }
    next = withValue(next, path, value);
  }
  const before = pathsIn(managed.find(isOurs)?.fieldsV1);
  const isWanted = (path: Path) => paths.includes(path) || owners.some((owner) => owner.paths.has(path));
  for (const path of before.filter((one) => !isWanted(one))) next = withValue(next, path, undefined);
  const time = new Date(now).toISOString();
  const managedFields = [
    ...owners.map(({ one, paths: left }) => ({ ...one, fieldsV1: fieldsV1([...left]) })),
    ...(paths.length > 0 ? [{ manager, operation: 'Apply', time, fieldsV1: fieldsV1(paths) }] : []),
  ];
  const { metadata, ...rest } = next as SandboxObject;
  return { ...rest, metadata: { ...metadata, managedFields } } as SandboxObject;
}
