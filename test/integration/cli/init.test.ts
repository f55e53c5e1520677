/** `holystone init`: every answer that it takes gives a configuration that loads, and `plan` runs with it. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type RunningSandbox, startSandbox } from '../../../sandbox/aws/index.ts';
import { answersFrom, questionsFor } from '../../../src/cli/init/questions.ts';
import { firstConfiguration } from '../../../src/cli/init/template.ts';
import { runCli } from '../../../src/cli/program.ts';
import { loadConfiguration } from '../../../src/config/load/loader.ts';
import type { Starter } from '../../../src/handlers/contract/starter.ts';
import { handlers, providerOf, providers } from '../../../src/handlers/index.ts';
import { captured } from '../../support/captured.ts';
import { cliHere } from '../../support/cliHere.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';

const ACCOUNT = '111111111111';
const ROLE = `arn:aws:iam::${ACCOUNT}:role/reader`;
const GIVEN = ['--account', ROLE, '--locations', 'us-east-1', '--fallback', 'cloud@example.com'];
const { starter: found, handlers: types } = providerOf(providers, 'aws');
/** A type that stops what another one deletes: both in one place would undo each other. */
const stopping = new Set(types.flatMap(({ stopEndsMark, stoppedAs }) => (stopEndsMark ? [stoppedAs] : [])));
const together = types.filter(({ resourceType }) => !stopping.has(resourceType));
const starter = found as Starter;
const questions = questionsFor(starter, types);

let dir: string;
let output: string;
let files = 0;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'holystone-init-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));
beforeEach(() => {
  output = join(dir, `${++files}.yaml`);
});

const init = (...args: readonly string[]) => cliHere(['init', '--output', output, ...args], {});
const written = () => readFileSync(output, 'utf8');

describe('the file', () => {
  const numbered = (letters: string) => fc.string({ unit: fc.constantFrom(...letters), minLength: 12, maxLength: 12 });
  const id = numbered('0123456789');
  const roleName = fc.string({ unit: fc.constantFrom(...'abcXYZ019+=,.@_-/'), minLength: 1, maxLength: 64 });
  const role = fc.tuple(fc.constantFrom('aws', 'aws-cn', 'aws-us-gov'), id, roleName);
  const location = fc.constantFrom('us-east-1', 'eu-west-1', 'cn-north-1', 'us-gov-west-1', 'ap-southeast-2');
  const address = fc
    .oneof(fc.emailAddress(), fc.constantFrom("o'brien@example.com", '"a b"@example.com', `$\{HOME}@example.com`))
    .filter((text) => questions.fallback.problemOf(text) === undefined);
  const given = fc.record({
    account: fc.oneof(
      id,
      role.map(([partition, account, name]) => `arn:${partition}:iam::${account}:role/${name}`),
    ),
    locations: fc.array(location, { minLength: 1 }).map((list) => list.join(', ')),
    types: fc.oneof(
      fc.constant('all'),
      fc
        .subarray(
          types.map(({ resourceType }) => resourceType),
          { minLength: 1 },
        )
        .map((list) => list.join()),
    ),
    fallback: address,
    sender: fc.oneof(fc.constant('none'), address),
  });

  test('loads without a warning, whatever valid answers are given: dry run, nothing live, nothing past notices', () => {
    fc.assert(
      fc.property(given, fc.string(), (answers, file) => {
        for (const [flag, answer] of Object.entries(answers)) {
          expect(questions[flag as keyof typeof questions].problemOf(answer)).toBeUndefined();
        }
        const read = answersFrom(answers, types);
        const text = firstConfiguration(read, { file, provider: 'aws', starter, handlers: types });
        const { workConfigurations, warnings, dryRun, accounts } = loadConfiguration({ text }, { env: {}, handlers });
        expect({ warnings, dryRun }).toEqual({ warnings: [], dryRun: true });
        expect(workConfigurations).toHaveLength(read.locations.length * read.types.length);
        expect(workConfigurations.every(({ live, startStage }) => !live && startStage === 'notify')).toBe(true);
        expect(workConfigurations.map(({ notice }) => notice.fallback)).toEqual(
          workConfigurations.map(() => expect.stringMatching(/@/)),
        );
        expect(accounts[0]?.id).toBe(/\d{12}/.exec(answers.account)?.[0]);
      }),
    );
  });

  test('has no secret, and says how to make the key of the links', async () => {
    await init(...GIVEN);
    expect(written()).toContain('HOLYSTONE_LINK_KEY');
    expect(written()).not.toMatch(/[0-9a-f]{32}/);
  });

  test('goes live with the lines that its comments show', async () => {
    await init(...GIVEN, '--sender', 'holystone@example.com');
    const live = written()
      .replace(/^# ((?:http|optOut):)/gm, '$1')
      .replace(/^( +)# (deleteRole:)/gm, '$1$2')
      .replace('dryRun: true', 'dryRun: false')
      .replace(/^( +)# (accept(?:Incomplete|Final):)/gm, '$1$2')
      .replaceAll('live: false # the second', 'live: true # the second');
    const env = { HOLYSTONE_LINK_KEY: 'k'.repeat(64) };
    const { workConfigurations, warnings } = loadConfiguration({ text: live }, { env, handlers });
    expect(warnings).toEqual([]);
    const wholly = new Set(
      together.filter(({ missingEvidence }) => missingEvidence.length === 0).map((type) => type.resourceType),
    );
    const expected = workConfigurations.filter(({ resourceType }) => wholly.has(resourceType));
    expect(expected).toHaveLength(wholly.size);
    expect(expected.flatMap(({ notLiveBecause }) => notLiveBecause ?? [])).toEqual([]);
  });

  test('replaces no other file without --force', async () => {
    writeFileSync(output, 'mine');
    expect(await init(...GIVEN)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('overwrite it with --force'),
    });
    expect(written()).toBe('mine');
    expect(await init(...GIVEN, '--force')).toMatchObject({ code: 0 });
    expect(written()).toContain('dryRun: true');
  });
});

describe('without a terminal', () => {
  test('each missing option is named, and nothing is written', async () => {
    const { code, stderr } = await init('--account', ROLE);
    expect(code).toBe(2);
    expect(stderr).toMatch(/missing: --locations .*, --fallback /);
    expect(written).toThrow(/ENOENT/);
  });

  test.each([
    ['--account', '12345', '12 digits'],
    ['--locations', 'us-east1', 'found "us-east1"; allowed: the name of a region'],
    ['--types', 'image,volumes', 'did you mean "volume"'],
    ['--fallback', 'cloud', 'an address such as'],
    ['--sender', 'nobody', 'an address such as'],
  ])('%s %s is refused, and nothing is written', async (flag, value, why) => {
    const { code, stderr } = await init(...GIVEN, flag, value);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(why) });
    expect(stderr).toContain(`${flag}: `);
    expect(written).toThrow(/ENOENT/);
  });
});

