/**
 * Every law broken on purpose, see sabotages.ts. All runs are started at once and wait for their turn in two pools,
 * because most of a demo is waiting; each test waits for its own.
 * `SABOTAGE=name,name npm run test:sabotage` runs only these.
 */
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { CONTROLS } from './controls.ts';
import { assertMatches } from './cutOut.ts';
import { APPLY_WITHOUT_COMPARING, PERMIT_WITHOUT } from './edits.ts';
import { Pool } from './pool.ts';
import { type JestResult, runTests } from './redTest.ts';
import { countsOf, type Found, runDemo } from './runDemo.ts';
import type { Sabotage } from './sabotage.ts';
import { SABOTAGES } from './sabotages.ts';

jest.setTimeout(900_000);

const DEMOS_AT_ONCE = 5;
const only = process.env.SABOTAGE?.split(',');
const sabotages = SABOTAGES.filter(({ name }) => only?.includes(name) ?? true);
const layered = sabotages.filter(({ despite }) => despite !== undefined);
const controls = CONTROLS.filter(({ name }) => only?.includes(name) ?? true);
const files = [...new Set(sabotages.map(({ red }) => red.file))];

const demos = new Map<string, Promise<Found>>();
const tests = new Map<string, Promise<JestResult>>();

/** Of the same map, without a doubt that it is there. */
function of<T>(runs: ReadonlyMap<string, Promise<T>>, key: string): Promise<T> {
  const run = runs.get(key);
  if (!run) throw new Error(`${key} was not started`);
  return run;
}

beforeAll(() => {
  const demoPool = new Pool(DEMOS_AT_ONCE);
  const jestPool = new Pool(1);
  const play = (key: string, work: () => Promise<Found>) => demos.set(key, demoPool.run(work));
  const ask = (key: string, work: () => Promise<JestResult>) => tests.set(key, jestPool.run(work));
  // The long ones first: what must stay clean goes on to its end.
  for (const { name } of controls) play(name, () => runDemo(name, 'despite'));
  for (const { name } of layered) play(`${name} despite`, () => runDemo(name, 'despite'));
  for (const sabotage of sabotages) play(sabotage.name, () => untilBroken(sabotage));
  for (const file of files) ask(file, () => runTests(file, namedIn(file), ''));
  for (const { name, red } of sabotages) ask(name, () => runTests(red.file, [red.test], name));
});

/** Some mistakes show only when two things happen at once: a demo in which they did not is played once more. */
async function untilBroken(sabotage: Sabotage): Promise<Found> {
  const found = await runDemo(sabotage.name, 'all');
  return expectedIn(found, sabotage).length > 0 ? found : runDemo(sabotage.name, 'all');
}

const expectedIn = ({ violations }: Found, { demo }: Sabotage) =>
  violations.filter(({ rule }) => demo.breaks.includes(rule));
const namedIn = (file: string) => SABOTAGES.filter(({ red }) => red.file === file).map(({ red }) => red.test);

const rows: string[] = [];
afterAll(() => {
  process.stdout.write(`\nsabotage – law – red test – oracle violations\n${rows.join('\n')}\n\n`);
});

const edits = [...Object.entries(PERMIT_WITHOUT), ['comparing', APPLY_WITHOUT_COMPARING] as const];

test.each(edits)('what is cut out for "%s" stands in its script exactly once', (_name, pieces) => {
  expect(() => pieces.forEach(assertMatches)).not.toThrow();
});

describe('without sabotage', () => {
  for (const file of files) {
    test(`every named test in ${file} passes`, async () => {
      const { passed, failed } = await of(tests, file);
      expect([failed, [...passed].sort()]).toEqual([[], [...new Set(namedIn(file))].sort()]);
    });
  }

  for (const { name } of controls) {
    test(`${name}: the oracle finds nothing`, async () => {
      const found = await of(demos, name);
      rows.push(`(${name}) – nothing sabotaged – ${countsOf(found)}`);
      expect(found.violations).toEqual([]);
    });
  }
});

function broken(sabotage: Sabotage): void {
  const { name, law, red, demo, despite } = sabotage;

  test('turns its test red', async () => {
    const { passed, failed, why } = await of(tests, name);
    expect({ passed, failed, why }).toEqual({ passed: [], failed: [red.test], why: expect.stringMatching(/\S/) });
  });

  test('makes the oracle find violations', async () => {
    const found = await of(demos, name);
    rows.push(`${name} – ${law} – ${red.file}: ${red.test} – ${countsOf(found)}`);
    const why = `${countsOf(found)}; the demo: ${found.problem ?? 'went to its end'}`;
    expect(expectedIn(found, sabotage).length > 0 ? demo.breaks : why).toBe(demo.breaks);
  });

  if (!despite) return;
  test('the other layers alone taken away, this one holds', async () => {
    const found = await of(demos, `${name} despite`);
    expect([found.violations, found.summary.marked > 0]).toEqual([[], true]);
  });
}

for (const sabotage of sabotages) describe(`${sabotage.law}: ${sabotage.name}`, () => broken(sabotage));
