/**
 * Which unit tests judge a file: those that import it themselves, or by way of other files of test/. A file that none of them
 * imports is judged by those of the files that import it; an index.ts only passes on.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Types alone are nothing that runs. */
const IMPORTS = /(?:(type\s*\{[^}]*\}\s*)?from|import)\s*\(?\s*'(\.[^']+)'/g;
/** Where a file can be imported by others of its kind. */
const JUDGED = ['src/core', 'src/lifecycle'];

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
  for (const path of filesIn(root, 'test/unit')) {
    if (!path.endsWith('.test.ts')) continue;
    const reached = new Set([path]);
    for (const file of reached) {
      if (file.startsWith('test/')) for (const imported of importsOf(file)) reached.add(imported);
      else tests.set(file, (tests.get(file) ?? new Set()).add(path));
    }
  }
  const handed = new Map<string, Set<string>>();
  for (const path of JUDGED.flatMap((folder) => filesIn(root, folder))) {
    if (path.endsWith('/index.ts')) continue;
    for (const file of importsOf(path)) {
      if (tests.has(file)) continue;
      handed.set(file, new Set([...(handed.get(file) ?? []), ...(tests.get(path) ?? [])]));
    }
  }
  return new Map(
    [...tests, ...handed]
      .filter(([file, { size }]) => size > 0 && folders.some((at) => file === at || file.startsWith(`${at}/`)))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([file, of]) => [file, [...of].sort()]),
  );
}

function filesIn(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}

function importsIn(root: string, path: string): readonly string[] {
  const text = readFileSync(join(root, path), 'utf8');
  return [...text.matchAll(IMPORTS)].flatMap(([, types, imported = '']) =>
    types === undefined ? [relative(root, join(root, dirname(path), imported))] : [],
  );
}
