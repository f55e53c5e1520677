import { DescribeInstanceHealthCommand, ElasticLoadBalancingClient } from '@aws-sdk/client-elastic-load-balancing';
import { DescribeTargetHealthCommand, ElasticLoadBalancingV2Client } from '@aws-sdk/client-elastic-load-balancing-v2';
import { describe, expect, test } from '@jest/globals';
import { client, failure, PLACE, sandbox } from './fixture.ts';

const healthy = { Target: { Id: 'i-1', Port: 80 }, TargetHealth: { State: 'healthy' as const } };

describe('the two APIs, which differ only by their version', () => {
  test('target health: all registered targets, or the named ones', async () => {
    const aws = await sandbox();
    const [TargetGroupArn = ''] = aws.control.addTargetGroups(PLACE, [{ TargetGroupName: 'web', targets: [healthy] }]);
    const read = async (Targets?: { Id: string }[]) => {
      const command = new DescribeTargetHealthCommand({ TargetGroupArn, ...(Targets && { Targets }) });
      return (await client(aws, ElasticLoadBalancingV2Client).send(command)).TargetHealthDescriptions;
    };
    expect(TargetGroupArn).toMatch(
      /^arn:aws:elasticloadbalancing:us-east-1:111111111111:targetgroup\/web\/[0-9a-f]{16}$/,
    );
    expect(await read()).toEqual([healthy]);
    expect(await read([{ Id: 'i-2' }])).toMatchObject([
      { Target: { Id: 'i-2' }, TargetHealth: { State: 'unused', Reason: 'Target.NotRegistered' } },
    ]);
  });

  test('instance health: all registered instances, or the named ones', async () => {
    const aws = await sandbox();
    const states = [{ InstanceId: 'i-1', State: 'InService', ReasonCode: 'N/A', Description: 'N/A' }];
    aws.control.addLoadBalancers(PLACE, [{ LoadBalancerName: 'old', states }]);
    const read = async (Instances?: { InstanceId: string }[]) => {
      const command = new DescribeInstanceHealthCommand({ LoadBalancerName: 'old', ...(Instances && { Instances }) });
      return (await client(aws, ElasticLoadBalancingClient).send(command)).InstanceStates;
    };
    expect(await read()).toEqual(states);
    expect(await read([{ InstanceId: 'i-2' }])).toMatchObject([{ InstanceId: 'i-2', State: 'OutOfService' }]);
  });

  test('no load balancer of that name', async () => {
    const aws = await sandbox();
    const arn = 'arn:aws:elasticloadbalancing:us-east-1:111111111111:targetgroup/web/0123456789abcdef';
    const codes = [
      await failure(
        client(aws, ElasticLoadBalancingClient).send(new DescribeInstanceHealthCommand({ LoadBalancerName: 'old' })),
      ),
      await failure(
        client(aws, ElasticLoadBalancingV2Client).send(new DescribeTargetHealthCommand({ TargetGroupArn: arn })),
      ),
      await failure(
        client(aws, ElasticLoadBalancingV2Client).send(new DescribeTargetHealthCommand({ TargetGroupArn: 'web' })),
      ),
    ].map(({ code }) => code);
    expect(codes).toEqual(['AccessPointNotFoundException', 'TargetGroupNotFoundException', 'ValidationError']);
  });

  test('both load balancing APIs share one bucket of 40 calls', async () => {
    const aws = await sandbox({ now: () => 0, throttling: {} });
    const [TargetGroupArn = ''] = aws.control.addTargetGroups(PLACE, [{}]);
    const v2 = client(aws, ElasticLoadBalancingV2Client);
    for (let n = 0; n < 40; n += 1) await v2.send(new DescribeTargetHealthCommand({ TargetGroupArn }));
    const next = client(aws, ElasticLoadBalancingClient).send(
      new DescribeInstanceHealthCommand({ LoadBalancerName: 'old' }),
    );
    expect((await failure(next)).message).toContain('Rate exceeded');
  });
});
