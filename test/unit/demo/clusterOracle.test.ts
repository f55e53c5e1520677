/** The oracle of the scene `cluster`: it finds each way in which the story could end wrongly. */
import { describe, expect, test } from '@jest/globals';
import { createSandbox } from '../../../sandbox/aws/sandbox.ts';
import { addAccounts } from '../../../sandbox/demo/accounts.ts';
import { unmetByInterfaces, unmetByMails, unmetByOwner } from '../../../sandbox/demo/clusterOracle.ts';
import { BLOG, CLUSTER_PLACE, LINGER_MS, leftoversOf, SHOP, seedClusters } from '../../../sandbox/demo/clusterSeed.ts';
import { deletable } from '../../../sandbox/demo/deletableKinds.ts';
import type { OracleInput } from '../../../sandbox/demo/facts.ts';
import { judge } from '../../../sandbox/demo/oracle.ts';
import { keyOf, type SeededResource } from '../../../sandbox/demo/truth.ts';
import { AT, callLog, cleanRun, mailAbout } from '../../support/demoLog.ts';

const { control } = createSandbox({ now: () => AT.mailed });
addAccounts(control);
const resources = seedClusters(control, AT.mailed);
const shop = leftoversOf(resources, SHOP);
const blog = leftoversOf(resources, BLOG);
const [web, webTargets, webGroup] = shop as [SeededResource, SeededResource, SeededResource];
const living = resources.find(({ name }) => name === 'shop-live') as SeededResource;

const EVIDENCE = [
  'DescribeAutoScalingGroups',
  'DescribeInstances',
  'DescribeLaunchTemplates',
  'DescribeTags',
  'DescribeListeners',
  'DescribeLoadBalancerAttributes',
  'DescribeTargetHealth',
  'DescribeDBInstances',
  'DescribeLoadBalancers',
  'DescribeNetworkInterfaces',
  'DescribeSecurityGroupReferences',
  'DescribeSecurityGroups',
  'DescribeVpcEndpoints',
  'ListFunctions',
];
type Call = Parameters<typeof callLog>[0][number];
const IN_PLACE = { account: CLUSTER_PLACE.account, region: CLUSTER_PLACE.region };

const apiOf = ({ api = 'EC2' }: { readonly api?: string }) => ({ api });

/** The reads before the deletion of a resource, and its deletion. @param status of `DescribeCluster` */
function deletes({ type, id }: SeededResource, at: number, status = 404): readonly Call[] {
  const { reads, deletes } = deletable(type);
  return [
    { ...IN_PLACE, ...apiOf(reads), operation: reads.operation, input: { [reads.by]: [id] }, at: at - 3 },
    { ...IN_PLACE, operation: 'DescribeCluster', status, input: { name: SHOP }, at: at - 2 },
    ...EVIDENCE.map((operation): Call => ({ ...IN_PLACE, operation, at: at - 2 })),
    { ...IN_PLACE, ...apiOf(deletes), operation: deletes.operation, input: { [deletes.by]: id }, at },
  ];
}

const withCost = (of: readonly SeededResource[], cluster: string) => {
  const mail = mailAbout(of);
  return {
    ...mail,
    subject: `[AWS test] Cluster ${cluster} is gone, but still costs $36.50 a month: ${of.length} resources will be deleted`,
    text: `Deleting them saves $36.50 a\nmonth, at list prices.\n${mail.text}\nGroup: cluster/${cluster}`,
  };
};
function broken(calls: readonly Call[], change: Partial<OracleInput> = {}): readonly string[] {
  const mails = [withCost(shop, SHOP)];
  const judged = judge(cleanRun({ resources, mails, calls: callLog(calls), ...change }));
  return [...new Set(judged.violations.map(({ rule }) => rule))];
}

