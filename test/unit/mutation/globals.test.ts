import { expect, test } from '@jest/globals';
import * as globals from '../../mutation/globals.ts';

async function outcomes(define: () => void): Promise<readonly string[]> {
  const tests = await globals.testsOf('suite', async () => define());
  const failures: string[] = [];
  for (const one of tests) failures.push(await globals.run(one).then(() => 'green', String));
  await globals.end();
  return failures;
}

test('hooks run in the order of Jest, and those of a whole group once, however often its tests run', async () => {
  const calls: string[] = [];
  const hooks = (name: string) => {
    globals.beforeAll(() => void calls.push(`${name} begins`));
    globals.beforeEach(() => void calls.push(`${name} before`));
    globals.afterEach(() => void calls.push(`${name} after`));
    globals.afterAll(() => void calls.push(`${name} ends`));
  };
  const [first] = await globals.testsOf('suite', async () => {
    hooks('outer');
    globals.describe('group', () => {
      hooks('inner');
      globals.test('one', () => void calls.push('test'));
    });
  });
  if (first === undefined) throw new Error('no test was found');
  await globals.run(first);
  await globals.run(first);
  await globals.end();
  const each = ['outer before', 'inner before', 'test', 'inner after', 'outer after'];
  expect(calls).toEqual(['outer begins', 'inner begins', ...each, ...each, 'inner ends', 'outer ends']);
});

test('a test fails by what it throws and by a promise that is rejected', async () => {
  expect(
    await outcomes(() => {
      globals.test('green', () => globals.expect(1).toBe(1));
      globals.test('throws', () => {
        throw new Error('thrown');
      });
      globals.test('rejects', () => globals.expect(Promise.resolve(1)).rejects.toThrow());
    }),
  ).toEqual(['green', 'Error: thrown', expect.stringContaining('resolved instead of rejected')]);
});

test('a table of rows is spread; other tables give one value to a test', async () => {
  const seen: unknown[][] = [];
  const see = (...values: unknown[]) => void seen.push(values);
  await outcomes(() => {
    globals.test.each([[1, 2]])('rows', see);
    globals.test.each([[1], 2])('values', see);
    globals.describe.each(['a'])('group', (name) => globals.test('inner', () => see(name)));
  });
  expect(seen).toEqual([[1, 2], [[1]], [2], ['a']]);
});

test('a suite that needs more of Jest does not load', async () => {
  await expect(outcomes(() => globals.test('callback', (_done) => {}))).rejects.toThrow('gets no callback');
});
