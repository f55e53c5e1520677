/** The program as a process: the modules that it loads, its output in a pipe, its exit codes. */
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cliRun, commandLine, plainEnvironment, startProgram } from '../support/cliRun.ts';

let dir: string;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'holystone-program-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

function file(name: string, text: string): string {
  const path = join(dir, name);
  writeFileSync(path, text);
  return path;
}

const GOOD = `
accounts: [{ name: test, provider: aws, id: "123456789012", locations: [us-east-1] }]
cleanup: [{ type: image, live: true, when: [{ rule: unused }] }]
`;

test.each([
  ['--help', () => ['--help']],
  ['validate', () => ['validate', '--config', file('good.yaml', GOOD)]],
])('%s loads nothing of the SDK, the queue, the pages and the messages', async (name, args) => {
  // Node writes down there which scripts it ran.
  const coverage = join(dir, `ran${name}`);
  const { code } = await cliRun(args(), { env: { ...plainEnvironment(), NODE_V8_COVERAGE: coverage }, cwd: dir });
  const ran = readdirSync(coverage).flatMap((file) => urlsIn(readFileSync(join(coverage, file), 'utf8')));
  const heavy = /node_modules\/(@aws-sdk|@smithy|bullmq|fastify|nodemailer)\//;
  const bundle = name === '--help' ? 'dist/src/help.cjs' : 'dist/src/holystone.cjs';
  expect([code, ran.some((url) => url.endsWith(bundle))]).toEqual([0, true]);
  expect(ran.filter((url) => heavy.test(url))).toEqual([]);
});

function urlsIn(coverage: string): readonly string[] {
  return (JSON.parse(coverage) as { readonly result: readonly { readonly url: string }[] }).result.map(
    ({ url }) => url,
  );
}

test('a program that a library starts for credentials gets no secret of the configuration', async () => {
  const printed = join(dir, 'environment');
  const profiles = file('profiles', `[profile janitor]\ncredential_process = sh -c "env > ${printed}"\n`);
  const env = {
    ...plainEnvironment(),
    ...{ AWS_CONFIG_FILE: profiles, AWS_PROFILE: 'janitor', AWS_EC2_METADATA_DISABLED: 'true' },
    ...{ AWS_ENDPOINT_URL: 'http://127.0.0.1:1', AWS_MAX_ATTEMPTS: '1' },
    ...{ LINK_KEY: 'hunter2', SMTP_URL: 'smtp://janitor:hunter2@mail.example', HTTPS_PROXY: 'http://a:hunter2@proxy' },
  };
  const { code } = await cliRun(['plan', '--config', file('good.yaml', GOOD)], { env, cwd: dir });
  const got = readFileSync(printed, 'utf8');
  expect([code, got.includes('AWS_PROFILE=janitor'), got.includes('hunter2')]).toEqual([3, true, false]);
});

describe('a long output', () => {
  const regions = [
    ...['us-east-1', 'us-east-2', 'us-west-1', 'us-west-2', 'ca-central-1', 'sa-east-1'],
    ...['eu-west-1', 'eu-west-2', 'eu-west-3', 'eu-central-1', 'eu-north-1', 'eu-south-1'],
    ...['ap-south-1', 'ap-northeast-1', 'ap-northeast-2', 'ap-southeast-1', 'ap-southeast-2'],
  ].join(', ');
  const accounts = Array.from({ length: 100 }, (_, index) => {
    const id = String(100_000_000_000 + index);
    return `  - { name: account-${index}, provider: aws, id: "${id}", locations: [${regions}] }`;
  });
  const long = () =>
    file('long.yaml', `accounts:\n${accounts.join('\n')}\ncleanup: [{ type: image, when: [{ rule: unused }] }]\n`);

  test('arrives whole, also where its reader is slow', async () => {
    const child = startProgram(commandLine(['validate', '--verbose', '--config', long()]), {
      env: plainEnvironment(),
      cwd: dir,
    });
    const chunks: Buffer[] = [];
    for await (const chunk of child.stdout ?? []) {
      chunks.push(chunk);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const lines = Buffer.concat(chunks).toString().trimEnd().split('\n');
    expect([lines.length, lines.at(-1)]).toEqual([
      100 * 17 + 1,
      `${join(dir, 'long.yaml')} is valid: 1700 namespaces, 1700 in dry run`,
    ]);
  });

  test('whose reader has seen enough ends quietly', async () => {
    const child = startProgram(commandLine(['validate', '--verbose', '--config', long()]), {
      env: plainEnvironment(),
      cwd: dir,
    });
    let complaints = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaints += text;
    });
    child.stdout?.once('data', () => child.stdout?.destroy());
    const [code] = await once(child, 'close');
    expect({ code, complaints }).toEqual({ code: 0, complaints: '' });
  });
});

test('a mistake in the configuration and a mistake in the command line are one line on stderr and exit 2', async () => {
  const env = plainEnvironment();
  const [wrong, unknown] = await Promise.all([
    cliRun(['validate', '--config', file('wrong.yaml', GOOD.replace('unused', 'unusd'))], { env }),
    cliRun(['frobnicate'], { env }),
  ]);
  expect(wrong).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(/^\S+wrong\.yaml:3:\d+: .+\n$/) });
  expect(unknown).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(/^error: .+\n$/) });
});
