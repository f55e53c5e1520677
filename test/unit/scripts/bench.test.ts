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

/** What Node runs by itself: Jest gives its names to its own modules only. */
test.each([
  'test/histories/command.ts',
  'test/mutation/command.ts',
  'test/simulation/command.ts',
  'test/soak/command.ts',
])('%s imports nothing of Jest', (entry) => {
  const known = new Set<string>();
  const visit = (path: string) => {
    if (known.has(path)) return;
    known.add(path);
    for (const [, target = ''] of readFileSync(path, 'utf8').matchAll(
      /^(?:import|export)(?! type)[^;]* from '([^']+)';/gm,
    )) {
      if (target === '@jest/globals') throw new Error(`${path} imports ${target}`);
      const found = resolve(dirname(path), target);
      if (target.startsWith('.') && existsSync(found)) visit(found);
    }
  };
  visit(resolve(entry));
  // Each type's kit is imported by its name.
  if (entry.includes('soak'))
    for (const kit of readdirSync('test/kits').filter((name) => name.endsWith('.ts'))) visit(resolve('test/kits', kit));
  expect(known.size).toBeGreaterThan(1);
});
