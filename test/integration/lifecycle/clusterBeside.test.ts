/** Controllers write the name of their setting: while another cluster lives beside it, a name that was never seen proves nothing. */
import { expect, test } from '@jest/globals';
import { check } from '../../../src/lifecycle/index.ts';
import { DAY, HERE, HOUR, namespaceOf, worldForAll } from '../../support/awsWorld.ts';

const world = worldForAll();
const defaults = 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }';
const OWNER = { owner: 'ann@example.com' };
const claim = { 'kubernetes.io/created-for/pvc/name': 'data', 'kubernetes.io/created-for/pvc/namespace': 'shop' };
const OWNED = { 'kubernetes.io/cluster/prod': 'owned' };
const control = () => world.sandbox.control;

/** A leftover of each kind that says `prod`: in a VPC, and in none. */
const LEFT = {
  targetGroup: {
    more: '',
    add: () =>
      control().addTargetGroups(HERE, [
        { VpcId: 'vpc-1', tags: { ...OWNER, 'elbv2.k8s.aws/cluster': 'prod', 'ingress.k8s.aws/stack': 'shop/web' } },
      ]),
  },
  securityGroup: {
    more: 'acceptIncomplete: { until: 2026-08-01, reason: a test },',
    add: () => control().addSecurityGroups(HERE, [{ VpcId: 'vpc-1', tags: { ...OWNER, ...OWNED } }]),
  },
  volume: {
    more: 'manageOwned: [ebs-csi], quarantine: 7d, unusedFor: 12h,',
    add: () =>
      control().addVolumes(HERE, [
        { CreateTime: new Date(world.clock.now() - 100 * DAY).toISOString(), tags: { ...OWNER, ...OWNED, ...claim } },
      ]),
  },
  elasticIp: {
    more: 'unusedFor: 12h, acceptIncomplete: { until: 2026-08-01, reason: a test },',
    add: () => control().addElasticIps(HERE, [{ tags: { ...OWNER, ...OWNED } }]),
  },
};
type Kind = keyof typeof LEFT;

const instance = (name: string, VpcId: string) =>
  control().addInstances(HERE, [{ VpcId, tags: { [`kubernetes.io/cluster/${name}`]: 'owned' } }])[0] ?? '';
const onFargate = (vpcId: string) =>
  control().addEksClusters(HERE, [{ name: 'prod-2024', resourcesVpcConfig: { vpcId } }]);

/** @returns what says why it is marked, or else why it is kept */
async function verdictOf(kind: Kind, beside: () => unknown, clusters = 'ownerTags: true'): Promise<string> {
  const entry = `{ type: ${kind}, accounts: [test], live: true, minimumAge: 1h, ${LEFT[kind].more} clusters: { ${clusters} }, when: [{ rule: clusterGone }] }`;
  await world.reset({ cleanup: `[${entry}]`, defaults });
  const [id = ''] = LEFT[kind].add();
  await beside();
  for (let i = 0; i < 9; i++) {
    await world.pass('mark', namespaceOf(kind));
    world.clock.advance(6 * HOUR);
  }
  const [mark] = await world.marks(namespaceOf(kind));
  if (mark) return `marked: ${mark.reasons.join()}`;
  const [wc] = world.configuration.workConfigurations;
  const checked = wc && (await check(world.wired.deps, wc, id, new AbortController().signal));
  return checked?.kind === 'verdict' ? `${checked.verdict.kind}: ${checked.verdict.reasons.join()}` : 'no verdict';
}

const KEPT =
  /^keep: .*no survey saw cluster prod alive, and prod-2024 lives beside it \((instance i-\w+ \(running\)|EKS cluster prod-2024 \(ACTIVE\))\): keep it if that cluster calls itself prod; if it is gone, say so: clusters: \{ gone: \[prod\] \}/;
const MARKED = /^marked: cluster prod is gone(?!.*beside)/;

test.each<[Kind, string, () => unknown, RegExp]>([
  ['targetGroup', 'has a machine in its VPC', () => instance('prod-2024', 'vpc-1'), KEPT],
  ['targetGroup', 'runs on Fargate in its VPC', () => onFargate('vpc-1'), KEPT],
  ['targetGroup', 'has a machine in another VPC', () => instance('prod-2024', 'vpc-2'), MARKED],
  ['targetGroup', 'runs on Fargate in another VPC', () => onFargate('vpc-2'), MARKED],
  ['securityGroup', 'has a machine in its VPC', () => instance('prod-2024', 'vpc-1'), KEPT],
  ['volume', 'has a machine in any VPC', () => instance('prod-2024', 'vpc-7'), KEPT],
  ['volume', 'runs on Fargate', () => onFargate('vpc-7'), KEPT],
  ['elasticIp', 'has a machine in any VPC', () => instance('prod-2024', 'vpc-7'), KEPT],
  ['volume', 'is none', () => undefined, MARKED],
])('C25 a %s says prod, and the cluster prod-2024 %s', async (kind, _where, beside, words) => {
  expect(await verdictOf(kind, beside)).toMatch(words);
});

test.each<Kind>(['targetGroup', 'volume'])(
  'C25 a %s is marked beside prod-2024 where the entry says that prod is gone',
  async (kind) => {
    const words = await verdictOf(kind, () => instance('prod-2024', 'vpc-1'), 'ownerTags: true, gone: [prod]');
    expect(words).toMatch(/^marked: cluster prod is gone.*prod-2024 lives beside it/);
  },
);

test('C25 a target group is marked beside prod-2024 where a survey saw prod alive', async () => {
  const words = await verdictOf('targetGroup', async () => {
    instance('prod-2024', 'vpc-1');
    const own = instance('prod', 'vpc-1');
    await world.pass('mark', namespaceOf('targetGroup'));
    world.clock.advance(6 * HOUR);
    await world.pass('mark', namespaceOf('targetGroup'));
    control().update(HERE, 'instance', own, { State: { Name: 'terminated' } });
  });
  expect(words).toMatch(/^marked: cluster prod is gone.*prod-2024 lives beside it/);
});

test('C25 nothing is marked while nobody may list the clusters of EKS', async () => {
  expect(await verdictOf('targetGroup', () => world.deny('eks:ListClusters'))).toMatch(/^unknown: .*eks:ListClusters/);
});
