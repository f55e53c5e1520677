/**
 * Law 1 over things that use each other: to read less never moves a verdict towards held or candidate. Load balancers,
 * each with a target group and a security group and with a user of its own kind, are planned together, and then again
 * and again with more and more reads taken away.
 *
 * HOLYSTONE_PROPERTY_RUNS=100 tries more losses; HOLYSTONE_SEED=… tries the same again.
 */
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { ACCELERATOR_REGION } from '../../../sandbox/aws/seeds/acceleratorSeeds.ts';
import { ACCOUNT, DAY, HERE, namespaceOf, worldForAll } from '../../support/awsWorld.ts';
import { LessOfWorld } from '../../support/lessOfWorld.ts';

const RUNS = Number(process.env.HOLYSTONE_PROPERTY_RUNS ?? 3);
const TIMEOUT = Math.max(900_000, RUNS * 20_000);
const CHAIN = (['loadBalancerV2', 'targetGroup', 'securityGroup'] as const).map(namespaceOf);

const world = worldForAll();
let less: LessOfWorld;

type Use = (id: string, name: string) => void;
const USERS: Readonly<Record<string, Use>> = {
  nobody: () => {},
  accelerator: (id) =>
    control().addAccelerators({ ...HERE, region: ACCELERATOR_REGION }, [{ listeners: [[{ endpoints: [id] }]] }]),
  link: (id) => control().addVpcLinks(HERE, [{ targetArns: [id] }]),
  api: (id) =>
    control().addHttpApis(HERE, [
      {
        integrations: [
          { IntegrationType: 'HTTP_PROXY', IntegrationUri: `${id.replace(':loadbalancer/', ':listener/')}/1` },
        ],
      },
    ]),
  traffic: (id) =>
    control().addMetrics(HERE, [
      {
        namespace: 'AWS/ApplicationELB',
        name: 'ProcessedBytes',
        of: id.split(':loadbalancer/')[1] ?? '',
        points: [{ at: new Date(world.clock.now() + 13 * DAY).toISOString(), value: 9 }],
      },
    ]),
  service: (_id, name) =>
    control().addEcsServices(HERE, [{ serviceName: name, loadBalancers: [{ targetGroupArn: groupArn(name) }] }]),
  deployment: (_id, name) =>
    control().addDeploymentGroups(HERE, [{ loadBalancerInfo: { targetGroupInfoList: [{ name }] } }]),
};

beforeAll(async () => {
  const entry = (type: string, more = '') =>
    `{ type: ${type}, accounts: [test], live: true, minimumAge: 1d, unusedFor: 14d, when: [{ rule: unused }]${more} }`;
  const accepted = ', acceptIncomplete: { until: 2099-12-31, reason: a test }';
  await world.reset({
    cleanup: `[${entry('loadBalancerV2')}, ${entry('targetGroup')}, ${entry('securityGroup', accepted)}]`,
    defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, shrunkBy: 100% }',
  });
  control().empty({ ...HERE, region: ACCELERATOR_REGION });
  for (const [name, use] of Object.entries(USERS)) use(addChain(name), name);
  for (const namespace of CHAIN) await world.pass('mark', namespace);
  await world.watched(20, ...CHAIN);
  less = await LessOfWorld.of(world);
});
afterEach(() => less.recover());

function control() {
  return world.sandbox.control;
}

const groupArn = (name: string) =>
  `arn:aws:elasticloadbalancing:${HERE.region}:${ACCOUNT}:targetgroup/${name}/0123456789abcdef`;

/** @returns the load balancer, which uses the other two */
function addChain(name: string): string {
  const tags = { owner: 'ann@example.com' };
  const CreatedTime = new Date(world.clock.now() - 100 * DAY).toISOString();
  const SecurityGroups = control().addSecurityGroups(HERE, [{ GroupName: name, tags }]);
  const [balancer = ''] = control().addLoadBalancerV2s(HERE, [
    { LoadBalancerName: name, CreatedTime, SecurityGroups: [...SecurityGroups], tags },
  ]);
  control().addTargetGroups(HERE, [
    { TargetGroupArn: groupArn(name), TargetGroupName: name, LoadBalancerArns: [balancer], tags },
  ]);
  return balancer;
}

test('A15 a load balancer that nobody uses is a candidate that holds the resources it uses; each user keeps those it uses', () => {
  const all = [...less.whole.values()];
  const counted = (verdict: string) => all.filter((one) => one === verdict).length;
  // The target groups of two of three unused load balancers have users of their own.
  expect({ candidate: counted('candidate'), held: counted('held'), unknown: counted('unknown') }).toEqual({
    candidate: 3,
    held: 4,
    unknown: 0,
  });
});

test(
  'A15 without any one of its calls, no verdict moves towards held or candidate',
  async () => {
    const { names, wrong } = await less.withoutEach();
    expect(wrong).toEqual([]);
    expect(names.length).toBeGreaterThan(30);
  },
  TIMEOUT,
);

test(
  'A15 taking any read away never moves a verdict towards held or candidate, however many are gone already',
  () => expect(less.withLessAndLess(RUNS)).resolves.toBeUndefined(),
  TIMEOUT,
);
