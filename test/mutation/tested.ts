/** Which unit tests judge a file: those that import it themselves. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const IMPORTS = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

/** @returns file → tests, both relative to the root; files without a test of their own are missing */
export function testsOfFiles(root: string, folders: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const tests = new Map<string, ReadonlySet<string>>();
  for (const name of readdirSync(join(root, 'test/unit'), { recursive: true, encoding: 'utf8' })) {
    const path = join('test/unit', name);
    if (!path.endsWith('.test.ts')) continue;
    for (const [, imported = ''] of readFileSync(join(root, path), 'utf8').matchAll(IMPORTS)) {
      const file = relative(root, join(root, dirname(path), imported));
      if (!folders.some((folder) => file === folder || file.startsWith(`${folder}/`))) continue;
      tests.set(file, new Set([...(tests.get(file) ?? []), path]));
    }
  }
  return new Map([...tests].sort(([a], [b]) => (a < b ? -1 : 1)).map(([file, of]) => [file, [...of].sort()]));
}
