/** An account's load balancers, each named after its user. */
import { CreateVpcLinkCommand } from '@aws-sdk/client-api-gateway';
import {
  type Action,
  CreateListenerCommand,
  CreateLoadBalancerCommand,
  RegisterTargetsCommand,
} from '@aws-sdk/client-elastic-load-balancing-v2';
import type { Case, TypeCases } from '../case.ts';
import { aTargetGroup } from '../loadBalancers.ts';
import type { World } from '../world.ts';

interface BalancerCase extends Case {
  /** The actions of its only listener. */
  listens?(world: World): Promise<Action[]>;
  use?(world: World, arn: string): Promise<unknown>;
}

const forwardTo = (arn: string | undefined): Action[] => [{ Type: 'forward', TargetGroupArn: arn }];

async function arnOf(world: World, name: string): Promise<string> {
  return (await aTargetGroup(world, name, 'ip')).TargetGroupARNs?.[0] ?? '';
}

const BALANCER_CASES: readonly BalancerCase[] = [
  {
    name: 'without-listeners',
    kinds: [],
  },
  {
    name: 'without-targets-behind-it',
    kinds: [],
    listens: async (world) => forwardTo(await arnOf(world, 'behind-an-idle-balancer')),
  },
  {
    name: 'with-a-target-behind-it',
    kinds: ['listenerUses'],
    custodian: 'Its filters look at listeners, and not at the targets or the redirections behind them.',
    async listens(world) {
      const TargetGroupArn = await arnOf(world, 'behind-a-balancer');
      await world.elbV2.send(new RegisterTargetsCommand({ TargetGroupArn, Targets: [{ Id: '10.0.0.9', Port: 80 }] }));
      return forwardTo(TargetGroupArn);
    },
  },
  {
    name: 'that-redirects',
    kinds: ['listenerUses'],
    custodian: 'Its filters look at listeners, and not at the targets or the redirections behind them.',
    listens: async () => [{ Type: 'redirect', RedirectConfig: { Protocol: 'HTTPS', StatusCode: 'HTTP_301' } }],
  },
  {
    name: 'behind-an-api',
    kinds: ['apiGatewayLinks'],
    custodian: 'Its filters look at listeners, and not at API Gateway.',
    use: ({ apiGateway }, arn) => apiGateway.send(new CreateVpcLinkCommand({ name: 'shop', targetArns: [arn] })),
  },
  {
    name: 'of-a-cluster',
    kinds: [],
    tags: { 'elbv2.k8s.aws/cluster': 'shop' },
    keptBy: 'managedBy: managed-by:kubernetes',
    custodian: 'It does not know what other controllers manage.',
  },
];

async function make(world: World, { name, tags = {}, listens, use }: BalancerCase): Promise<string> {
  const { subnet } = await world.network();
  const Tags = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
  const { LoadBalancers } = await world.elbV2.send(
    new CreateLoadBalancerCommand({ Name: name, Subnets: [subnet], ...(Tags.length > 0 && { Tags }) }),
  );
  const LoadBalancerArn = LoadBalancers?.[0]?.LoadBalancerArn ?? '';
  const DefaultActions = await listens?.(world);
  if (DefaultActions) {
    await world.elbV2.send(new CreateListenerCommand({ LoadBalancerArn, Protocol: 'HTTP', Port: 80, DefaultActions }));
  }
  await use?.(world, LoadBalancerArn);
  return LoadBalancerArn;
}

/** Made by these cases. */
export const TARGET_GROUPS_OF_BALANCERS: readonly Case[] = [
  { name: 'behind-an-idle-balancer', kinds: ['targetGroupBalancers'] },
  { name: 'behind-a-balancer', kinds: ['targetGroupBalancers'] },
];

export const loadBalancerV2: TypeCases = {
  cases: BALANCER_CASES,
  async make(world, attempt) {
    for (const given of BALANCER_CASES) await attempt(given.name, () => make(world, given));
  },
  one: {
    make: (world, name) => make(world, { name, kinds: [] }),
    nowhere: 'arn:aws:elasticloadbalancing:us-east-1:111111111111:loadbalancer/app/nowhere/0123456789abcdef',
  },
  custodian: {
    policy: `resource: aws.app-elb
    filters:
      - not:
          - listener`,
    nameOf: ({ LoadBalancerName }) => LoadBalancerName,
  },
  moto: { cannotRead: [] },
  shown: { many: 'Load balancers', one: 'Load balancer' },
};
