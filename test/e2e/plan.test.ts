import { existsSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { z } from 'zod';
import type { Namespace } from '../../src/core/namespace.ts';
import { RedisConnection } from '../../src/state/connection.ts';
import { redisState } from '../../src/state/redisState.ts';
import { createLogger } from '../../src/telemetry/logger.ts';
import { commandLine, runToEnd } from '../support/cliRun.ts';
import { ACCOUNT, GROUPS, HERE, IMAGES, Stage } from './stage.ts';

jest.setTimeout(120_000);

const instant = z.iso.datetime();

/** What scripts rely on, word for word; `live` and `notLiveBecause` came on top. */
const Document = z.strictObject({
  generatedAt: instant,
  namespaces: z.array(
    z.strictObject({
      namespace: z.string(),
      status: z.enum(['complete', 'incomplete', 'blocked']),
      stateless: z.boolean(),
      live: z.boolean(),
      notLiveBecause: z.string().nullable(),
      problem: z.string().nullable(),
      notReadYet: z.array(z.string()),
      counts: z.strictObject({ listed: z.int(), candidate: z.int(), keep: z.int(), unknown: z.int() }),
      resources: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          verdict: z.enum(['candidate', 'keep', 'unknown']),
          reasons: z.array(z.string()),
          usedBy: z.array(z.strictObject({ kind: z.string(), by: z.string() })),
          owner: z.string().nullable(),
          createdAt: instant.nullable(),
          wouldDeleteAt: instant.nullable(),
        }),
      ),
    }),
  ),
});

/** stdout is this one document and nothing else. */
function documentOf(stdout: string) {
  return Document.parse(JSON.parse(stdout));
}

const CLEANUP = `
  - { type: image, when: [{ rule: unused }], keepNewest: off }
  - { type: autoScalingGroup, when: [{ all: [{ rule: zeroInstances }, { rule: zeroLoadBalancers }] }] }`;

const quiet = createLogger({ level: 'silent' });

let stage: Stage;
let unused: readonly string[];
let used: string;

beforeAll(async () => {
  stage = await Stage.start();
  unused = stage.addImages(60);
  [used = ''] = stage.addImages(1, { Name: 'in-use' });
  stage.addImages(1, { Name: 'too-young', CreationDate: new Date().toISOString() });
  stage.addImages(1, { Name: 'nobody-s', tags: { owner: '' } });
  stage.sandbox.control.addInstances(HERE, [{ InstanceId: 'i-0123456789abcdef0', ImageId: used }]);
  stage.sandbox.control.addAutoScalingGroups(HERE, [
    { AutoScalingGroupName: 'idle', CreatedTime: '2024-01-01T00:00:00Z', DesiredCapacity: 0, MinSize: 0 },
  ]);
});
beforeEach(async () => {
  await stage.redis.flush();
});
afterAll(() => stage?.stop());

const readsOnly = () => stage.writes().length === 0;

