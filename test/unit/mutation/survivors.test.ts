import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { type Instrumented, keyOf, mutantsIn, type Position, reviewed } from '../../mutation/survivors.ts';
import { testsOfFiles } from '../../mutation/tested.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const HEAD = 'file\tmutator\tbefore\tafter\tjudgement\twhy\n';

const SOURCE = 'const a = 1;\nconst b = a\n  + 2;\n';

function mutant(id: string, start: Position, end: Position, replacement: string): Instrumented {
  return { id, mutatorName: 'Arithmetic', location: { start, end }, replacement };
}

test('the key of a mutant has its text and no line; one that a comment leaves out is none', () => {
  const one = mutant('0', { line: 1, column: 10 }, { line: 2, column: 5 }, 'a - 2');
  const two = mutant('1', { line: 0, column: 10 }, { line: 0, column: 11 }, '2');
  const mutants = mutantsIn('src/core/a.ts', SOURCE, [one, { ...one, id: '2', status: 'Ignored' }, two]);
  expect(mutants.map(({ id, line, before, after }) => [id, line, before, after])).toEqual([
    ['0', 2, 'a\n  + 2', 'a - 2'],
    ['1', 1, '1', '2'],
  ]);
  expect(mutants[0] && keyOf(mutants[0])).toBe('src/core/a.ts\tArithmetic\ta + 2\ta - 2');
});

test('a survivor has a judgement with a reason', () => {
  const known = reviewed(`${HEAD}src/core/a.ts\tArithmetic\ta + 2\ta - 2\tequivalent\tnobody reads it\n`);
  expect(known.get('src/core/a.ts\tArithmetic\ta + 2\ta - 2')).toEqual({
    judgement: 'equivalent',
    why: 'nobody reads it',
  });
  for (const end of ['fine\twhy', 'equivalent\t', 'equivalent'])
    expect(() => reviewed(`${HEAD}a\tb\tc\td\t${end}\n`)).toThrow(/no judgement/);
});

test('every judged survivor is of a file that unit tests import', () => {
  const files = testsOfFiles(ROOT, ['src/core', 'src/lifecycle']);
  const known = reviewed(readFileSync(`${ROOT}test/mutation/survivors.tsv`, 'utf8'));
  expect([...known.keys()].map((key) => key.split('\t')[0]).filter((file) => !files.has(file ?? ''))).toEqual([]);
  expect(files.get('src/core/mark/mark.ts')).toContain('test/unit/core/mark.test.ts');
});

test('tests that import a file by way of another file of the tests judge it; who imports its types alone does not', () => {
  const files = testsOfFiles(ROOT, ['src/core']);
  expect(files.get('src/core/evaluation/evaluate.ts')?.length).toBeGreaterThan(20);
  expect(files.has('src/core/ports/ports.ts')).toBe(false);
});

test('a file that no test imports is judged by the tests of those that import it, an index left out', () => {
  const files = testsOfFiles(ROOT, ['src/core/evaluation/condition.ts', 'src/lifecycle/notice']);
  expect(files.get('src/core/evaluation/condition.ts')).toEqual(['test/unit/core/rules.test.ts']);
  expect(files.has('src/lifecycle/notice/notify.ts')).toBe(false);
});
