/** The report of `validate` about a configuration, and the answers of the command line to wrong use. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cliHere } from '../../support/cliHere.ts';
import type { CliResult } from '../../support/cliRun.ts';

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

const accountNames = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `a${from + index}`).join(', ');

/** 25 accounts with images, 5 of them with volumes, and two that no entry covers. */
const MANY = `accounts:
${[...accountNames(1, 25).split(', '), 'spare', 'more']
  .map(
    (name, index) =>
      `  - { name: ${name}, provider: aws, id: "${100_000_000_000 + index}", locations: [us-east-1, eu-west-1] }`,
  )
  .join('\n')}
cleanup:
  - { type: image, live: true, accounts: [${accountNames(1, 25)}], when: [{ rule: unused }] }
  - { type: volume, live: true, accounts: [${accountNames(1, 5)}], actions: [mark], when: [{ rule: unused }] }
`;

/** Both switches are off: the sections that a live entry with notices needs. */
const LIVE = `dryRun: false
redis: { url: embedded, singleInstance: true }
mail: { smtp: smtp://localhost, from: h@example.com }
http: { public: { url: https://h.example.com } }
optOut: { keys: [{ id: k1, secret: 0123456789abcdef0123456789abcdef }] }
owner: { domains: any }
`;
const SIGNED = 'signing: { keys: [{ id: s1, secret: 0123456789abcdef0123456789abcdeg }] }\n';

describe('validate', () => {
  test('L1 lists the namespaces, and why each is a dry run', async () => {
    const path = file('good.yaml', GOOD);
    expect(await holystone('validate', '--config', path)).toEqual({
      code: 0,
      stderr: '',
      stdout: `dry run: dryRun is not false (1 namespace)
  image (mark, notify, delete): test in us-east-1
${path} is valid: 1 namespace, 1 in dry run
`,
    });
    const { stdout } = await holystone('validate', '--verbose', '--config', path);
    expect(stdout.split('\n')[0]).toBe('aws:test:us-east-1:image  mark, notify, delete  dry run: dryRun is not false');
  });

  test('namespaces of one mode share lines: accounts and locations of a type, and the evidence that is ignored', async () => {
    const path = file('many.yaml', MANY);
    const { stdout } = await holystone('validate', '--config', path);
    expect(stdout).toBe(`dry run: dryRun is not false (60 namespaces)
  image (mark, notify, delete): ${accountNames(1, 20)}, and 5 more in us-east-1, eu-west-1
  volume (mark): a1, a2, a3, a4, a5 in us-east-1, eu-west-1
ignored: account spare, account more: no entry of cleanup covers it
${path} is valid: 60 namespaces, 60 in dry run
`);
    const verbose = await holystone('validate', '--verbose', '--config', path);
    expect(verbose.stdout.trimEnd().split('\n')).toHaveLength(60 + 2 + 1);
  });

  test.each([
    ['rollout: plan', 'surveys only: it starts at the stage plan (`rollout`) (1 namespace)', 'without deletions'],
    ['rollout: notify', 'marks and notifies, deletes nothing: it starts at the stage notify', 'without deletions'],
    ['rollout: canary', 'LIVE as a canary: deletes 5, then pauses for a day', 'live'],
    ['rollout: live', 'LIVE (1 namespace)', 'live'],
    ['actions: [mark, notify]', 'deletes nothing: `actions` has no delete', 'without deletions'],
  ])('L1 with both switches off and `%s` it says how far Holystone goes', async (key, words, kind) => {
    const path = file('live.yaml', `${LIVE}${SIGNED}${GOOD.replace('live: true', `live: true, ${key}`)}`);
    const { code, stdout, stderr } = await holystone('validate', '--config', path);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.startsWith(words)).toBe(true);
    expect(stdout).toContain(`is valid: 1 namespace, 1 ${kind}\n`);
    expect(stdout).toContain('`holystone stage` shows and changes the current ones');
  });

  test('Law 8 it warns about a live configuration without a key of `signing`', async () => {
    const warned = async (text: string) =>
      (await holystone('validate', '--config', file('unsigned.yaml', text))).stderr;
    expect(await warned(LIVE + GOOD)).toMatch(/warning: .*no key is configured \(signing\.keys\)/);
    expect(await warned(LIVE + SIGNED + GOOD)).toBe('');
    expect(await warned(GOOD)).toBe('');
  });

  test('it says which types are judged without which evidence, and which rights the reading role needs for it', async () => {
    const entries = ['image', 'snapshot']
      .map((type) => `  - { type: ${type}, evidence: { off: [texts] }, when: [{ rule: unused }] }`)
      .join('\n');
    const text = `${GOOD.split('cleanup')[0]}cleanup:
${entries}
  - type: volume
    when: [{ rule: unused }]
    evidence: { off: [{ kind: instances, accounts: [test] }] }
`;
    const path = file('incomplete.yaml', text);
    const { stdout } = await holystone('validate', '--config', path);
    expect(stdout).toMatch(
      /^incomplete: image, snapshot are judged without texts \(\d+ kinds of evidence\); a user that only this shows is not seen\. To see it, take it out of `evidence\.off` and allow .*states: \d actions.* \(`holystone iam-policy` prints them\)$/m,
    );
    expect(stdout).toMatch(/^incomplete: volume is judged without instances in test; /m);
    const { incomplete } = JSON.parse((await holystone('validate', '--config', path, '--output', 'json')).stdout);
    expect(incomplete[0]).toMatchObject({
      key: 'evidence.off',
      kind: 'texts',
      accounts: [],
      types: ['image', 'snapshot'],
      rights: expect.arrayContaining(['states:DescribeStateMachine']),
    });
    // What the type needs anyway is not lacking.
    expect(incomplete[0].rights).not.toContain('ec2:DescribeImages');
    expect((await holystone('validate', '--config', file('good.yaml', GOOD))).stdout).not.toContain('incomplete:');
  });

  test('`rollout: plan` of the account counts as that of the entry', async () => {
    const path = file('live.yaml', `${LIVE}${GOOD.replace('name: test', 'name: test, rollout: plan')}`);
    const { stdout } = await holystone('validate', '--config', path);
    expect(stdout).not.toContain('LIVE');
    expect(stdout).toContain('surveys only: it starts at the stage plan');
  });

  test('--format json: the namespaces with their modes, and the counts', async () => {
    const path = file('live.yaml', `${LIVE}${SIGNED}${GOOD.replace('live: true', 'live: true, rollout: plan')}`);
    const { code, stdout } = await holystone('validate', '--format', 'json', '--config', path);
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      {
        file: path,
        valid: true,
        counts: { namespaces: 1, live: 0, limited: 1, dryRun: 0, problems: 0, warnings: 0 },
        problems: [],
        warnings: [],
        namespaces: [
          {
            namespace: 'aws:test:us-east-1:image',
            account: 'test',
            location: 'us-east-1',
            type: 'image',
            actions: ['mark', 'notify', 'delete'],
            mode: 'limited',
            modeBecause: 'surveys only: it starts at the stage plan (`rollout`)',
            startStage: 'plan',
          },
        ],
        incomplete: [],
        ignored: [],
        serveRefuses: [],
      },
    ]);
  });

  test('--format json of a configuration with problems: each with its place, exit 2', async () => {
    const path = file('bad.yaml', GOOD.replace('unused', 'unusd').replace('test', '""'));
    const { code, stdout, stderr } = await holystone('validate', '--format', 'json', '--config', path);
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      file: path,
      valid: false,
      counts: { problems: 2 },
      problems: [
        { file: path, line: 2, column: 20, message: expect.stringContaining('accounts[0].name') },
        { file: path, line: 3, column: 53, message: expect.stringContaining('did you mean "unused"?') },
      ],
    });
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
    expect(lines.pop()).toBe(`${path}: 12 problems`);
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
    const text = `dryRun: "\${DRY_OR_NOT}"\nmail: { smtp: "\${SMTP_PASSWORD}", from: a@example.com }\n${GOOD}`;
    const path = file('variables.yaml', text);
    const { code, stderr } = await cliHere(['validate', '-c', path], { SMTP_PASSWORD: 'hunter2-hunter2' });
    expect(code).toBe(2);
    expect(stderr).toContain('DRY_OR_NOT');
    expect(stderr).toMatch(/variables\.yaml:2:\d+: mail\.smtp: /);
    expect(stderr).not.toContain('hunter2');
  });
});

