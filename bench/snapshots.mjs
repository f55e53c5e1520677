// The cost of a plan of very many snapshots, at two sizes: its memory must not grow with kept resources.
import { ACCOUNT, contest, REGION } from './contest.mjs';
import { QUICK_SIZES, SIZES } from './snapshots/account.mjs';
import { whole } from './table.mjs';

const configuration = `
accounts: [{ name: test, provider: aws, id: "${ACCOUNT}", locations: [${REGION}] }]
work: { callRateShare: 100% }
redis: { url: embedded }
cleanup:
  - { type: snapshot, when: [{ rule: unused }] }
  - { type: volume, when: [{ rule: unused }] }
`;

/** The same question as ours, as far as it can be asked. */
const policy = {
  name: 'unused-snapshots',
  yaml: `policies:
  - name: unused-snapshots
    resource: aws.ebs-snapshot
    filters:
      - type: unused
        value: true
      - type: age
        days: 30
        op: ge
  - name: unused-volumes
    resource: aws.ebs
    filters:
      - Attachments: []
`,
};

export async function snapshots({ quick }) {
  const [smaller, larger] = quick ? QUICK_SIZES : SIZES;
  await plan(smaller, policy);
  console.log();
  // Cloud Custodian holds all of them; at this size it is left out.
  await plan(larger, undefined);
}

function plan(size, policy) {
  return contest({
    size,
    about: `${whole(size.snapshots)} snapshots (${whole(size.unused)} of them unused), ${whole(size.images)} images, ${whole(size.volumes)} volumes`,
    seed: 'snapshots/account.mjs',
    bare: 'snapshots/bare.mjs',
    ours: { configuration, flags: ['--output', 'table'], found: (text) => candidatesIn(text) },
    policy,
  });
}

/** `aws:test:us-east-1:snapshot  20 of 100,000 to delete, …` */
function candidatesIn(text) {
  return Number(/:snapshot\b[^\n]*?([\d,]+) of [\d,]+ to delete/.exec(text)?.[1]?.replaceAll(',', ''));
}