describe('the leftovers of two gone clusters', () => {
  test('the seed has a load balancer, a target group and a security group for each Service, and knows which goes first', () => {
    expect([shop.length, blog.length, webTargets.after?.id, webGroup.after?.id]).toEqual([6, 3, web.id, web.id]);
    expect(leftoversOf(resources, SHOP).map(({ truth }) => truth.kind)).toEqual(Array(6).fill('unused'));
  });

  test('a target group after its balancer is no violation; that EKS does not know the cluster is an answer', () => {
    expect(broken([...deletes(web, AT.deleted), ...deletes(webTargets, AT.deleted + 10)])).toEqual([]);
  });

  test('C11 a target group before its balancer', () => {
    expect(broken([...deletes(webTargets, AT.deleted), ...deletes(web, AT.deleted + 10)])).toEqual(['order']);
    expect(broken(deletes(webTargets, AT.deleted))).toEqual(['order']);
  });

  test('C11 a security group while an interface of its deleted balancer is in it, whatever AWS answers', () => {
    const calls = (later: number, status = 200) => {
      const log = [...deletes(web, AT.deleted), ...deletes(webGroup, AT.deleted + later)];
      return callLog(log.map((call) => (call.operation === 'DeleteSecurityGroup' ? { ...call, status } : call)));
    };
    expect(unmetByInterfaces(shop, LINGER_MS, calls(LINGER_MS))).toEqual([]);
    const early = (status: number) => [
      `shop-web-lb was requested (${status}) while an interface of its load balancer was in it`,
    ];
    expect(unmetByInterfaces(shop, LINGER_MS, calls(LINGER_MS - 1))).toEqual(early(200));
    expect(unmetByInterfaces(shop, LINGER_MS, calls(10, 400))).toEqual(early(400));
    expect(unmetByInterfaces(shop, LINGER_MS, callLog(deletes(webGroup, AT.deleted)))).toEqual(early(200));
    const whole = [...deletes(web, AT.deleted), ...deletes(webGroup, AT.deleted + LINGER_MS)];
    expect(broken(whole)).toEqual([]);
    expect(broken(whole.filter(({ operation }) => operation !== 'DescribeNetworkInterfaces'))).toEqual(['unchecked']);
  });

  test('C8 a deletion while EKS does not answer', () => {
    expect(broken(deletes(web, AT.deleted, 503))).toEqual(['unchecked']);
  });

  test('C6 a resource of the living cluster of the same name is touched', () => {
    const ofLiving = resources.filter(({ name }) => name.startsWith('shop-live'));
    expect(ofLiving.map(({ type }) => type)).toEqual(['loadBalancerV2', 'targetGroup', 'securityGroup']);
    for (const one of ofLiving) expect(broken(deletes(one, AT.deleted))).toContain('mustKeep');
    const tagging = { ...IN_PLACE, operation: 'AddTags', input: { ResourceArns: [living.id] }, at: AT.deleted };
    expect(broken([tagging])).toEqual(['unexpectedCall']);
  });

  test('C10 a resource that its owner kept is deleted', () => {
    const [one] = blog as [SeededResource];
    const mails = [withCost(blog, BLOG)];
    const [askedAt, confirmedAt] = [AT.mailed + 1, AT.mailed + 2];
    const kept = blog.map(
      (of) => ({ kind: 'optedOut', key: keyOf(of), askedAt, confirmedAt, answer: 'kept' }) as const,
    );
    expect(unmetByOwner({ resources: blog, cluster: BLOG }, kept)).toEqual([]);
    expect(unmetByOwner({ resources: blog, cluster: BLOG }, kept.slice(1))).toEqual([
      'the owner of cluster blog-test could not keep blog',
    ]);
    expect(broken(deletes(one, AT.deleted), { mails, interventions: kept })).toEqual(['optedOut']);
    const tag = { ResourceArns: [one.id], Tags: [{ Key: 'holystone:keep', Value: 'always' }] };
    const tagging = { ...IN_PLACE, api: 'Elastic Load Balancing v2', operation: 'AddTags', input: tag, at: AT.deleted };
    expect(broken([tagging], { mails, interventions: kept })).toEqual([]);
  });
});

describe('C10 the message about a cluster', () => {
  const story = { resources: shop, cluster: SHOP };
  const whole = withCost(shop, SHOP);

  test('one that names everything, the cluster and its cost', () => {
    expect(unmetByMails(story, [whole])).toEqual([]);
  });

  test('none, or two', () => {
    expect(unmetByMails(story, [])).toEqual(['0 messages are about cluster shop-test, not one']);
    expect(unmetByMails(story, [whole, whole])).toEqual(['2 messages are about cluster shop-test, not one']);
  });

  test('one that leaves out a resource, the cluster or the cost', () => {
    expect(unmetByMails(story, [withCost(shop.slice(0, 2), SHOP)])).toEqual([
      'the message about cluster shop-test does not name shop-web-lb, shop-grpc, shop-grpc-80, shop-grpc-lb',
    ]);
    expect(unmetByMails(story, [{ ...mailAbout(shop), subject: '6 resources will be deleted' }])).toEqual([
      'the subject is not about cluster shop-test: 6 resources will be deleted',
      'the message does not name cluster/shop-test',
      'the message does not name the costs of cluster shop-test',
    ]);
  });
});
