import { beforeEach, describe, expect, test } from '@jest/globals';
import { askRedis } from '../support/askRedis.ts';
import { withoutProgress } from '../support/cliRun.ts';
import { until } from '../support/until.ts';
import { ACCOUNT, GROUPS, IMAGES, stageForAll } from './stage.ts';

const stage = stageForAll();

beforeEach(async () => {
  await stage.redis.flush();
});

interface PassLine {
  readonly namespace: string;
  readonly action: string;
  readonly outcome: string;
  readonly passId: string;
  readonly problem: string | null;
  readonly counts: Readonly<Record<string, number>>;
}

/** `run --format json` prints a pass a line, and nothing else. */
function passesOf(stdout: string): readonly PassLine[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as PassLine);
}

const onceWith = (config: string) => ['run', '--once', '--config', config, '--format', 'json'];

/** Within this process. */
async function runOnce(config: string, ...more: readonly string[]) {
  const result = await stage.here([...onceWith(config), ...more]);
  return { ...result, passes: passesOf(result.stdout) };
}

/** As a script runs it: only a process has an exit code, stdout and leftovers. */
async function runProcess(config: string, ...more: readonly string[]) {
  const result = await stage.run([...onceWith(config), ...more]);
  return { ...result, passes: passesOf(result.stdout) };
}

