/** Two deleted Kubernetes clusters: the leftovers of one are deleted in order, those of the other its owner keeps. */
import { fileURLToPath } from 'node:url';
import { addAccounts } from '../../../sandbox/demo/accounts.ts';
import { unmetByInterfaces, unmetByMails, unmetByOwner } from '../../../sandbox/demo/clusterOracle.ts';
import {
  BLOG,
  CLUSTER_PLACE,
  LINGER_MS,
  leftoversOf,
  SHOP,
  seedClusters,
  VPC_OF_THE_LIVING,
} from '../../../sandbox/demo/clusterSeed.ts';
import { keyOf } from '../../../sandbox/demo/truth.ts';
import { keepForEver, openKeepPage } from './followLink.ts';
import type { Scene } from './scene.ts';
import type { Stage } from './stage.ts';
import { until } from './until.ts';
import { countOf, placeOf } from './words.ts';

/** The scene `cluster`: the leftovers of two deleted clusters; the owner of one keeps its resources by a link. */
export const cluster: Scene = {
  config: fileURLToPath(new URL('../../../config/demoCluster.yaml', import.meta.url)),
  prices: fileURLToPath(new URL('../../../sandbox/demo/clusterPrices.yaml', import.meta.url)),
  seed: (control, now) => ({ accessKey: addAccounts(control), resources: seedClusters(control, now) }),
  prepare: (stage) => () => play(stage),
  check(stage) {
    const mails = stage.world.mail.messages();
    const [shop, blog] = [leftoversOf(stage.resources({}), SHOP), leftoversOf(stage.resources({}), BLOG)];
    return [
      ...stage.judge().missing.map(({ name }) => `${name} is a leftover and not deleted`),
      ...unmetByMails({ cluster: SHOP, resources: shop }, mails),
      ...unmetByMails({ cluster: BLOG, resources: blog }, mails),
      ...unmetByOwner({ cluster: BLOG, resources: blog }, stage.interventions),
      ...unmetByInterfaces(shop, LINGER_MS, stage.world.sandbox.control.calls()),
    ];
  },
};

async function play(stage: Stage): Promise<void> {
  const { say } = stage;
  const where = placeOf(CLUSTER_PLACE);
  say('calm', 'gone', `clusters ${SHOP} and ${BLOG} in ${where}: no EKS cluster, no nodes, but load balancers`);
  say('warn', 'live twice', 'security groups: `live: true`, and `acceptIncomplete` with a reason and a date');
  say('calm', 'alive', `another cluster ${SHOP}, in ${VPC_OF_THE_LIVING}: only the VPC distinguishes the two`);
  // At once: its leftovers are due soon after, and on a busy machine the other message may take as long.
  await untilNotified(stage, BLOG);
  await keepCluster(stage, BLOG);
  await untilNotified(stage, SHOP);
  await sayLingering(stage);
  await stage.untilGone();
  const left = stage.resources({}).filter(({ truth }) => truth.kind === 'mustKeep' && truth.because === 'inUse');
  say('good', 'still here', `the living ${SHOP} with its ${left.map(({ type }) => countOf(1, type)).join(', ')}`);
}

/** Until its owner was notified of each leftover. */
async function untilNotified(stage: Stage, name: string): Promise<void> {
  const keys = leftoversOf(stage.resources({}), name).map(keyOf);
  const areNotified = () => {
    const notified = new Set(stage.notified().map(({ key }) => key));
    return keys.every((key) => notified.has(key)) ? true : undefined;
  };
  await until(areNotified, stage.signal);
  stage.catchUp();
}

/** The load balancers are deleted, and AWS still has their interfaces. */
async function sayLingering({ world, say, signal, catchUp }: Stage): Promise<void> {
  const isThere = () => {
    const { loadBalancerV2s, networkInterfaces } = world.sandbox.control.state(CLUSTER_PLACE);
    const paths = loadBalancerV2s.map(({ LoadBalancerArn = '' }) => LoadBalancerArn.split(':loadbalancer/')[1]);
    const left = networkInterfaces.filter(({ Description }) => !paths.some((path) => Description === `ELB ${path}`));
    return left.length === 0 ? undefined : true;
  };
  await until(isThere, signal);
  catchUp();
  const stays = 'the interface of a deleted load balancer stays for a while, as in AWS';
  say('warn', 'lingers', `${stays}: its security group waits, nothing is detached`);
}

/** Its owner opens the link of one of its resources and keeps everything of the cluster. */
async function keepCluster(stage: Stage, name: string): Promise<void> {
  const { say, signal } = stage;
  const resources = leftoversOf(stage.resources({}), name);
  const keys = resources.map(keyOf);
  const notified = stage.notified().find(({ key }) => keys.includes(key));
  if (!notified) return say('bad', 'no mail', `nobody was notified about cluster ${name}`);
  const { keepUrl } = notified.notice;
  if ((await openKeepPage(keepUrl, signal)) === undefined) return say('bad', 'broken link', `cluster ${name}`);
  const askedAt = Date.now();
  const answer = await keepForEver(keepUrl, { reason: 'we will bring it back in spring', scope: 'group' }, signal);
  const confirmedAt = Date.now();
  if (answer.kind === 'refused') return say('bad', 'not kept', `cluster ${name}: the page says "${answer.why}"`);
  for (const key of keys) stage.did({ kind: 'optedOut', key, askedAt, confirmedAt, answer: answer.kind });
  const { owner } = notified.resource;
  const count = `${keys.length} resources`;
  say('people', 'opted out', `${owner} keeps everything of cluster ${name} with one link: ${count}, forever`);
}
