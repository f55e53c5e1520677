/**
 * The rule `clusterGone` and the safeguards that go with it: a resource of any type that a Kubernetes cluster made is a
 * leftover once its cluster is positively gone. Pure.
 */
import { z } from 'zod';
import { defined } from '../../../core/common/defined.ts';
import { formatAge, formatMs } from '../../../core/common/duration.ts';
import type { GoneCluster } from '../../../core/common/reason.ts';
import type { Facts, Rule, Safeguard } from '../../../core/evaluation/rule.ts';
import { inEnglish } from '../../../core/reason/english.ts';
import { ageOf } from '../../../core/reason/span.ts';
import type { Absence } from '../../../core/resource/absence.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { VOLUME_DRIVER, withoutDriverTags } from './claimTags.ts';
import type { ClusterParameters } from './clusterParameters.ts';
import {
  clusterAlias,
  isClusterAlias,
  isKeptAlias,
  type LeftoverKind,
  leftBy,
  optedOutOfCollection,
  type Tagged,
  withoutClusterTags,
} from './clusterTags.ts';
import { managedBy, manages } from './managedBy.ts';
import { withoutGoneStack } from './stackGone.ts';

/** A resource that a cluster may have made. */
export interface OfCluster extends Resource, Pick<Tagged, 'backedImage'> {
  /** Absent: not known, so its cluster has to be gone everywhere. */
  readonly vpcId?: string;
}

/** The name of the rule; the source {@link clusterSource} is read only for an entry with it. */
export const CLUSTER_GONE = 'clusterGone';

/**
 * Evidence speaks about clusters, not about resources: another resource of the same cluster may have asked. So each of
 * these decides by the tags of the resource itself whether it is a leftover at all.
 */
export function clusterGone(kind: LeftoverKind): Rule<OfCluster, Record<string, never>> {
  return {
    name: CLUSTER_GONE,
    summary:
      'The Kubernetes cluster that made it (`kubernetes.io/cluster/NAME` = `owned`) is gone: see `clusters` and docs/behaviour/clusters.md.',
    parameters: z.strictObject({}),
    matches(resource, _parameters, facts, ofType?: ClusterParameters) {
      const clusters = leftBy(resource, kind, ofType?.clusters ?? { ownerTags: false });
      if (clusters.length === 0 || !takesOver(kind, ofType)) return undefined;
      if (facts.isFirstLook) return { code: 'clusterMayBeGone', values: {} };
      const absences = absencesOf(clusters, resource, facts);
      return (
        absences && {
          code: 'clustersGone',
          values: { clusters: clusters.map((name, at) => goneCluster(name, absences[at])) },
        }
      );
    },
  };
}

/** {@link managedBy} for types with {@link clusterGone}: a controller whose cluster is gone manages nothing any more. */
export function managedByCluster(kind: LeftoverKind): Safeguard<OfCluster, ClusterParameters> {
  return {
    ...managedBy,
    keeps(given, parameters, facts) {
      const resource = withoutGoneStack(given, facts);
      const clusters = leftBy(resource, kind, parameters.clusters);
      const isLeft = clusters.length > 0 && mayBeGone(clusters, resource, facts);
      if (!isLeft) {
        const kept = withOptOut(managedBy.keeps(resource, parameters, facts), resource, kind, facts);
        return withOwnerTags(kept, resource, kind, parameters, facts);
      }
      if (takesOver(kind, parameters)) {
        return managedBy.keeps({ ...resource, tags: withoutWritersTags(resource.tags, kind) }, parameters, facts);
      }
      const kept = managedBy.keeps(resource, parameters, facts);
      return kept === undefined
        ? undefined
        : `${kept}; ${CLUSTER_GONE} selects it only with manageOwned: [${VOLUME_DRIVER}] and quarantine`;
    },
  };
}

/** The manager alone would not say that a person's tag keeps it, or that Holystone does not understand that tag. */
function withOptOut(kept: string | undefined, { tags }: OfCluster, { task }: LeftoverKind, { rules }: Facts) {
  const optedOut = rules?.includes(CLUSTER_GONE) ? optedOutOfCollection(tags, task) : undefined;
  return kept === undefined || optedOut === undefined ? kept : `${kept}; ${optedOut}`;
}

/** The manager alone would not say which key would let the rule find the leftover. */
function withOwnerTags(
  kept: string | undefined,
  resource: OfCluster,
  kind: LeftoverKind,
  { clusters: { ownerTags } }: ClusterParameters,
  { rules }: Facts,
): string | undefined {
  if (kept === undefined || ownerTags || !rules?.includes(CLUSTER_GONE)) return kept;
  const named = leftBy(resource, kind, { ownerTags: true });
  if (named.length === 0 || leftBy(resource, kind, { ownerTags: false }).length > 0) return kept;
  return `${kept}; ${CLUSTER_GONE} looks for cluster ${named.join(', ')} only with clusters: { ownerTags: true }`;
}