describe('run --once', () => {
  test('the three actions in their order: marked and noticed by the first run, deleted by a later one', async () => {
    const ids = stage.addImages(2);
    const config = stage.config({ defaults: 'pace: { batch: 10 }' });
    const messages = stage.mail.messages().length;
    const first = await runProcess(config);
    expect({ code: first.code, problems: first.passes.map(({ problem }) => problem) }).toEqual({
      code: 0,
      problems: [null, null, null],
    });
    const first3 = first.passes.map(({ namespace, action, outcome }) => `${namespace} ${action} ${outcome}`);
    expect(first3).toEqual(['mark', 'notify', 'delete'].map((action) => `${IMAGES} ${action} complete`));
    expect(first.passes.map(({ counts }) => counts)).toMatchObject([{ marked: 2 }, { queued: 2 }, { deleted: 0 }]);
    expect(stage.mail.messages().length).toBe(messages + 1);
    expect(stage.deregistered()).toEqual([]);
    await until(
      'the retention is over',
      async () => (await runOnce(config, '--action', 'delete')).passes[0]?.counts.deleted === 2,
      420_000,
    );
    expect([...stage.deregistered()].sort()).toEqual([...ids].sort());
  });

  test('--action and --namespace choose; the order of the actions is always the same', async () => {
    const cleanup = `[{ type: image, live: true, when: [{ rule: unused }] }, { type: autoScalingGroup, live: true, when: [{ rule: zeroInstances }] }]`;
    const config = stage.config({ cleanup });
    const { code, passes } = await runOnce(config, '--action', 'notify,mark', '--namespace', '*:autoscalinggroup');
    expect(code).toBe(0);
    expect(passes.map(({ namespace, action }) => [namespace, action])).toEqual([
      [GROUPS, 'mark'],
      [GROUPS, 'notify'],
    ]);
  });

  test('an unknown action is a usage error that says which there are', async () => {
    const { code, stdout, stderr } = await stage.here(['run', '--once', '--action', 'bogus', '-c', stage.config()]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      /^error: .*"bogus" is not an action; allowed: mark, notify, delete, or one of print, tag, delete-tagged, full\.\n$/,
    );
  });

  test('K16 the words and buffers of one run: print plans, tag marks and notifies, and a buffer spares the marks of today', async () => {
    stage.addImages(2);
    const config = stage.config();
    const started = stage.deregistered().length;
    const print = await stage.here(['run', '--once', '--action', 'print', '-c', config, '-o', 'json']);
    const [{ counts }] = JSON.parse(print.stdout).namespaces;
    expect([print.code, counts.candidate, stage.deregistered().length]).toEqual([0, 2, started]);
    expect(await askRedis(stage.redis.port, `EXISTS holystone:{${IMAGES}}:marks`)).toBe(':0');
    const young = await runOnce(config, '--action', 'full', '--created-buffer-days', '3000');
    expect(young.passes.map(({ action, counts: { marked } }) => [action, marked])[0]).toEqual(['mark', 0]);
    const tagged = await runOnce(config, '--action', 'tag');
    expect(tagged.passes.map(({ action }) => action)).toEqual(['mark', 'notify']);
    const spared = await runOnce(config, '--action', 'delete-tagged', '--rollback-buffer-days', '1');
    expect(spared.passes).toMatchObject([{ action: 'delete', counts: { deleted: 0 } }]);
    await until(
      'the retention is over',
      async () => (await runOnce(config, '--action', 'delete-tagged')).passes[0]?.counts.deleted === 2,
      420_000,
    );
  });

  test.each([
    ['--rollback-buffer-days', '0'],
    ['--rollback-buffer-days', '-1'],
    ['--rollback-buffer-days', 'NaN'],
    ['--created-buffer-days', '0'],
    ['--created-buffer-days', '-1'],
    ['--created-buffer-days', 'NaN'],
  ])('K16 %s %s is a usage error, and nothing is done', async (option, days) => {
    const said = await stage.here(['run', '--once', option, days, '-c', stage.config()]);
    expect([said.code, said.stdout]).toEqual([2, '']);
    expect(said.stderr).toContain('give a number of days, more than 0');
  });

  test('L36 a dry run writes nothing: no mark, no mail, no tag, only its observations', async () => {
    stage.addImages(1);
    const before = { writes: stage.writes().length, mails: stage.mail.messages().length };
    const { code, passes } = await runOnce(stage.config({ dryRun: true }));
    expect(code).toBe(0);
    expect(passes[0]).toMatchObject({ action: 'mark', outcome: 'complete', counts: { candidate: 1, wouldMark: 1 } });
    expect({ writes: stage.writes().length, mails: stage.mail.messages().length }).toEqual(before);
    for (const key of ['marks', 'schedule', 'optouts']) {
      expect(await askRedis(stage.redis.port, `EXISTS holystone:{${IMAGES}}:${key}`)).toBe(':0');
    }
  });

  test('with an embedded Redis a dry run needs nothing but the program, and leaves no process behind', async () => {
    const config = stage.config({ redis: 'embedded', dryRun: true });
    const { code, passes, stderr } = await runProcess(config, '--action', 'mark');
    expect(passes).toMatchObject([{ action: 'mark', outcome: 'complete', problem: null }]);
    expect({ code, stderr: withoutProgress(stderr) }).toEqual({ code: 0, stderr: '' });
  });

  test('A3 an incomplete pass: exit 3, the permission in its problem, nothing marked', async () => {
    stage.addImages(1);
    const denial = { account: ACCOUNT, action: 'ec2:DescribeInstances' };
    stage.sandbox.control.deny(denial);
    const { code, passes } = await runOnce(stage.config(), '--action', 'mark');
    const text = await stage.here(['run', '--once', '--action', 'mark', '-c', stage.config()]);
    stage.sandbox.control.allow(denial);
    expect(code).toBe(3);
    expect(passes[0]).toMatchObject({
      outcome: 'incomplete',
      problem: expect.stringContaining('ec2:DescribeInstances is denied'),
    });
    expect(text.code).toBe(3);
    expect(text.stdout).toMatch(
      /^aws:test:us-east-1:image {2}live\n {2}mark {2}incomplete {2}.*\n {4}.*ec2:DescribeInstances is denied/m,
    );
    expect(text.stdout).toMatch(/\nExit code 3: 1 pass incomplete or blocked\.\n$/);
    expect(await askRedis(stage.redis.port, `EXISTS holystone:{${IMAGES}}:marks`)).toBe(':0');
  });

  test('a mail server that is away: nobody counts as notified, exit 1, its address in the message', async () => {
    stage.addImages(1);
    const config = stage.config({ smtp: 'smtp://127.0.0.1:1' });
    const { code, stderr, passes } = await runOnce(config, '--action', 'mark,notify');
    expect(code).toBe(1);
    expect(passes.map(({ outcome }) => outcome)).toEqual(['complete', 'complete']);
    expect(stderr).toMatch(/holystone: the notice to ann@example\.com was not accepted: .*127\.0\.0\.1:1/);
    const text = await stage.here(['run', '--action', 'mark,notify', '-c', config]);
    expect(text.stdout).toMatch(/\nExit code 1: no transport accepted 1 message\.\n$/);
  });

  test('people read a block for each namespace, and the next step', async () => {
    stage.addImages(2);
    const cleanup = `[{ type: image, live: true, when: [{ rule: unused }], keepNewest: off }, { type: autoScalingGroup, live: false, when: [{ rule: zeroInstances }] }]`;
    // Without `delete`: on a slow machine the retention may be over before it begins.
    const { code, stdout } = await stage.here(['run', '-a', 'mark,notify', '-c', stage.config({ cleanup })]);
    expect(code).toBe(0);
    const [opening, ...blocks] = stdout.trimEnd().split('\n\n');
    expect(opening).toBe(
      'Holystone runs mark and notify once in 2 namespaces of the account test: 1 live; 1 a dry run, which changes nothing.',
    );
    const firstWords = blocks.map((block) => block.split('\n').map((line) => line.trim().split('  ')[0] ?? ''));
    expect(firstWords.slice(0, 2).sort()).toEqual([
      [GROUPS, 'mark', 'notify'],
      [IMAGES, 'mark', 'notify'],
    ]);
    expect(blocks[2]).toMatch(/^Done: 4 passes, [1-9]\d* listed, [1-9]\d* marked, 1 message sent, 0 deleted\.\nNext: /);
    expect(blocks[2]).toMatch(/of ami-\w+ in aws:test:us-east-1:image|ami-\w+ in aws:test:us-east-1:image is due/);
    expect(blocks[2]).toMatch(/\nExit code 0: no pass failed, was incomplete or was blocked\.$/);
  });

  test('live with an embedded Redis is refused with words; Redis away is a failure with its address', async () => {
    const embedded = stage.config({ name: 'embedded.yaml', redis: 'embedded' });
    const away = stage.config({ name: 'away.yaml', redis: 'redis://127.0.0.1:1' });
    const [refused, failed] = await Promise.all(
      [embedded, away].map((path) => stage.here(['run', '--once', '-c', path])),
    );
    expect({ code: refused?.code, stdout: refused?.stdout }).toEqual({ code: 2, stdout: '' });
    expect(refused?.stderr).toContain(`${IMAGES} is live and redis.url is "embedded"`);
    expect({ code: failed?.code, stdout: failed?.stdout }).toEqual({ code: 1, stdout: '' });
    expect(failed?.stderr).toContain('holystone: Redis at redis://127.0.0.1:1 does not answer; check redis.url');
  });
});

