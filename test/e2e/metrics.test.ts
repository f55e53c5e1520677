/** The metrics of a running fleet, scraped as Prometheus does. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Daemon, endAllDaemons } from '../support/daemon.ts';
import { until } from '../support/until.ts';
import { stageForAll } from './stage.ts';

const stage = stageForAll();

beforeEach(async () => {
  await stage.redis.flush();
  rmSync(join(stage.dir, 'definitions', 'redis-beat.json'), { force: true });
});
afterEach(endAllDaemons);

const PATIENCE = 900_000;
const GROUPS =
  'namespace="aws:test:us-east-1:autoscalinggroup",account="test",location="us-east-1",type="autoScalingGroup"';
const IMAGES = 'namespace="aws:test:us-east-1:image",account="test",location="us-east-1",type="image"';
const CLEANUP =
  '[{ type: image, live: true, when: [{ rule: unused }], keepNewest: off }, { type: autoScalingGroup, when: [{ rule: unused }] }]';

/** The value of one series; `undefined` where there is no such series. */
async function scrape(daemon: Daemon, series: string): Promise<number | undefined> {
  const text = await (await fetch(`${daemon.operatorUrl}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

test(
  'a namespace has its series before its first pass; every instance shows the same fleet',
  async () => {
    stage.addImages(3);
    // Paused before the first instance starts.
    const config = stage.config({ cleanup: CLEANUP, every: '{ mark: 1h, notify: 1h, delete: 1h }' });
    await stage.here(['limits', '-c', config, '--capacity', '0']);
    const [one, two] = [stage.serveHere(config, 'one'), stage.serveHere(config, 'two')];
    await Promise.all([one.serving(), two.serving()]);
    const completed = `holystone_last_complete_pass_timestamp_seconds{${GROUPS},action="mark"}`;
    await until('both instances live', async () => (await scrape(two, 'holystone_instances')) === 2, PATIENCE);
    expect(await scrape(one, completed)).toBe(0);
    expect(await scrape(one, 'holystone_capacity')).toBe(0);
    expect(await scrape(one, 'holystone_kill_switch')).toBe(0);
    expect(await scrape(one, 'holystone_in_service')).toBe(1);
    expect(
      await scrape(one, 'holystone_stage{provider="aws",account="test",type="autoScalingGroup",stage="live"}'),
    ).toBe(1);

    await stage.here(['limits', '-c', config, '--capacity', 'default']);
    for (const daemon of [one, two]) {
      await until('the pass is seen', async () => ((await scrape(daemon, completed)) ?? 0) > 1e9, PATIENCE);
      const marked = `holystone_marks{${IMAGES},state="marked"}`;
      await until('the marks are seen', async () => (await scrape(daemon, marked)) === 3, PATIENCE);
      // The pass writes its counts after its marks.
      const listed = `holystone_survey_resources{${IMAGES},what="listed"}`;
      await until('the survey is seen', async () => (await scrape(daemon, listed)) === 3, PATIENCE);
    }
    await stage.here(['kill', '-c', config]);
    for (const daemon of [one, two])
      await until(
        'the kill switch is seen',
        async () => (await scrape(daemon, 'holystone_kill_switch')) === 1,
        PATIENCE,
      );
    await stage.here(['kill', '-c', config, '--lift']);
  },
  2 * PATIENCE,
);

test(
  'surveys of the same resources add nothing to the counter of changes; calls and throttles are counted',
  async () => {
    stage.addImages(3);
    stage.sandbox.control.addFault({ kind: 'throttle', operation: 'DescribeImages', times: 1 });
    const one = stage.serveHere(stage.config({ dryRun: true }));
    await until('some surveys', () => one.passes('aws:test:us-east-1:image', 'mark').length > 2, PATIENCE);
    const text = await (await fetch(`${one.operatorUrl}/metrics`)).text();
    expect(text).not.toMatch(/^holystone_resources_total\{/m);
    expect(text).toMatch(/^holystone_cloud_calls_total\{account="[^"]+",location="us-east-1",api="ec2:[^"]+"\} \d+$/m);
    expect(text).toMatch(/^holystone_cloud_throttles_total\{.*\} 1$/m);
    expect(text).toMatch(/^holystone_build_info\{version="\d[^"]*",node_version="v\d[^"]*"\} 1$/m);
  },
  PATIENCE,
);

test(
  '`status` says on one screen who runs, what is stopped and by whom, what comes next, and what is wrong',
  async () => {
    const config = stage.config({ cleanup: CLEANUP, every: '{ mark: 1h, notify: 1h, delete: 1h }' });
    await stage.here(['kill', '-c', config, '--as', 'olga', '--reason', 'wrong account']);
    const { code, stdout } = await stage.here(['status', '-c', config, '--format', 'table']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Holystone \S+, no live instance$/m);
    expect(stdout).toMatch(
      /^STOPPED: the kill switch is on, by olga at \d{4}-\d\d-\d\d \d\d:\d\d UTC: wrong account$/m,
    );
    expect(stdout).toMatch(/2 namespaces: no complete mark pass yet \(aws:test:us-east-1:image, /);
    const json = JSON.parse((await stage.here(['status', '-o', 'json', '-c', config])).stdout);
    expect(json).toMatchObject({ marks: { marked: 0, due: 0 }, instances: [], namespaces: { configured: 2, live: 1 } });
    const log = await stage.here(['history', '-c', config, '--format', 'table']);
    expect(log.stdout).toMatch(/control {7}kill switch off → kill switch on {2}olga {2}wrong account$/m);
    await stage.here(['kill', '-c', config, '--lift']);
    await stage.here(['limits', '-c', config, '--capacity', '2']);
    const limits = await stage.here(['limits', '-c', config, '--capacity', 'default']);
    expect(limits.stdout).toContain('capacity as configured');
  },
  PATIENCE,
);

test(
  '`keep` stores an opt-out with who and why, in force for the next pass; a time in the past is refused',
  async () => {
    const [id = ''] = stage.addImages(1);
    const config = stage.config({ every: '{ mark: 1h, notify: 1h, delete: 1h }' });
    const image = ['aws:test:us-east-1:image', id, '-c', config];
    const wrong = await stage.here(['keep', ...image, '--until', '2001-01-01T00:00:00Z']);
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('in the future') });
    const kept = await stage.here(['keep', ...image, '--until', '30d', '--as', 'olga', '--reason', 'needed in May']);
    expect(kept).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`${id} in aws:test:us-east-1:image is kept until`),
    });
    const { stdout } = await stage.here(['history', '-o', 'json', ...image]);
    expect(JSON.parse(stdout).history).toEqual([
      expect.objectContaining({ event: 'optedOut', actor: 'olga', reason: expect.stringContaining('needed in May') }),
    ]);
  },
  PATIENCE,
);
