/** Idle ECS services: they are stopped after a notice, watched, started again by whoever needs them, and never deleted. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { DAY, HERE, HOUR } from '../../support/awsWorld.ts';
import { addService, addValue, groupOf, serviceArn } from '../../support/graph/fargateServices.ts';
import { eachStays, eachStaysAlone, lettered, lifeOf, oldOnes, STOPS, type Table } from '../../support/life.ts';

const ARN = serviceArn('web', HERE);
const TARGET = 'service/shop/web';
const TAG = 'holystone:quarantine';

const life = lifeOf('fargateService');
const { world, control, sent, mark, marked, later, days, remove: stop } = life;
const keys = `live: true, ${STOPS}`;

const one = () =>
  control()
    .state(HERE)
    .ecsServices.find(({ serviceArn: arn }) => arn === ARN);
const scaling = () => control().state(HERE).scalableTargets[0];
const change = (to: object, name = 'web') => control().update(HERE, 'ecsService', serviceArn(name, HERE), { ...to });
const tagged = () => one()?.tags?.some(({ key }) => key === TAG) ?? false;
const wanted = () => one()?.desiredCount;
const suspended = () => Object.values(scaling()?.SuspendedState ?? {});

const balanced = (name: string, at: number, service = 'web', group?: string) =>
  addValue(
    control(),
    HERE,
    {
      namespace: 'AWS/ApplicationELB',
      name,
      dimensions: {
        LoadBalancer: `app/of-${service}/0123456789abcdef`,
        ...(group && { TargetGroup: `targetgroup/${group}/0123456789abcdef` }),
      },
    },
    { at: new Date(at).toISOString(), value: 1 },
  );

function addIdle(name = 'web'): void {
  const { at: createdAt, tags } = oldOnes(world);
  addService(control(), HERE, name, { createdAt, tags: [{ key: 'owner', value: tags.owner }] });
  control().addScalableTargets(HERE, [{ ResourceId: `service/shop/${name}`, MinCapacity: 2, MaxCapacity: 6 }]);
}

/** One whose retention is over. */
async function due(): Promise<void> {
  await life.begin(keys);
  addIdle();
  await life.due();
  expect(await marked()).toEqual(['shop/web']);
}

async function stopped(): Promise<void> {
  await due();
  expect(await stop()).toMatchObject({ outcome: 'complete', counts: { quarantined: 1 } });
  expect([wanted(), suspended(), tagged()]).toEqual([0, [true, true, true], true]);
}

describe('A44 an idle service is stopped', () => {
  test('after notice and retention: its scaling is suspended first, then no task is wanted', async () => {
    await stopped();
    expect(sent()).toEqual(['TagResource', 'RegisterScalableTarget', 'UpdateService']);
    expect(scaling()).toMatchObject({ MinCapacity: 2, MaxCapacity: 6 });
  });

  test('and stays stopped after a week of watching, and is no longer in quarantine; nothing is deleted', async () => {
    await stopped();
    await days(9);
    await stop();
    later(HOUR);
    await stop();
    expect([wanted(), suspended(), tagged(), await marked()]).toEqual([0, [true, true, true], true, []]);
    expect(one()?.tags?.find(({ key }) => key === TAG)?.value).toMatch(/^stays stopped since \S{24} 2 rrr /);
    expect(sent().slice(3)).toEqual(['UpdateService', 'TagResource']);
    expect(world.audit.find(({ event }) => event === 'deleted')?.reason).toContain('it was stopped, and stays');
    await days(2);
    await mark();
    expect([sent().length, wanted()]).toEqual([5, 0]);
  });

  test('the message says that it is stopped, and what stays', async () => {
    await due();
    const [message] = world.messages();
    expect(message?.subject).toContain('1 resource will be stopped on');
    const text = `${message?.text}`.replace(/\s+/g, ' ');
    expect(text).toContain('its tasks end');
    expect(text).not.toContain('will be deleted');
  });

  test('one that nothing scales is stopped without a request about scaling', async () => {
    await due();
    control().remove(HERE, 'scalableTarget', TARGET);
    await stop();
    expect([sent(), wanted()]).toEqual([['TagResource', 'UpdateService'], 0]);
  });
});

const table: Table = {
  life,
  keys,
  idOf: lettered('web'),
  add: addIdle,
  ready: life.due,
  ends: /./,
};

