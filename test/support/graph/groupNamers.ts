/** Later starts of other services with a security group. */
import type { Launching } from './launched.ts';

type Row = readonly [string, (launching: Launching) => void];

/** JSON in JSON, with a line break before the id. */
const inText = (id: string) => JSON.stringify({ Input: JSON.stringify({ Groups: `\n${id}` }) });
const network = (id: string) => ({ awsvpcConfiguration: { Subnets: ['subnet-1'], SecurityGroups: [id] } });
const CLUSTER = 'arn:aws:ecs:us-east-1:111111111111:cluster/web';
const task = (id: string) => ({
  EcsParameters: { TaskDefinitionArn: 'arn:aws:ecs:us-east-1:111111111111:task-definition/web:1', ...on(id) },
});
const on = (id: string) => ({ NetworkConfiguration: network(id) });
const ROLE = 'arn:aws:iam::111111111111:role/starter';
const EC2 = 'arn:aws:scheduler:::aws-sdk:ec2:runInstances';

const glueConnection = ({ control, at }: Launching, id: string) =>
  control.addGlueConnections(at, [{ PhysicalConnectionRequirements: { SecurityGroupIdList: [id] } }]);
const cluster = ({ control, at }: Launching, of: object, state: 'WAITING' | 'TERMINATED' = 'WAITING') =>
  control.addClusters(at, [{ state, Ec2InstanceAttributes: of }]);
const rule = ({ control, at }: Launching, target: object, more: object = {}) =>
  control.addEventRules(at, [{ targets: [{ Id: '1', Arn: CLUSTER, ...target }], ...more }]);
const schedule = ({ control, at }: Launching, Arn: string, target: object) =>
  control.addSchedules(at, [{ Target: { Arn, RoleArn: ROLE, ...target } }]);

export const NAMERS: readonly Row[] = [
  ['CodeBuild project', (s) => s.control.addCodeBuildProjects(s.at, [{ vpcConfig: { securityGroupIds: [s.id] } }])],
  ['CodeBuild fleet', (s) => s.control.addCodeBuildFleets(s.at, [{ vpcConfig: { securityGroupIds: [s.id] } }])],
  ['EMR cluster, managed group', (s) => cluster(s, { EmrManagedSlaveSecurityGroup: s.id })],
  ['EMR cluster, additional group', (s) => cluster(s, { AdditionalMasterSecurityGroups: [s.id] })],
  ['EMR Studio', (s) => s.control.addEmrStudios(s.at, [{ EngineSecurityGroupId: s.id }])],
  ['EventBridge rule that starts a task', (s) => rule(s, task(s.id))],
  ['disabled EventBridge rule on a bus of its own', (s) => rule(s, task(s.id), { bus: 'shop', state: 'DISABLED' })],
  ['EventBridge rule, by its input', (s) => rule(s, { Input: inText(s.id) })],
  ['Glue connection', (s) => glueConnection(s, s.id)],
  ['Glue development endpoint', (s) => s.control.addGlueDevEndpoints(s.at, [{ SecurityGroupIds: [s.id] }])],
  [
    'stopped pipe that starts a task',
    (s) =>
      s.control.addPipes(s.at, [
        { CurrentState: 'STOPPED', TargetParameters: { EcsTaskParameters: task(s.id).EcsParameters } },
      ]),
  ],
  [
    'pipe from Kafka',
    (s) => {
      const kafka = { TopicName: 'orders', Vpc: { SecurityGroup: [s.id] } };
      s.control.addPipes(s.at, [{ SourceParameters: { SelfManagedKafkaParameters: kafka } }]);
    },
  ],
  ['schedule that starts a task', (s) => schedule(s, CLUSTER, task(s.id))],
  ['schedule that calls AWS', (s) => schedule(s, EC2, { Input: inText(s.id) })],
  [
    'inactive VPC link',
    (s) => s.control.addVpcLinkV2s(s.at, [{ VpcLinkStatus: 'INACTIVE', SecurityGroupIds: [s.id] }]),
  ],
  ['state machine', (s) => s.control.addStateMachines(s.at, [{ definition: inText(s.id) }])],
  ['state machine, old version', (s) => s.control.addStateMachines(s.at, [{ versions: [inText(s.id), '{}'] }])],
];

export const NAMERS_OF_OTHERS: readonly Row[] = [
  ['terminated EMR cluster', (s) => cluster(s, { EmrManagedSlaveSecurityGroup: s.id }, 'TERMINATED')],
  ['Glue connection with another group', (s) => glueConnection(s, `${s.id}0`)],
  ['message that a schedule sends', (s) => schedule(s, 'arn:aws:sqs:us-east-1:111111111111:q', { Input: s.id })],
  ['state machine with another id', (s) => s.control.addStateMachines(s.at, [{ definition: inText(`${s.id}0`) }])],
];
