import type { Finding } from '../../../../core/common/finding.ts';
import type { Reason } from '../../../../core/common/reason.ts';
import { permissionsOf } from '../../calls/call.ts';
import { eks } from '../../calls/eks.ts';
import { carries, clustersIn } from '../../resources/clusterTags.ts';
import { saysNotFound } from '../../wire/readError.ts';
import { pages, read } from '../../wire/reading.ts';
import { requirePart } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';
import { CARRIER_CALLS, type Carrier, carriersIn, isRemains } from './carriers.ts';

/** Every call of {@link Clusters}. */
export const CLUSTER_READS = permissionsOf(...CARRIER_CALLS, eks.describeCluster);
/** Every call of {@link Clusters}, with that of {@link Clusters.beside}. */
export const BESIDE_READS = [...CLUSTER_READS, ...permissionsOf(eks.listClusters)];

type FindingOfCluster = Omit<Finding, 'alias'>;

/** The clusters of one place, each asked once; the listings are read once for all of them. */
export class Clusters {
  readonly #target: CallScope;
  readonly #found = new Map<string, Promise<EksCluster | undefined>>();
  /** Of each VPC: the names of the clusters that live there, each with a part of it. */
  readonly #living = new Map<string | undefined, ReadonlyMap<string, string>>();
  #carriers: Promise<readonly Carrier[]> | undefined;
  #listed: Promise<readonly string[]> | undefined;

  constructor(target: CallScope) {
    this.#target = target;
  }

  async find(name: string, vpcId: string | undefined): Promise<readonly FindingOfCluster[]> {
    const carriers = (await this.#all()).filter(({ tags }) => carries(tags, name));
    const mayBeHere = (part: Part) => mayBeIn(vpcId, part);
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
      const cautions = [...cautionOf(parts, name, vpcId), ...asleep(remains.filter(mayBeHere), name)];
      return [{ says: 'gone', by: `cluster ${name}`, ...(cautions.length > 0 ? { cautions } : {}) }];
    }
    const unclear = eksCluster?.unclear !== undefined && here.includes(eksCluster) ? eksCluster : undefined;
    if (unclear) return [{ says: 'unknown', by: `${unclear.by}: ${unclear.unclear}` }];
    return here.slice(0, 1).map(({ by }) => ({ says: 'exists', by }));
  }

  /**
   * The clusters of other names that live where the resource is: the name in a tag is a setting of the controller that wrote it, and
   * need not be the cluster's own (kubernetes-sigs/aws-load-balancer-controller 3319).
   * @param vpcId absent: of a resource that is in no VPC, so each cluster of the place counts
   */
  async beside(name: string, vpcId: string | undefined): Promise<readonly Reason[]> {
    const living = this.#living.get(vpcId) ?? namesOf(await this.#all(), vpcId);
    this.#living.set(vpcId, living);
    const isOther = ([one]: readonly [string, string]) => one !== name;
    const tagged = [...living].filter(isOther);
    const others = tagged.length > 0 ? tagged : (await this.#eksClustersIn(vpcId)).filter(isOther);
    const [first, ...more] = others;
    if (first === undefined) return [];
    const [one, part] = first;
    return [{ code: 'clusterBeside', values: { name, part, others: { names: [one], more: more.length } } }];
  }

  #all(): Promise<readonly Carrier[]> {
    this.#carriers ??= carriersIn(this.#target);
    return this.#carriers;
  }

  /** A cluster whose pods run on Fargate has no machine here, and no tag. */
  async #eksClustersIn(vpcId: string | undefined): Promise<readonly (readonly [string, string])[]> {
    this.#listed ??= everyName(this.#target);
    const found: (readonly [string, string])[] = [];
    for (const name of await this.#listed) {
      const cluster = await this.#eksCluster(name);
      if (cluster && mayBeIn(vpcId, cluster)) found.push([name, cluster.by]);
    }
    return found;
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

function mayBeIn(vpcId: string | undefined, { vpcIds }: Pick<Carrier, 'vpcIds'>): boolean {
  return vpcId === undefined || vpcIds === undefined || vpcIds.includes(vpcId);
}

function namesOf(carriers: readonly Carrier[], vpcId: string | undefined): ReadonlyMap<string, string> {
  const isHere = (one: Carrier) => !one.isPlaceless && !isRemains(one) && mayBeIn(vpcId, one);
  const named = carriers.filter(isHere).flatMap(({ tags, by }) => clustersIn(tags).map((name) => [name, by] as const));
  return new Map(named.reverse());
}

async function everyName(target: CallScope): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const page of pages(target, eks.listClusters, 'reading the names of EKS clusters')) names.push(...page);
  return names;
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
