/** The output of `holystone sandbox`: variables for a shell, and a configuration that fits. Pure. */
import { DEMO_ACCOUNTS, DEMO_REGIONS, type DemoAccount, OWNERS } from '../../../sandbox/demo/accounts.ts';

/** Everything that a client needs to reach the sandbox. */
export interface Addresses {
  readonly awsUrl: string;
  readonly accessKey: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** The region that the SDK uses where none is named. */
  readonly region: string;
  readonly smtpUrl: string;
  /** Absent: no Redis was started. */
  readonly redisUrl?: string;
}

/** Settings that could lead the SDK past the sandbox. */
const UNSET = ['AWS_PROFILE', 'AWS_SESSION_TOKEN', 'AWS_IGNORE_CONFIGURED_ENDPOINT_URLS'];

/** Lines for a shell; each program that has them calls the sandbox instead of AWS. */
export function shellLines({ awsUrl, accessKey, region, smtpUrl, redisUrl }: Addresses): readonly string[] {
  const variables: Readonly<Record<string, string>> = {
    AWS_ENDPOINT_URL: awsUrl,
    AWS_ACCESS_KEY_ID: accessKey.accessKeyId,
    AWS_SECRET_ACCESS_KEY: accessKey.secretAccessKey,
    AWS_REGION: region,
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    AWS_EC2_METADATA_DISABLED: 'true',
    SMTP_URL: smtpUrl,
    ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
  };
  const exported = Object.entries(variables).map(([name, value]) => `export ${name}=${value}`);
  return [...exported, `unset ${UNSET.join(' ')}`];
}

/** The text of a configuration for the sandbox's accounts; it does not contain an address. */
export const CONFIGURATION = `# The accounts of "holystone sandbox". It takes the addresses from the variables that the sandbox prints.
# A dry run: Holystone marks, mails and deletes nothing.
dryRun: true
redis: { url: "\${REDIS_URL:-embedded}" } # "embedded" starts a private one for a dry run
mail: { smtp: "\${SMTP_URL}", from: Holystone <holystone@acme.example> }
owner: { domains: [acme.example] }
work: { callRateShare: 100% } # of AWS's rates; in an account that others use, leave it out: 25%

accounts:
${DEMO_ACCOUNTS.map(accountLines).join('\n')}

defaults:
  retention: 10d # from the notice to the deletion
  notice: { fallback: ${OWNERS.fallback} }
  keep: [{ tag: { expiration_time: never } }, { name: "/^golden-/" }]

cleanup:
  - { type: image, live: true, when: [{ rule: unused }] }
  - { type: snapshot, live: true, only: [{ name: "/./" }], when: [{ rule: unused }] }
  - { type: volume, live: true, when: [{ rule: unused }] }
  - { type: autoScalingGroup, live: true, when: [{ all: [{ rule: zeroInstances }, { rule: zeroLoadBalancers }] }] }
  - { type: launchConfiguration, live: true, when: [{ rule: unused }] }
  - { type: launchTemplate, live: true, when: [{ rule: unused }] }
`;

function accountLines({ name, id }: DemoAccount): string {
  return `  - name: ${name}
    provider: aws
    id: "${id}"
    readRole: arn:aws:iam::${id}:role/holystone-reader
    deleteRole: arn:aws:iam::${id}:role/holystone-deleter
    locations: [${DEMO_REGIONS.join(', ')}]`;
}

/** The types that `--seed main` has resources of. */
const SEEDED = ['autoScalingGroup', 'image', 'launchConfiguration', 'launchTemplate', 'snapshot', 'volume'];

/** Comments about a person's own configuration. @param types that it cleans up */
export function ownNotes(types: readonly string[]): readonly string[] {
  const empty = types.filter((type) => !SEEDED.includes(type));
  return [
    '# The accounts, roles and regions of your configuration, with resources of this sandbox.',
    ...(empty.length === 0 ? [] : [`# It has none of these types: ${empty.join(', ')}`]),
    '# Use "plan", "explain" and "validate": "run" and "serve" use the Redis and the mail server that your file names.',
  ];
}
