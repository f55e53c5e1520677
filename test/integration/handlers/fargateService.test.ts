/** ECS services: the way back of a stopped one, and the demand for one behind a Network Load Balancer. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { StoredDefinition } from '../../../src/core/resource/definition.ts';
import { serviceDemand } from '../../../src/handlers/aws/evidence/services/serviceDemand.ts';
import type { FargateServiceResource } from '../../../src/handlers/aws/resources/fargateService.ts';
import { fargateService } from '../../../src/handlers/aws/types/fargateService/handler.ts';
import { addService, addValue, groupOf, networkBalancerOf, serviceArn } from '../../support/graph/fargateServices.ts';
import { account, awsForEach, collect, failureOf, HERE, scopeOf } from './fixture.ts';
import { oneOf } from './oneOf.ts';

const DAY = 86_400_000;
const ID = 'shop/web';
const ARN = serviceArn('web', HERE);
const TARGET = `service/${ID}`;
const createdAt = new Date(Date.now() - 200 * DAY);
const PLACE = { account: account.name, location: HERE.region };
const aws = awsForEach();
const { parameters, open, found } = oneOf<FargateServiceResource>(aws, fargateService, ID);

const change = (to: object) => aws.control.update(HERE, 'ecsService', ARN, { ...to });
const wanted = () => aws.control.state(HERE).ecsServices[0]?.desiredCount;
const suspended = () => Object.values(aws.control.state(HERE).scalableTargets[0]?.SuspendedState ?? {});
const starts = () =>
  ['UpdateService', 'RegisterScalableTarget'].flatMap((operation) => aws.control.calls({ operation }));
const SUSPENDED = {
  DynamicScalingInSuspended: true,
  DynamicScalingOutSuspended: true,
  ScheduledScalingSuspended: true,
};

/** As its definition was stored before the stop, which is over. */
async function stopped(): Promise<StoredDefinition> {
  const one = await found();
  const { namespace } = scopeOf({});
  const own = { namespace, id: ID, identity: one.identity, at: Date.now(), passId: 'pass-1', reasons: ['unused'] };
  const stored = JSON.parse(JSON.stringify({ ...own, definition: fargateService.definition(one) })) as StoredDefinition;
  change({ desiredCount: 0, runningCount: 0 });
  if (one.isScaled) aws.control.update(HERE, 'scalableTarget', TARGET, { SuspendedState: SUSPENDED });
  return stored;
}

async function restored(stored: StoredDefinition, more: object = { mayRestore: true }) {
  const plan = await open(more).restore?.(stored, undefined);
  if (!plan) throw new Error('there is no way back');
  return plan.kind === 'ready' ? plan.run() : plan;
}

