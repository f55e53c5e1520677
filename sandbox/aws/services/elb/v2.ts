import * as module from '@aws-sdk/client-elastic-load-balancing-v2';
import { defined } from '../../collections/defined.ts';
import { AwsError } from '../../collections/errors.ts';
import { newTargetGroup } from '../../seeds/loadBalancerSeeds.ts';
import { type Service, service } from '../../wire/service.ts';

/** "alphanumeric characters or hyphens", "must not begin or end with a hyphen", at most 32: API_CreateTargetGroup. */
const NAME = /^(?!-)[A-Za-z0-9-]{1,32}(?<!-)$/;

const TARGET_GROUP = /^arn:[\w-]+:elasticloadbalancing:[\w-]+:\d{12}:targetgroup\/[^/]+\/\w+$/;

/** Application, Network and Gateway load balancers: the API of 2015. */
export function elbV2(): Service {
  return service(
    module,
    module.ElasticLoadBalancingV2Client,
  )({
    /** https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_CreateTargetGroup.html */
    CreateTargetGroup(input, call) {
      const { here } = call;
      const { Name: name = '', TargetType = 'instance', Protocol, Port, VpcId } = input;
      if (!NAME.test(name)) throw new AwsError('ValidationError', `Target group name '${name}' is not valid`);
      // "If the target is a Lambda function, this parameter does not apply. Otherwise, this parameter is required."
      if (TargetType !== 'lambda' && (!Protocol || !Port || !VpcId)) {
        throw new AwsError('ValidationError', 'Protocol, port and VPC must be specified');
      }
      const isTaken = here.targetGroups.values().some(({ targetGroup }) => targetGroup.TargetGroupName === name);
      if (isTaken) {
        throw new AwsError('DuplicateTargetGroupName', `A target group with the same name '${name}' exists`);
      }
      const seed = { TargetGroupName: name, TargetType, ...defined({ Protocol, Port, VpcId }) };
      const row = newTargetGroup(seed, call);
      here.targetGroups.put(row.targetGroup.TargetGroupArn ?? '', row);
      return { TargetGroups: [row.targetGroup] };
    },

    /** https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_DescribeTargetHealth.html; not paged. */
    DescribeTargetHealth({ TargetGroupArn: arn = '', Targets = [] }, { here }) {
      if (!TARGET_GROUP.test(arn)) throw new AwsError('ValidationError', `'${arn}' is not a valid target group ARN`);
      const found = here.targetGroups.view().find(({ key }) => key === arn)?.value;
      if (!found) throw new AwsError('TargetGroupNotFound', 'One or more target groups not found');
      if (Targets.length === 0) return { TargetHealthDescriptions: [...found.targets] };
      return {
        TargetHealthDescriptions: Targets.map(
          (target) => found.targets.find(({ Target }) => Target?.Id === target.Id) ?? notRegistered(target),
        ),
      };
    },
  });
}

function notRegistered(Target: module.TargetDescription): module.TargetHealthDescription {
  const Description = 'Target is not registered to the target group';
  return { Target, TargetHealth: { State: 'unused', Reason: 'Target.NotRegistered', Description } };
}
