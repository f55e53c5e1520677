import type { Finding } from '../../../../core/common/finding.ts';
import type { Reason } from '../../../../core/common/reason.ts';
import { permissionsOf } from '../../calls/call.ts';
import { eks } from '../../calls/eks.ts';
import { carries, ownershipOf } from '../../resources/clusterTags.ts';
import { saysNotFound } from '../../wire/readError.ts';
import { read } from '../../wire/reading.ts';
import { requirePart } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';
import { CARRIER_CALLS, type Carrier, carriersIn, isRemains } from './carriers.ts';

/** Every call of {@link Clusters}. */
export const CLUSTER_READS = permissionsOf(...CARRIER_CALLS, eks.describeCluster);

type FindingOfCluster = Omit<Finding, 'alias'>;

/** The clusters of one place, each asked once; the listings are read once for all of them. */
export class Clusters {
  readonly #target: CallScope;
  readonly #found = new Map<string, Promise<EksCluster | undefined>>();
  #carriers: Promise<readonly Carrier[]> | undefined;

  constructor(target: CallScope) {
    this.#target = target;
  }

  async find(name: string, vpcId: string | undefined): Promise<readonly FindingOfCluster[]> {
    this.#carriers ??= carriersIn(this.#target);
    const all = await this.#carriers;
    const carriers = all.filter(({ tags }) => carries(tags, name));
    const mayBeHere = ({ vpcIds }: Part) => vpcId === undefined || vpcIds === undefined || vpcIds.includes(vpcId);
    // A part that is here shows it, whatever EKS says: so EKS is asked only about clusters that seem gone.
    const sure = carriers.find((carrier) => !carrier.isPlaceless && !isRemains(carrier) && mayBeHere(carrier));
    if (sure) return [{ says: 'exists', by: sure.by }];
    const eksCluster = await this.#eksCluster(name);
    // EKS made the machines of its clusters: without the cluster, what has none is only left from it.
    const remains = eksCluster === undefined ? carriers.filter(isRemains) : [];
    const alive = carriers.filter((carrier) => !remains.includes(carrier));
    const parts: readonly Part[] = [...(eksCluster ? [eksCluster] : []), ...alive];
    // A launch template is explained by a cluster of the same name that lives in another VPC.
    const livesElsewhere = parts.some((part) => !mayBeHere(part));
    const here = parts.filter((part) => mayBeHere(part) && !(part.isPlaceless && livesElsewhere));
    if (here.length === 0) {
      const cautions = [
        ...cautionOf(parts, name, vpcId),
        ...asleep(remains.filter(mayBeHere), name),
        ...beside(all, name, vpcId),
      ];
      return [{ says: 'gone', by: `cluster ${name}`, ...(cautions.length > 0 ? { cautions } : {}) }];
    }
    const unclear = eksCluster?.unclear !== undefined && here.includes(eksCluster) ? eksCluster : undefined;
    if (unclear) return [{ says: 'unknown', by: `${unclear.by}: ${unclear.unclear}` }];
    return here.slice(0, 1).map(({ by }) => ({ says: 'exists', by }));
  }

  #eksCluster(name: string): Promise<EksCluster | undefined> {
    const known = this.#found.get(name) ?? readEksCluster(this.#target, name);
    this.#found.set(name, known);
    return known;
  }
}

/** A cluster that works in another VPC than its own looks gone from there: only a person can decide. */
function cautionOf(parts: readonly Part[], name: string, vpcId: string | undefined): readonly Reason[] {
  const elsewhere = parts.find(({ isPlaceless }) => !isPlaceless);
  if (!elsewhere?.vpcIds || vpcId === undefined) return [];
  const [vpc = '', ...more] = new Set(elsewhere.vpcIds);
  const values = { name, vpc, more: more.length, part: elsewhere.by, here: vpcId };
  return [{ code: 'clusterElsewhere', values }];
}

/** A cluster that nobody made with EKS, and that somebody scaled to zero for a while, looks like this too. */
function asleep([one, ...more]: readonly Part[], name: string): readonly Reason[] {
  return one === undefined ? [] : [{ code: 'clusterAsleep', values: { name, part: one.by, more: more.length } }];
}

/**
 * The name in a tag is a setting of the controller that wrote it, and need not be the cluster's own: kubernetes-sigs/aws-load-balancer-controller
 * 3319.
 */
function beside(carriers: readonly Carrier[], name: string, vpcId: string | undefined): readonly Reason[] {
  if (vpcId === undefined) return [];
  const living = carriers.flatMap(({ by, tags, ...carrier }) => {
    if (!carrier.vpcIds?.includes(vpcId) || isRemains({ by, tags, ...carrier }) || carries(tags, name)) return [];
    const owned = ownershipOf(tags, { byNamingTags: true });
    return owned.kind === 'owned' ? [{ by, names: owned.clusters }] : [];
  });
  const [first] = living;
  if (first === undefined) return [];
  const [one = '', ...more] = new Set(living.flatMap(({ names }) => names));
  return [{ code: 'clusterBeside', values: { name, part: first.by, others: { names: [one], more: more.length } } }];
}

type Part = Pick<Carrier, 'by' | 'vpcIds' | 'isPlaceless'>;

interface EksCluster {
  readonly by: string;
  readonly vpcIds?: readonly string[];
  /** Why its state shows neither that it exists nor that it is gone. */
  readonly unclear?: string;
}

/** States in which a cluster works or comes to work: https://docs.aws.amazon.com/eks/latest/APIReference/API_Cluster.html */
const STANDS: readonly string[] = ['ACTIVE', 'CREATING', 'PENDING', 'UPDATING'];

async function readEksCluster(target: CallScope, name: string): Promise<EksCluster | undefined> {
  const what = `reading EKS cluster ${name}`;
  const answer = await read(target, eks.describeCluster, what, { name }).catch((error: unknown) => {
    if (saysNotFound(error)) return undefined;
    throw error;
  });
  if (answer === undefined) return undefined;
  const { status = 'status not known', resourcesVpcConfig } = requirePart(answer.cluster, 'cluster', {
    target,
    api: eks.describeCluster.api,
    what,
  });
  const vpcId = resourcesVpcConfig?.vpcId;
  return {
    by: `EKS cluster ${name} (${status})`,
    ...(vpcId ? { vpcIds: [vpcId] } : {}),
    ...(STANDS.includes(status) ? {} : { unclear: 'it is neither alive nor gone' }),
  };
}