/** An entry must name the driver of volumes: their data goes with them. */
function takesOver({ isForClaim }: LeftoverKind, parameters: ClusterParameters | undefined): boolean {
  return !isForClaim || manages(parameters, VOLUME_DRIVER);
}

function withoutWritersTags(tags: Resource['tags'], { isForClaim }: LeftoverKind): Resource['tags'] {
  const others = withoutClusterTags(tags);
  return isForClaim ? withoutDriverTags(others) : others;
}

/**
 * Keeps until the absence of the cluster is older than `clusters.absentFor`; an absence without a record is 0 ms old.
 */
export function clusterStands(kind: LeftoverKind): Safeguard<OfCluster, ClusterParameters> {
  return {
    name: 'clusterStands',
    summary:
      'Its Kubernetes cluster exists, or has not been gone for `clusters.absentFor`; only with the rule `clusterGone`.',
    keeps(resource, { clusters }, { findings, absences = [] }) {
      const existing = findings.find(({ says, alias }) => says === 'exists' && isClusterAlias(alias));
      if (existing) return `its cluster exists: ${existing.by}`;
      const ofClusters = absences.filter(({ alias }) => isClusterAlias(alias));
      const reasons = leftBy(resource, kind, clusters).length === 0 ? [] : ofClusters.flatMap(whyTooSoon(clusters));
      return reasons.length === 0 ? undefined : reasons.join(', ');
    },
  };
}

/** A tag of Cluster API on one leftover keeps all of the cluster; see clusterOptOuts. */
export const clusterKept: Safeguard<OfCluster, ClusterParameters> = {
  name: 'clusterKept',
  summary:
    'A tag of Cluster API on another leftover of its Kubernetes cluster keeps them all; only with the rule `clusterGone`.',
  keeps: (_resource, _parameters, { findings }) =>
    findings.find(({ says, alias }) => says === 'exists' && isKeptAlias(alias))?.by,
};

function whyTooSoon({ absentFor, requireSeenAlive, gone }: ClusterParameters['clusters']) {
  return ({ by, forMs, wasSeen, cautions = [] }: Absence): readonly string[] => {
    if (requireSeenAlive && !wasSeen) return [`${by} is gone, but Holystone never saw it alive (requireSeenAlive)`];
    const sayItIsGone = cautions.flatMap((one) =>
      wasSeen || one.code !== 'clusterBeside' || gone.includes(one.values.name)
        ? []
        : `no survey saw ${by} alive, and ${inEnglish(one)}; if it is gone, say so: clusters: { gone: [${one.values.name}] }`,
    );
    if (sayItIsGone.length > 0) return sayItIsGone;
    if (forMs >= absentFor) return [];
    const passed = forMs > 0 ? `, of which ${formatAge(forMs)} have passed` : '';
    const beware = cautions.map((one) => `; ${inEnglish(one)}`).join('');
    return [`${by} is gone: candidate after ${formatMs(absentFor)} of surveys${passed}${beware}`];
  };
}

/**
 * With incomplete evidence the verdict is unknown, and not keep: a mark survives an hour in which EKS does not answer.
 * Only for entries with the rule: for all others the tags alone say who manages it.
 */
function mayBeGone(clusters: readonly string[], resource: OfCluster, facts: Facts): boolean {
  if (!facts.rules?.includes(CLUSTER_GONE)) return false;
  return facts.isFirstLook || facts.isUnread || absencesOf(clusters, resource, facts) !== undefined;
}

/** `undefined` unless each of the clusters is gone. */
function absencesOf(
  clusters: readonly string[],
  { vpcId }: OfCluster,
  { absences = [] }: Facts,
): readonly Absence[] | undefined {
  const found = clusters.flatMap((name) => absences.find(({ alias }) => alias === clusterAlias(name, vpcId)) ?? []);
  return found.length === clusters.length ? found : undefined;
}

/** `absence` of the cluster with this name */
function goneCluster(name: string, absence: Absence | undefined): GoneCluster {
  const { forMs = 0, wasSeen = false, cautions } = absence ?? {};
  return {
    name,
    ...(forMs > 0 ? { age: ageOf(forMs) } : {}),
    ...(wasSeen ? {} : { neverSeen: true }),
    ...defined({ cautions }),
  };
}
