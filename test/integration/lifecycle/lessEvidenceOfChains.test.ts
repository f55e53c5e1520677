/**
 * Law 1 over things that use each other: to read less never moves a verdict towards held or candidate. Load balancers,
 * each with a target group and a security group and with a user of its own kind, are planned together, and then again
 * and again with more and more reads taken away.
 *
 * HOLYSTONE_PROPERTY_RUNS=100 tries more losses; HOLYSTONE_SEED=… tries the same again.
 */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { CallRecord } from '../../../sandbox/aws/index.ts';
import { ACCELERATOR_REGION } from '../../../sandbox/aws/seeds/acceleratorSeeds.ts';
import { planEach } from '../../../src/cli/plan/planEach.ts';
import { EvidenceReader } from '../../../src/lifecycle/index.ts';
import { ACCOUNT, DAY, HERE, HOUR, namespaceOf, World } from '../../support/awsWorld.ts';

const RUNS = Number(process.env.HOLYSTONE_PROPERTY_RUNS ?? 3);
const TIMEOUT = Math.max(120_000, RUNS * 20_000);
const CHAIN = (['loadBalancerV2', 'targetGroup', 'securityGroup'] as const).map(namespaceOf);
/** What the check of an account asks: without it nothing is read at all, see lessEvidence.test.ts. */
const PROOF = new Set(['AssumeRole', 'GetCallerIdentity', 'ListAccountAliases']);
const WAYS = ['withdrawn', 'throttle', 'error', 'drop', 'truncate', 'cutOff', 'blank'] as const;
type Way = (typeof WAYS)[number];

/** How much a verdict speaks for deletion. */
const RANKS: Readonly<Record<string, number>> = { keep: 0, unknown: 0, held: 1, candidate: 2 };

let world: World;
let calls: readonly CallRecord[] = [];
let whole: ReadonlyMap<string, string>;

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
  world = await World.start();
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
  const after = control().calls().at(-1)?.seq ?? 0;
  whole = await plan();
  calls = control()
    .calls({ after })
    .filter(({ operation }) => !PROOF.has(operation));
});
afterAll(() => world?.stop());
afterEach(recover);

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

let denied: string[] = [];
function recover(): void {
  control().clearFaults();
  for (const action of denied.splice(0)) world.allow(action);
}

function lose({ operation, service, account }: CallRecord, way: Way): void {
  if (way !== 'withdrawn') return void control().addFault({ kind: way, operation, account });
  denied = [...denied, `${service}:${operation}`];
  world.deny(`${service}:${operation}`, account);
}

/** The verdict by the id, of all three types, on evidence that is read anew. */
async function plan(): Promise<ReadonlyMap<string, string>> {
  world.clock.advance(HOUR);
  const deps = { ...world.wired.deps, evidence: new EvidenceReader(world.clock) };
  const { namespaces } = await planEach(deps, world.configuration.workConfigurations, {
    ...{ signal: new AbortController().signal, omitKept: false, quick: false, finished: [] },
    onNamespace: () => {},
  });
  return new Map(namespaces.flatMap(({ resources }) => resources.map(({ id, verdict }) => [id, verdict] as const)));
}

function movedTowardsDeletion(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>) {
  return [...after].filter(([id, verdict]) => (RANKS[verdict] ?? 2) > (RANKS[before.get(id) ?? ''] ?? 2));
}

test('A15 a load balancer that nobody uses is a candidate that holds what it uses; each user keeps what it uses', () => {
  const all = [...whole.values()];
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
    const own = calls.filter(({ account }) => account === ACCOUNT);
    const each = new Map(own.map((call) => [`${call.service}:${call.operation}`, call]));
    const wrong: unknown[] = [];
    for (const [name, call] of each) {
      lose(call, 'withdrawn');
      const moved = movedTowardsDeletion(whole, await plan());
      if (moved.length > 0) wrong.push([name, moved]);
      recover();
    }
    expect(wrong).toEqual([]);
    expect(each.size).toBeGreaterThan(30);
  },
  TIMEOUT,
);

test(
  'A15 taking any read away never moves a verdict towards held or candidate, however many are gone already',
  async () => {
    const loss = fc.record({
      which: fc.nat({ max: 9_999 }),
      way: fc.constantFrom(...WAYS),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(loss, { minLength: 3, maxLength: 3 }), async (losses) => {
        recover();
        let before = whole;
        for (const { which, way } of losses) {
          const call = calls[which % calls.length];
          if (!call) throw new Error('nothing was asked');
          lose(call, way);
          const after = await plan();
          const { operation, account } = call;
          expect({ lost: { operation, account, way }, moved: movedTowardsDeletion(before, after) }).toMatchObject({
            moved: [],
          });
          before = after;
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
  TIMEOUT,
);