describe('on a terminal', () => {
  async function typed(text: string, ...args: readonly string[]) {
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const { output: said, stdout, stderr } = captured();
    stdin.end(text);
    const { signal } = new AbortController();
    const streams = { stdin, stdout, stderr };
    const clock = { now: () => 0 };
    const code = await runCli(['init', '-o', output, ...args], { env: {}, ...streams, clock, signal, exitCode: 0 });
    return { code, ...said };
  }

  test('it asks five questions, again after an invalid answer, and an empty line takes the standard', async () => {
    const { code, stderr } = await typed(`12345\n${ACCOUNT}\nus-east-1, eu-west-1\n\n\ncloud@example.com\n\n`);
    expect({ code, asked: [...stderr.matchAll(/^ {2}\[/gm)].length }).toEqual({ code: 0, asked: 7 });
    const { workConfigurations } = loadConfiguration({ path: output }, { env: {}, handlers });
    expect(workConfigurations).toHaveLength(2 * together.length);
  });

  test('it asks only for values that no option gives', async () => {
    const { code, stderr } = await typed('volume\n\n', ...GIVEN);
    expect({ code, asked: [...stderr.matchAll(/^ {2}\[/gm)].length }).toEqual({ code: 0, asked: 2 });
    expect(written()).toContain('type: volume');
  });

  test('an input that ends early writes nothing', async () => {
    expect(await typed(`${ACCOUNT}\n`)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nothing was written'),
    });
    expect(written).toThrow(/ENOENT/);
  });
});

describe('with the file', () => {
  let sandbox: RunningSandbox;
  let redis: TestRedis;
  beforeAll(async () => {
    [sandbox, redis] = await Promise.all([
      startSandbox({ accounts: [{ id: ACCOUNT, roles: ['reader'] }] }),
      startRedis(),
    ]);
  });
  afterAll(() => Promise.all([sandbox?.close(), redis?.stop()]));

  test('`plan` reads the account and lists the unused image that is not among the newest three', async () => {
    const place = { account: ACCOUNT, region: 'us-east-1' };
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString();
    const images = [103, 102, 101, 100].map((days) => ({ Name: `old-${days}`, CreationDate: daysAgo(days) }));
    const [oldest] = sandbox.control.addImages(place, images);
    const key = sandbox.control.accounts()[0]?.accessKeys[0];
    await init(...GIVEN);
    const { code, stdout } = await cliHere(['plan', '--config', output, '--format', 'json'], {
      REDIS_URL: redis.url,
      AWS_ENDPOINT_URL: sandbox.url,
      AWS_ACCESS_KEY_ID: key?.accessKeyId ?? '',
      AWS_SECRET_ACCESS_KEY: key?.secretAccessKey ?? '',
      AWS_MAX_ATTEMPTS: '1',
    });
    const { namespaces } = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(namespaces.map(({ status }: { status: string }) => status)).toEqual(together.map(() => 'complete'));
    const resources: { id: string; verdict: string }[] = namespaces.flatMap((one: { resources: [] }) => one.resources);
    expect(resources.flatMap((one) => (one.verdict === 'candidate' ? one.id : []))).toEqual([oldest]);
  });
});
