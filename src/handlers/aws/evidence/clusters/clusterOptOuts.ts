import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { collecting } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import { elb, elbV2 } from '../../calls/loadBalancing.ts';
import { CLUSTER_GONE, type OfCluster } from '../../resources/clusterGone.ts';
import type { ClusterParameters } from '../../resources/clusterParameters.ts';
import {
  COLLECTION_TAGS,
  carries,
  clusterAlias,
  clusterKeptAlias,
  type LeftoverKind,
  leftBy,
  optedOutOfCollection,
} from '../../resources/clusterTags.ts';
import { elbTags, elbV2Tags } from '../../session/balancerTags.ts';
import { readTags, type TagListing } from '../../session/tagging.ts';
import { toTags } from '../../session/tags.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { LEFTOVERS_AT_ONCE } from './clusterSource.ts';

/** A resource that may carry the tags of Cluster API. */
interface Carrier {
  /** In words, with its id. */
  readonly by: string;
  readonly tags: Readonly<Record<string, string>>;
  /** Absent: in none, or not known. */
  readonly vpcId?: string | undefined;
}

/**
 * The tags of Cluster API count for the whole cluster, on each of its leftovers. Volumes are in no VPC: their tags count
 * for each cluster of the name.
 */
export function clusterOptOuts(kind: LeftoverKind): EvidenceSource<ClusterParameters> {
  return {
    name: 'clusterOptOuts',
    summary:
      'Tags of Cluster API that keep the leftovers of a cluster, on any load balancer, target group, security group or volume of it. Only for entries with the rule `clusterGone`.',
    permissions: permissionsOf(
      ec2.describeSecurityGroups,
      ec2.describeVolumes,
      elb.describeLoadBalancers,
      elb.describeTags,
      elbV2.describeLoadBalancers,
      elbV2.describeTags,
      elbV2.describeTargetGroups,
    ),
    per: 'resource',
    candidatesAtOnce: LEFTOVERS_AT_ONCE,
    places: (scope) => (scope.rules?.includes(CLUSTER_GONE) ? ownPlace(scope) : []),
    variant: ({ parameters }) => String(parameters.clusters.ownerTags),
    async read(place, scope, candidates, io) {
      const target = await provenReader(place, scope, io);
      const clusters = new Map<string, { readonly name: string; readonly vpcId: string | undefined }>();
      for (const candidate of candidates as readonly OfCluster[]) {
        const { vpcId } = candidate;
        for (const name of leftBy(candidate, kind, scope.parameters.clusters))
          clusters.set(clusterAlias(name, vpcId), { name, vpcId });
      }
      const vpcs = new Set([...clusters.values()].map(({ vpcId }) => vpcId));
      const isAsked = (vpcId: string | undefined) => !vpcId || vpcs.has(undefined) || vpcs.has(vpcId);
      const find = ({ by, tags, vpcId }: Carrier): readonly Finding[] => {
        const why = optedOutOfCollection(tags, kind.task);
        if (why === undefined) return [];
        return [...clusters.values()]
          .filter((cluster) => carries(tags, cluster.name))
          .filter((cluster) => !vpcId || cluster.vpcId === undefined || cluster.vpcId === vpcId)
          .map(({ name, vpcId: where }) => ({
            alias: clusterKeptAlias(name, where),
            says: 'exists',
            by: `${why} on ${by} of cluster ${name}`,
          }));
      };
      if (clusters.size === 0) return [];
      return collecting(async (found) => {
        for (const listing of LISTINGS) await found.attempt(() => found.inPages(listing(target, isAsked), find));
      });
    },
  };
}

type VpcFilter = (vpcId: string | undefined) => boolean;
type Listing = (target: CallScope, isAsked: VpcFilter) => AsyncIterable<readonly Carrier[]>;

const TAGGED = { Filters: [{ Name: 'tag-key', Values: [...COLLECTION_TAGS] }] };
const WHAT = 'reading tags of Cluster API';

const LISTINGS: readonly Listing[] = [
  async function* securityGroups(target) {
    for await (const page of pages(target, ec2.describeSecurityGroups, WHAT, TAGGED))
      yield page.map(({ GroupId, Tags, VpcId }) => ({
        by: `security group ${GroupId}`,
        tags: toTags(Tags),
        vpcId: VpcId,
      }));
  },
  async function* volumes(target) {
    for await (const page of pages(target, ec2.describeVolumes, WHAT, TAGGED))
      yield page.map(({ VolumeId, Tags }) => ({ by: `volume ${VolumeId}`, tags: toTags(Tags) }));
  },
  async function* classicLoadBalancers(target, isAsked) {
    for await (const page of pages(target, elb.describeLoadBalancers, WHAT)) {
      const untagged = page.map(({ LoadBalancerName: id, VPCId: vpcId }) => ({
        id,
        by: `classic load balancer ${id}`,
        vpcId,
      }));
      yield await withTags(target, elbTags.listing, untagged, isAsked);
    }
  },
  async function* loadBalancers(target, isAsked) {
    for await (const page of pages(target, elbV2.describeLoadBalancers, WHAT)) {
      const untagged = page.map(({ LoadBalancerArn: id, LoadBalancerName: name, VpcId: vpcId }) => ({
        id,
        by: `load balancer ${name}`,
        vpcId,
      }));
      yield await withTags(target, elbV2Tags.listing, untagged, isAsked);
    }
  },
  async function* targetGroups(target, isAsked) {
    for await (const page of pages(target, elbV2.describeTargetGroups, WHAT)) {
      const untagged = page.map(({ TargetGroupArn: id, TargetGroupName: name, VpcId: vpcId }) => ({
        id,
        by: `target group ${name}`,
        vpcId,
      }));
      yield await withTags(target, elbV2Tags.listing, untagged, isAsked);
    }
  },
];

/** A resource that went before its tags were read keeps nothing any more. @throws ReadError if tags cannot be read */
async function withTags(
  target: CallScope,
  listing: TagListing,
  listed: readonly (Omit<Carrier, 'tags'> & { readonly id: string | undefined })[],
  isAsked: VpcFilter,
): Promise<readonly Carrier[]> {
  const wanted = listed.filter(({ vpcId }) => isAsked(vpcId));
  const tagsOf = await readTags(
    target,
    listing,
    wanted.flatMap(({ id }) => id ?? []),
  );
  return wanted.flatMap(({ id, by, vpcId }) => {
    const read = id === undefined ? undefined : tagsOf.get(id);
    if (read?.kind === 'gone') return [];
    if (read?.kind === 'found') return [{ by, vpcId, tags: read.resource.tags }];
    const why = read?.why ?? 'AWS gave no answer about it';
    throw new ReadError(`${WHAT} of ${by}: ${why}`, { problem: 'failed' });
  });
}
