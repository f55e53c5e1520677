/**
 * The demo with each law broken on purpose, for those sabotages that a demo can show; see sabotages.ts. All runs are
 * started at once and wait for their turn in a pool, because most of a demo is waiting; each test waits for its own.
 * `SABOTAGE=name,name npm run test:sabotage` runs only these.
 */
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { CONTROLS } from './controls.ts';
import { Pool } from './pool.ts';
import { countsOf, type Found, runDemo } from './runDemo.ts';
import { isSeen, type SeenSabotage } from './sabotage.ts';
import { SABOTAGES } from './sabotages.ts';

jest.setTimeout(900_000);

const DEMOS_AT_ONCE = 4;
const TRIES = 6;
const only = process.env.SABOTAGE?.split(',');
const isChosen = ({ name }: { readonly name: string }) => only?.includes(name) ?? true;
const seen = SABOTAGES.filter(isSeen).filter(isChosen);
const controls = CONTROLS.filter(isChosen);

const demos = new Map<string, Promise<Found>>();

function demoOf(key: string): Promise<Found> {
  const demo = demos.get(key);
  if (!demo) throw new Error(`${key} was not started`);
  return demo;
}

beforeAll(() => {
  const pool = new Pool(DEMOS_AT_ONCE);
  const play = (name: string, part: 'all' | 'despite') => pool.run(() => runDemo(name, part));
  // The long ones first: a demo that must stay clean goes on to its end.
  for (const { name } of controls) demos.set(name, quietly(play(name, 'despite')));
  for (const { name, despite } of seen) if (despite) demos.set(`${name} despite`, quietly(play(name, 'despite')));
  for (const sabotage of seen) {
    demos.set(sabotage.name, quietly(untilBroken(sabotage, () => play(sabotage.name, 'all'))));
  }
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

/** The test that waits for it fails; until then no handler takes a rejection. */
function quietly<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  return work;
}

const expectedIn = ({ violations }: Found, { demo }: SeenSabotage) =>
  violations.filter(({ rule }) => demo.breaks.includes(rule));

const rows: string[] = [];
afterAll(() => {
  process.stdout.write(`\nsabotage – law – oracle violations\n${rows.join('\n')}\n\n`);
});

// A choice may leave one of the two lists empty, which `each` refuses.
for (const { name } of controls) {
  test(`without sabotage, ${name}: the oracle finds nothing`, async () => {
    const found = await demoOf(name);
    rows.push(`(${name}) – nothing sabotaged – ${countsOf(found)}`);
    expect(found.violations).toEqual([]);
  });
}

for (const sabotage of seen) describeSabotage(sabotage);

function describeSabotage(sabotage: SeenSabotage): void {
  const { name, law, demo, despite } = sabotage;

  test(`${law}: ${name} makes the oracle find violations`, async () => {
    const found = await demoOf(name);
    rows.push(`${name} – ${law} – ${countsOf(found)}`);
    const why = `${countsOf(found)}; the demo: ${found.problem ?? 'went to its end'}`;
    expect(expectedIn(found, sabotage).length > 0 ? demo.breaks : why).toBe(demo.breaks);
  });

  if (!despite) return;
  test(`${law}: ${name} with the other layers alone taken away, this one holds`, async () => {
    const found = await demoOf(`${name} despite`);
    expect([found.violations, found.summary.marked > 0]).toEqual([[], true]);
  });
}
