/** The clusters that a management cluster of Cluster API looks after. */
import { z } from 'zod';
import { discover, type ServedKind } from '../../../kubernetes/calls/discovery.ts';
import { listObjects } from '../../../kubernetes/calls/lists.ts';
import { type GroupKind, kindText } from '../../../kubernetes/objects/groupKind.ts';
import type { CallScope } from '../../../kubernetes/wire/call.ts';
import { malformed } from '../../../kubernetes/wire/readError.ts';

const CLUSTER: GroupKind = { group: 'cluster.x-k8s.io', kind: 'Cluster' };
/** The kinds that give a cluster its name in its cloud: Cluster API Provider AWS, book, "EKS" and "tags". */
const KINDS: readonly GroupKind[] = [
  CLUSTER,
  { group: 'infrastructure.cluster.x-k8s.io', kind: 'AWSCluster' },
  { group: 'infrastructure.cluster.x-k8s.io', kind: 'AWSManagedCluster' },
  { group: 'infrastructure.cluster.x-k8s.io', kind: 'ROSACluster' },
  { group: 'controlplane.cluster.x-k8s.io', kind: 'AWSManagedControlPlane' },
  { group: 'controlplane.cluster.x-k8s.io', kind: 'ROSAControlPlane' },
];
const WHAT = 'reading the clusters of Cluster API';

const object = z.object({
  metadata: z.object({
    name: z.string().min(1),
    namespace: z.string().default(''),
    labels: z.record(z.string(), z.string()).nullish(),
  }),
  spec: z.object({ eksClusterName: z.string().optional(), rosaClusterName: z.string().optional() }).nullish(),
});

/** A cluster that a management cluster (Cluster API) declares. */
export interface ManagedCluster {
  /** A name that tags in the cloud may have. */
  readonly name: string;
  /** The object that gives it: `AWSCluster fleet/shop`. */
  readonly by: string;
}

/**
 * Every name of every cluster, in every state: one that is being deleted still exists.
 * @throws ReadError unless all of them are read, or if the server has no Cluster API
 */
export async function managedClusters(target: CallScope): Promise<readonly ManagedCluster[]> {
  const { kinds, unread } = await discover(target);
  const { name } = target.account;
  for (const group of new Set(KINDS.map((kind) => kind.group))) {
    const why = unread.get(group);
    if (why !== undefined) throw malformed(WHAT, name, why);
  }
  const served = kinds.filter((kind) => KINDS.some((known) => kindText(known) === kindText(kind)));
  if (!served.some((kind) => kindText(kind) === kindText(CLUSTER))) {
    throw malformed(WHAT, name, 'it serves no Cluster API');
  }
  const found = await Promise.all(served.map((kind) => clustersIn(target, kind)));
  return found.flat();
}

async function clustersIn(target: CallScope, kind: ServedKind): Promise<readonly ManagedCluster[]> {
  const items = await listObjects(target, { kind });
  return items.flatMap((item) => {
    const read = object.safeParse(item);
    if (!read.success) throw malformed(WHAT, target.account.name, `a ${kindText(kind)} cannot be read`);
    const { metadata, spec } = read.data;
    const by = `${kind.kind} ${metadata.namespace}/${metadata.name} in ${target.account.name}`;
    return namesOf(metadata, spec ?? {}).map((name) => ({ name, by }));
  });
}

/** The provider names an EKS cluster `<namespace>_<name>`, with `_` for a dot, unless the object says otherwise. */
function namesOf(
  { name, namespace, labels }: z.infer<typeof object>['metadata'],
  { eksClusterName, rosaClusterName }: NonNullable<z.infer<typeof object>['spec']>,
): readonly string[] {
  const names = [
    name,
    `${namespace}_${name.replaceAll('.', '_')}`,
    `${namespace}-${name}`,
    labels?.['cluster.x-k8s.io/cluster-name'],
    eksClusterName,
    rosaClusterName,
  ];
  return [...new Set(names.filter((one) => one !== undefined && one !== ''))] as string[];
}
