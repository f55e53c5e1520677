import type { TargetDescription, TargetHealthDescription } from '@aws-sdk/client-elastic-load-balancing-v2';
import { defined } from '../../collections/defined.ts';
import { AwsError } from '../../collections/errors.ts';
import { forwardedTo } from '../../seeds/balancerSeeds.ts';
import { newTargetGroup, type TargetGroupRow } from '../../seeds/targetGroupSeeds.ts';
import type { Call } from '../../store/call.ts';
import { collection } from '../../store/listing.ts';
import { type ElbV2Handlers, invalid, listing, refuseName, withTags } from './common.ts';

const TARGET_GROUP = /^arn:[\w-]+:elasticloadbalancing:[\w-]+:\d{12}:targetgroup\/[^/]+\/\w+$/;

export const targetGroups: ElbV2Handlers = {
  /** https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_DescribeTargetGroups.html */
  DescribeTargetGroups: listing(
    collection(
      (call: Call) => {
        const used = usedBy(call);
        return call.here.targetGroups.view().map((row) => ({ ...row, value: withBalancers(row.value, used) }));
      },
      ({ targetGroup }) => targetGroup,
    ),
    {
      answer: 'TargetGroups',
      named: [
        { by: 'TargetGroupArns', check: (arns) => arns.forEach(refuseArn), notFound },
        { by: 'Names', of: ({ targetGroup }) => targetGroup.TargetGroupName, notFound },
      ],
    },
  ),

  /** https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_CreateTargetGroup.html */
  CreateTargetGroup({ Name: name = '', Tags, ...settings }, call) {
    const { here } = call;
    const { TargetType = 'instance', Protocol, Port, VpcId } = settings;
    refuseName(name, 'Target group');
    // "If the target is a Lambda function, this parameter does not apply. Otherwise, this parameter is required."
    if (TargetType !== 'lambda' && (!Protocol || !Port || !VpcId)) {
      throw invalid('Protocol, port and VPC must be specified');
    }
    const isTaken = here.targetGroups.values().some(({ targetGroup }) => targetGroup.TargetGroupName === name);
    if (isTaken) {
      throw new AwsError('DuplicateTargetGroupName', `A target group with the same name '${name}' exists`);
    }
    const seed = { ...defined(settings), TargetGroupName: name, TargetType, tags: withTags({}, Tags) };
    const row = newTargetGroup(seed, call);
    here.targetGroups.put(row.targetGroup.TargetGroupArn ?? '', row);
    return { TargetGroups: [row.targetGroup] };
  },

  /**
   * "You can delete a target group if it is not referenced by any actions. Deleting a target group also deletes any
   * associated health checks. Deleting a target group does not affect its registered targets." Its only error is
   * ResourceInUse: the answer for an absent one is not documented, so that nothing here depends on it.
   * https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_DeleteTargetGroup.html
   */
  DeleteTargetGroup({ TargetGroupArn: arn = '' }, call) {
    const { targetGroup } = withBalancers(existing(arn, call), usedBy(call));
    if (targetGroup.LoadBalancerArns?.length) {
      throw new AwsError('ResourceInUse', `Target group '${arn}' is currently in use by a listener or a rule`);
    }
    call.here.targetGroups.remove(arn);
    return {};
  },

  DescribeTargetGroupAttributes: ({ TargetGroupArn: arn = '' }, call) => ({
    Attributes: [...existing(arn, call).attributes],
  }),

  /** https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_ModifyTargetGroupAttributes.html */
  ModifyTargetGroupAttributes({ TargetGroupArn: arn = '', Attributes = [] }, call) {
    const row = existing(arn, call);
    const kept = row.attributes.filter(({ Key }) => !Attributes.some((one) => one.Key === Key));
    const attributes = [...kept, ...Attributes];
    call.here.targetGroups.put(arn, { ...row, attributes });
    return { Attributes: attributes };
  },

  /** Healthy at once. https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_RegisterTargets.html */
  RegisterTargets({ TargetGroupArn: arn = '', Targets = [] }, call) {
    const row = existing(arn, call);
    const fresh = Targets.map((Target) => ({ Target, TargetHealth: { State: 'healthy' as const } }));
    const kept = row.targets.filter(({ Target }) => !Targets.some(({ Id }) => Id === Target?.Id));
    call.here.targetGroups.put(arn, { ...row, targets: [...kept, ...fresh] });
    return {};
  },

  /** https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_DescribeTargetHealth.html; not paged. */
  DescribeTargetHealth({ TargetGroupArn: arn = '', Targets = [] }, { here }) {
    refuseArn(arn);
    const found = here.targetGroups.view().find(({ key }) => key === arn)?.value;
    if (!found) throw notFound();
    if (Targets.length === 0) return { TargetHealthDescriptions: [...found.targets] };
    return {
      TargetHealthDescriptions: Targets.map(
        (target) => found.targets.find(({ Target }) => Target?.Id === target.Id) ?? notRegistered(target),
      ),
    };
  },
};

/** The ARNs of load balancers by the target groups that their listeners and rules forward to. */
function usedBy({ here }: Call): ReadonlyMap<string, readonly string[]> {
  const used = new Map<string, string[]>();
  for (const { loadBalancer, listeners } of here.loadBalancerV2s.values()) {
    const rules = listeners.flatMap((one) => one.rules);
    for (const arn of new Set(rules.flatMap(({ Actions }) => forwardedTo(Actions)))) {
      used.set(arn, [...(used.get(arn) ?? []), loadBalancer.LoadBalancerArn ?? '']);
    }
  }
  return used;
}

function withBalancers(row: TargetGroupRow, used: ReadonlyMap<string, readonly string[]>): TargetGroupRow {
  const more = used.get(row.targetGroup.TargetGroupArn ?? '') ?? [];
  if (more.length === 0) return row;
  const LoadBalancerArns = [...(row.targetGroup.LoadBalancerArns ?? []), ...more];
  return { ...row, targetGroup: { ...row.targetGroup, LoadBalancerArns } };
}

function refuseArn(arn: string): void {
  if (!TARGET_GROUP.test(arn)) throw invalid(`'${arn}' is not a valid target group ARN`);
}

function existing(arn: string, { here }: Call): TargetGroupRow {
  refuseArn(arn);
  const row = here.targetGroups.get(arn);
  if (!row) throw notFound();
  return row;
}

function notFound(): AwsError {
  return new AwsError('TargetGroupNotFound', 'One or more target groups not found');
}

function notRegistered(Target: TargetDescription): TargetHealthDescription {
  const Description = 'Target is not registered to the target group';
  return { Target, TargetHealth: { State: 'unused', Reason: 'Target.NotRegistered', Description } };
}
