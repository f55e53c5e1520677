/**
 * Every law broken on purpose, see sabotages.ts. All runs are started at once and wait for their turn in two pools,
 * because most of a demo is waiting; each test waits for its own.
 * `SABOTAGE=name,name npm run test:sabotage` runs only these.
 */
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { CONTROLS } from './controls.ts';
import { assertMatches } from './cutOut.ts';
import {
  APPLY_WITHOUT_COMPARING,
  BEAT_WITHOUT,
  PERMIT_WITHOUT,
  RESERVE_WITHOUT,
  RESERVE_WITHOUT_LIMIT,
} from './edits.ts';
import { coverage, LAWS } from './laws.ts';
import { Pool } from './pool.ts';
import { type JestResult, runTests } from './redTest.ts';
import { countsOf, type Found, runDemo } from './runDemo.ts';
import { isSeen, type Sabotage, type SeenSabotage } from './sabotage.ts';
import { SABOTAGES } from './sabotages.ts';

jest.setTimeout(900_000);

const DEMOS_AT_ONCE = 4;
const TRIES = 6;
const only = process.env.SABOTAGE?.split(',');
const sabotages = SABOTAGES.filter(({ name }) => only?.includes(name) ?? true);
const seen = sabotages.filter(isSeen);
const layered = seen.filter(({ despite }) => despite !== undefined);
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
  const play = (key: string, part: 'all' | 'despite') => demoPool.run(() => runDemo(key, part));
  const ask = (key: string, work: () => Promise<JestResult>) => tests.set(key, quietly(jestPool.run(work)));
  // The long ones first: what must stay clean goes on to its end.
  for (const { name } of controls) demos.set(name, quietly(play(name, 'despite')));
  for (const { name } of layered) demos.set(`${name} despite`, quietly(play(name, 'despite')));
  for (const sabotage of seen)
    demos.set(sabotage.name, quietly(untilBroken(sabotage, () => play(sabotage.name, 'all'))));
  for (const file of files) {
    const green = () => jestPool.run(() => runTests(file, namedIn(file), ''));
    tests.set(file, quietly(untilGreen(green)));
  }
  for (const { name, red } of sabotages) ask(name, () => runTests(red.file, [red.test], name));
});

/**
 * Some mistakes show only when two things happen at once: a demo in which they did not is played again, behind all that
 * wait for their first turn, so that the last tries have the machine to themselves.
 */
async function untilBroken(sabotage: SeenSabotage, play: () => Promise<Found>): Promise<Found> {
  let found = await play();
  for (let more = TRIES - 1; more > 0 && expectedIn(found, sabotage).length === 0; more--) found = await play();
  return found;
}

/** What times real processes may fail beside four demos: it is asked again behind all others. */
async function untilGreen(ask: () => Promise<JestResult>): Promise<JestResult> {
  let result = await ask();
  for (let more = 2; more > 0 && result.failed.length > 0; more--) result = await ask();
  return result;
}

/** Whoever asks for it hears of a failure; until then it is nobody's. */
function quietly<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  return work;
}

const expectedIn = ({ violations }: Found, { demo }: SeenSabotage) =>
  violations.filter(({ rule }) => demo.breaks.includes(rule));
const namedIn = (file: string) => SABOTAGES.filter(({ red }) => red.file === file).map(({ red }) => red.test);

const rows: string[] = [];
afterAll(() => {
  const shown = `sabotage – law – red test – oracle violations\n${rows.join('\n')}`;
  process.stdout.write(`\n${shown}\n\nlaw – its sabotages\n${coverage(SABOTAGES).join('\n')}\n\n`);
});

const edits = [
  ...Object.entries(PERMIT_WITHOUT),
  ['comparing', APPLY_WITHOUT_COMPARING] as const,
  ...Object.entries(BEAT_WITHOUT),
  ['limit', RESERVE_WITHOUT_LIMIT] as const,
  ...Object.entries(RESERVE_WITHOUT),
];

test.each(edits)('what is cut out for "%s" stands in its script exactly once', (_name, pieces) => {
  expect(() => pieces.forEach(assertMatches)).not.toThrow();
});

test('every law and every clause of the permit is broken on purpose', () => {
  expect(LAWS.filter((law) => !SABOTAGES.some((sabotage) => sabotage.law === law))).toEqual([]);
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
  const { name, law, red, demo } = sabotage;

  test('turns its test red', async () => {
    const { passed, failed, why } = await of(tests, name);
    if ('unseen' in demo) rows.push(`${name} – ${law} – ${red.file}: ${red.test} – not in the demo: ${demo.unseen}`);
    expect({ passed, failed, why }).toEqual({ passed: [], failed: [red.test], why: expect.stringMatching(/\S/) });
  });

  if (isSeen(sabotage)) brokenInDemo(sabotage);
}

function brokenInDemo(sabotage: SeenSabotage): void {
  const { name, law, red, demo, despite } = sabotage;

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
