import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import type { Namespace } from '../../src/core/resource/namespace.ts';
import { RedisConnection } from '../../src/state/redis/connection.ts';
import { redisState } from '../../src/state/redis/redisState.ts';
import { createLogger } from '../../src/telemetry/logger.ts';
import { captured } from '../support/captured.ts';
import { commandHere } from '../support/cliHere.ts';
import { commandLine, runToEnd, withoutProgress } from '../support/cliRun.ts';
import { oneType } from '../support/oneType.ts';
import { PATIENT_MS } from '../support/redis.ts';
import { until } from '../support/until.ts';
import { ACCOUNT, GROUPS, HERE, IMAGES, stageForAll } from './stage.ts';

const instant = z.iso.datetime();
const Missing = z.strictObject({ permission: z.string(), places: z.array(z.string()), blocks: z.int().nullable() });

/** Where a source answered, when, and with how much. */
const Reading = z.strictObject({
  source: z.string(),
  account: z.string(),
  location: z.string(),
  readAt: instant,
  findings: z.int(),
});

/** The cost of the planned deletions, without resources that stay; 0 where they cost nothing, never where it is unknown. */
const Total = z.strictObject({
  amount: z.number().nonnegative().nullable(),
  upTo: z.boolean(),
  staying: z.number().positive().nullable(),
  unpriced: z.int(),
});

/** Reasons or tripwires, beside their sentences. */
const Values = z.array(z.strictObject({ code: z.string(), values: z.record(z.string(), z.unknown()) }));

/** The fields that scripts rely on, word for word; `live` and `notLiveBecause` came on top. */
const Document = z.strictObject({
  generatedAt: instant,
  missingPermissions: z.array(Missing),
  notJudged: z.array(z.looseObject({ called: z.string(), because: z.string() })).optional(),
  keptNothing: z
    .array(z.strictObject({ key: z.string(), entry: z.string(), namespaces: z.array(z.string()) }))
    .optional(),
  cannotSee: z.array(z.strictObject({ resourceType: z.string(), users: z.array(z.string()) })).optional(),
  monthlyCost: z.strictObject({
    total: Total,
    accounts: z.array(Total.extend({ account: z.string() })),
    owners: z.array(Total.extend({ owner: z.string().nullable() })),
  }),
  namespaces: z.array(
    z.strictObject({
      namespace: z.string(),
      status: z.enum(['complete', 'incomplete', 'blocked']),
      account: z.strictObject({
        name: z.string(),
        title: z.string().nullable(),
        from: z.enum(['configuration', 'organizations']),
      }),
      readAt: instant,
      startStage: z.enum(['plan', 'notify', 'canary', 'live']),
      stateless: z.boolean(),
      live: z.boolean(),
      notLiveBecause: z.string().nullable(),
      neverDeletesBecause: z.string().nullable(),
      problem: z.string().nullable(),
      trips: Values.optional(),
      explanation: z.string().nullable(),
      missingEvidence: z.array(z.string()),
      waivedEvidence: z.array(z.string()),
      evidence: z.array(Reading),
      unread: z.array(
        z.strictObject({
          why: z.string(),
          explanation: z.string(),
          places: z.array(z.strictObject({ source: z.string(), account: z.string(), location: z.string() })),
          blocks: z.int().nonnegative(),
        }),
      ),
      missingPermissions: z.array(Missing),
      prices: z
        .strictObject({ currency: z.literal('USD'), date: z.iso.date(), source: z.url(), old: z.boolean() })
        .nullable(),
      monthlyCost: Total,
      owners: z.strictObject({ unowned: z.int(), invalidOwner: z.int(), unsureOwner: z.int() }),
      ownersProblem: z.string().nullable(),
      counts: z.strictObject({
        listed: z.int(),
        candidate: z.int(),
        keep: z.int(),
        unknown: z.int(),
        protected: z.int().optional(),
        undated: z.int().optional(),
      }),
      resources: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          verdict: z.enum(['candidate', 'keep', 'unknown']),
          reasons: z.array(z.string()),
          because: Values.optional(),
          waivedEvidence: z.array(z.string()),
          usedBy: z.array(z.strictObject({ kind: z.string(), by: z.string() })),
          owner: z.string().nullable(),
          ownerVia: z.string(),
          unowned: z.boolean(),
          invalidOwners: z.array(z.string()),
          createdAt: instant.nullable(),
          monthlyCost: z
            .strictObject({ amount: z.number().nonnegative(), upTo: z.boolean(), stays: z.boolean() })
            .nullable(),
          wouldDeleteAt: instant.nullable(),
        }),
      ),
    }),
  ),
});

/** A namespace of `plan --quick`, as far as its tests look. */
interface QuickPlan {
  readonly resources: readonly {
    readonly id: string;
    readonly verdict: string;
    readonly notAsked?: readonly string[];
  }[];
}

/** stdout is this one document and nothing else. */
function documentOf(stdout: string) {
  return Document.parse(JSON.parse(stdout));
}

const CLEANUP = `
  - { type: image, when: [{ rule: unused }], keepNewest: off }
  - { type: autoScalingGroup, when: [{ all: [{ rule: zeroInstances }, { rule: zeroLoadBalancers }] }] }`;

const quiet = createLogger({ level: 'silent' });

const stage = stageForAll();
let unused: readonly string[];
let used: string;

