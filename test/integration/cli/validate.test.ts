/** What `validate` says of a configuration, and what the command line says of a wrong use. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { cliHere } from '../../support/cliHere.ts';
import type { CliResult } from '../../support/cliRun.ts';

jest.setTimeout(120_000);

let dir: string;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'holystone-validate-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

function file(name: string, text: string): string {
  const path = join(dir, name);
  writeFileSync(path, text);
  return path;
}

function holystone(...args: readonly string[]): Promise<CliResult> {
  return cliHere(args, {});
}

const GOOD = `
accounts: [{ name: test, provider: aws, id: "123456789012", locations: [us-east-1] }]
cleanup: [{ type: image, live: true, when: [{ rule: unused }] }]
`;

describe('validate', () => {
  test('L1 lists the work configurations, and why each is a dry run', async () => {
    const { code, stdout, stderr } = await holystone('validate', '--config', file('good.yaml', GOOD));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [first = '', last] = stdout.trimEnd().split('\n');
    expect(first).toMatch(/^aws:test:us-east-1:image {2}mark, notify, delete {2}dry run: dryRun is not false$/);
    expect(last).toBe(`${join(dir, 'good.yaml')} is valid: 1 work configuration`);
  });

  test('L2 L5 every problem at once, with its place and the nearest name; exit 2', async () => {
    const path = file(
      'bad.yaml',
      `dryRun: yes
redsi: { url: "redis://localhost" }
window: { days: [], from: "09:00", to: "17:00", timeZone: Amerika/Los_Angeles }
accounts:
  - { name: test, provider: aws, id: 123456789012, locations: [us-east-1] }
cleanup:
  - type: image
    accounts: [tset]
    retention: soon
    when: [{ rule: unusd }, { rule: age, morethan: 3d }]
  - type: imgae
    when: [{ rule: unused }]
  - type: image
`,
    );
    const { code, stdout, stderr } = await holystone('validate', '--config', path);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    const lines = stderr.trimEnd().split('\n');
    const places = lines.map((line) => line.match(/^(.*bad\.yaml:\d+:\d+): ./)?.[1]?.slice(path.length + 1));
    expect(places).toEqual([
      ...['1:9', '2:1', '3:17', '3:59', '5:38', '8:16', '9:16', '10:20', '10:29', '10:42', '11:11', '13:5'],
    ]);
    for (const nearest of ['redis', 'America/Los_Angeles', 'test', 'unused', 'moreThan', 'image']) {
      expect(stderr).toContain(`did you mean "${nearest}"?`);
    }
  });

  const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]', ...'bcdefghi'.split('').map(alias)].join('\n');
  const cases = [
    ['an alias bomb', bomb, /^\S+:1:1: more than 20000 values, aliases counted in full\n$/],
    ['absurd nesting', `a: ${'['.repeat(20_000)}${']'.repeat(20_000)}`, /^\S+:1:43: nested deeper than 40 levels\n$/],
    ['text that is no YAML', 'accounts:\n  - name: test\n bad: [\n', /^\S+:3:\d+: not valid YAML: .+\n/],
    ['an empty file', '', /^\S+:1:1: .+\n/],
    ["Swabbie's own file", 'swabbie:\n  dryRun: true\n', /^\S+:1:1: swabbie: .*"holystone import".*\n$/],
  ] as const;
  test.each(cases)('%s: said with its place, exit 2', async (what, text, said) => {
    const path = file(`${what.replaceAll(/\W/g, '-')}.yaml`, text);
    const { code, stdout, stderr } = await holystone('validate', '--config', path);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(said);
  });

  test('a file that is not there, exit 2', async () => {
    const { code, stderr } = await holystone('validate', '--config', join(dir, 'nowhere.yaml'));
    expect(code).toBe(2);
    expect(stderr).toMatch(/^\S+nowhere\.yaml:1:1: cannot be read: .+\n$/);
  });

  test('L9 an unset variable is named; the value of a set one is not shown', async () => {
    const text = `redis: { url: "\${REDIS_WHERE}" }\nmail: { smtp: "\${SMTP_PASSWORD}", from: a@example.com }\n${GOOD}`;
    const path = file('variables.yaml', text);
    const { code, stderr } = await cliHere(['validate', '-c', path], { SMTP_PASSWORD: 'hunter2-hunter2' });
    expect(code).toBe(2);
    expect(stderr).toContain('REDIS_WHERE');
    expect(stderr).toMatch(/variables\.yaml:2:\d+: mail\.smtp: /);
    expect(stderr).not.toContain('hunter2');
  });
});

test('L5 a wrong configuration starts nothing: every command says its problems and asks nobody', async () => {
  const asked: unknown[] = [];
  const server = createServer((socket) => asked.push(socket.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const text = `redis: { url: "redis://127.0.0.1:${port}" }\nmail: { smtp: "smtp://127.0.0.1:${port}", from: a@example.com }\n`;
  const path = file('starts-nothing.yaml', `${text}${GOOD.replace('unused', 'unusd')}`);
  const commands = [['serve'], ['plan'], ['run', '--once'], ['explain', 'aws:test:us-east-1:image', 'ami-1']];
  const results = await Promise.all(commands.map((command) => holystone(...command, '--config', path)));
  await new Promise((resolve) => server.close(resolve));
  for (const { code, stdout, stderr } of results) {
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^\S+starts-nothing\.yaml:5:\d+: .*did you mean "unused"\?.*\n$/);
  }
  expect(asked).toEqual([]);
});

describe('usage', () => {
  test('an unknown command or option, or a missing argument: one line and exit 2', async () => {
    const lines = [['frobnicate'], ['plan', '--fast'], ['explain', 'aws:test:us-east-1:image'], ['run']];
    const results = await Promise.all(lines.map((line) => holystone(...line)));
    for (const { code, stdout, stderr } of results) {
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/^error: .+\n$/);
    }
  });

  test('--help and --version are no failure; every command has an example', async () => {
    const commands = ['approve', 'demo', 'explain', 'plan', 'run', 'serve', 'validate'];
    const [help, version, ...each] = await Promise.all(
      [['--help'], ['--version'], ...commands.map((command) => [command, '--help'])].map((line) => holystone(...line)),
    );
    expect(help?.code).toBe(0);
    for (const command of commands) expect(help?.stdout).toContain(`  ${command} `);
    expect(version?.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    for (const { code, stdout } of each) {
      expect(code).toBe(0);
      expect(stdout).toMatch(/Examples?:\n {2}\$ holystone /);
    }
  });
});

function alias(letter: string): string {
  const before = `*${String.fromCharCode(letter.charCodeAt(0) - 1)}`;
  return `${letter}: &${letter} [${Array(9).fill(before).join(',')}]`;
}
