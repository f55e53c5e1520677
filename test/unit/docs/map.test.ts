/** The tables of docs/architecture.md name every folder, in the order in which folders import each other. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { fromRoot, sourceFiles } from '../../support/sourceFiles.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const text = readFileSync(`${ROOT}docs/architecture.md`, 'utf8');
const files = sourceFiles();
/** `handlers/aws/` → its folders, from the bottom up. */
const shelves = [...text.matchAll(/^\| `([\w/]+\/)` \| (`.+) \|$/gm)].map(([, place = '', names = '']) => ({
  place,
  folders: [...names.replace(/\(.*?\)/g, '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
}));

describe('the map', () => {
  test('has a row for everything in src', () => {
    const rows = [...text.matchAll(/^\| (?:\d|between|–) \| `([\w.]+)\/?` \|/gm)].map(([, name = '']) => name);
    expect(rows.filter((name) => !['sandbox', 'tools'].includes(name)).sort()).toEqual(
      readdirSync(`${ROOT}src`).sort(),
    );
  });

  test('names every folder of a shelf', () => {
    expect(shelves.length).toBeGreaterThan(8);
    expect(shelves.map(({ place, folders }) => ({ place, folders: [...folders].sort() }))).toEqual(
      shelves.map(({ place }) => ({ place, folders: foldersIn(place) })),
    );
  });

  test('puts each folder above those that it imports', () => {
    const upwards = shelves.flatMap(({ place, folders }) =>
      files.flatMap(({ path, imports }) =>
        imports
          .filter((to) => rankIn(place, folders, path) < rankIn(place, folders, to))
          .map((to) => `${path} → ${to}`),
      ),
    );
    expect(upwards).toEqual([]);
  });
});

function foldersIn(place: string): readonly string[] {
  const entries = readdirSync(`${ROOT}${fromRoot(place)}`, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}

/** The place of a file's folder among its siblings; NaN for all other files, so that no comparison holds. */
function rankIn(place: string, folders: readonly string[], path: string): number {
  const [folder, ...rest] = path.startsWith(place) ? path.slice(place.length).split('/') : [];
  const rank = rest.length > 0 ? folders.indexOf(folder ?? '') : -1;
  return rank < 0 ? Number.NaN : rank;
}
