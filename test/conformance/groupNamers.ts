/** Resources of other services that name a security group for their later starts. */
import { CreateProjectCommand } from '@aws-sdk/client-codebuild';
import { RunJobFlowCommand } from '@aws-sdk/client-emr';
import { PutRuleCommand, PutTargetsCommand } from '@aws-sdk/client-eventbridge';
import { CreateConnectionCommand, CreateDevEndpointCommand } from '@aws-sdk/client-glue';
import { CreateScheduleCommand } from '@aws-sdk/client-scheduler';
import { CreateStateMachineCommand } from '@aws-sdk/client-sfn';
import { ID, REGION } from '../integration/handlers/fixture.ts';
import type { World } from './world.ts';

/** The name of whatever names a security group: the cases of groups make it, also where it is of another type. */
export const WITH_A_GROUP = 'with-a-group';

export interface GroupNamer {
  readonly name: string;
  /** The source that has to find it. */
  readonly kind: string;
  use(world: World, id: string): Promise<unknown>;
}

const ROLE = `arn:aws:iam::${ID}:role/starter`;
const CLUSTER = `arn:aws:ecs:${REGION}:${ID}:cluster/web`;
const task = (id: string) => ({
  EcsParameters: {
    TaskDefinitionArn: `arn:aws:ecs:${REGION}:${ID}:task-definition/web:1`,
    NetworkConfiguration: { awsvpcConfiguration: { Subnets: ['subnet-1'], SecurityGroups: [id] } },
  },
});

export const GROUP_NAMERS: readonly GroupNamer[] = [
  {
    name: 'sgr-of-a-build',
    kind: 'codeBuildProjects',
    use: async ({ codeBuild, network }, id) => {
      const { vpc: vpcId, subnet } = await network();
      const environment = { type: 'LINUX_CONTAINER', image: 'a', computeType: 'BUILD_GENERAL1_SMALL' } as const;
      return codeBuild.send(
        new CreateProjectCommand({
          name: WITH_A_GROUP,
          source: { type: 'S3', location: 'bucket/path' },
          artifacts: { type: 'NO_ARTIFACTS' },
          environment,
          serviceRole: ROLE,
          vpcConfig: { vpcId, subnets: [subnet], securityGroupIds: [id] },
        }),
      );
    },
  },
  {
    name: 'sgr-of-an-emr-cluster',
    kind: 'emrClusters',
    use: ({ emr }, id) => {
      const instances = { EmrManagedMasterSecurityGroup: id, EmrManagedSlaveSecurityGroup: id };
      const InstanceGroups = [{ InstanceRole: 'MASTER' as const, InstanceType: 'm5.large', InstanceCount: 1 }];
      const Instances = { ...instances, InstanceGroups, KeepJobFlowAliveWhenNoSteps: true };
      return emr.send(new RunJobFlowCommand({ Name: WITH_A_GROUP, Instances, ReleaseLabel: 'emr-7.0.0' }));
    },
  },
  {
    name: 'sgr-of-an-event-rule',
    kind: 'eventTargets',
    use: async ({ eventBridge }, id) => {
      await eventBridge.send(new PutRuleCommand({ Name: WITH_A_GROUP, ScheduleExpression: 'rate(1 day)' }));
      const Targets = [{ Id: '1', Arn: CLUSTER, RoleArn: ROLE, ...task(id) }];
      return eventBridge.send(new PutTargetsCommand({ Rule: WITH_A_GROUP, Targets }));
    },
  },
  {
    name: 'sgr-of-a-connection',
    kind: 'glueConnections',
    use: ({ glue }, id) => {
      const ConnectionInput = {
        Name: WITH_A_GROUP,
        ConnectionType: 'NETWORK' as const,
        ConnectionProperties: {},
        PhysicalConnectionRequirements: { SecurityGroupIdList: [id] },
      };
      return glue.send(new CreateConnectionCommand({ ConnectionInput }));
    },
  },
  {
    name: 'sgr-of-a-dev-endpoint',
    kind: 'glueDevEndpoints',
    use: async ({ glue, network }, id) => {
      const { subnet: SubnetId } = await network();
      const given = { EndpointName: WITH_A_GROUP, RoleArn: ROLE, SecurityGroupIds: [id], SubnetId };
      return glue.send(new CreateDevEndpointCommand(given));
    },
  },
  {
    name: 'sgr-of-a-schedule',
    kind: 'schedules',
    use: ({ scheduler }, id) => {
      const Target = { Arn: CLUSTER, RoleArn: ROLE, ...task(id) };
      const when = { ScheduleExpression: 'rate(1 day)', FlexibleTimeWindow: { Mode: 'OFF' as const } };
      return scheduler.send(new CreateScheduleCommand({ Name: WITH_A_GROUP, Target, ...when }));
    },
  },
  {
    name: 'sgr-of-a-state-machine',
    kind: 'stateMachines',
    use: ({ stepFunctions }, id) => {
      const state = { Type: 'Pass', Result: { Groups: [id] }, End: true };
      const definition = JSON.stringify({ StartAt: 'Run', States: { Run: state } });
      return stepFunctions.send(new CreateStateMachineCommand({ name: WITH_A_GROUP, definition, roleArn: ROLE }));
    },
  },
];