beforeAll(async () => {
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

const readsOnly = () => stage.writes().length === 0;

describe('plan --format json', () => {
  test('one document with every listed resource, without any Redis', async () => {
    const config = stage.config({ redis: 'embedded', dryRun: true, cleanup: CLEANUP });
    const { code, stdout, stderr } = await stage.run(['plan', '--config', config, '--format', 'json']);
    expect({ code, stderr: withoutProgress(stderr) }).toEqual({ code: 0, stderr: '' });
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
    expect([images?.missingEvidence, groups?.missingEvidence]).toEqual([[], []]);
    expect(readsOnly()).toBe(true);
  });

  test('a candidate has its reason, owner and date; a kept resource has its user', async () => {
    const config = stage.config({ redis: 'embedded', dryRun: true });
    const before = Date.now();
    const { stdout } = await stage.here(['plan', '-o', 'json', '-c', config]);
    const resources = new Map(documentOf(stdout).namespaces[0]?.resources.map((resource) => [resource.id, resource]));
    const candidate = resources.get(unused[0] as string);
    expect(candidate).toMatchObject({ name: 'app-aaa', verdict: 'candidate', owner: 'ann@example.com', usedBy: [] });
    expect(candidate?.reasons.length).toBeGreaterThan(0);
    expect(Date.parse(candidate?.wouldDeleteAt ?? '')).toBeGreaterThan(before);
    expect(resources.get(used)).toMatchObject({
      verdict: 'keep',
      usedBy: [{ kind: 'instances', by: expect.stringContaining('i-0123456789abcdef0') }],
      wouldDeleteAt: null,
    });
    const nobodys = [...resources.values()].find(({ name }) => name === 'nobody-s');
    expect(nobodys?.owner).toBe('cloud@example.com');
  });

  test('says of each source and place when it was read, and how much it found', async () => {
    const since = Date.now() - 1_000;
    const { stdout } = await stage.here([
      'plan',
      '-o',
      'json',
      '-c',
      stage.config({ redis: 'embedded', dryRun: true }),
    ]);
    const evidence = documentOf(stdout).namespaces[0]?.evidence ?? [];
    const instances = evidence.find(({ source }) => source === 'instances');
    expect(instances).toMatchObject({ account: 'test', location: 'us-east-1', findings: 1 });
    expect(evidence.map(({ source }) => source)).toContain('launchPermissions');
    expect(evidence.every(({ readAt }) => Date.parse(readAt) >= since && Date.parse(readAt) <= Date.now())).toBe(true);
  });

  test('L37 reads opt-outs from Redis where there is one, and writes nothing to it', async () => {
    const open = () => new RedisConnection({ url: stage.redis.url, log: quiet, commandTimeoutMs: PATIENT_MS });
    const keeping = open();
    await keeping.whenReady();
    const [kept = ''] = unused;
    const target = { kind: 'id', value: kept } as const;
    const optOut = { target, until: 'forever', actor: 'ann@example.com', at: Date.now() } as const;
    await redisState(keeping, { log: quiet, typesOf: oneType }).optOuts.optOut(IMAGES as Namespace, optOut);
    // Which marks changed is announced behind it.
    await keeping.close();
    const connection = open();
    await connection.whenReady();
    const before = await connection.client.dbsize();
    const { code, stdout } = await stage.here(['plan', '-c', stage.config(), '--format', 'json']);
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
        return documentOf((await stage.here(['plan', '-o', 'json', '-c', config])).stdout).namespaces[0];
      }),
    );
    const verdicts = (plan: typeof live) => plan?.resources.map(({ id, verdict, usedBy }) => ({ id, verdict, usedBy }));
    expect([live?.live, dry?.live]).toEqual([true, false]);
    expect(verdicts(dry)).toEqual(verdicts(live));
  });

  test('L37 a Redis that is down: says so with its address, and goes on stateless', async () => {
    const config = stage.config({ redis: 'redis://127.0.0.1:1' });
    const { code, stdout, stderr } = await stage.here(['plan', '-c', config, '--format', 'json']);
    expect(withoutProgress(stderr)).toBe(
      'warning: Redis at redis://127.0.0.1:1 does not answer; continuing without it (stateless)\n',
    );
    expect({ code, stateless: documentOf(stdout).namespaces[0]?.stateless }).toEqual({ code: 0, stateless: true });
  });

  test('A3 L30 a denied permission makes the plan incomplete: it names the permission and the number of unknown resources; a used resource is still kept; exit 3', async () => {
    const denial = { account: ACCOUNT, action: 'ec2:DescribeLaunchTemplates' };
    stage.sandbox.control.deny(denial);
    const { code, stdout } = await stage.here([
      'plan',
      '-o',
      'json',
      '-c',
      stage.config({ redis: 'embedded', dryRun: true }),
    ]);
    stage.sandbox.control.allow(denial);
    const { namespaces, missingPermissions } = documentOf(stdout);
    const [images] = namespaces;
    expect({ code, status: images?.status }).toEqual({ code: 3, status: 'incomplete' });
    const missing = [{ permission: 'ec2:DescribeLaunchTemplates', places: ['test/us-east-1'], blocks: 61 }];
    expect([missingPermissions, images?.missingPermissions]).toEqual([missing, missing]);
    expect(images?.problem).toMatch(/ec2:DescribeLaunchTemplates is denied; allow it for .*role\/reader/);
    expect(images?.problem).toContain('61 resources are unknown');
    expect(images?.counts).toEqual({ listed: 63, candidate: 0, keep: 2, unknown: 61 });
    expect(images?.resources.find(({ id }) => id === used)?.verdict).toBe('keep');
  });

  test('L32 a tripwire: blocked, which one and by how much, exit 3', async () => {
    const config = stage.config({ redis: 'embedded', dryRun: true, tripwires: 'newMarks: 5' });
    const { code, stdout } = await stage.here(['plan', '-o', 'json', '-c', config]);
    const [images] = documentOf(stdout).namespaces;
    expect({ code, status: images?.status }).toEqual({ code: 3, status: 'blocked' });
    expect(images?.problem).toContain('newMarks: 61 new marks, more than 5');
  });

  test('--namespace takes a glob; a name that fits nothing is a usage error that says which there are', async () => {
    const config = stage.config({ redis: 'embedded', dryRun: true, cleanup: CLEANUP });
    const [some, none] = await Promise.all([
      stage.here(['plan', '-o', 'json', '-c', config, '--namespace', 'aws:*:us-east-1:autoScaling*']),
      stage.here(['plan', '-o', 'json', '-c', config, '--namespace', 'aws:production:*']),
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
  test('A3 missing permissions stand at the end, the one that blocks most first, and a listing before all', async () => {
    const denials = ['ec2:DescribeLaunchTemplates', 'autoscaling:DescribeAutoScalingGroups'].map((action) => ({
      account: ACCOUNT,
      action,
    }));
    for (const denial of denials) stage.sandbox.control.deny(denial);
    const config = stage.config({ redis: 'embedded', dryRun: true, cleanup: CLEANUP });
    const { code, stdout } = await stage.here(['plan', '-c', config, '--format', 'table']);
    for (const denial of denials) stage.sandbox.control.allow(denial);
    expect(code).toBe(3);
    expect(stdout.slice(stdout.indexOf('Missing permissions'))).toBe(
      `Missing permissions, by the number of resources they block
  autoscaling:DescribeAutoScalingGroups  no resources could be listed  in test/us-east-1
  ec2:DescribeLaunchTemplates  61 unknown  in test/us-east-1

All 2 namespaces in dry run: dryRun is not false; the entry does not set live: true.
Redis was not read: opt-outs and last-use records may be missing.
Plan: 0 to delete, 2 kept, 61 unknown, 0 blocked, 2 incomplete; 0 owners.
`,
    );
  });

  test('P15 --format table: a section per namespace, candidates with why, the sums last; no colour and no progress in a pipe', async () => {
    const config = stage.config({ redis: 'embedded', dryRun: true, cleanup: CLEANUP });
    const { code, stdout, stderr } = await stage.here(['plan', '-c', config, '--format', 'table']);
    expect({ code, stderr: withoutProgress(stderr) }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`${IMAGES}: 61 of 63 to delete, 2 kept\n`);
    expect(stdout).toMatch(/\n {2}- ami-\w+ +app-aaa +ann@example\.com +\d{4}-\d\d-\d\d/);
    expect(stdout).toMatch(/\n {6}each: nothing uses it\n {2}… and 49 more \(--verbose shows all\)\n/);
    expect(stdout).toMatch(/\nPlan: 62 to delete \(.+\), 2 kept, 0 unknown, 0 blocked, 0 incomplete; 2 owners\.\n$/);
    expect(stdout).not.toContain('1 finding in');
    expect(stdout).not.toMatch(/\p{Cc}(?<!\n)/u);
  });

  test('P15 --verbose has every row and the evidence', async () => {
    const config = stage.config({ redis: 'embedded', dryRun: true, cleanup: CLEANUP });
    const { stdout } = await stage.here(['plan', '-c', config, '--format', 'table', '--verbose']);
    expect(stdout.match(/\n {2}- ami-/g)).toHaveLength(61);
    expect(stdout).toMatch(/\n {2}instances: 1 finding in test\/us-east-1, \d+ seconds? ago\n/);
  });

  test('P15 on a terminal the table is the default, and a line shows how far it is', async () => {
    const config = stage.config({ redis: 'embedded', dryRun: true, cleanup: CLEANUP });
    const terminal = terminalFor(commandLine(['plan', '-c', config]));
    const { code, stdout } = await runToEnd(terminal ?? commandLine(['plan', '-c', config]), { env: stage.env });
    expect(code).toBe(0);
    if (terminal) {
      expect(stdout).toContain('[1/2] test us-east-1 AMI');
      expect(stdout).toContain('[2/2] test us-east-1 Auto Scaling group');
      expect(stdout).toContain('61 of 63 to delete');
    } else expect(stdout).not.toContain('[1/2]');
  });
});

describe('plan --quick', () => {
  /** Every call that is about one image. */
  const perImage = () => stage.sandbox.control.calls({ operation: 'DescribeImageAttribute' }).length;

  test('reads no evidence that costs a call per candidate, says which, counts at most, and writes no mark', async () => {
    const config = stage.config({ cleanup: CLEANUP.replace('keepNewest: off', 'live: true, keepNewest: off') });
    const [shared = ''] = stage.addImages(1, { Name: 'shared', launchPermissions: [{ UserId: '999999999999' }] });
    const connection = new RedisConnection({ url: stage.redis.url, log: quiet, commandTimeoutMs: PATIENT_MS });
    await connection.whenReady();
    const [keys, asked] = [await connection.client.dbsize(), perImage()];
    const { code, stdout } = await stage.here(['plan', '-o', 'json', '-c', config, '--quick']);
    const whole = await stage.here(['plan', '-o', 'json', '-c', config, '-n', IMAGES]);
    const wrote = (await connection.client.dbsize()) - keys;
    await connection.close();
    stage.sandbox.control.remove(HERE, 'image', shared);

    const { quick, namespaces } = JSON.parse(stdout) as { quick: boolean; namespaces: QuickPlan[] };
    const [images, groups] = namespaces;
    expect({ code, quick, wrote, writes: stage.writes() }).toEqual({ code: 0, quick: true, wrote: 0, writes: [] });
    const notAsked = (id: string) => images?.resources.find((one) => one.id === id)?.notAsked;
    expect(notAsked(shared)).toEqual(['launchPermissions', 'undeclaredClusters']);
    expect(notAsked(used)).toEqual([]);
    expect(groups?.resources[0]?.notAsked).toContain('activities');
    const candidates = ({ resources }: Pick<QuickPlan, 'resources'>) =>
      resources.filter(({ verdict }) => verdict === 'candidate').map(({ id }) => id);
    const inWhole = candidates(documentOf(whole.stdout).namespaces[0] as QuickPlan);
    expect(candidates(images as QuickPlan)).toEqual(expect.arrayContaining(inWhole));
    // The whole plan asked once about each candidate of the quick one.
    expect(perImage() - asked).toBe(candidates(images as QuickPlan).length);
  });

  test('--format table of --quick shows at most, at least, and the evidence that it left out', async () => {
    const config = stage.config({ redis: 'embedded', dryRun: true, cleanup: CLEANUP });
    const { stdout } = await stage.here(['plan', '-c', config, '--quick', '--format', 'table']);
    expect(stdout).toContain(`${IMAGES}: at most 61 of 63 to delete, at least 2 kept\n`);
    expect(stdout).toContain(`${GROUPS}: at most 1 of 1 to delete, 0 kept\n`);
    expect(stdout).toContain('each: nothing uses it; not read: launchPermissions, undeclaredClusters\n');
    expect(stdout).toMatch(
      /\n--quick did not read activities, .*launchPermissions, .*: a whole plan may keep more resources\.\n/,
    );
    expect(stdout).toMatch(/\nPlan: at most 62 to delete .*, at least 2 kept, 0 unknown, .*; at most 2 owners\.\n$/);
  });

  test('is not compared with a whole plan', async () => {
    const config = stage.config({ redis: 'embedded', dryRun: true, cleanup: CLEANUP });
    const earlier = join(dirname(config), 'quick.json');
    writeFileSync(earlier, (await stage.here(['plan', '-c', config, '--quick', '-f', 'json'])).stdout);
    expect(await stage.here(['plan', '-o', 'json', '-c', config, '--diff', earlier])).toMatchObject({
      code: 2,
      stderr: `holystone: ${earlier} was made with --quick; compare it with --quick\n`,
    });
    expect(await stage.here(['plan', '-c', config, '--quick', '-f', 'table', '--diff', earlier])).toMatchObject({
      code: 0,
    });
  });
});

describe('plan that is stopped', () => {
  test.each(['json', 'table'])(
    '--format %s after Ctrl-C has the namespaces read so far, names the others, and exits 130',
    async (format) => {
      const cleanup = `${CLEANUP}\n  - { type: volume, when: [{ rule: unused }] }`;
      const groupsFirst = cleanup.replace(/(\n.*)(\n.*)(\n.*)/, '$2$1$3');
      const config = stage.config({ redis: 'embedded', dryRun: true, cleanup: groupsFirst });
      const { control } = stage.sandbox;
      const asked = () => control.calls().filter(({ operation }) => operation === 'DescribeImageAttribute').length;
      const before = asked();
      // The answers about the first twenty candidates come, no other does.
      const hang = control.addFault({ kind: 'hang', operation: 'DescribeImageAttribute', nth: 21 });
      const stop = new AbortController();
      const { output: out, stdout, stderr } = captured();
      const running = commandHere(['plan', '-c', config, '-f', format], {
        env: stage.env,
        stdout,
        stderr,
        signal: stop.signal,
      });
      await until('more than twenty candidates are asked about', () => asked() - before > 20);
      stop.abort(new Error('stopped by SIGINT'));
      expect(await running).toBe(130);
      control.removeFault(hang);
      expect(out.stderr).toContain('holystone: stopped by SIGINT; the plan has 2 of 3 namespaces\n');
      if (format === 'table') {
        expect(out.stdout).toContain(`\n${IMAGES}: incomplete, 20 of 63 to delete, 2 kept, 41 unknown\n`);
        expect(out.stdout).toMatch(
          /\nPlan of 2 of 3 namespaces: 21 to delete.*, 41 unknown, 0 blocked, 1 incomplete; /,
        );
        return;
      }
      const { unfinished, ...document } = JSON.parse(out.stdout) as { unfinished: unknown };
      expect(unfinished).toEqual(['aws:test:us-east-1:volume']);
      const { namespaces } = documentOf(JSON.stringify(document));
      expect(namespaces.map(({ namespace, status }) => [namespace, status])).toEqual([
        [GROUPS, 'complete'],
        [IMAGES, 'incomplete'],
      ]);
      expect(namespaces[1]?.counts).toEqual({ listed: 63, candidate: 20, keep: 2, unknown: 41 });
    },
  );
});

test('explain that is stopped says that nothing was decided, exit 130', async () => {
  const config = stage.config({ redis: 'embedded', dryRun: true });
  const { control } = stage.sandbox;
  const hang = control.addFault({ kind: 'hang', operation: 'DescribeInstances' });
  const before = control.calls({ operation: 'DescribeInstances' }).length;
  const stop = new AbortController();
  const { output: out, stdout, stderr } = captured();
  const context = { env: stage.env, stdout, stderr, signal: stop.signal };
  const running = commandHere(['explain', IMAGES, unused[0] as string, '-c', config], context);
  await until('its users are asked for', () => control.calls({ operation: 'DescribeInstances' }).length > before);
  stop.abort(new Error('stopped by SIGINT'));
  expect(await running).toBe(130);
  control.removeFault(hang);
  expect(out).toEqual({ stdout: '', stderr: 'holystone: stopped by SIGINT; nothing was decided\n' });
});

describe('plan --resume', () => {
  const CLEANUP_OF_THREE = `
  - { type: autoScalingGroup, when: [{ all: [{ rule: zeroInstances }, { rule: zeroLoadBalancers }] }] }
  - { type: image, when: [{ rule: unused }], keepNewest: off }
  - { type: volume, when: [{ rule: unused }] }`;
  const STATE = () => join(stage.dir, 'definitions', 'interrupted-plan.jsonl');
  const asked = () =>
    stage.sandbox.control.calls({ operation: 'DescribeImageAttribute' }).map(({ input }) => String(input.ImageId));
  const activities = () => stage.sandbox.control.calls({ operation: 'DescribeScalingActivities' }).length;
  const verdictsIn = (stdout: string) =>
    (JSON.parse(stdout) as z.infer<typeof Document>).namespaces.map(({ namespace, status, counts, resources }) => {
      const verdicts = resources.map(({ id, verdict, reasons, usedBy }) => {
        // Whatever is a few seconds old is a few seconds older in the next plan.
        const said = reasons.map((reason) => reason.replaceAll(/\d+ seconds?/g, 'a few seconds'));
        return { id, verdict, reasons: said, usedBy };
      });
      return { namespace, status, counts, resources: verdicts.sort((a, b) => a.id.localeCompare(b.id)) };
    });

  /** Stops a plan when forty of its candidates are known: the answers about the others do not come. */
  async function interrupted(args: readonly string[]) {
    const { control } = stage.sandbox;
    const before = asked().length;
    const hang = control.addFault({ kind: 'hang', operation: 'DescribeImageAttribute', nth: 41 });
    const stop = new AbortController();
    const { output: out, stdout, stderr } = captured();
    const running = commandHere(args, { env: stage.env, stdout, stderr, signal: stop.signal });
    await until('more than forty candidates are asked about', () => asked().length - before > 40);
    stop.abort(new Error('stopped by SIGINT'));
    const code = await running;
    control.removeFault(hang);
    const unanswered = asked().slice(before + 40);
    return { code, ...out, unanswered, answered: asked().slice(before, before + 40) };
  }

  test.each([['json'], ['table']])(
    '--format %s: asks nothing twice, and ends with the verdicts of a whole plan',
    async (format) => {
      const config = stage.config({ redis: 'embedded', dryRun: true, cleanup: CLEANUP_OF_THREE });
      const plan = ['plan', '-c', config, '-f', format];
      const whole = verdictsIn((await stage.here(['plan', '-c', config, '-f', 'json'])).stdout);
      const first = await interrupted(plan);
      expect(first.code).toBe(130);
      expect(first.stderr).toContain(
        `the plan has 2 of 3 namespaces\ngo on with: holystone plan --resume --config ${config} --output ${format}\n`,
      );
      expect(statSync(STATE()).mode & 0o777).toBe(0o600);
      const [before, groupsBefore] = [asked().length, activities()];

      const resumed = await stage.here([...plan, '--resume']);
      expect(withoutProgress(resumed.stderr)).toMatch(
        /^note: going on with the plan that was interrupted at .* ago: 1 finished namespace and \d+ answers about single resources\n$/,
      );
      const now = asked().slice(before);
      expect(new Set(now).size).toBe(now.length);
      expect(now.filter((id) => first.answered.includes(id))).toEqual([]);
      expect(activities()).toBe(groupsBefore);
      expect({ code: resumed.code, isKept: existsSync(STATE()) }).toEqual({ code: 0, isKept: false });
      if (format === 'table') {
        expect(resumed.stdout).toMatch(
          /autoscalinggroup: 1 of 1 to delete.*\n {2}read \d+ seconds? ago, at .* UTC, before the interruption\n/,
        );
        expect(resumed.stdout).toMatch(
          /\n1 namespace was read before the interruption, at .* UTC\.\nPart of the evidence was read before the interruption: launch permissions, the oldest answer \d+ seconds? ago; undeclared clusters, the oldest answer \d+ seconds? ago\.\n/,
        );
        expect(resumed.stdout).toMatch(/\nPlan: 62 to delete .*, 0 unknown, 0 blocked, 0 incomplete; 2 owners\.\n$/);
        return;
      }
      expect(verdictsIn(resumed.stdout)).toEqual(whole);
      const { resumedFrom, namespaces } = JSON.parse(resumed.stdout);
      expect(namespaces[0].readAt < namespaces[1].readAt && resumedFrom <= namespaces[0].readAt).toBe(true);
    },
  );

  test('a plan that is interrupted twice has the answers of both runs', async () => {
    const config = stage.config({ redis: 'embedded', dryRun: true, cleanup: CLEANUP_OF_THREE });
    const state = join(stage.dir, 'mine.jsonl');
    const plan = ['plan', '-c', config, '-f', 'json', '--state', state];
    const { control } = stage.sandbox;
    const first = await interrupted(plan);
    const before = asked().length;
    const hang = control.addFault({ kind: 'hang', operation: 'DescribeImageAttribute' });
    const stop = new AbortController();
    const { output: out, stdout, stderr } = captured();
    const again = commandHere([...plan, '--resume'], { env: stage.env, stdout, stderr, signal: stop.signal });
    await until('it asks about the others', () => asked().length > before);
    stop.abort(new Error('stopped by SIGINT'));
    expect(await again).toBe(130);
    control.removeFault(hang);
    expect(out.stderr).toContain(
      `go on with: holystone plan --resume --config ${config} --output json --state ${state}\n`,
    );
    const third = asked().length;
    await stage.here([...plan, '--resume']);
    const now = asked().slice(third);
    expect(now.filter((id) => first.answered.includes(id))).toEqual([]);
    expect(new Set([...now, ...first.answered]).size).toBe(61);
    expect(existsSync(state)).toBe(false);
  });

  test('another configuration: says so, and starts anew', async () => {
    await interrupted(['plan', '-c', stage.config({ redis: 'embedded', dryRun: true, cleanup: CLEANUP_OF_THREE })]);
    const other = stage.config({
      redis: 'embedded',
      dryRun: true,
      cleanup: CLEANUP_OF_THREE.replace('off', 'off, minimumAge: 31d'),
    });
    const { code, stdout, stderr } = await stage.here(['plan', '-o', 'json', '-c', other, '--resume']);
    expect(withoutProgress(stderr)).toMatch(
      /^note: The interrupted plan of .* is of another configuration: starting anew\n$/,
    );
    expect({ code, statuses: documentOf(stdout).namespaces.map(({ status }) => status) }).toEqual({
      code: 0,
      statuses: ['complete', 'complete', 'complete'],
    });
  });

  test('a file of somebody else is not replaced: the plan says that it cannot be resumed', async () => {
    const config = stage.config({ redis: 'embedded', dryRun: true, cleanup: CLEANUP_OF_THREE });
    const theirs = stage.file('notes.txt', 'my notes\n');
    const { code, stderr } = await interrupted(['plan', '-c', config, '--resume', '--state', theirs]);
    expect(code).toBe(130);
    expect(stderr).toContain(`note: ${theirs} is not an interrupted plan: starting anew\n`);
    expect(stderr).toContain(`it cannot be resumed: ${theirs} is not an interrupted plan, so it is not replaced\n`);
    expect(readFileSync(theirs, 'utf8')).toBe('my notes\n');
  });
});

describe('plan --diff FILE', () => {
  const Seen = z.strictObject({ verdict: z.string(), reasons: z.array(z.string()), because: Values.optional() });
  const Row = z.strictObject({ id: z.string(), name: z.string(), before: Seen, now: Seen });
  const Diff = z.strictObject({
    against: instant,
    missing: z.array(z.string()),
    namespaces: z.array(
      z.strictObject({
        namespace: z.string(),
        status: z.string(),
        notCompared: z.string().nullable(),
        appeared: z.array(Row),
        disappeared: z.array(Row),
        changed: z.array(Row),
      }),
    ),
  });
  const groupsOf = (moreThan: string) => `
  - { type: image, when: [{ rule: unused }], keepNewest: off, minimumAge: ${moreThan} }
  - { type: autoScalingGroup, when: [{ all: [{ rule: zeroInstances }, { rule: zeroLoadBalancers }] }] }`;

  test('--diff names new candidates, former candidates with the reason, and candidates with other reasons; its exit codes are those of plan', async () => {
    const config = stage.config({ redis: 'embedded', dryRun: true, cleanup: groupsOf('1d') });
    const earlier = join(dirname(config), 'earlier.json');
    writeFileSync(earlier, (await stage.here(['plan', '-c', config, '--format', 'json'])).stdout);
    const same = await stage.here(['plan', '-c', config, '--format', 'table', '--diff', earlier]);
    expect(same.stdout).toContain(`${IMAGES}  no changes`);

    const [first = '', second = ''] = unused;
    const [fresh = ''] = stage.addImages(1, { Name: 'zz-fresh' });
    const [instance = ''] = stage.sandbox.control.addInstances(HERE, [{ ImageId: first }]);
    stage.sandbox.control.remove(HERE, 'image', second);
    const denial = { account: ACCOUNT, action: 'autoscaling:DescribeAutoScalingGroups' };
    const now = await stage.here(['plan', '-c', config, '--format', 'json', '--diff', earlier]);
    const { diff, ...document } = JSON.parse(now.stdout);
    documentOf(JSON.stringify(document));
    const [images, groups] = Diff.parse(diff).namespaces;
    expect(now.code).toBe(0);
    expect(images?.appeared).toMatchObject([
      { id: fresh, before: { verdict: 'absent' }, now: { verdict: 'candidate' } },
    ]);
    expect(images?.disappeared.map(({ id, now: { verdict } }) => [id, verdict]).sort()).toEqual(
      [
        [first, 'keep'],
        [second, 'absent'],
      ].sort(),
    );
    expect(groups).toMatchObject({ notCompared: null, appeared: [], disappeared: [], changed: [] });

    stage.sandbox.control.deny(denial);
    const compared = await stage.here(['plan', '-c', config, '--format', 'table', '--diff', earlier]);
    stage.sandbox.control.allow(denial);
    expect(compared.code).toBe(3);
    expect(compared.stdout).toMatch(new RegExp(`- ${first} app-aaa {2}now keep: .*${instance}`));
    expect(compared.stdout).toMatch(/autoscalinggroup {2}not compared: it could not be read now/);
    stage.sandbox.control.remove(HERE, 'image', fresh);
    stage.sandbox.control.remove(HERE, 'instance', instance);
  });

  test('another reason is shown with the one before; a namespace of one plan only is named', async () => {
    const cleanup = '[{ type: autoScalingGroup, when: [{ rule: zeroInstances }] }]';
    const config = stage.config({ redis: 'embedded', dryRun: true, cleanup });
    const earlier = join(dirname(config), 'reasons.json');
    const { stdout } = await stage.here(['plan', '-c', config, '--format', 'json']);
    writeFileSync(earlier, stdout.replaceAll('aws:test:us-east-1:image', 'aws:gone:us-east-1:image'));
    const other = stage.config({ redis: 'embedded', dryRun: true, name: 'other.yaml', cleanup: groupsOf('1d') });
    const compared = await stage.here(['plan', '-c', other, '--format', 'table', '--diff', earlier]);
    expect(compared.stdout).toMatch(/~ .*idle {2}.*\(was: /);
    expect(compared.stdout).toContain(`${IMAGES}  not compared: the earlier plan does not have it`);
  });

  test.each([
    ['no file', 'nowhere.json', /nowhere\.json cannot be read/],
    ['another document', 'other.json', /other\.json is not a plan/],
    ['no JSON', 'none.json', /none\.json is not a plan/],
  ])('%s: exit 2, and nothing is asked', async (_what, name, why) => {
    const config = stage.config({ redis: 'embedded', dryRun: true });
    const dir = dirname(config);
    writeFileSync(join(dir, 'other.json'), '{"generatedAt":"2026-01-01T00:00:00Z"}');
    writeFileSync(join(dir, 'none.json'), '{');
    const before = stage.sandbox.control.calls().length;
    const { code, stdout, stderr } = await stage.here(['plan', '-o', 'json', '-c', config, '--diff', join(dir, name)]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(why);
    expect(stage.sandbox.control.calls()).toHaveLength(before);
  });
});

test('where an account came from and where its types start, in the document and in the table', async () => {
  const listed = '222222222222';
  stage.sandbox.control.setOrganization({ id: 'o-1234567890', managementAccount: ACCOUNT, accounts: [listed] });
  const written =
    `{ name: test, provider: aws, id: "${ACCOUNT}", locations: [us-east-1], rollout: canary, ` +
    `readRole: "arn:aws:iam::${ACCOUNT}:role/reader" }`;
  const roles = 'readRole: "arn:aws:iam::{id}:role/reader", deleteRole: "arn:aws:iam::{id}:role/deleter"';
  const accounts = `[${written}, { from: organizations, through: test, ${roles}, locations: [us-east-1] }]`;
  const cleanup = '[{ type: image, when: [{ rule: unused }], rollout: notify }]';
  const config = stage.config({ redis: 'embedded', dryRun: true, accounts, cleanup });
  const { namespaces } = documentOf((await stage.here(['plan', '-c', config, '-f', 'json'])).stdout);
  expect(namespaces.map(({ account, startStage }) => ({ account, startStage }))).toEqual([
    { account: { name: 'test', title: null, from: 'configuration' }, startStage: 'notify' },
    { account: { name: listed, title: expect.any(String), from: 'organizations' }, startStage: 'plan' },
  ]);
  const { stdout } = await stage.here(['plan', '-c', config, '-f', 'table', '--verbose']);
  expect(stdout).toMatch(/^ {2}would start at stage notify$/m);
  expect(stdout).toMatch(
    new RegExp(`^ {2}would start at stage plan; account ${listed} \\(.+\\) from AWS Organizations$`, 'm'),
  );
});

describe('plan: costs', () => {
  let costly: string;
  beforeAll(() => {
    const device = { DeviceName: '/dev/sda1', Ebs: { SnapshotId: 'snap-0000000000000c057', VolumeSize: 2000 } };
    [costly = ''] = stage.addImages(1, { Name: 'zz-costly', BlockDeviceMappings: [device], tags: { owner: '' } });
  });

  test('A13 each resource, namespace, account and owner, at list prices with their date; kept ones are shown apart', async () => {
    const { stdout } = await stage.here([
      'plan',
      '-o',
      'json',
      '-c',
      stage.config({ redis: 'embedded', dryRun: true }),
    ]);
    const { monthlyCost, namespaces } = documentOf(stdout);
    const [images] = namespaces;
    const cost = images?.resources.find(({ id }) => id === costly)?.monthlyCost;
    expect(cost).toEqual({ amount: 100, upTo: true, stays: true });
    expect(images?.prices).toMatchObject({ currency: 'USD', old: false });
    const candidates = images?.resources.filter(({ verdict }) => verdict === 'candidate') ?? [];
    const staying = candidates.reduce((sum, { monthlyCost: one }) => sum + (one?.amount ?? 0), 0);
    expect(images?.monthlyCost).toEqual({ amount: null, upTo: false, staying: expect.closeTo(staying), unpriced: 0 });
    expect(monthlyCost.total).toEqual(images?.monthlyCost);
    expect(monthlyCost.accounts).toEqual([{ account: 'test', ...images?.monthlyCost }]);
    expect(monthlyCost.owners.map(({ owner }) => owner)).toEqual(['cloud@example.com', 'ann@example.com']);
  });

  test('A13 --sort cost: the costliest first, in the table and in the document', async () => {
    const config = stage.config({ redis: 'embedded', dryRun: true });
    const [table, json] = await Promise.all(
      ['table', 'json'].map((format) => stage.here(['plan', '-c', config, '--sort', 'cost', '--format', format])),
    );
    expect(documentOf(json?.stdout ?? '').namespaces[0]?.resources[0]?.id).toBe(costly);
    expect(table?.stdout).toMatch(new RegExp(`\\)\n  - ${costly} +zz-costly .* ≤ \\$100\\.00 in snapshots\n`));
    expect(table?.stdout).toMatch(
      /cost up to \$[\d,.]+ a month in snapshots, which are kept \(list prices of 20\d\d-\d\d-\d\d\)/,
    );
    expect(table?.stdout).toMatch(
      /\n {2}owner cloud@example.com {2}up to \$[\d,.]+ a month in snapshots, which are kept/,
    );
  });

  test('A196 --sort cost: the type that costs most comes first, whatever the order of the configuration', async () => {
    const cleanup =
      '[{ type: autoScalingGroup, when: [{ rule: zeroInstances }] }, { type: image, when: [{ rule: unused }], keepNewest: off }]';
    const config = stage.config({ redis: 'embedded', dryRun: true, cleanup });
    const orderWith = async (...words: string[]) => {
      const { stdout } = await stage.here(['plan', '-c', config, '-f', 'json', ...words]);
      return documentOf(stdout).namespaces.map(({ namespace }) => namespace);
    };
    expect(await orderWith()).toEqual([GROUPS, IMAGES]);
    expect(await orderWith('--sort', 'cost')).toEqual([IMAGES, GROUPS]);
    const { stdout } = await stage.here(['plan', '-c', config, '--sort', 'cost', '--format', 'table']);
    expect(stdout.indexOf(GROUPS)).toBeGreaterThan(stdout.indexOf(IMAGES));
  });

  test('A13 groups cost nothing of their own: no figure is missing, whatever the prices', async () => {
    const none = stage.file('none.yaml', 'currency: USD\nregions: {}\n');
    const cleanup = '[{ type: autoScalingGroup, when: [{ rule: zeroInstances }] }]';
    for (const top of ['', `prices: { file: ${JSON.stringify(none)} }`]) {
      const config = stage.config({ redis: 'embedded', dryRun: true, cleanup, top });
      const { namespaces, monthlyCost } = documentOf((await stage.here(['plan', '-c', config, '-f', 'json'])).stdout);
      expect(namespaces[0]?.resources.map(({ monthlyCost: one }) => one)).toEqual([
        { amount: 0, upTo: false, stays: false },
      ]);
      expect(monthlyCost.total).toEqual({ amount: 0, upTo: false, staying: null, unpriced: 0 });
    }
    const config = stage.config({ redis: 'embedded', dryRun: true, cleanup });
    const { stdout } = await stage.here(['plan', '-c', config, '-f', 'table', '-v']);
    expect(stdout).toContain('the resources to delete cost nothing of their own');
    expect(stdout).not.toMatch(/\$|no list price/);
    const explained = await stage.here(['explain', '-c', config, GROUPS, 'idle']);
    expect(explained.stdout).toContain('\n  has no cost of its own\n');
  });

  test('A13 a region without prices: no figure, never zero; an old table is said to be', async () => {
    const none = stage.file('none.yaml', 'currency: USD\nregions: {}\n');
    const items = '{ date: "2020-01-01", source: "https://example.com/", items: { ebs.snapshot.gibibyte: 0.05 } }';
    const old = stage.file('old.yaml', `currency: USD\nregions: { us-east-1: ${items} }\n`);
    const planned = async (file: string, format: string) => {
      const top = `prices: { file: ${JSON.stringify(file)} }`;
      return (await stage.here(['plan', '-c', stage.config({ redis: 'embedded', dryRun: true, top }), '-f', format]))
        .stdout;
    };
    const { namespaces, monthlyCost } = documentOf(await planned(none, 'json'));
    expect(namespaces[0]?.prices).toBeNull();
    expect(namespaces[0]?.resources.filter((resource) => resource.monthlyCost !== null)).toEqual([]);
    const unpriced = namespaces[0]?.counts.candidate ?? 0;
    expect(unpriced).toBeGreaterThan(60);
    expect(monthlyCost.total).toEqual({ amount: null, upTo: false, staying: null, unpriced });
    expect(await planned(none, 'table')).not.toContain('$');
    expect(documentOf(await planned(old, 'json')).namespaces[0]?.prices?.old).toBe(true);
    expect(await planned(old, 'table')).toContain('\nCosts are list prices of 2020-01-01, out of date.\n');
  });

  test('a price table with a mistake: its place, exit 2', async () => {
    const bad = stage.file('bad.yaml', 'currency: USD\nregions:\n  us-east-1: { price: 1 }\n');
    const top = `prices: { file: ${JSON.stringify(bad)} }`;
    const { code, stdout, stderr } = await stage.here([
      'plan',
      '-o',
      'json',
      '-c',
      stage.config({ redis: 'embedded', top }),
    ]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`${bad}:3:16: regions.us-east-1.price: unknown key "price"`);
  });
});

/** A pseudo-terminal, as util-linux makes one. */
function terminalFor(words: readonly string[]): readonly string[] | undefined {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/script')) return undefined;
  const quoted = words.map((word) => `'${word}'`).join(' ');
  return ['/usr/bin/script', '--quiet', '--return', '--command', quoted, '/dev/null'];
}
