/** `look`: an account is seen with nothing but its credentials. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Look } from '../../../src/cli/look/look.ts';
import { ALL_CALLS } from '../../../src/handlers/aws/calls/index.ts';
import { captured } from '../../support/captured.ts';
import { cliHere, commandHere } from '../../support/cliHere.ts';
import { until } from '../../support/until.ts';
import { HERE, ID, startAws, type TestAws } from '../handlers/fixture.ts';

const DAY_MS = 86_400_000;
const DAYS_AGO = (days: number) => new Date(Date.now() - days * DAY_MS);

let aws: TestAws;
let dir: string;
beforeEach(async () => {
  aws = await startAws();
  dir = await mkdtemp(join(tmpdir(), 'holystone-look-'));
});
afterEach(async () => {
  await aws.close();
  await rm(dir, { recursive: true, force: true });
});

const PARAMETER = 'SSM parameter /batch/image version 1 (current)';

const file = (name: string) => join(dir, name);
const written = () => ['--html', file('look.html'), '--json', file('look.json')];

const here = (...args: readonly string[]) => cliHere(args, process.env as Record<string, string>);

async function looked(...args: readonly string[]) {
  const given = ['look', '--region', 'us-east-1', ...args, ...written()];
  const result = await cliHere(given, process.env as Record<string, string>);
  const read = async (name: string) => readFile(file(name), 'utf8');
  return { ...result, look: JSON.parse(await read('look.json')) as Look, html: await read('look.html') };
}

test('P20 a look needs no configuration: it names what is wasted, what only looks so, and who uses that', async () => {
  const [used = ''] = aws.control.addImages(HERE, [{ Name: 'nightly', CreationDate: DAYS_AGO(400).toISOString() }]);
  aws.control.addParameters(HERE, [{ name: '/batch/image', dataType: 'aws:ec2:image', versions: [{ value: used }] }]);
  aws.control.addVolumes(HERE, [{ Size: 100, CreateTime: DAYS_AGO(200), tags: { owner: 'team@example.com' } }]);
  aws.control.addElasticIps(HERE, [{ PublicIp: '198.51.100.7' }]);
  const { code, stdout, look, html } = await looked();
  expect(code).toBe(0);
  expect(look).toMatchObject({
    account: { id: ID, name: 'acme-test' },
    locations: ['us-east-1'],
    unknown: 0,
    unread: [],
  });
  expect(look.wasted).toMatchObject([
    { called: 'EBS volume', owner: 'team@example.com', monthlyCost: { upTo: false } },
    { called: 'Elastic IP address', owner: null, createdAt: null, monthlyCost: { amount: 3.65 } },
  ]);
  expect(look.wasted.map(({ reasons }) => reasons[0])).toEqual(
    Array(2).fill('nothing uses it; since when, the provider does not say'),
  );
  expect(look.inUse).toMatchObject([{ name: 'nightly', usedBy: expect.arrayContaining([PARAMETER]) }]);
  expect(stdout).toMatch(/^This account wastes \$\d+\.\d\d a month in 2 things\.\n1 more looks unused and is not/);
  expect(html).toContain(PARAMETER);
});

test('P20 a look sends reads and nothing else, and counts what it sends', async () => {
  aws.control.addImages(HERE, [{}]);
  const { look, stdout } = await looked();
  const effects = new Map(ALL_CALLS.map(({ operation, effect }) => [operation, effect]));
  const sent = aws.operations();
  expect(sent.length).toBeGreaterThan(20);
  expect(sent.filter((operation) => effects.get(operation) !== 'reads')).toEqual([]);
  expect(look.calls).toBe(sent.length);
  expect(stdout).toContain(`${sent.length} calls, none that changes anything`);
});

test('P20 a refused read leaves unknown, says the right that is missing, and wastes nothing', async () => {
  aws.control.addVolumes(HERE, [{ CreateTime: DAYS_AGO(400) }]);
  aws.control.deny({ account: ID, action: 'ec2:DescribeVolumesModifications' });
  const { code, look, stdout, html } = await looked();
  expect(code).toBe(3);
  expect(look).toMatchObject({ wasted: [], unknown: 1, missingRights: ['ec2:DescribeVolumesModifications'] });
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    '1 resource is unknown and would stay, because 1 right is missing: ec2:DescribeVolumesModifications;',
  );
  expect(html).toContain('ec2:DescribeVolumesModifications');
});

test('P20 a cause in several regions is one, and a command prints a policy with the missing rights', async () => {
  aws.control.deny({ account: ID, action: 'ec2:DescribeAddresses' });
  const { look, stdout } = await looked('us-west-2');
  const denied = look.unread.filter(({ why }) => why.includes('DescribeAddresses'));
  expect(denied).toMatchObject([{ places: 2 }]);
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    `to print a policy with it: holystone iam-policy --from ${file('look.json')}`,
  );
  const { code, stdout: policy } = await here('iam-policy', '--from', file('look.json'));
  expect([code, JSON.parse(policy)]).toMatchObject([0, { Statement: [{ Action: ['ec2:DescribeAddresses'] }] }]);
});

test('P20 per owner the report has the mail that they would get, and nothing is sent', async () => {
  aws.control.addVolumes(HERE, [{ CreateTime: DAYS_AGO(200), tags: { owner: 'team@example.com', Name: 'scratch' } }]);
  aws.control.addElasticIps(HERE, [{ PublicIp: '198.51.100.7' }]);
  const { look, html } = await looked();
  expect(look.mails).toMatchObject([
    { owner: null, resources: 1, text: expect.stringContaining('Elastic IP address in acme-test') },
    { owner: 'team@example.com', resources: 1, text: expect.stringContaining('scratch') },
  ]);
  for (const { subject } of look.mails) expect(html).toContain(subject);
});

test('P20 explain --from tells the steps of what was found and the users of what is used, and asks nobody', async () => {
  const [used = ''] = aws.control.addImages(HERE, [{ Name: 'nightly', CreationDate: DAYS_AGO(400).toISOString() }]);
  aws.control.addParameters(HERE, [{ name: '/batch/image', dataType: 'aws:ec2:image', versions: [{ value: used }] }]);
  const [volume = ''] = aws.control.addVolumes(HERE, [{ CreateTime: DAYS_AGO(200) }]);
  await looked();
  const asked = aws.operations().length;
  const explained = async (id: string) => here('explain', id, '--from', file('look.json'));
  expect(await explained(volume)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/: candidate\n[\s\S]*→ candidate/),
  });
  expect(await explained('nightly')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`used by: ${PARAMETER}`),
  });
  expect(await explained(volume.toUpperCase())).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`did you mean ${volume}`),
  });
  expect(aws.operations()).toHaveLength(asked);
});

test('P20 --open hands the report to the program of the desktop', async () => {
  await writeFile(
    file('xdg-open'),
    `#!/bin/sh\nprintf %s "$1" > ${file('opened')}.part && mv ${file('opened')}.part ${file('opened')}\n`,
    { mode: 0o755 },
  );
  const env = { ...(process.env as Record<string, string>), PATH: `${dir}:${process.env.PATH}` };
  const { code } = await cliHere(['look', '--region', 'us-east-1', ...written(), '--open'], env);
  expect(code).toBe(0);
  await until('the report is opened', () => existsSync(file('opened')));
  expect(await readFile(file('opened'), 'utf8')).toBe(file('look.html'));
});

test('P20 names of strangers are data in the report, and invisible characters are named', async () => {
  aws.control.addVolumes(HERE, [{ CreateTime: DAYS_AGO(200), tags: { Name: '<script>alert(1)</script>\u202e' } }]);
  const { html } = await looked();
  expect(html).not.toContain('<script');
  expect(html).toContain('&lt;script>alert(1)');
  expect(html).not.toContain('\u202e');
});

test('P20 Ctrl-C shows what is known by then: exit 130, and the report says what it lacks', async () => {
  aws.control.addVolumes(HERE, [{ CreateTime: DAYS_AGO(200) }]);
  const stop = new AbortController();
  const { output, stdout, stderr } = captured();
  const env = process.env as Record<string, string>;
  const run = commandHere(['look', '--region', 'us-east-1', ...written()], {
    env,
    stdout,
    stderr,
    signal: stop.signal,
  });
  await until('a survey runs', () => aws.operations().includes('DescribeVolumes'));
  stop.abort(new Error('stopped by a person'));
  expect(await run).toBe(130);
  const { notLookedAt } = JSON.parse(await readFile(file('look.json'), 'utf8')) as Look;
  expect(notLookedAt).toBeGreaterThan(0);
  expect(output.stdout).toContain('The part of this account that was looked at');
  expect(output.stderr).toContain(`stopped by a person; the report lacks ${notLookedAt} places`);
});

test('P20 a look becomes a configuration: init takes its account and regions', async () => {
  await looked();
  const config = file('holystone.yaml');
  const args = ['init', '--from', file('look.json'), '--fallback', 'cloud@example.com', '--output', config];
  const { code } = await cliHere(args, process.env as Record<string, string>);
  expect(code).toBe(0);
  expect(await readFile(config, 'utf8')).toMatch(new RegExp(`id: "${ID}"[^]*locations: \\[us-east-1\\]`));
});

test.each([
  ['no JSON', 'look'],
  ['a plan', '{"generatedAt":"2026-01-01T00:00:00Z","namespaces":[]}'],
  ['nothing', 'null'],
])('P20 init --from refuses %s: exit 2, and writes nothing', async (_what, text) => {
  await writeFile(file('other.json'), text);
  const config = file('holystone.yaml');
  const { code, stderr } = await cliHere(
    ['init', '--from', file('other.json'), '--fallback', 'cloud@example.com', '--output', config],
    process.env as Record<string, string>,
  );
  expect([code, stderr]).toEqual([2, expect.stringContaining('"holystone look" writes')]);
  await expect(readFile(config)).rejects.toThrow('ENOENT');
});

test('P20 a first look has no past: no step speaks of earlier surveys', async () => {
  aws.control.addVolumes(HERE, [{ CreateTime: DAYS_AGO(200) }]);
  const { look, html } = await looked();
  expect(look.wasted).toHaveLength(1);
  expect(`${JSON.stringify(look)}${html}`).not.toMatch(/surveys? can see|between two surveys/);
});

test('P20 without --region and variables the region of the profile is asked, as in GovCloud and China', async () => {
  const key = ['ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'].map(
    (name) => `aws_${name.toLowerCase()} = ${process.env[`AWS_${name}`]}`,
  );
  await writeFile(file('aws-config'), ['[profile west]', 'region = us-west-2', ...key, ''].join('\n'));
  const before = { ...process.env } as Record<string, string>;
  for (const name of ['AWS_REGION', 'AWS_DEFAULT_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
    delete process.env[name];
  const env = { ...process.env } as Record<string, string>;
  const { code } = await cliHere(['look', ...written()], {
    ...env,
    AWS_CONFIG_FILE: file('aws-config'),
    AWS_PROFILE: 'west',
  });
  Object.assign(process.env, before);
  expect(code).not.toBe(2);
  expect(aws.control.calls({ operation: 'GetCallerIdentity' })[0]).toMatchObject({ region: 'us-west-2' });
});

test('P20 without the right to list the regions the message says how to name them', async () => {
  aws.control.deny({ account: ID, action: 'ec2:DescribeRegions' });
  const { code, stderr } = await here('look', ...written());
  expect([code, stderr]).toEqual([1, expect.stringContaining('or name the regions with --region')]);
});

test('P20 a report that could not be written is refused before anything is asked', async () => {
  const { code, stderr } = await here('look', '--html', file('none/look.html'), '--json', file('look.json'));
  expect([code, stderr]).toEqual([2, expect.stringContaining('cannot write')]);
  expect(aws.operations()).toEqual([]);
});

test('P20 a region that cannot exist is refused before anything is asked', async () => {
  const { code, stderr } = await cliHere(
    ['look', '--region', 'us-east1', ...written()],
    process.env as Record<string, string>,
  );
  expect([code, stderr]).toEqual([2, expect.stringContaining('--region us-east1: not the name of an AWS region')]);
  expect(aws.operations()).toEqual([]);
});
