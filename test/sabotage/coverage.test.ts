/** The sabotages themselves: they still fit the program, none is left out of the run, and each breaks its law. */
import { afterAll, expect, test } from '@jest/globals';
import { assertMatches } from './cutOut.ts';
import {
  APPLY_WITHOUT_COMPARING,
  BEAT_WITHOUT,
  PERMIT_WITHOUT,
  RESERVE_WITHOUT,
  RESERVE_WITHOUT_LIMIT,
} from './edits.ts';
import { coverage, LAWS } from './laws.ts';
import { SABOTAGES } from './sabotages.ts';

const edits = [
  ...Object.entries(PERMIT_WITHOUT),
  ['comparing', APPLY_WITHOUT_COMPARING] as const,
  ...Object.entries(BEAT_WITHOUT),
  ['limit', RESERVE_WITHOUT_LIMIT] as const,
  ...Object.entries(RESERVE_WITHOUT),
];

test.each(edits)('the script holds the piece that "%s" cuts out exactly once', (_name, pieces) => {
  expect(() => pieces.forEach(assertMatches)).not.toThrow();
});

test('a sabotage breaks every law and every clause of the permit', () => {
  expect(LAWS.filter((law) => !SABOTAGES.some((sabotage) => sabotage.law === law))).toEqual([]);
});

test('no two sabotages have one name', () => {
  expect([...new Set(SABOTAGES.map(({ name }) => name))]).toEqual(SABOTAGES.map(({ name }) => name));
});

test('the run holds exactly the suites whose tests notice a sabotage', async () => {
  const config: string = '../../jest.sabotage.config.js';
  const { default: run } = (await import(config)) as { readonly default: { readonly testMatch: readonly string[] } };
  const suites = run.testMatch.filter((path) => path.includes('/integration/'));
  const files = SABOTAGES.map(({ red }) => `<rootDir>/test/integration/${red.file}`);
  expect(suites).toEqual([...new Set(files)].sort());
});

afterAll(() => {
  process.stdout.write(`\nlaw – its sabotages\n${coverage(SABOTAGES).join('\n')}\n\n`);
});
