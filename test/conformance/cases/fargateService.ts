/** An account's ECS services: those of other types' cases, and one of its own. */
import {
  CreateClusterCommand,
  CreateServiceCommand,
  type LoadBalancer,
  RegisterTaskDefinitionCommand,
} from '@aws-sdk/client-ecs';
import {
  CreateListenerCommand,
  CreateLoadBalancerCommand,
  CreateTargetGroupCommand,
} from '@aws-sdk/client-elastic-load-balancing-v2';
import type { TypeCases } from '../case.ts';
import type { World } from '../world.ts';

const UNMEASURED = 'unmeasured: nothing measures all of the demand for it: no load balancer sends requests to it';
const NONE_WANTED = 'no task of it is wanted: there is nothing to stop';
const NO_DEMAND = 'It has no measure of the demand, and takes little work for none.';
const UNDATED = 'status: it is not known when it was made';

export const fargateService: TypeCases = {
  cases: [
    {
      name: 'without-balancer',
      kinds: [],
      keptBy: UNMEASURED,
      custodian: NO_DEMAND,
    },
    // Made by the cases of security groups.
    {
      name: 'with-a-group',
      kinds: [],
      keptBy: `fargate: it is not known where its tasks run, tasks: ${NONE_WANTED}, ${UNMEASURED}`,
      custodian: NO_DEMAND,
    },
  ],
  async make(world, attempt) {
    await attempt('without-balancer', () => aService(world, 'without-balancer'));
  },
  // moto does not say when one was made, so none is stopped there.
  one: { make: behindABalancer, nowhere: 'shop/nowhere', onlyAfterQuarantine: true, identifiedInMoto: false },
  custodian: {
    policy: `resource: aws.ecs-service
    filters:
      - type: metrics
        name: CPUUtilization
        statistics: Maximum
        days: 14
        value: 5
        op: less-than
        missing-value: 0`,
    nameOf: ({ serviceName }) => serviceName,
  },
  moto: {
    cannotRead: [],
    // It does not say when one was made, and its deployments never end.
    verdicts: {
      'with-a-group': `keep: fargate: its tasks run on EC2, ${UNDATED}, tasks: ${NONE_WANTED}, ${UNMEASURED}`,
      'without-balancer': `keep: ${UNDATED}, tasks: 0 of 1 tasks run, and 1 are being started, deployment: the state of its deployment is IN_PROGRESS, ${UNMEASURED}`,
    },
  },
  shown: {
    many: 'ECS services on Fargate',
    one: 'ECS service on Fargate',
    note: 'Custodian has metrics of its processors and no requests of its load balancers; its action `modify-definition` has no count of tasks, and `delete` deletes.',
  },
};

/** Its requests are measured: no other may be stopped. @returns its id */
async function behindABalancer(world: World, name: string): Promise<string> {
  const { vpc: VpcId, subnet } = await world.network();
  const { LoadBalancers } = await world.elbV2.send(new CreateLoadBalancerCommand({ Name: name, Subnets: [subnet] }));
  const { TargetGroups } = await world.elbV2.send(
    new CreateTargetGroupCommand({ Name: name, Protocol: 'HTTP', Port: 80, VpcId, TargetType: 'ip' }),
  );
  const [LoadBalancerArn, targetGroupArn] = [LoadBalancers?.[0]?.LoadBalancerArn, TargetGroups?.[0]?.TargetGroupArn];
  const DefaultActions = [{ Type: 'forward' as const, TargetGroupArn: targetGroupArn }];
  await world.elbV2.send(new CreateListenerCommand({ LoadBalancerArn, Protocol: 'HTTP', Port: 80, DefaultActions }));
  return aService(world, name, [{ targetGroupArn, containerName: 'web', containerPort: 80 }]);
}

/** With a cluster and a definition. @returns its id */
async function aService({ ecs }: World, serviceName: string, loadBalancers?: LoadBalancer[]): Promise<string> {
  await ecs.send(new CreateClusterCommand({ clusterName: 'shop' }));
  const containerDefinitions = [{ name: 'web', image: 'public.ecr.aws/nginx/nginx:1', memory: 512 }];
  await ecs.send(new RegisterTaskDefinitionCommand({ family: 'web', networkMode: 'awsvpc', containerDefinitions }));
  const given = {
    cluster: 'shop',
    serviceName,
    taskDefinition: 'web',
    launchType: 'FARGATE',
    desiredCount: 1,
    ...(loadBalancers && { loadBalancers }),
  } as const;
  await ecs.send(new CreateServiceCommand(given));
  return `shop/${serviceName}`;
}
