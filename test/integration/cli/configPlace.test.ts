/** Where commands find their configuration without `--config`. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cliHere } from '../../support/cliHere.ts';
import { plainEnvironment } from '../../support/cliRun.ts';

const TEXT = `
redis: { url: embedded }
accounts: [{ name: NAME, provider: aws, id: "111111111111", locations: [us-east-1] }]
cleanup: [{ type: image, when: [{ rule: unused }] }]
`;

let dir: string;
let before: string;
beforeEach(async () => {
  before = process.cwd();
  dir = await mkdtemp(join(tmpdir(), 'holystone-place-'));
  process.chdir(dir);
});
afterEach(async () => {
  process.chdir(before);
  await rm(dir, { recursive: true, force: true });
});

async function written(...paths: readonly string[]) {
  await mkdir('config');
  for (const path of paths) await writeFile(path, TEXT.replace('NAME', path.replace(/\W/g, '-')));
}

const validated = (env: Readonly<Record<string, string>> = {}, ...args: readonly string[]) =>
  cliHere(['validate', ...args], { ...plainEnvironment(), ...env });

test.each([
  [['holystone.yaml', 'config/holystone.yaml'], {}, 'holystone.yaml', 'holystone-yaml'],
  [['config/holystone.yaml'], {}, 'config/holystone.yaml', 'config-holystone-yaml'],
  [['holystone.yaml', 'own.yaml'], { HOLYSTONE_CONFIG: 'own.yaml' }, 'own.yaml ($HOLYSTONE_CONFIG)', 'own-yaml'],
  [['holystone.yaml'], { HOLYSTONE_CONFIG: '' }, 'holystone.yaml', 'holystone-yaml'],
])('P17 of %j with %j a command reads %s, and says so on stderr', async (paths, env, said, account) => {
  await written(...paths);
  const { code, stdout, stderr } = await validated(env);
  expect([code, stderr]).toEqual([0, expect.stringContaining(`configuration: ${said}\n`)]);
  expect(stdout).toContain(`${account} in us-east-1`);
});

test('P17 --config counts before every other place', async () => {
  await written('holystone.yaml', 'own.yaml');
  const { stdout } = await validated({ HOLYSTONE_CONFIG: 'holystone.yaml' }, '--config', 'own.yaml');
  expect(stdout).toContain('own-yaml in us-east-1');
});

test('P17 a variable that names no file is an error, not a reason to read another file', async () => {
  await written('holystone.yaml');
  const { code, stderr } = await validated({ HOLYSTONE_CONFIG: 'gone.yaml' });
  expect([code, stderr]).toEqual([2, expect.stringContaining('gone.yaml')]);
});

test('P17 without any a command names the places and what writes one', async () => {
  const { code, stderr } = await cliHere(['explain', 'aws:a:us-east-1:image', 'ami-1'], plainEnvironment());
  expect(code).toBe(2);
  expect(stderr).toContain('$HOLYSTONE_CONFIG, ./holystone.yaml, config/holystone.yaml; "holystone init" writes one');
});

test('P17 init writes where every command looks', async () => {
  const given = ['--account', '123456789012', '--locations', 'us-east-1', '--fallback', 'cloud@example.com'];
  expect((await cliHere(['init', ...given, '--types', 'image'], plainEnvironment())).code).toBe(0);
  expect(await validated()).toMatchObject({ code: 0, stdout: expect.stringContaining('main in us-east-1') });
});
