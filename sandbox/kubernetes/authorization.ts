/** The rights in the sandbox cluster: RBAC as kube-apiserver has it, from the roles and bindings of its objects. */
import type { SandboxKind } from './kinds.ts';
import { type Answer, failure } from './status.ts';
import type { ObjectStore, SandboxObject } from './store.ts';

export interface AccessRequest {
  readonly user: string;
  readonly verb: string;
  readonly kind: SandboxKind;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
}

interface Rule {
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly verbs?: readonly string[];
}

/** In the group system:masters, which no rule binds. */
const ADMINISTRATOR = 'admin';

/** `get`, `list`, `create`, …, of a request for an object or, without a name, for a kind. */
export function verbOf(method: string, name: string | undefined): string {
  if (method === 'GET') return name === undefined ? 'list' : 'get';
  if (method === 'DELETE') return name === undefined ? 'deletecollection' : 'delete';
  return method === 'POST' ? 'create' : 'patch';
}

/** @returns the refusal, or `undefined` where the user may */
export function forbidden(store: ObjectStore, request: AccessRequest): Answer | undefined {
  if (request.user === ADMINISTRATOR || rulesOf(store, request).some((rule) => allows(rule, request))) return undefined;
  const { user, verb, kind, namespace, name } = request;
  const place = namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  const what = `resource "${kind.resource}" in API group "${kind.group}" ${place}`;
  const called = `${kind.resource}${kind.group === '' ? '' : `.${kind.group}`}${name === undefined ? '' : ` "${name}"`}`;
  return failure(403, 'Forbidden', `${called} is forbidden: User "${user}" cannot ${verb} ${what}`);
}

function allows(
  { apiGroups = [], resources = [], resourceNames = [], verbs = [] }: Rule,
  request: AccessRequest,
): boolean {
  const { kind, verb, name } = request;
  const has = (all: readonly string[], one: string) => all.includes(one) || all.includes('*');
  const isNamed = resourceNames.length === 0 || (name !== undefined && resourceNames.includes(name));
  return has(apiGroups, kind.group) && has(resources, kind.resource) && has(verbs, verb) && isNamed;
}

/** Those that bindings of the whole cluster give to a user, and those of bindings in the namespace. */
function rulesOf(store: ObjectStore, { user, namespace }: AccessRequest): readonly Rule[] {
  const everywhere = store.list(rbac(store, 'ClusterRoleBinding'));
  const here = namespace === undefined ? [] : store.list(rbac(store, 'RoleBinding'), namespace);
  return [...everywhere, ...here].filter((binding) => binds(binding, user)).flatMap((one) => roleOf(store, one));
}

function binds({ subjects }: SandboxObject, user: string): boolean {
  const all = (subjects ?? []) as readonly { readonly kind: string; readonly name: string }[];
  return all.some(({ kind, name }) => kind === 'User' && name === user);
}

function roleOf(store: ObjectStore, { roleRef, metadata }: SandboxObject): readonly Rule[] {
  const { kind, name } = roleRef as { readonly kind: string; readonly name: string };
  const role = store.get(rbac(store, kind), metadata.namespace, name);
  return (role?.rules ?? []) as readonly Rule[];
}

function rbac({ kinds }: ObjectStore, kind: string): SandboxKind {
  return kinds.find((one) => one.kind === kind && one.group === 'rbac.authorization.k8s.io') as SandboxKind;
}
