import type { LaunchTemplate } from '@aws-sdk/client-ec2';
import type { Finding } from '../../../../core/common/finding.ts';
import { autoScaling } from '../../calls/autoScaling.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import { eks } from '../../calls/eks.ts';
import { carries } from '../../resources/clusterTags.ts';
import { toTags } from '../../session/tags.ts';
import { saysNotFound } from '../../wire/readError.ts';
import { pages, read } from '../../wire/reading.ts';
import { requirePart } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';
import { aliveState, instancePages } from '../launches/instancePages.ts';

/** Every call of {@link Clusters}. */
export const CLUSTER_READS = permissionsOf(
  autoScaling.describeAutoScalingGroups,
  ec2.describeInstances,
  ec2.describeLaunchTemplates,
  ec2.describeSubnets,
  eks.describeCluster,
);

type FindingOfCluster = Omit<Finding, 'alias'>;

/** A part of a cluster: as long as one is there, the cluster is not gone. */
interface Carrier {
  readonly tags: Readonly<Record<string, string>>;
  /** In words, with its id. */
  readonly by: string;
  /** Absent: not known, so it may be in any. */
  readonly vpcIds?: readonly string[];
  /** A launch template belongs to no VPC. */
  readonly isPlaceless?: true;
}

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
    const carriers = (await this.#carriers).filter(({ tags }) => carries(tags, name));
    const mayBeHere = ({ vpcIds }: Part) => vpcId === undefined || vpcIds === undefined || vpcIds.includes(vpcId);
    // A part that is here shows it, whatever EKS says: so EKS is asked only about clusters that seem gone.
    const sure = carriers.find((carrier) => !carrier.isPlaceless && mayBeHere(carrier));
    if (sure) return [{ says: 'exists', by: sure.by }];
    const eksCluster = await this.#eksCluster(name);
    const parts: readonly Part[] = [...(eksCluster ? [eksCluster] : []), ...carriers];
    // A launch template is explained by a cluster of the same name that lives in another VPC.
    const livesElsewhere = parts.some((part) => !mayBeHere(part));
    const here = parts.filter((part) => mayBeHere(part) && !(part.isPlaceless && livesElsewhere));
    if (here.length === 0) return [{ says: 'gone', by: `cluster ${name}`, ...cautionOf(parts, name, vpcId) }];
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
function cautionOf(parts: readonly Part[], name: string, vpcId: string | undefined): Pick<Finding, 'caution'> {
  const elsewhere = parts.find(({ isPlaceless }) => !isPlaceless);
  if (!elsewhere?.vpcIds || vpcId === undefined) return {};
  const [first = '', ...more] = new Set(elsewhere.vpcIds);
  const where = more.length === 0 ? first : `${first} and ${more.length} more`;
  return {
    caution: `there is a cluster ${name} in ${where} (${elsewhere.by}): keep it if that one works in ${vpcId} too`,
  };
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

/** Every instance that is not terminated, every Auto Scaling group and every launch template that names a cluster. */
async function carriersIn(target: CallScope): Promise<readonly Carrier[]> {
  const carriers: Carrier[] = [];
  const add = (carrier: Carrier) => {
    if (carries(carrier.tags)) carriers.push(carrier);
  };
  for await (const page of instancePages(target, 'reading instances of clusters')) {
    for (const instance of page) {
      const state = aliveState(instance);
      if (state === undefined) continue;
      add({
        tags: toTags(instance.Tags),
        by: `instance ${instance.InstanceId} (${state})`,
        ...(instance.VpcId ? { vpcIds: [instance.VpcId] } : {}),
      });
    }
  }
  for await (const page of pages(target, ec2.describeLaunchTemplates, 'reading launch templates of clusters')) {
    for (const template of page)
      add({ tags: toTags(template.Tags), by: describeTemplate(template), isPlaceless: true });
  }
  for (const carrier of await groupsIn(target)) add(carrier);
  return carriers;
}

function describeTemplate({ LaunchTemplateId, LaunchTemplateName }: LaunchTemplate): string {
  return `launch template ${LaunchTemplateName ?? LaunchTemplateId}`;
}

/** Auto Scaling groups name subnets, not VPCs. Subnets are read only if a group names a cluster. */
async function groupsIn(target: CallScope): Promise<readonly Carrier[]> {
  const groups: { carrier: Carrier; subnets: readonly string[] }[] = [];
  const listed = pages(target, autoScaling.describeAutoScalingGroups, 'reading Auto Scaling groups of clusters');
  for await (const page of listed) {
    for (const { AutoScalingGroupName, Tags, VPCZoneIdentifier = '' } of page) {
      const carrier = { tags: toTags(Tags), by: `Auto Scaling group ${AutoScalingGroupName}` };
      const subnets = VPCZoneIdentifier.split(',').map((id) => id.trim());
      if (carries(carrier.tags)) groups.push({ carrier, subnets: subnets.filter((id) => id !== '') });
    }
  }
  if (groups.length === 0) return [];
  const vpcs = new Map<string, string>();
  for await (const page of pages(target, ec2.describeSubnets, 'reading subnets of clusters')) {
    for (const { SubnetId, VpcId } of page) if (SubnetId && VpcId) vpcs.set(SubnetId, VpcId);
  }
  return groups.map(({ carrier, subnets }) => {
    const known = subnets.flatMap((id) => vpcs.get(id) ?? []);
    return known.length > 0 && known.length === subnets.length ? { ...carrier, vpcIds: known } : carrier;
  });
}
