/** No test runs the benches: one that imports what has moved fails for whoever measures next. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { expect, test } from '@jest/globals';

test('each file that a bench imports from dist has its source', () => {
  const files = readdirSync('bench', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.mjs'));
  const imported = files.flatMap((name) => {
    const path = resolve('bench', name);
    const found = readFileSync(path, 'utf8').matchAll(/ from '([./]+\/dist\/[^']+)\.js'/g);
    return [...found].map(([, target = '']) => relative('dist', resolve(dirname(path), target)));
  });
  expect(imported.length).toBeGreaterThan(40);
  expect(imported.filter((source) => !existsSync(`${source}.ts`))).toEqual([]);
});
