// Assets of CDK in a large environment: calls, CPU and memory of a plan against only reading the same listings and
// templates, and against the real `cdk gc --action=print` where it is installed.
import { FULL, LARGE, LONG, QUICK, USUAL } from './cdk/account.mjs';
import { realGc } from './cdk/gc.mjs';
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
  // Its search takes time by files × templates: with 100,000 and 2,000 it did not end in twenty minutes.
  await plan(QUICK, realGc());
  if (quick) return;
  await plan(USUAL, realGc());
  await plan(FULL);
  // As in a container of 600 MB: without a limit V8 lets garbage grow to half as much again.
  await plan(LARGE, undefined, ['--max-old-space-size=450']);
}

/** Five thousand stacks whose templates have a megabyte: ten gigabytes arrive. */
export async function templates({ quick }) {
  const size = quick ? { ...LONG, stacks: 100 } : LONG;
  // As in a container of 300 MB.
  await plan(size, undefined, ['--max-old-space-size=150'], { bare: 'cdk/received.mjs', isPrepared: true });
}

async function plan(size, peers, node = [], more = {}) {
  await contest({
    size,
    about: `${whole(size.objects)} objects (${whole(size.unused)} of them named by no stack), ${whole(size.images)} images, ${whole(size.stacks)} stacks${size.templateBytes ? ` with templates of ${whole(size.templateBytes)} bytes` : ''}`,
    seed: 'cdk/account.mjs',
    bare: 'cdk/bare.mjs',
    ours: { isUnpaced: true, node, configuration, flags: ['--output', 'text'], found: candidatesIn },
    ...(peers ? { peers } : {}),
    ...more,
  });
}

function candidatesIn(text) {
  return Number(/^Plan: (\d+) to delete/m.exec(text)?.[1]);
}
