// What deleted Kubernetes clusters left behind in a large account: calls, CPU and memory of a plan against only paging
// through the same listings. A half of the account must cost about half: nothing may be asked once per cluster.
import { FULL, HALF, QUICK } from './clusters/account.mjs';
import { ACCOUNT, contest, REGION } from './contest.mjs';
import { whole } from './table.mjs';

const rule = 'clusters: {}, when: [{ rule: clusterGone }]';
const configuration = `
accounts: [{ name: test, provider: aws, id: "${ACCOUNT}", locations: [${REGION}] }]
work: { callRateShare: 100% }
redis: { url: embedded }
cleanup:
  - { type: loadBalancerV2, ${rule} }
  - { type: targetGroup, ${rule} }
  - { type: securityGroup, ${rule} }
`;

export async function clusters({ quick }) {
  for (const size of quick ? [QUICK] : [HALF, FULL]) {
    await contest({
      size,
      about: `${whole(size.clusters)} clusters (${whole(size.gone)} of them gone), ${whole(size.groups)} security groups, ${whole(size.balancers)} load balancers with a target group each`,
      seed: 'clusters/account.mjs',
      bare: 'clusters/bare.mjs',
      ours: { isUnpaced: true, configuration, flags: ['--output', 'json'], found: (text) => goneIn(JSON.parse(text)) },
    });
    console.log();
  }
}

/** A first plan dates the absence of a cluster: its leftovers are no candidates yet, and their reason names the cluster. */
function goneIn({ namespaces }) {
  const reasons = namespaces.flatMap(({ resources }) => resources.map(({ reasons = [] }) => reasons.join(' ')));
  return reasons.filter((text) => /cluster \S+ is gone/.test(text)).length;
}