describe('the configuration of docs/deciding.md, with no variable set', () => {
  const yaml = () => /```yaml\n(dryRun: [\s\S]+?)```/.exec(readFileSync('docs/deciding.md', 'utf8'))?.[1] ?? '';
  const needed = 'REDIS_URL, SMTP_URL, HOLYSTONE_LINK_KEY';

  test('validate reads it, and names the variables that are not set', async () => {
    const path = file('readme.yaml', yaml());
    const { code, stdout, stderr } = await holystone('validate', '-c', path);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `note: not set, and not needed for this: ${needed}; Redis is not read without them\n`,
    });
    expect(stdout).toContain(`${path} is valid: 2 namespaces`);
    expect(stdout).not.toContain('serve refuses');
  });

  test.each([[['serve']], [['run', '--once']], [['stage']]])(
    '%j needs them all, and starts nothing',
    async (command) => {
      const { code, stdout, stderr } = await holystone(...command, '-c', file('readme.yaml', yaml()));
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      for (const name of needed.split(', ')) expect(stderr).toContain(`the environment variable ${name} is not set`);
    },
  );
});

test('L5 a wrong configuration starts nothing: every command says its problems and asks nobody', async () => {
  const asked: unknown[] = [];
  const server = createServer((socket) => asked.push(socket.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const text = `redis: { url: "redis://127.0.0.1:${port}" }\nmail: { smtp: "smtp://127.0.0.1:${port}", from: a@example.com }\n`;
  const path = file('starts-nothing.yaml', `${text}${GOOD.replace('unused', 'unusd')}`);
  const commands = [['serve'], ['plan'], ['run', '--once'], ['explain', 'aws:test:us-east-1:image', 'ami-1']];
  // One after the other: Jest cannot link modules that share imports at the same time.
  const results = [];
  for (const command of commands) results.push(await holystone(...command, '--config', path));
  await new Promise((resolve) => server.close(resolve));
  for (const { code, stdout, stderr } of results) {
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^\S+starts-nothing\.yaml:5:\d+: .*did you mean "unused"\?.*\n$/);
  }
  expect(asked).toEqual([]);
});

describe('usage', () => {
  test('an unknown command or option, or a missing argument: one line and exit 2', async () => {
    const lines = [['frobnicate'], ['plan', '--fast'], ['explain'], ['import']];
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

test('sandbox refuses a configuration whose accounts only AWS Organizations knows, and names the keys to write', async () => {
  const path = file(
    'organization.yaml',
    `
accounts:
  - { name: main, provider: aws, id: "111111111111", locations: [us-east-1] }
  - from: organizations
    through: main
    readRole: "arn:aws:iam::{id}:role/holystone-read"
    deleteRole: "arn:aws:iam::{id}:role/holystone-delete"
    locations: [us-east-1]
cleanup: [{ type: image, when: [{ rule: unused }] }]
`,
  );
  expect(await holystone('sandbox', '--config', path)).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'holystone: --config: the sandbox does not have the accounts of AWS Organizations (through "main"); name each account in "accounts"\n',
  });
});
