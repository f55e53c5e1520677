/** C5: for how long a cluster has been gone, by our own surveys, over hours without any and over several namespaces. */
import { beforeEach, expect, test } from '@jest/globals';
import { check } from '../../../src/lifecycle/index.ts';
import { DAY, HERE, HOUR, namespaceOf, worldForAll } from '../../support/awsWorld.ts';

const POOLS = namespaceOf('targetGroup');
const BALANCERS = namespaceOf('loadBalancerV2');
const VpcId = 'vpc-1';
const PART = { 'kubernetes.io/cluster/shop': 'owned' };
const TAGS = { ...PART, owner: 'ann@example.com', 'kubernetes.io/service-name': 'shop/web' };

const world = worldForAll();

const entry = (type: string) =>
  `{ type: ${type}, accounts: [test], live: true, minimumAge: 1h, when: [{ rule: clusterGone }] }`;
beforeEach(() =>
  world.reset({
    cleanup: `[${entry('targetGroup')}, ${entry('loadBalancerV2')}]`,
    defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, shrunkBy: 100% }',
  }),
);

const survey = () => world.pass('mark', POOLS);
const marked = async () => (await world.marks(POOLS)).map(({ id }) => id);
const addNode = () => world.sandbox.control.addInstances(HERE, [{ VpcId, tags: PART }])[0] ?? '';
const terminate = (id: string) => world.sandbox.control.update(HERE, 'instance', id, { State: { Name: 'terminated' } });

/** Its first survey is an hour before the next one, so that it is old enough from then on. */
async function add(): Promise<string> {
  const [id = ''] = world.sandbox.control.addTargetGroups(HERE, [{ VpcId, tags: TAGS }]);
  await survey();
  world.clock.advance(HOUR);
  return id;
}

/** One survey at once, then one every six hours. */
async function surveys(hours: number): Promise<void> {
  await survey();
  for (let passed = 0; passed < hours; passed += 6) {
    world.clock.advance(6 * HOUR);
    await survey();
  }
}

/** The words about the hours that count so far. */
async function passed(id: string): Promise<string | undefined> {
  const wc = world.configuration.workConfigurations.find(({ namespace }) => namespace === POOLS);
  const checked = wc && (await check(world.wired.deps, wc, id, new AbortController().signal));
  const reasons = checked?.kind === 'verdict' ? checked.verdict.reasons : [];
  return /candidate after 1d of surveys, of which (.*) have passed/.exec(reasons.join())?.[1];
}

test('C5 of hours without surveys only one interval counts; with those before and after it makes a day', async () => {
  const id = await add();
  await surveys(12);
  expect(await passed(id)).toBe('12 hours');
  world.clock.advance(3 * DAY);
  await survey();
  expect([await marked(), await passed(id)]).toEqual([[], '18 hours']);
  await surveys(6);
  expect(await marked()).toEqual([id]);
});

test('C5 a cluster that the first survey after hours without any sees alive starts its day over', async () => {
  const id = await add();
  await surveys(18);
  const node = addNode();
  world.clock.advance(2 * DAY);
  await survey();
  terminate(node);
  world.clock.advance(6 * HOUR);
  await surveys(18);
  expect([await marked(), await passed(id)]).toEqual([[], '18 hours']);
  await surveys(6);
  expect(await marked()).toEqual([id]);
});

test('C5 a survey every ten days makes a day only after four gaps, each of which counts as one interval', async () => {
  const id = await add();
  await survey();
  for (const hours of ['6 hours', '12 hours', '18 hours']) {
    world.clock.advance(10 * DAY);
    await survey();
    expect([await marked(), await passed(id)]).toEqual([[], hours]);
  }
  world.clock.advance(10 * DAY);
  await survey();
  expect(await marked()).toEqual([id]);
});

test('C5 surveys that fail end no absence, and their hours count as a gap', async () => {
  const id = await add();
  await surveys(12);
  world.deny('elasticloadbalancing:DescribeTargetGroups');
  await surveys(24);
  world.allow('elasticloadbalancing:DescribeTargetGroups');
  await survey();
  expect([await marked(), await passed(id)]).toEqual([[], '18 hours']);
});

test('C5 a survey of another type that sees the cluster alive starts the day over for all', async () => {
  const id = await add();
  const CreatedTime = new Date(world.clock.now() - 100 * DAY);
  world.sandbox.control.addLoadBalancerV2s(HERE, [{ LoadBalancerName: 'web', VpcId, CreatedTime, tags: TAGS }]);
  await surveys(18);
  const node = addNode();
  world.clock.advance(3 * HOUR);
  await world.pass('mark', BALANCERS);
  terminate(node);
  world.clock.advance(3 * HOUR);
  await survey();
  expect([await marked(), await passed(id)]).toEqual([[], '3 hours']);
});

test('C5 a restart and another instance forget no survey', async () => {
  const id = await add();
  await surveys(18);
  await world.configure({
    cleanup: `[${entry('targetGroup')}, ${entry('loadBalancerV2')}]`,
    defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, shrunkBy: 100% }',
  });
  await surveys(6);
  expect(await marked()).toEqual([id]);
});
