import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { keyOf, mutantsIn, type Position, reviewed } from '../../mutation/survivors.ts';
import { testsOfFiles } from '../../mutation/tested.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const HEAD = 'file\tmutator\tbefore\tafter\tjudgement\twhy\n';

const report = {
  files: {
    'src/core/a.ts': {
      source: 'const a = 1;\nconst b = a\n  + 2;\n',
      mutants: [
        mutant('Survived', { line: 2, column: 11 }, { line: 3, column: 6 }, 'a - 2'),
        mutant('Killed', { line: 1, column: 11 }, { line: 1, column: 12 }, '2'),
        mutant('NoCoverage', { line: 1, column: 11 }, { line: 1, column: 12 }, '3'),
        mutant('CompileError', { line: 1, column: 11 }, { line: 1, column: 12 }, '('),
      ],
    },
  },
};

function mutant(status: string, start: Position, end: Position, replacement: string) {
  return { mutatorName: 'Arithmetic', status, location: { start, end }, replacement };
}

test('a mutant that survives, or that no test reaches, is alive; its key has the text and no line', () => {
  const mutants = mutantsIn(report);
  expect(mutants.map(({ isAlive, isJudged }) => [isAlive, isJudged])).toEqual([
    [true, true],
    [false, true],
    [true, true],
    [false, false],
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
