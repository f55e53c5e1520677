/** A stack in REVIEW_IN_PROGRESS holds deletions back: every command that shows their state names it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Plan } from '../../../src/lifecycle/plan/planDocument.ts';
import { bootstrap, hashOf, templateNaming } from '../../support/cdkEnvironment.ts';
import { cliHere } from '../../support/cliHere.ts';
import { ageInstances, startRedis, type TestRedis } from '../../support/redis.ts';
import { until } from '../../support/until.ts';
import { HERE, ID, startAws, type TestAws } from '../handlers/fixture.ts';

const DAY_MS = 86_400_000;
const STACK = 'pr-123-preview';

let aws: TestAws;
let redis: TestRedis;
let dir: string;
beforeEach(async () => {
  [aws, redis, dir] = await Promise.all([startAws(), startRedis(), mkdtemp(join(tmpdir(), 'holystone-review-'))]);
  await ageInstances(redis);
  const { bucket } = bootstrap(aws.control, HERE);
  aws.control.addObjects(bucket, [{ key: `${hashOf('old')}.zip`, lastModified: new Date(Date.now() - 100 * DAY_MS) }]);
  aws.control.addStacks(HERE, [{ name: 'shop', template: templateNaming(hashOf('used')) }]);
});
afterEach(async () => {
  await Promise.all([aws.close(), redis.stop()]);
  await rm(dir, { recursive: true, force: true });
});

async function command(args: readonly string[], reviews = '') {
  const config = join(dir, 'holystone.yaml');
  await writeFile(
    config,
    `
dryRun: false
redis: { url: "${redis.url}", singleInstance: true }
work: { callRateShare: 100% }
window: { days: [Mon, Tue, Wed, Thu, Fri, Sat, Sun], from: "00:00", to: "23:59", timeZone: UTC }
definitions: { dir: ${dir}/definitions }
accounts: [{ name: test, provider: aws, id: "${ID}", locations: [us-east-1] }]
defaults: { minimumAge: 1s, unusedFor: off, retention: 1s, notice: off }
cleanup: [{ type: cdkS3Asset, live: true, when: [{ rule: unused }]${reviews} }]
`,
  );
  return cliHere([...args, '--config', config], process.env as Record<string, string>);
}

const reviewed = (ageMs: number) =>
  aws.control.addStacks(HERE, [{ name: STACK, status: 'REVIEW_IN_PROGRESS', createdAt: new Date(Date.now() - ageMs) }]);

async function planned(reviews?: string) {
  const { code, stdout } = await command(['plan', '--output', 'json'], reviews);
  const [one] = (JSON.parse(stdout) as Plan).namespaces;
  return { code, status: one?.status, problem: one?.problem, verdicts: one?.resources.map(({ verdict }) => verdict) };
}

test('K5 a plan names a stack that began its review an hour ago, and shows what would go then', async () => {
  reviewed(3_600_000);
  expect(await planned()).toEqual({
    ...{ code: 0, status: 'complete', verdicts: ['candidate'] },
    problem: expect.stringContaining(`nothing is deleted now: the stack ${STACK} is in REVIEW_IN_PROGRESS`),
  });
  const { stdout } = await command(['plan', '--output', 'table']);
  expect(stdout.replace(/\s+/g, ' ')).toContain(`the stack ${STACK} is in REVIEW_IN_PROGRESS`);
});

test('K5 after a day in review the plan is incomplete, and names the stack once', async () => {
  reviewed(2 * DAY_MS);
  const { status, problem, verdicts } = await planned();
  expect({ status, verdicts, named: problem?.split(STACK).length }).toEqual({
    ...{ status: 'incomplete', verdicts: ['unknown'], named: 2 },
  });
});

test.each([
  ['a review that is skipped', 3_600_000, ', reviews: { skip: ["pr-*"] }'],
  ['an abandoned one', 3_600_000, ', reviews: { abandonedAfter: 30m }'],
])('K5 a plan says nothing of %s', async (_what, age, reviews) => {
  reviewed(age);
  expect(await planned(reviews)).toMatchObject({ code: 0, status: 'complete', problem: null });
});

test('K5 `run` and `status` name the stack that holds a due deletion back, and the asset stays', async () => {
  reviewed(3_600_000);
  expect(await command(['run', '--once', '--action', 'mark'])).toMatchObject({ code: 0 });
  await until('the mark is due and held back', async () => {
    const { stdout, stderr } = await command(['run', '--once', '--action', 'delete']);
    return `${stdout}${stderr}`.includes(`the stack ${STACK} is in REVIEW_IN_PROGRESS`);
  });
  const { stdout } = await command(['status']);
  expect(stdout.replace(/\s+/g, ' ')).toContain(`1 retried: not sent: the stack ${STACK} is in REVIEW_IN_PROGRESS`);
  expect(aws.control.calls({ operation: 'DeleteObjects' })).toEqual([]);
});

test('K5 a bootstrap stack that is left in review itself is named, with what to do', async () => {
  aws.control.empty(HERE);
  aws.control.addStacks(HERE, [{ name: 'CDKToolkit', status: 'REVIEW_IN_PROGRESS' }]);
  expect(await planned()).toMatchObject({
    ...{ code: 3, status: 'incomplete' },
    problem: expect.stringMatching(
      /the stack CDKToolkit in .* is in REVIEW_IN_PROGRESS: .*run it again, or delete the stack/,
    ),
  });
});
