import type { AutoScalingGroup } from '@aws-sdk/client-auto-scaling';
import type { Resource } from '../../../../core/resource/resource.ts';
import { elb, elbV2 } from '../../calls/loadBalancing.ts';
import type { GroupResource } from '../../resources/autoScalingGroup.ts';
import { unlessGone } from '../../wire/readError.ts';
import { readList } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { eachSource, type FindingOfOne } from '../eachSource.ts';

/** One source of traffic to the instances of a group. */
interface TrafficSource {
  /** `other`: its targets are not read, for example those of VPC Lattice. */
  readonly kind: 'classic' | 'targetGroup' | 'other';
  /** A classic load balancer's name, or an ARN. */
  readonly id: string;
}

const TARGET_GROUP = /^arn:[^:]+:elasticloadbalancing:[^:]*:[^:]*:targetgroup\//;

/**
 * All sources attached to a group, each once. AWS also lists load balancers under `TrafficSources`, a later addition.
 * @returns `undefined` if a list is missing: then the attachments are unknown
 */
export function trafficSourcesOf(group: AutoScalingGroup): readonly TrafficSource[] | undefined {
  const { LoadBalancerNames, TargetGroupARNs, TrafficSources = [] } = group;
  if (!LoadBalancerNames || !TargetGroupARNs) return undefined;
  const sources = new Map<string, TrafficSource>();
  for (const { Identifier, Type } of TrafficSources) {
    const id = Identifier ?? 'a traffic source without name';
    sources.set(id, { kind: kindOf(id, Type), id });
  }
  for (const id of LoadBalancerNames) sources.set(id, { kind: 'classic', id });
  for (const id of TargetGroupARNs) sources.set(id, { kind: 'targetGroup', id });
  return [...sources.values()];
}

/** Types: https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_TrafficSourceIdentifier.html */
function kindOf(id: string, type: string | undefined): TrafficSource['kind'] {
  if (type === 'elb') return 'classic';
  return type === 'elbv2' || (type === undefined && TARGET_GROUP.test(id)) ? 'targetGroup' : 'other';
}

/** Every target of a load balancer attached to the group, also an instance of another group. */
export const loadBalancerHealth = eachSource<Resource & Partial<GroupResource>>({
  name: 'loadBalancerHealth',
  summary:
    'Instances and targets in service in the load balancers and target groups attached to it; only targets that AWS calls `unused` do not count.',
  calls: [elb.describeInstanceHealth, elbV2.describeTargetHealth],
  reading(target) {
    // Several groups may share a load balancer: each is read once.
    const known = new Map<string, readonly FindingOfOne[]>();
    return async ({ described }) => {
      const sources = described && trafficSourcesOf(described);
      if (!sources) return [{ says: 'unknown', by: 'AWS did not report the attached load balancers' }];
      const findings: FindingOfOne[] = [];
      for (const source of sources) {
        const health = known.get(source.id) ?? (await healthOf(target, source));
        known.set(source.id, health);
        findings.push(...health);
      }
      return findings;
    };
  },
});

async function healthOf(target: CallScope, { kind, id }: TrafficSource): Promise<readonly FindingOfOne[]> {
  switch (kind) {
    case 'classic':
      return inService(`load balancer ${id}`, await unlessGone(instancesOf(target, id), []));
    case 'targetGroup':
      return inService(`target group ${nameOf(id)}`, await unlessGone(targetsOf(target, id), []));
    case 'other':
      return [{ says: 'unknown', by: `${id} is attached, and whether it has targets in service cannot be read` }];
  }
}

/** In words. An instance out of service counts: it may pass its next health check. */
async function instancesOf(target: CallScope, LoadBalancerName: string): Promise<readonly string[]> {
  const what = `reading the health of instances behind ${LoadBalancerName}`;
  const states = await readList(target, elb.describeInstanceHealth, what, { LoadBalancerName });
  return states.map(({ InstanceId, State }) => `${InstanceId} (${State})`);
}

/**
 * In words. `unused` means that no traffic can reach the target: no load balancer uses the group, or the target is
 * stopped or not in a zone of it. All other states count, also unhealthy and draining.
 * https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_TargetHealth.html
 */
async function targetsOf(target: CallScope, TargetGroupArn: string): Promise<readonly string[]> {
  const what = `reading the health of targets in ${TargetGroupArn}`;
  const targets = await readList(target, elbV2.describeTargetHealth, what, { TargetGroupArn });
  return targets
    .filter(({ TargetHealth }) => TargetHealth?.State !== 'unused')
    .map(({ Target, TargetHealth }) => `${Target?.Id} (${TargetHealth?.State})`);
}

/** The number of targets in a reason. */
const SHOWN = 3;

function inService(source: string, targets: readonly string[]): readonly FindingOfOne[] {
  if (targets.length === 0) return [];
  const more = targets.length > SHOWN ? `, and ${targets.length - SHOWN} more` : '';
  return [{ says: 'used', by: `${source} with ${targets.slice(0, SHOWN).join(', ')}${more}` }];
}

/** `arn:…:targetgroup/NAME/ID` */
function nameOf(arn: string): string {
  return arn.split('/')[1] ?? arn;
}
