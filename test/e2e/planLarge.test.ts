/**
 * A plan of a large account at AWS's documented rates: it shows how far it is, a person stops it half-way, and it goes
 * on. With `HOLYSTONE_EXHAUSTIVE` ten times as large.
 */
import { expect, jest, test } from '@jest/globals';
import { captured } from '../support/captured.ts';
import { commandHere } from '../support/cliHere.ts';
import { EXHAUSTIVE } from '../support/sampled.ts';
import { until } from '../support/until.ts';
import { stageForAll } from './stage.ts';

const LARGE = EXHAUSTIVE ? 2000 : 200;
const PATIENCE_MS = LARGE * 1000;

const SHOWN = /\[1\/1\] test us-east-1 AMI (· about .+ left )?· launch permissions \d[\d,]*\/[\d,]+/;

jest.setTimeout(3 * PATIENCE_MS);

const stage = stageForAll();

const answered = () =>
  stage.sandbox.control
    .calls({ operation: 'DescribeImageAttribute' })
    .filter(({ error }) => error === undefined)
    .map(({ input }) => String(input.ImageId));

/** On a terminal; the SDK tries again as often as by default, and more, because AWS throttles here. */
function planOnTerminal(args: readonly string[]) {
  const stop = new AbortController();
  const { output, stdout, stderr } = captured();
  Object.assign(stderr, { isTTY: true, columns: 200 });
  const env = { ...stage.env, AWS_MAX_ATTEMPTS: '10' };
  const code = commandHere(['plan', ...args], { env, stdout, stderr, signal: stop.signal });
  return { stop, output, code };
}

const verdictsIn = (stdout: string) => {
  const { namespaces } = JSON.parse(stdout) as {
    namespaces: { counts: object; resources: { id: string; verdict: string; reasons: string[] }[] }[];
  };
  return namespaces.map(({ counts, resources }) => ({
    counts,
    resources: resources.map(({ id, verdict, reasons }) => [id, verdict, reasons.join()]).sort(),
  }));
};

test('shows how far it is, stops half-way, goes on, asks nothing twice, and ends with the verdicts of a whole plan', async () => {
  const { control } = stage.sandbox;
  stage.addImages(LARGE);
  const [shared = ''] = stage.addImages(1, { Name: 'shared', launchPermissions: [{ UserId: '999999999999' }] });
  const args = [
    '-c',
    stage.config({ redis: 'embedded', dryRun: true, tripwires: 'newMarks: 10000, markedShare: 100%' }),
    '-f',
    'json',
  ];
  const whole = planOnTerminal(args);
  expect(await whole.code).toBe(0);
  const before = answered().length;
  expect(before).toBe(LARGE + 1);

  control.setThrottling({});
  const first = planOnTerminal(args);
  await until('half of the images are answered', () => answered().length - before > LARGE / 2, PATIENCE_MS);
  // A quick machine has half of the answers before the line is written for the first time.
  await until('the line shows it', () => SHOWN.test(first.output.stderr), PATIENCE_MS);
  first.stop.abort(new Error('stopped by SIGINT'));
  expect(await first.code).toBe(130);
  expect(first.output.stderr).toContain('\ngo on with: holystone plan --resume ');
  const half = answered().length - before;
  expect(half).toBeLessThan(LARGE);

  const second = planOnTerminal([...args, '--resume']);
  expect(await second.code).toBe(0);
  control.setThrottling(undefined);
  const asked = answered().slice(before);
  expect(verdictsIn(second.output.stdout)).toEqual(verdictsIn(whole.output.stdout));
  expect(second.output.stdout).toContain(shared);
  // Only answers that were under way when the plan stopped may come again: a group of twenty at most.
  expect(new Set(asked).size).toBe(LARGE + 1);
  expect(asked.length - new Set(asked).size).toBeLessThanOrEqual(20);
});
