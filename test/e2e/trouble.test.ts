/** Wrong answers that the cloud may give: every account has another trouble, one has none. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { AccountSeed } from '../../sandbox/aws/index.ts';
import { cliHere } from '../support/cliHere.ts';
import { withoutProgress } from '../support/cliRun.ts';
import { type Daemon, endAllDaemons, PATIENCE_MS } from '../support/daemon.ts';
import { Stage } from './stage.ts';

const IDS = {
  denied: '200000000001',
  wrongId: '200000000002',
  wrongAlias: '200000000003',
  noRole: '200000000004',
  throttled: '200000000005',
  brokenPage: '200000000006',
  well: '200000000007',
} as const;
type Trouble = keyof typeof IDS;

const TROUBLES: Readonly<Record<Exclude<Trouble, 'well'>, RegExp>> = {
  denied:
    /ec2:DescribeImages is denied; allow it for the role arn:aws:iam::200000000001:role\/reader \(readRole of account denied\)/,
  wrongId:
    /belongs to account 200000000002, but account wrongId is declared as 299999999999; Holystone changes nothing in it/,
  wrongAlias:
    /has the alias acme-wrongalias, but account wrongAlias is declared as acme-other; Holystone changes nothing in it/,
  noRole: /role arn:aws:iam::200000000004:role\/reader .*may not be assumed; allow sts:AssumeRole/,
  throttled: /AWS throttled ec2:DescribeInstances; Holystone retries more slowly/,
  brokenPage: /listing images in brokenPage\/us-east-1: /,
};
const NAMES = Object.keys(TROUBLES) as Exclude<Trouble, 'well'>[];

let stage: Stage;
let config: string;

beforeAll(async () => {
  const seeds = Object.entries(IDS).map(([name, id]): AccountSeed => {
    return { id, alias: `acme-${name.toLowerCase()}`, roles: ['reader', 'deleter'] };
  });
  stage = await Stage.start(seeds);
  const { control } = stage.sandbox;
  for (const account of Object.values(IDS)) stage.addImages(1, { place: { account, region: 'us-east-1' } });
  const idle = { AutoScalingGroupName: 'idle', CreatedTime: '2024-01-01T00:00:00Z', DesiredCapacity: 0, MinSize: 0 };
  control.addAutoScalingGroups({ account: IDS.well, region: 'us-east-1' }, [idle]);
  control.deny({ account: IDS.denied, action: 'ec2:DescribeImages' });
  control.deny({ account: IDS.noRole, action: 'sts:AssumeRole', role: 'reader' });
  control.addFault({ kind: 'throttle', operation: 'DescribeInstances', account: IDS.throttled });
  control.addFault({ kind: 'truncate', operation: 'DescribeImages', account: IDS.brokenPage });
  config = stage.config({ accounts: accountsYaml(), cleanup: CLEANUP });
});
afterAll(async () => {
  await endAllDaemons();
  await stage?.stop();
});

const CLEANUP = `
  - { type: image, live: true, when: [{ rule: unused }], keepNewest: off, every: { mark: 1h } }
  - { type: autoScalingGroup, accounts: [well], live: true, when: [{ rule: zeroInstances }], every: { mark: 1h } }`;
const GROUPS = 'aws:well:us-east-1:autoscalinggroup';

describe('serve, where accounts have troubles', () => {
  let one: Daemon;

  beforeAll(async () => {
    one = stage.serveHere(config);
    await Promise.all([...NAMES, 'well'].map(passOf));
  });

  const passOf = (name: string) =>
    one.logged('pass', ({ namespace, action }) => namespace === namespaceOf(name) && action === 'mark', PATIENCE_MS);

  test.each(NAMES)('A3 A7 L11 L30 %s: the pass is incomplete, says what to do, and nothing is marked', async (name) => {
    const pass = await passOf(name);
    expect(pass).toMatchObject({ level: 'warn', outcome: 'incomplete' });
    expect(pass.problem).toMatch(TROUBLES[name]);
    const marked = one.lines.filter(({ event, namespace }) => event === 'marked' && namespace === namespaceOf(name));
    expect(marked).toEqual([]);
  });

  test('A15 an account without trouble of its own: a parameter of the others may name its image, which stays unknown', async () => {
    const pass = await passOf('well');
    expect(pass).toMatchObject({ outcome: 'incomplete', counts: { listed: 1, candidate: 0, unknown: 1 } });
  });

  test('Holystone works on the account without trouble, and the process is ready', async () => {
    const pass = await one.logged('pass', ({ namespace }) => namespace === GROUPS);
    expect(pass).toMatchObject({ level: 'info', outcome: 'complete', counts: { marked: 1 } });
    expect((await one.health('ready')).status).toBe(200);
  });

  test('L11 an account that is not the declared one is asked who it is, and nothing else', () => {
    for (const account of [IDS.wrongId, IDS.wrongAlias]) {
      const asked = new Set(stage.sandbox.control.calls({ account }).map(({ operation }) => operation));
      expect([...asked].filter((operation) => !/^(GetCallerIdentity|ListAccountAliases)$/.test(operation))).toEqual([]);
    }
  });

  test('nobody sees a stack trace, and SIGTERM ends it', async () => {
    expect(await one.stop()).toEqual({ code: 0, signal: null });
    expect(one.other).toEqual(STRANGE_ROLES);
  });
});

test('A3 plan names every trouble, withholds only the resources it concerns, exit 3', async () => {
  const { code, stdout } = await stage.here([
    'plan',
    '-o',
    'json',
    '-c',
    stage.config({ ...yaml(), redis: 'embedded', dryRun: true }),
  ]);
  expect(code).toBe(3);
  const { namespaces } = JSON.parse(stdout) as { namespaces: { namespace: string; status: string; problem: string }[] };
  for (const name of NAMES) {
    const plan = namespaces.find(({ namespace }) => namespace === namespaceOf(name));
    expect(plan).toMatchObject({ status: 'incomplete', problem: expect.stringMatching(TROUBLES[name]) });
  }
  expect(namespaces.find(({ namespace }) => namespace === GROUPS)).toMatchObject({ status: 'complete', problem: null });
});

test('credentials that are missing: incomplete, says what to do, exit 3; wrong ones too', async () => {
  const plan = [
    'plan',
    '-o',
    'json',
    '--namespace',
    '*:well:*:image',
    '-c',
    stage.config({ ...yaml(), redis: 'embedded', dryRun: true }),
  ];
  // One after the other: within this process they share the SDK's variables.
  const missing = await cliHere(plan, { ...stage.env, AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' });
  const wrong = await cliHere(plan, { ...stage.env, AWS_ACCESS_KEY_ID: 'AKIA00000000NOBODY00' });
  const problems = new Map([
    [missing, /Holystone found no AWS credentials/],
    [wrong, /AWS does not accept the role arn:aws:iam::200000000007:role\/reader/],
  ]);
  for (const [{ code, stdout, stderr }, problem] of problems) {
    const { namespaces } = JSON.parse(stdout) as { namespaces: { status: string; problem: string }[] };
    const said = withoutProgress(stderr).trimEnd().split('\n');
    const status = namespaces[0]?.status;
    expect({ code, said, status }).toEqual({ code: 3, said: STRANGE_ROLES, status: 'incomplete' });
    expect(namespaces[0]?.problem).toMatch(problem);
  }
});

function yaml() {
  return { name: 'plan.yaml', accounts: accountsYaml(), cleanup: CLEANUP };
}

/** The warnings of a loaded configuration: the roles of `wrongId` show already that its id is wrong. */
const STRANGE_ROLES = ['readRole', 'deleteRole'].map((key) =>
  expect.stringMatching(
    `^warning: .*: accounts\\[1\\]\\.${key}: this role belongs to account 200000000002, but the id of the account is 299999999999: `,
  ),
);

function accountsYaml(): string {
  const declared: Readonly<Record<string, string>> = { ...IDS, wrongId: '299999999999' };
  const accounts = Object.entries(IDS).map(([name, id]) => {
    const role = (which: string) => `"arn:aws:iam::${id}:role/${which}"`;
    const alias = name === 'wrongAlias' ? ', alias: acme-other' : '';
    return (
      `{ name: ${name}, provider: aws, id: "${declared[name]}"${alias}, locations: [us-east-1], ` +
      `readRole: ${role('reader')}, deleteRole: ${role('deleter')} }`
    );
  });
  return `[${accounts.join(', ')}]`;
}

function namespaceOf(name: string): string {
  return `aws:${name.toLowerCase()}:us-east-1:image`;
}
