/** Which unit tests judge a file: those that import it themselves, or by way of other files of test/. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Types alone are nothing that runs. */
const IMPORTS = /(?:(type\s*\{[^}]*\}\s*)?from|import)\s*\(?\s*'(\.[^']+)'/g;

/** @returns file → tests, both relative to the root; files without such a test are missing */
export function testsOfFiles(root: string, folders: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const known = new Map<string, readonly string[]>();
  const importsOf = (path: string) => known.get(path) ?? remember(path);
  const remember = (path: string) => {
    const found = existsSync(join(root, path)) ? importsIn(root, path) : [];
    known.set(path, found);
    return found;
  };
  const tests = new Map<string, Set<string>>();
  for (const name of readdirSync(join(root, 'test/unit'), { recursive: true, encoding: 'utf8' })) {
    const path = join('test/unit', name);
    if (!path.endsWith('.test.ts')) continue;
    const reached = new Set([path]);
    for (const file of reached) {
      if (file.startsWith('test/')) for (const imported of importsOf(file)) reached.add(imported);
      else if (folders.some((folder) => file === folder || file.startsWith(`${folder}/`)))
        tests.set(file, (tests.get(file) ?? new Set()).add(path));
    }
  }
  return new Map([...tests].sort(([a], [b]) => (a < b ? -1 : 1)).map(([file, of]) => [file, [...of].sort()]));
}

function importsIn(root: string, path: string): readonly string[] {
  const text = readFileSync(join(root, path), 'utf8');
  return [...text.matchAll(IMPORTS)].flatMap(([, types, imported = '']) =>
    types === undefined ? [relative(root, join(root, dirname(path), imported))] : [],
  );
}
