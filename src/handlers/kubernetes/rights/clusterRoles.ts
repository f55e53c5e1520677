/** The least ClusterRoles for entries, in the form of kubectl: the requests of Holystone's calls, and no more. Pure. */
import { WORKLOADS } from '../calls/workloads.ts';
import { kindText } from '../objects/groupKind.ts';
import { isNamedIn, KNOWN_KINDS, type KnownKind } from './kinds.ts';

interface Permitted {
  readonly verbs: readonly string[];
  /** As {@link kindText} has them; absent = those of the entry. */
  readonly kinds?: readonly string[];
}

/** The requests to an API server behind each permission of a type or of its evidence; see the tables in `calls/`. */
export const PERMITTED: Readonly<Record<string, Permitted>> = {
  // Discovery, which the API server allows to every user that it knows (system:discovery).
  'kubernetes:GetKinds': { verbs: [] },
  'kubernetes:ListObjects': { verbs: ['list'] },
  'kubernetes:GetObject': { verbs: ['get'] },
  'kubernetes:DeleteObject': { verbs: ['delete'] },
  'kubernetes:PatchObject': { verbs: ['patch'] },
  // Server-side apply of an object that is not there.
  'kubernetes:CreateObject': { verbs: ['create'] },
  // The namespace kube-system, whose uid is the cluster's id.
  'kubernetes:GetClusterId': { verbs: ['get'], kinds: ['Namespace'] },
  'kubernetes:ListWorkloads': { verbs: ['list'], kinds: WORKLOADS.map(kindText) },
};

/** The values of `rbac --identity`; each has a ClusterRole of its own. */
export const IDENTITIES = ['reader', 'deleter', 'restorer'] as const;
/** A user of the cluster; one that deletes needs the reader's role as well. */
export type Identity = (typeof IDENTITIES)[number];

/** The rights of one entry. */
export interface RightsOfEntry {
  readonly permissions: Readonly<Record<Identity, readonly string[]>>;
  /** Only these may be deleted; absent = all but data. */
  readonly kinds?: readonly string[];
  readonly dataKinds: readonly string[];
  /** Is something in Secrets read: a release of Helm, the parent of an ApplySet? */
  readonly readsSecrets: boolean;
  /** Are marks shown by Events? */
  readonly events: boolean;
}

interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

/** In the form of the API, for `kubectl apply`. */
export interface ClusterRole {
  readonly apiVersion: 'rbac.authorization.k8s.io/v1';
  readonly kind: 'ClusterRole';
  readonly metadata: { readonly name: string };
  readonly rules: readonly Rule[];
}

/** Kinds with data or definitions: only `dataKinds` gives rights to delete them. */
const DATA: readonly string[] = [
  'PersistentVolumeClaim',
  'PersistentVolume',
  'Secret',
  'Namespace',
  'CustomResourceDefinition',
];

/** Earlier revisions of workloads: only read. */
const REVISIONS: readonly KnownKind[] = WORKLOADS.filter(
  (one) => !KNOWN_KINDS.some((known) => kindText(known) === kindText(one)),
);

/** @param groups of custom resources: each with all its kinds */
export function clusterRole(
  identity: Identity,
  entries: readonly RightsOfEntry[],
  groups: readonly string[],
): ClusterRole {
  const rights = new Map<
    string,
    { readonly of: readonly [group: string, resource: string]; readonly verbs: Set<string> }
  >();
  for (const entry of entries) {
    const permitted = entry.permissions[identity].flatMap((permission) => PERMITTED[permission] ?? []);
    const kinds = [...KNOWN_KINDS, ...REVISIONS, ...groups.map((group) => ({ group, resource: '*', kind: '*' }))];
    for (const kind of kinds) {
      const verbs = permitted
        .filter((one) => one.kinds?.includes(kindText(kind)) ?? isCovered(kind, identity, entry))
        .flatMap((one) => one.verbs);
      const key = `${kind.group}/${kind.resource}`;
      const right = rights.get(key) ?? { of: [kind.group, kind.resource], verbs: new Set() };
      for (const verb of verbs) right.verbs.add(verb);
      rights.set(key, right);
    }
  }
  if (identity === 'deleter' && entries.some(({ events }) => events)) {
    rights.set('/events', { of: ['', 'events'], verbs: new Set(['create', 'patch']) });
  }
  const metadata = { name: `holystone-${identity}` };
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata,
    rules: rulesOf([...rights.values()]),
  };
}

/** Secrets are read only where they may be deleted, or are the source: nothing in them refers to another object. */
function isCovered(kind: KnownKind, identity: Identity, { kinds, dataKinds, readsSecrets }: RightsOfEntry): boolean {
  if (REVISIONS.includes(kind)) return identity === 'reader';
  if (kind.kind === '*') return true;
  const isSecret = kind.group === '' && kind.kind === 'Secret';
  if (identity === 'reader') return !isSecret || readsSecrets || isNamedIn(dataKinds, kind);
  if (DATA.includes(kind.kind) && !isNamedIn(dataKinds, kind)) return false;
  return kinds === undefined || isNamedIn(kinds, kind);
}

/** One rule for each group and set of verbs. */
function rulesOf(
  rights: readonly { readonly of: readonly [string, string]; readonly verbs: ReadonlySet<string> }[],
): readonly Rule[] {
  const rules = new Map<string, { apiGroups: string[]; resources: string[]; verbs: readonly string[] }>();
  for (const { of, verbs: set } of rights) {
    const [group, resource] = of;
    const verbs = [...set].sort();
    if (verbs.length === 0) continue;
    const key = JSON.stringify([group, verbs]);
    const rule = rules.get(key) ?? { apiGroups: [group], resources: [], verbs };
    rule.resources.push(resource);
    rules.set(key, rule);
  }
  return [...rules.values()];
}
