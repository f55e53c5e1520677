/** docs/getting-started-aws.md, walked: every command of Holystone and every configuration on it, in its order. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parse, stringify } from 'yaml';
import { type RunningSandbox, startSandbox } from '../../sandbox/aws/index.ts';
import { type MailSink, startMailSink } from '../../sandbox/mail/mailSink.ts';
import { cliHere } from '../support/cliHere.ts';
import type { CliResult, Environment } from '../support/cliRun.ts';
import { Daemon, endAllDaemons } from '../support/daemon.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';

const PAGE = readFileSync(new URL('../../docs/getting-started-aws.md', import.meta.url), 'utf8');
const STEPS = [...PAGE.matchAll(/^## (\d+)\. .*?(?=^## |$(?![\s\S]))/gms)].map(([text, number]) => ({ number, text }));
const ACCOUNT = '123456789012';
/** The id on the page; the image in the sandbox has its own. */
const SHOWN_ID = 'ami-0abc12345def67890';
const DAY_MS = 24 * 3_600_000;

let dir: string;
let file: string;
let env: Environment;
let image: string;
let sandbox: RunningSandbox;
let mail: MailSink;
let redis: TestRedis;
const outputs = new Map<string, CliResult>();

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'holystone-started-'));
  file = join(dir, 'holystone.yaml');
  [sandbox, mail, redis] = await Promise.all([
    startSandbox({ accounts: [{ id: ACCOUNT, roles: ['holystone-read', 'holystone-delete'] }] }),
    startMailSink(),
    startRedis(),
  ]);
  const images = [103, 102, 101, 100].map((days) => ({
    Name: `app-${days}`,
    CreationDate: new Date(Date.now() - days * DAY_MS).toISOString(),
  }));
  [image = ''] = sandbox.control.addImages({ account: ACCOUNT, region: 'us-east-1' }, images);
  const key = sandbox.control.accounts()[0]?.accessKeys[0];
  env = {
    REDIS_URL: redis.url,
    SMTP_URL: mail.smtpUrl,
    HOLYSTONE_LINK_KEY: 'k'.repeat(64),
    AWS_ENDPOINT_URL: sandbox.url,
    AWS_ACCESS_KEY_ID: key?.accessKeyId ?? '',
    AWS_SECRET_ACCESS_KEY: key?.secretAccessKey ?? '',
    AWS_MAX_ATTEMPTS: '1',
  };
});
afterAll(async () => {
  await endAllDaemons();
  await Promise.all([sandbox?.close(), mail?.close(), redis?.stop()]);
  await rm(dir, { recursive: true, force: true });
});

test('has ten steps', () => {
  expect(STEPS.map(({ number }) => Number(number))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test('each step does its work, from the first configuration to a live type', async () => {
  for (const { number, text } of STEPS) {
    for (const [, language = '', block = ''] of text.matchAll(/^```(\w+)\n(.*?)^```/gms)) {
      if (language === 'json') JSON.parse(block);
      if (language === 'yaml') replaceSections(block);
      if (language !== 'sh') continue;
      for (const line of block.split('\n').filter((one) => one.startsWith('holystone '))) {
        const { code, stderr } = await run(line);
        expect({ step: number, line, code, stderr: code === 0 ? '' : stderr }).toEqual({
          step: number,
          line,
          code: 0,
          stderr: '',
        });
      }
    }
  }
  expect(outputs.size).toBeGreaterThan(15);
  expect(said('holystone validate')).toMatch(/is valid/);
  expect(said('holystone plan').match(/^aws:.*to delete/gm)).toEqual([
    expect.stringMatching(/^aws:main:us-east-1:image: 1 of \d+ to delete$/),
    // It follows the image.
    expect.stringMatching(/^aws:main:us-east-1:snapshot: 1 of \d+ to delete$/),
  ]);
  expect(JSON.parse(said('holystone iam-policy', 'daemon'))).toMatchObject({ Version: '2012-10-17' });
  const rolesIn = (template: string) =>
    Object.keys(JSON.parse(template).Resources).filter((name) => name.endsWith('Role'));
  expect(rolesIn(said('holystone iam-policy', 'main --output cloudformation'))).toEqual(['ReaderRole']);
  expect(rolesIn(said('holystone iam-policy', '--live'))).toEqual(['ReaderRole', 'DeleterRole']);
  expect(said('holystone explain')).toMatch(/candidate/);
  expect(mail.messages().flatMap(({ recipients }) => recipients)).toEqual(['cloud@example.com']);
  expect(said('holystone history')).toMatch(/marked/);
  expect(said('holystone stage', '--set live')).toMatch(/live/);
  // The notice was sent just now, so nothing may be deleted yet.
  expect(sandbox.control.state({ account: ACCOUNT, region: 'us-east-1' }).images).toHaveLength(4);
}, 900_000);

/** The page shows sections of the file that replace those of the same name; its folder is ours. */
function replaceSections(block: string): void {
  const sections = parse(block.replace('./data/definitions', join(dir, 'definitions')));
  writeFileSync(file, stringify({ ...parse(readFileSync(file, 'utf8')), ...sections }));
}

/** One command line of the page; `> FILE` writes its output into the folder. */
async function run(line: string): Promise<CliResult> {
  const [, command = '', target] = /^holystone (.*?)(?: > (\S+))?$/.exec(line) ?? [];
  const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare = '']) => quoted ?? bare);
  const args = words.map((word) => {
    if (word === SHOWN_ID) return image;
    return /^[\w-]+\.(yaml|json)$/.test(word) ? join(dir, word) : word;
  });
  const result = await (args[0] === 'serve' ? served() : cliHere(withOutput(args), env));
  if (target !== undefined) writeFileSync(join(dir, target), result.stdout);
  outputs.set(line, result);
  return result;
}

function withOutput(args: readonly string[]): readonly string[] {
  return args[0] === 'init' ? [...args, '--output', file] : args;
}

/** The daemon, until it works; on free ports, and with its folder in ours. */
async function served(): Promise<CliResult> {
  const given = parse(readFileSync(file, 'utf8'));
  const http = { public: { ...given.http?.public, port: 0 }, operator: { port: 0 } };
  const definitions = { dir: join(dir, 'definitions') };
  const config = join(dir, 'served.yaml');
  writeFileSync(config, stringify({ ...given, http, definitions }));
  const daemon = new Daemon({ config, name: 'here', env, here: true });
  await daemon.serving();
  const { code } = await daemon.stop();
  return { code, stdout: '', stderr: daemon.lines.map(({ msg }) => msg).join('\n') };
}

function said(...words: readonly string[]): string {
  const [, result] = [...outputs].find(([line]) => words.every((word) => line.includes(word))) ?? [];
  return result?.stdout ?? '';
}