eachStays('A45 nothing is stopped where just before the stop', table, [
  ['somebody calls it', (id) => balanced('RequestCount', world.clock.now() - HOUR, id, id)],
  ['another number of tasks is wanted', (id) => change({ desiredCount: 3 }, id)],
  [
    'a deployment has begun',
    (id) => change({ deployments: [{ id: 'ecs-svc/9', status: 'PRIMARY', createdAt: new Date() }] }, id),
  ],
  ['its tasks do not start', (id) => change({ runningCount: 0, pendingCount: 2 }, id)],
  [
    'a schedule scales it',
    (id) => {
      const item = { ScheduledActionName: 'office', ServiceNamespace: 'ecs', ResourceId: `service/shop/${id}` };
      life.answers('DescribeScheduledActions', item);
    },
  ],
  ['another one has its name', (id) => change({ createdAt: new Date(Date.now() - 100 * DAY) }, id)],
  ['Cloud Map names it', (id) => change({ serviceRegistries: [{ registryArn: 'arn:aws:servicediscovery:x' }] }, id)],
  ['its owner keeps it', (id) => change({ tags: [{ key: 'holystone:keep', value: 'always' }] }, id)],
  [
    'its target group has no load balancer any more',
    (id) => control().update(HERE, 'targetGroup', groupOf(id, HERE), { LoadBalancerArns: [] }),
  ],
]);

eachStaysAlone('A45 nothing is stopped', table, [
  ['CloudWatch is silent', () => control().addFault({ kind: 'empty', operation: 'GetMetricData' })],
  ['its scaling cannot be read', () => control().addFault({ kind: 'deny', operation: 'DescribeScalableTargets' })],
  ['ECS answers without it', () => control().addFault({ kind: 'empty', operation: 'DescribeServices' })],
]);

describe('A46 while it is stopped', () => {
  test.each<[string, () => void]>([
    ['somebody asks for it in vain', () => balanced('HTTPCode_ELB_503_Count', world.clock.now())],
    [
      'its owner keeps it',
      () => change({ tags: [...(one()?.tags ?? []), { key: 'holystone:keep', value: 'always' }] }),
    ],
  ])('%s → it has its tasks and its scaling again', async (_what, happens) => {
    await stopped();
    await days(2);
    happens();
    later(HOUR);
    await mark();
    expect([wanted(), suspended(), tagged(), await marked()]).toEqual([2, [false, false, false], false, []]);
    expect(scaling()).toMatchObject({ MinCapacity: 2, MaxCapacity: 6 });
  });

  test('somebody wants tasks → their number stays, its scaling works again, and it counts as used', async () => {
    await stopped();
    await days(2);
    change({ desiredCount: 1, runningCount: 1 });
    await mark();
    expect([wanted(), suspended(), tagged(), await marked()]).toEqual([1, [false, false, false], false, []]);
    await days(3);
    await mark();
    expect(await marked()).toEqual([]);
  });

  test('a pipeline deploys it and asks for no task → it has its tasks again', async () => {
    await stopped();
    change({ deployments: [{ id: 'ecs-svc/9', status: 'PRIMARY', rolloutState: 'COMPLETED', createdAt: new Date() }] });
    await mark();
    expect([wanted(), suspended(), tagged()]).toEqual([2, [false, false, false], false]);
  });

  test('somebody resumes its scaling → it has its tasks again, and their scaling stays', async () => {
    await stopped();
    const SuspendedState = {
      DynamicScalingInSuspended: true,
      DynamicScalingOutSuspended: false,
      ScheduledScalingSuspended: true,
    };
    control().update(HERE, 'scalableTarget', TARGET, { SuspendedState });
    await mark();
    expect([wanted(), suspended(), tagged()]).toEqual([2, [true, false, true], false]);
  });

  test('just before it stays stopped somebody wants tasks → they keep them', async () => {
    await stopped();
    await days(8);
    later(HOUR);
    change({ desiredCount: 4, runningCount: 4 });
    await stop();
    expect(wanted()).toBe(4);
    await mark();
    expect([wanted(), suspended(), tagged()]).toEqual([4, [false, false, false], false]);
  });

  test('CloudWatch cannot be read at the end → it waits', async () => {
    await stopped();
    await days(9);
    control().addFault({ kind: 'error', operation: 'GetMetricData', code: 'InternalServiceFault', status: 500 });
    await stop();
    expect([tagged(), wanted()]).toEqual([true, 0]);
  });

  test('it is deleted by somebody → its mark ends', async () => {
    await stopped();
    change({ status: 'INACTIVE' });
    await mark();
    await mark();
    expect([await marked(), sent()]).toEqual([[], ['TagResource', 'RegisterScalableTarget', 'UpdateService']]);
  });
});