describe('A44 its way back', () => {
  beforeEach(async () => {
    addService(aws.control, HERE, 'web', { createdAt });
    aws.control.addScalableTargets(HERE, [{ ResourceId: TARGET, MinCapacity: 2, MaxCapacity: 6 }]);
  });

  test('it has its tasks and its scaling again, by the restoring identity; a second run starts nothing', async () => {
    const stored = await stopped();
    expect(await restored(stored)).toMatchObject({ kind: 'restored', id: ID });
    expect([wanted(), suspended()]).toEqual([2, [false, false, false]]);
    expect(starts().map(({ role }) => role)).toEqual(['restorer', 'restorer']);
    expect(await restored(stored)).toEqual({ kind: 'restored', id: ID, afterwards: [] });
    expect(starts()).toHaveLength(2);
  });

  test('a part of its scaling that was suspended before the stop stays so', async () => {
    const before = {
      DynamicScalingInSuspended: true,
      DynamicScalingOutSuspended: false,
      ScheduledScalingSuspended: false,
    };
    aws.control.update(HERE, 'scalableTarget', TARGET, { SuspendedState: before });
    expect(await restored(await stopped())).toMatchObject({ kind: 'restored' });
    expect(suspended()).toEqual([true, false, false]);
  });

  test('one that nothing scales gets its tasks alone', async () => {
    aws.control.remove(HERE, 'scalableTarget', TARGET);
    expect(await restored(await stopped())).toMatchObject({ kind: 'restored' });
    expect([wanted(), starts().map(({ operation }) => operation)]).toEqual([2, ['UpdateService']]);
  });

  test('without `restore --yes` nothing is started', async () => {
    const stored = await stopped();
    await expect(restored(stored, {})).rejects.toThrow('restore --yes');
    expect([wanted(), starts()]).toEqual([0, []]);
  });

  test.each<[string, () => void, string]>([
    ['it is gone', () => aws.control.remove(HERE, 'ecsService', ARN), 'is gone'],
    ['it was deleted', () => change({ status: 'INACTIVE' }), 'is gone'],
    ['it is being deleted', () => change({ status: 'DRAINING' }), 'is DRAINING'],
    ['another one has its name', () => change({ createdAt: new Date() }), 'another service is called shop/web'],
  ])('%s → nothing is started', async (_what, happens, why) => {
    const stored = await stopped();
    happens();
    expect(await restored(stored)).toMatchObject({ kind: 'refused', why: expect.stringContaining(why) });
    expect(starts()).toEqual([]);
  });

  test('somebody wants tasks meanwhile → their number stays, and its scaling works again', async () => {
    const stored = await stopped();
    change({ desiredCount: 5, runningCount: 5 });
    expect(await restored(stored)).toMatchObject({ kind: 'restored' });
    expect([wanted(), suspended()]).toEqual([5, [false, false, false]]);
  });

  test('a definition without a count of tasks → nothing is started', async () => {
    const stored = await stopped();
    const { definition } = stored as unknown as { definition: { service: object } };
    const without = { ...stored, definition: { ...definition, service: { ...definition.service, desiredCount: 0 } } };
    expect(await restored(without as never)).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('how many'),
    });
  });
});

describe('what its tasks cost', () => {
  const priced = { currency: 'USD', date: '2026-07-01', of: (item: string) => PRICES[item] };
  const PRICES: Readonly<Record<string, number>> = {
    'ecs.fargate.vcpu.hour': 0.04,
    'ecs.fargate.gibibyte.hour': 0.005,
  };
  const add = (definition: object, more: object = {}) => {
    aws.control.addEcsTaskDefinitions(HERE, [
      { family: 'web', revision: 1, cpu: '512', memory: '1024', ...definition },
    ]);
    addService(aws.control, HERE, 'web', { createdAt, ...more });
  };

  test('the hours of each task that is wanted, by its definition, also in the listing', async () => {
    add({});
    const cost = { amount: (0.04 * 0.5 + 0.005) * 730 * 2 };
    const [listed] = (await collect(open().list())).flat() as FargateServiceResource[];
    for (const one of [await found(), listed as FargateServiceResource])
      expect(fargateService.monthlyCost?.(one, priced)?.amount).toBeCloseTo(cost.amount, 6);
  });

  test.each<[string, object, object]>([
    ['ARM', { runtimePlatform: { cpuArchitecture: 'ARM64' } }, {}],
    ['Windows', { runtimePlatform: { operatingSystemFamily: 'WINDOWS_SERVER_2022_CORE' } }, {}],
    ['more storage', { ephemeralStorage: { sizeInGiB: 100 } }, {}],
    ['a definition without a size', { cpu: undefined, memory: undefined }, {}],
    ['Spot', {}, { launchType: undefined, capacityProviderStrategy: [{ capacityProvider: 'FARGATE_SPOT', base: 1 }] }],
    ['a definition that is gone', { revision: 2 }, {}],
  ])('%s → no figure', async (_what, definition, more) => {
    add(definition, more);
    expect(fargateService.monthlyCost?.(await found(), priced)).toBeUndefined();
  });

  test('Law 1 its definition cannot be read → no figure, and the service is listed nevertheless', async () => {
    add({});
    aws.control.addFault({ kind: 'deny', operation: 'DescribeTaskDefinition' });
    expect(fargateService.monthlyCost?.(await found(), priced)).toBeUndefined();
  });
});

