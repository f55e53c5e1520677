// Assets of CDK in a large environment: calls, CPU and memory of a plan against only reading the same listings and
// templates.
import { FULL, QUICK } from './cdk/account.mjs';
import { ACCOUNT, contest, REGION } from './contest.mjs';
import { whole } from './table.mjs';

const configuration = `
accounts: [{ name: test, provider: aws, id: "${ACCOUNT}", locations: [${REGION}] }]
work: { callRateShare: 100% }
redis: { url: embedded }
cleanup:
  - { type: cdkS3Asset, when: [{ rule: unused }] }
  - { type: cdkEcrImage, when: [{ rule: unused }] }
`;

export async function cdk({ quick }) {
  const size = quick ? QUICK : FULL;
  await contest({
    size,
    about: `${whole(size.objects)} objects (${whole(size.unused)} of them named by no stack), ${whole(size.images)} images, ${whole(size.stacks)} stacks`,
    seed: 'cdk/account.mjs',
    bare: 'cdk/bare.mjs',
    ours: {
      isUnpaced: true,
      configuration,
      flags: ['--output', 'json'],
      found: (text) => candidatesIn(JSON.parse(text)),
    },
  });
}

function candidatesIn({ namespaces }) {
  return namespaces.flatMap(({ resources }) => resources.filter(({ verdict }) => verdict === 'candidate')).length;
}