describe('A47 a stop is never left half done', () => {
  test('its answer is lost → it is found again, and not sent twice', async () => {
    await due();
    control().addFault({ kind: 'dropAfter', operation: 'UpdateService', times: 1 });
    await stop();
    world.clock.advance(HOUR);
    await stop();
    expect(sent().filter((name) => name === 'UpdateService')).toHaveLength(1);
    const [only] = await world.marks(life.namespace);
    expect([only?.quarantine !== undefined, wanted(), tagged()]).toEqual([true, 0, true]);
  });

  test('AWS refuses the stop → its scaling works on, and its tag is gone', async () => {
    await due();
    control().addFault({ kind: 'deny', operation: 'UpdateService' });
    await stop();
    expect([wanted(), suspended(), tagged()]).toEqual([2, [false, false, false], false]);
  });

  test('the process ends after the suspension → the next survey resumes its scaling', async () => {
    await due();
    control().addFault({ kind: 'drop', operation: 'UpdateService', times: 1 });
    await stop();
    expect([wanted(), suspended(), tagged()]).toEqual([2, [true, true, true], true]);
    await days(1);
    await mark();
    expect([wanted(), suspended(), tagged()]).toEqual([2, [false, false, false], false]);
  });

  test('the store is lost while it is stopped → a keep starts it with as many tasks as before', async () => {
    await stopped();
    await world.redis.flush();
    change({ tags: [...(one()?.tags ?? []), { key: 'holystone:keep', value: 'always' }] });
    await mark();
    expect([wanted(), suspended(), tagged()]).toEqual([2, [false, false, false], false]);
  });
});

describe('A94 it stays stopped after its week', () => {
  const start = () => {
    // A survey takes what another one read of a candidate in the last hours.
    later(7 * HOUR);
    change({ desiredCount: 3, runningCount: 3 });
  };
  const some = { DynamicScalingInSuspended: true, DynamicScalingOutSuspended: false, ScheduledScalingSuspended: true };
  beforeEach(async () => {
    await stopped();
    await days(9);
    await stop();
    later(HOUR);
    await stop();
    await mark();
  });

  test.each<[string, () => unknown]>([
    ['somebody starts it', start],
    [
      'a pipeline deploys and starts it',
      () => {
        start();
        change({
          deployments: [
            { id: 'ecs-svc/9', status: 'PRIMARY', rolloutState: 'COMPLETED', createdAt: new Date(world.clock.now()) },
          ],
        });
      },
    ],
    ['the store is lost, and somebody starts it', async () => [await world.redis.flush(), start()]],
  ])('%s → its tasks stay, and its scaling works again', async (_what, happens) => {
    await happens();
    await mark();
    expect([wanted(), suspended(), tagged(), await marked()]).toEqual([3, [false, false, false], false, []]);
    await days(3);
    const before = sent().length;
    await mark();
    expect([sent().length, await marked()]).toEqual([before, []]);
  });

  test('AWS refuses its scaling → the next survey resumes it', async () => {
    start();
    control().addFault({ kind: 'deny', operation: 'RegisterScalableTarget', times: 1 });
    await mark();
    expect([suspended(), tagged()]).toEqual([[true, true, true], true]);
    await mark();
    expect([suspended(), tagged()]).toEqual([[false, false, false], false]);
  });

  test('somebody starts it and resumes a part of its scaling → that stays', async () => {
    start();
    control().update(HERE, 'scalableTarget', TARGET, { SuspendedState: some });
    await mark();
    expect([wanted(), suspended(), tagged()]).toEqual([3, [true, false, true], false]);
  });

  test('nobody starts it, whatever else is said of it → nothing is sent', async () => {
    control().update(HERE, 'scalableTarget', TARGET, { SuspendedState: some });
    change({ tags: [...(one()?.tags ?? []), { key: 'holystone:keep', value: 'always' }] });
    const before = sent().length;
    await mark();
    await mark();
    expect([wanted(), sent().length]).toEqual([0, before]);
  });

  test('another one has its name and its tags → nothing is sent', async () => {
    change({ createdAt: new Date(Date.now() - DAY), desiredCount: 3, runningCount: 3 });
    const before = sent().filter((name) => name !== 'UntagResource').length;
    await mark();
    expect([suspended(), sent().filter((name) => name !== 'UntagResource').length]).toEqual([
      [true, true, true],
      before,
    ]);
  });
});