describe('approve', () => {
  const tight = { tripwires: 'newMarks: 1' };

  test('L32 the next pass does exactly the changes of the blocked one', async () => {
    const ids = stage.addImages(2);
    const config = stage.config(tight);
    const blocked = await runOnce(config, '--action', 'mark');
    expect(blocked.code).toBe(3);
    expect(blocked.passes[0]).toMatchObject({ outcome: 'blocked', problem: expect.stringContaining('newMarks:') });
    const { passId = '', counts } = blocked.passes[0] ?? {};
    const wanted = counts?.wouldMark;
    expect(wanted).toBeGreaterThanOrEqual(ids.length);
    const unknown = await stage.here(['approve', IMAGES, '--pass', 'no-such-pass', '-c', config]);
    expect(unknown).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('no id no-such-pass') });
    const approved = await stage.here(['approve', IMAGES, '--pass', passId, '--as', 'operator-olga', '-c', config]);
    expect(approved.code).toBe(0);
    expect(approved.stdout).toBe(
      `approved: ${wanted} changes in ${IMAGES}, as operator-olga; the next pass makes them\n`,
    );
    const next = await runOnce(config, '--action', 'mark');
    expect(next).toMatchObject({ code: 0, passes: [{ outcome: 'complete', counts: { marked: wanted } }] });
    const again = await stage.here(['approve', IMAGES, '--pass', next.passes[0]?.passId ?? '', '-c', config]);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('not blocked') });
  });

  test('L32 the set changed meanwhile: the approval is void', async () => {
    stage.addImages(2);
    const config = stage.config(tight);
    const blocked = await runOnce(config, '--action', 'mark');
    const approved = await stage.here(['approve', IMAGES, '--pass', blocked.passes[0]?.passId ?? '', '-c', config]);
    expect(approved.code).toBe(0);
    stage.addImages(1);
    const next = await runOnce(config, '--action', 'mark');
    expect(next).toMatchObject({ code: 3, passes: [{ outcome: 'blocked' }] });
    expect(await askRedis(stage.redis.port, `EXISTS holystone:{${IMAGES}}:marks`)).toBe(':0');
  });

  test('an embedded Redis is refused: nobody else could see the approval', async () => {
    const config = stage.config({ redis: 'embedded', dryRun: true });
    const { code, stderr } = await stage.here(['approve', IMAGES, '--pass', 'x', '-c', config]);
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^holystone: approve needs the Redis/),
    });
  });
});

