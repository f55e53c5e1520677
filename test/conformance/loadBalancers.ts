/** Attachments of groups, made through the API. */
import {
  CreateLoadBalancerCommand,
  RegisterInstancesWithLoadBalancerCommand,
} from '@aws-sdk/client-elastic-load-balancing';
import { CreateTargetGroupCommand } from '@aws-sdk/client-elastic-load-balancing-v2';
import type { World } from './world.ts';

/** As a group names them. */
export interface LoadBalancers {
  readonly LoadBalancerNames?: string[];
  readonly TargetGroupARNs?: string[];
}

export async function aClassicLoadBalancer({ elb }: World, LoadBalancerName: string): Promise<LoadBalancers> {
  const Listeners = [{ Protocol: 'HTTP', LoadBalancerPort: 80, InstancePort: 80 }];
  const AvailabilityZones = ['us-east-1a'];
  await elb.send(new CreateLoadBalancerCommand({ LoadBalancerName, Listeners, AvailabilityZones }));
  return { LoadBalancerNames: [LoadBalancerName] };
}

export async function register({ elb }: World, LoadBalancerName: string, InstanceId: string): Promise<void> {
  const Instances = [{ InstanceId }];
  await elb.send(new RegisterInstancesWithLoadBalancerCommand({ LoadBalancerName, Instances }));
}

export async function aTargetGroup(
  { elbV2, network }: World,
  Name: string,
  TargetType: 'instance' | 'ip' = 'instance',
): Promise<LoadBalancers> {
  const { vpc: VpcId } = await network();
  const command = new CreateTargetGroupCommand({ Name, Protocol: 'HTTP', Port: 80, VpcId, TargetType });
  const { TargetGroups = [] } = await elbV2.send(command);
  return { TargetGroupARNs: TargetGroups.flatMap(({ TargetGroupArn }) => TargetGroupArn ?? []) };
}
