/** `holystone sandbox` in one terminal and `plan` in another, as a person tries a configuration. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { cliRun, commandLine, plainEnvironment, startProgram, withoutProgress } from '../support/cliRun.ts';
import { until } from '../support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'holystone-sandbox-'));
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** The output of a sandbox that waits for Ctrl-C. */
async function startSandboxProgram(args: readonly string[]): Promise<{ child: ChildProcess; output: () => string }> {
  // Its environment has no credentials.
  const env = { ...plainEnvironment(), TMPDIR: folder };
  const child = startProgram(commandLine(['sandbox', ...args]), { env, cwd: folder });
  started.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  }
  await until('the sandbox waits', () => text.includes('Ctrl-C'));
  return { child, output: () => text };
}

function exportedIn(output: string): Record<string, string> {
  return Object.fromEntries(
    [...output.matchAll(/^export (\w+)=(\S+)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

/** Its owners, roles and regions are not the demo's; one account is read without a role. */
const OWN = `
redis: { url: "\${REDIS_URL:-embedded}" }
owner: { tags: [team], domains: ["shop.example"] }
accounts:
  - { name: shop, provider: aws, id: "210987654321", locations: [eu-central-1] }
  - { name: tools, provider: aws, id: "321098765432", readRole: "arn:aws:iam::321098765432:role/team/reader", locations: [eu-west-2] }
defaults: { tripwires: { markedShare: 100% } }
cleanup:
  - { type: image, when: [{ rule: unused }] }
  - { type: volume, accounts: [shop], unusedFor: 8s, when: [{ rule: unused }] }
`;

interface Planned {
  readonly namespaces: readonly {
    readonly namespace: string;
    readonly status: string;
    readonly counts: { readonly candidate: number };
    readonly resources: readonly { readonly owner: string | null }[];
  }[];
}

describe('holystone sandbox', () => {
  test('plan with the printed variables reads it; SIGINT ends it with exit code 0 and leaves only the written file', async () => {
    const { child, output } = await startSandboxProgram(['--seed', 'large', '40', '--write', 'sandbox.yaml']);
    const variables = exportedIn(output());
    const env = { ...plainEnvironment(), ...variables };
    const plan = await cliRun(['plan', '--config', 'sandbox.yaml', '--output', 'table'], { env, cwd: folder });
    const [, deletions] = /^Plan: (\d+) to delete/m.exec(plan.stdout) ?? [];
    // The newest three stay, and with so many a pass is blocked until an operator approves it.
    expect({ code: plan.code, deletions, problems: withoutProgress(plan.stderr) }).toEqual({
      code: 3,
      deletions: '37',
      problems: '',
    });

    const ended = once(child, 'close');
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    expect(output()).toContain('# Stopped. Nothing is left running.');
    expect(readdirSync(folder)).toEqual(['sandbox.yaml']);
    await expect(fetch(variables.AWS_ENDPOINT_URL ?? '')).rejects.toThrow('fetch failed');
  });

  test('--config gives it the accounts, roles and regions of a configuration, which a plan then reads completely', async () => {
    writeFileSync(join(folder, 'own.yaml'), OWN);
    const { child, output } = await startSandboxProgram(['--config', 'own.yaml']);
    const env = { ...plainEnvironment(), ...exportedIn(output()) };
    const plan = await cliRun(['plan', '--config', 'own.yaml', '--output', 'json'], { env, cwd: folder });
    const ended = once(child, 'close');
    child.kill('SIGINT');
    await ended;

    const { namespaces } = JSON.parse(plan.stdout) as Planned;
    expect(namespaces.map(({ namespace, status }) => `${namespace} ${status}`)).toEqual([
      'aws:shop:eu-central-1:image complete',
      'aws:tools:eu-west-2:image complete',
      'aws:shop:eu-central-1:volume complete',
    ]);
    for (const { counts, resources } of namespaces.slice(0, 2)) {
      expect(counts.candidate).toBeGreaterThan(0);
      expect(new Set(resources.map(({ owner }) => owner?.split('@')[1]))).toContain('shop.example');
    }
    expect([plan.code, withoutProgress(plan.stderr)]).toEqual([0, '']);
  });

  test('--config with one region: a plan of types whose users are at a global endpoint reads everything', async () => {
    const types = ['loadBalancerV2', 'loadBalancer', 'elasticIp', 'networkInterface', 'targetGroup'];
    const own = `accounts: [{ name: shop, provider: aws, id: "210987654321", readRole: "arn:aws:iam::210987654321:role/reader", locations: [ap-southeast-4] }]
cleanup:
${types.map((type) => `  - { type: ${type}, when: [{ rule: unused }] }`).join('\n')}
`;
    writeFileSync(join(folder, 'one.yaml'), own);
    const { child, output } = await startSandboxProgram(['--config', 'one.yaml']);
    const env = { ...plainEnvironment(), ...exportedIn(output()) };
    const plan = await cliRun(['plan', '--config', 'one.yaml', '--output', 'json'], { env, cwd: folder });
    const ended = once(child, 'close');
    child.kill('SIGINT');
    await ended;
    const { namespaces } = JSON.parse(plan.stdout) as Planned;
    expect(namespaces.map(({ namespace, status }) => `${namespace} ${status}`)).toEqual(
      types.map((type) => `aws:shop:ap-southeast-4:${type.toLowerCase()} complete`),
    );
    expect([plan.code, withoutProgress(plan.stderr)]).toEqual([0, '']);
  });

  test.each([
    ['a file with mistakes', ['--config', 'bad.yaml'], 'bad.yaml:1:1: accounts: '],
    ['a configuration to write', ['--config', 'own.yaml', '--write', 'x.yaml'], 'cannot be used with'],
    ['a large seed', ['--config', 'own.yaml', '--seed', 'large', '9'], '--seed: found "large" with --config'],
  ])('--config with %s is refused with exit code 2', async (_, args, words) => {
    writeFileSync(join(folder, 'bad.yaml'), 'dryRun: true\n');
    const { code, stderr } = await cliRun(['sandbox', ...args], { env: plainEnvironment(), cwd: folder });
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
    rmSync(join(folder, 'bad.yaml'));
  });

  test('it refuses an address that other machines reach', async () => {
    const { code, stderr } = await cliRun(['sandbox', '--bind', '0.0.0.0'], { env: plainEnvironment(), cwd: folder });
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('--bind: found "0.0.0.0"; allowed: an address of this'),
    ]);
  });
});