describe('plan --format json', () => {
  test('one document with every listed resource, without any Redis', async () => {
    const config = stage.config({ redis: 'embedded', dryRun: true, cleanup: CLEANUP });
    const { code, stdout, stderr } = await stage.run(['plan', '--config', config, '--format', 'json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { namespaces } = documentOf(stdout);
    expect(namespaces.map(({ namespace, status, stateless }) => ({ namespace, status, stateless }))).toEqual([
      { namespace: IMAGES, status: 'complete', stateless: true },
      { namespace: GROUPS, status: 'complete', stateless: true },
    ]);
    const [images, groups] = namespaces;
    const { images: seeded } = stage.sandbox.control.state(HERE);
    expect(images?.resources.map(({ id }) => id).sort()).toEqual(seeded.map(({ ImageId }) => ImageId).sort());
    expect(images?.counts).toEqual({ listed: 63, candidate: 61, keep: 2, unknown: 0 });
    expect(groups?.counts).toEqual({ listed: 1, candidate: 1, keep: 0, unknown: 0 });
    expect(images?.notReadYet).toContain('ssmParameters');
    expect(readsOnly()).toBe(true);
  });

  test('a candidate has its reason, owner and date; what is kept has its user', async () => {
    const config = stage.config({ redis: 'embedded', dryRun: true });
    const { stdout } = await stage.run(['plan', '-c', config]);
    const resources = new Map(documentOf(stdout).namespaces[0]?.resources.map((resource) => [resource.id, resource]));
    const candidate = resources.get(unused[0] as string);
    expect(candidate).toMatchObject({ name: 'app-aaa', verdict: 'candidate', owner: 'ann@example.com', usedBy: [] });
    expect(candidate?.reasons.length).toBeGreaterThan(0);
    expect(Date.parse(candidate?.wouldDeleteAt ?? '')).toBeGreaterThan(Date.now() - 10_000);
    expect(resources.get(used)).toMatchObject({
      verdict: 'keep',
      usedBy: [{ kind: 'instances', by: expect.stringContaining('i-0123456789abcdef0') }],
      wouldDeleteAt: null,
    });
    const nobodys = [...resources.values()].find(({ name }) => name === 'nobody-s');
    expect(nobodys?.owner).toBe('cloud@example.com');
  });

  test('L37 reads opt-outs from Redis where there is one, and writes nothing to it', async () => {
    const connection = new RedisConnection({ url: stage.redis.url, log: quiet });
    await connection.whenReady();
    const [kept = ''] = unused;
    const target = { kind: 'id', value: kept } as const;
    const optOut = { target, until: 'forever', actor: 'ann@example.com', at: Date.now() } as const;
    await redisState(connection, { log: quiet }).optOuts.optOut(IMAGES as Namespace, optOut);
    const before = await connection.client.dbsize();
    const { code, stdout } = await stage.run(['plan', '-c', stage.config(), '--format', 'json']);
    const after = await connection.client.dbsize();
    await connection.close();
    const [images] = documentOf(stdout).namespaces;
    expect({ code, stateless: images?.stateless, after }).toEqual({ code: 0, stateless: false, after: before });
    expect(images?.resources.find(({ id }) => id === kept)?.verdict).toBe('keep');
    expect(readsOnly()).toBe(true);
  });

  test('L36 a dry run has the verdicts of a live one', async () => {
    const [live, dry] = await Promise.all(
      [false, true].map(async (dryRun) => {
        const config = stage.config({ name: `dry-${dryRun}.yaml`, dryRun });
        return documentOf((await stage.run(['plan', '-c', config])).stdout).namespaces[0];
      }),
    );
    const verdicts = (plan: typeof live) => plan?.resources.map(({ id, verdict, usedBy }) => ({ id, verdict, usedBy }));
    expect([live?.live, dry?.live]).toEqual([true, false]);
    expect(verdicts(dry)).toEqual(verdicts(live));
  });

  test('L37 a Redis that is down: says so with its address, and goes on stateless', async () => {
    const config = stage.config({ redis: 'redis://127.0.0.1:1' });
    const { code, stdout, stderr } = await stage.run(['plan', '-c', config, '--format', 'json']);
    expect(stderr).toBe('warning: Redis at redis://127.0.0.1:1 does not answer; going on without it (stateless)\n');
    expect({ code, stateless: documentOf(stdout).namespaces[0]?.stateless }).toEqual({ code: 0, stateless: true });
  });

  test('A3 L30 a denied permission: incomplete, its name, how many it blocks; what has a user is still kept; exit 3', async () => {
    const denial = { account: ACCOUNT, action: 'ec2:DescribeLaunchTemplates' };
    stage.sandbox.control.deny(denial);
    const { code, stdout } = await stage.run(['plan', '-c', stage.config({ redis: 'embedded', dryRun: true })]);
    stage.sandbox.control.allow(denial);
    const [images] = documentOf(stdout).namespaces;
    expect({ code, status: images?.status }).toEqual({ code: 3, status: 'incomplete' });
    expect(images?.problem).toMatch(/ec2:DescribeLaunchTemplates is denied; allow it for .*role\/reader/);
    expect(images?.problem).toContain('61 resources are unknown');
    expect(images?.counts).toEqual({ listed: 63, candidate: 0, keep: 2, unknown: 61 });
    expect(images?.resources.find(({ id }) => id === used)?.verdict).toBe('keep');
  });

  test('L32 a tripwire: blocked, which one and by how much, exit 3', async () => {
    const config = stage.config({ redis: 'embedded', dryRun: true, tripwires: 'newMarks: 5' });
    const { code, stdout } = await stage.run(['plan', '-c', config]);
    const [images] = documentOf(stdout).namespaces;
    expect({ code, status: images?.status }).toEqual({ code: 3, status: 'blocked' });
    expect(images?.problem).toContain('newMarks: 61 new marks, more than 5');
  });

  test('--namespace takes a glob; a name that fits nothing is a usage error that says which there are', async () => {
    const config = stage.config({ redis: 'embedded', dryRun: true, cleanup: CLEANUP });
    const [some, none] = await Promise.all([
      stage.run(['plan', '-c', config, '--namespace', 'aws:*:us-east-1:autoScaling*']),
      stage.run(['plan', '-c', config, '--namespace', 'aws:production:*']),
    ]);
    expect(documentOf(some.stdout).namespaces.map(({ namespace }) => namespace)).toEqual([GROUPS]);
    expect(none).toEqual({
      code: 2,
      stdout: '',
      stderr: `holystone: no namespace matches "aws:production:*"; it has ${IMAGES}, ${GROUPS}\n`,
    });
  });
});

describe('plan for people', () => {
  test('--format table: a section per namespace, candidates with why; no colour and no progress in a pipe', async () => {
    const config = stage.config({ redis: 'embedded', dryRun: true, cleanup: CLEANUP });
    const { code, stdout, stderr } = await stage.run(['plan', '-c', config, '--format', 'table']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`${IMAGES}  complete  61 of 63 would be deleted, 2 kept, 0 unknown  (dry run)`);
    expect(stdout).toMatch(/candidate +ami-\w+ +app-aaa +ann@example\.com +\d{4}-\d\d-\d\d +\S/);
    expect(stdout).toContain('… and 11 more (--format json has all)');
    expect(stdout).not.toMatch(/\p{Cc}(?<!\n)/u);
  });

  test('on a terminal the table is the default, and a line tells how far it is', async () => {
    const config = stage.config({ redis: 'embedded', dryRun: true, cleanup: CLEANUP });
    const terminal = terminalFor(commandLine(['plan', '-c', config]));
    const { code, stdout } = await runToEnd(terminal ?? commandLine(['plan', '-c', config]), { env: stage.env });
    expect(code).toBe(0);
    if (terminal) {
      expect(stdout).toContain(`[0/2] reading ${IMAGES}`);
      expect(stdout).toContain(`[1/2] reading ${GROUPS}`);
      expect(stdout).toContain('61 of 63 would be deleted');
    } else expect(stdout).not.toContain('reading');
  });
});

/** A pseudo-terminal, as util-linux makes one. */
function terminalFor(words: readonly string[]): readonly string[] | undefined {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/script')) return undefined;
  const quoted = words.map((word) => `'${word}'`).join(' ');
  return ['/usr/bin/script', '--quiet', '--return', '--command', quoted, '/dev/null'];
}