describe('explain', () => {
  test('L38 A13 one resource with its whole trace and its cost, as text and as JSON', async () => {
    const [id = ''] = stage.addImages(1);
    const config = stage.config({ redis: 'embedded', dryRun: true });
    const [text, json] = await Promise.all([
      stage.here(['explain', IMAGES, id, '-c', config]),
      stage.here(['explain', 'AWS:Test:us-east-1:Image', id, '-c', config, '--format', 'json']),
    ]);
    expect(text.code).toBe(0);
    expect(text.stdout).toMatch(new RegExp(`^${id} in ${IMAGES} \\(app-\\w+\\): candidate\\n`));
    expect(text.stdout).toMatch(/^ {2}owner: \S+@\S+ \(tag owner\)$/m);
    expect(text.stdout).toMatch(
      /^ {2}costs up to \$0\.40 a month in snapshots, which are kept \(list prices of 20\d\d-\d\d-\d\d\)$/m,
    );
    for (const step of ['optOut', 'use', 'evidence', 'rule'])
      expect(text.stdout).toMatch(new RegExp(`^. ${step} `, 'm'));
    expect(text.stdout).toMatch(/^ {2}read: instances: \d+ findings? in test\/us-east-1, \d+ seconds? ago/m);
    const checked = JSON.parse(json.stdout) as { kind: string; verdict: { kind: string; trace: unknown[] } };
    const evidence = expect.arrayContaining([expect.objectContaining({ source: 'instances', account: 'test' })]);
    const monthlyCost = { amount: 0.4, upTo: true, stays: true };
    expect(checked).toMatchObject({ kind: 'verdict', verdict: { kind: 'candidate' }, evidence, monthlyCost });
    expect(checked.verdict.trace.length).toBeGreaterThan(5);
  });

  test('explain says that a resource does not exist; a wrong namespace is a usage error', async () => {
    const config = stage.config({ redis: 'embedded', dryRun: true });
    const [gone, other, nonsense] = await Promise.all([
      stage.here(['explain', IMAGES, 'ami-0123456789abcdef0', '-c', config]),
      stage.here(['explain', 'aws:test:eu-west-1:image', 'ami-1', '-c', config]),
      stage.here(['explain', 'images', 'ami-1', '-c', config]),
    ]);
    expect(gone).toMatchObject({ code: 0, stdout: `ami-0123456789abcdef0 in ${IMAGES} does not exist.\n` });
    expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining(`it has ${IMAGES}`) });
    expect(nonsense).toMatchObject({ code: 2, stderr: expect.stringContaining('"images" is not a namespace; write') });
  });

  test('A3 a resource whose evidence cannot be read is unknown: exit 3, with the missing permission', async () => {
    const [id = ''] = stage.addImages(1);
    const denial = { account: ACCOUNT, action: 'ec2:DescribeInstances' };
    stage.sandbox.control.deny(denial);
    const config = stage.config({ redis: 'embedded', dryRun: true });
    const { code, stdout } = await stage.here(['explain', IMAGES, id, '-c', config]);
    stage.sandbox.control.allow(denial);
    expect(code).toBe(3);
    expect(stdout).toContain('): unknown');
    expect(stdout).toContain('ec2:DescribeInstances is denied');
  });
});