describe('A197 the queues that its definition speaks of', () => {
  const add = (container: object) => {
    const containerDefinitions = [{ name: 'web', image: 'nginx', ...container }];
    aws.control.addEcsTaskDefinitions(HERE, [{ family: 'web', revision: 1, containerDefinitions }]);
    addService(aws.control, HERE, 'web', { createdAt });
  };
  const queue = (where: string) => [`it may take messages from a queue (${where} of its container web)`];

  test.each<[string, object, readonly string[] | undefined]>([
    ['a name', { environment: [{ name: 'JOBS_QUEUE', value: 'jobs' }] }, queue('the variable JOBS_QUEUE')],
    [
      'the address of one',
      { environment: [{ name: 'INPUT', value: 'https://sqs.us-east-1.amazonaws.com/111111111111/jobs' }] },
      queue('the variable INPUT'),
    ],
    [
      'the ARN of a stream',
      { environment: [{ name: 'INPUT', value: 'arn:aws:kinesis:us-east-1:111111111111:stream/clicks' }] },
      queue('the variable INPUT'),
    ],
    [
      'a secret',
      { secrets: [{ name: 'RABBITMQ_URL', valueFrom: 'arn:aws:ssm:us-east-1:111111111111:parameter/mq' }] },
      queue('the variable RABBITMQ_URL'),
    ],
    ['a command', { command: ['celery', 'worker'] }, queue('the command')],
    ['none', { environment: [{ name: 'PORT', value: '80' }], command: ['nginx', '-g', 'daemon off;'] }, undefined],
    ['a long text', { environment: [{ name: 'TEXT', value: 'queu'.repeat(200_000) }] }, undefined],
  ])('%s', async (_what, container, unmeasured) => {
    add(container);
    expect((await found()).unmeasured).toEqual(unmeasured);
  });

  test('Law 1 it cannot be read → it may speak of one', async () => {
    add({});
    aws.control.addFault({ kind: 'deny', operation: 'DescribeTaskDefinition' });
    expect((await found()).unmeasured).toEqual([
      'it may take messages from a queue (its definition could not be read)',
    ]);
  });
});

describe('A44 behind a Network Load Balancer', () => {
  const LoadBalancer = 'net/of-web/0123456789abcdef';
  const TargetGroup = 'targetgroup/web/0123456789abcdef';
  const add = () => addService(aws.control, HERE, 'web', { createdAt }, [networkBalancerOf('web')]);
  const counted = (name: string, daysAgo: number, dimensions: Readonly<Record<string, string>> = { LoadBalancer }) =>
    addValue(
      aws.control,
      HERE,
      { namespace: 'AWS/NetworkELB', name, dimensions },
      { at: new Date(Date.now() - daysAgo * DAY).toISOString(), value: 3 },
    );
  const demand = async () => serviceDemand.read(PLACE, scopeOf(parameters), [await found()], aws.io());

  test('without a flow it is idle: nothing says when it was last used', async () => {
    add();
    expect(await demand()).toEqual([expect.objectContaining({ says: 'quiet' })]);
  });

  test.each(['NewFlowCount', 'ActiveFlowCount'])(
    '%s of the balancer is a use, whichever of its groups got it',
    async (name) => {
      add();
      counted(name, 10);
      expect(await demand()).toContainEqual(
        expect.objectContaining({ says: 'lastUsed', by: expect.stringContaining(name) }),
      );
    },
  );

  test('a flow that is counted with the dimensions of a target group is none that AWS sends', async () => {
    add();
    counted('NewFlowCount', 10, { LoadBalancer, TargetGroup });
    expect(await demand()).toEqual([expect.objectContaining({ says: 'quiet' })]);
  });

  test('its target group has no target → not known', async () => {
    add();
    change({ runningCount: 0 });
    expect(await demand()).toContainEqual(expect.objectContaining({ says: 'unknown' }));
  });

  test('CloudWatch answers in part → a gap', async () => {
    add();
    aws.control.addFault({ kind: 'empty', operation: 'GetMetricData' });
    expect((await failureOf(demand())).name).toMatch(/ReadError/);
  });

  test('a second load balancer at its target group is asked, too', async () => {
    add();
    const second = networkBalancerOf('web').replace('of-web', 'second');
    aws.control.update(HERE, 'targetGroup', groupOf('web', HERE), {
      LoadBalancerArns: [networkBalancerOf('web'), second],
    });
    counted('NewFlowCount', 4, { LoadBalancer: 'net/second/0123456789abcdef' });
    expect(await demand()).toContainEqual(expect.objectContaining({ says: 'lastUsed' }));
  });
});
