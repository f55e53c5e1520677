// The cost of a plan of a large account, against only paging through the same listings, and against Cloud Custodian.
import { ACCOUNT, contest, REGION } from './contest.mjs';
import { FULL, QUICK } from './plan/account.mjs';
import { whole } from './table.mjs';

const configuration = `
accounts: [{ name: test, provider: aws, id: "${ACCOUNT}", locations: [${REGION}] }]
work: { callRateShare: 100% }
redis: { url: embedded }
cleanup: [{ type: image, keepNewest: off, when: [{ rule: unused }] }]
`;

/** The same question as ours, as far as it can be asked. */
const policy = {
  name: 'unused-images',
  yaml: `policies:
  - name: unused-images
    resource: aws.ami
    filters:
      - type: unused
        value: true
      - type: image-age
        days: 30
`,
};

export function plan({ quick }) {
  const size = quick ? QUICK : FULL;
  return contest({
    size,
    about: describe(size),
    seed: 'plan/account.mjs',
    bare: 'plan/bare.mjs',
    ours: {
      configuration,
      flags: ['--output', 'json'],
      found: (text) => JSON.parse(text).namespaces[0].counts.candidate,
    },
    policy,
  });
}

function describe({ images, instances, groups, templates, unused }) {
  return `${whole(images)} images (${whole(unused)} of them unused), ${whole(instances)} instances, ${whole(groups)} groups, ${whole(templates * 2)} template versions`;
}
