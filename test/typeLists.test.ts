/** Where a resource type is written into a list by hand: each file that names every type, with its purpose. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { handlers } from '../src/handlers/index.ts';

const ROOT = join(import.meta.dirname, '..');

/** A new type is written into each of these, as CONTRIBUTING.md says. */
const LISTS = ['sandbox/aws/seeds/index.ts', 'src/handlers/aws/provider.ts'];

/** Objects, images, versions and runs that other kinds of the sandbox are, or have. */
const WITHOUT_KIND: readonly string[] = [
  ...['cdkEcrImage', 'cdkS3Asset', 'fargateService', 'launchTemplateVersion', 'runningDbInstance', 'runningInstance'],
  ...['runningDbCluster', 'runningWarehouse'],
];

/** These may name every type, and a new one is not missed in them. */
const NO_LISTS: Readonly<Record<string, string>> = {
  'test/integration/handlers/mentioned.test.ts': 'each type is named in its own way; it compares them with the types',
  'test/integration/handlers/restore.test.ts': 'each type is restored in its own way',
};

test('a file that names every type is known: other lists derive from these', () => {
  const names = handlers
    .filter(({ provider, resourceType }) => provider === 'aws' && !WITHOUT_KIND.includes(resourceType))
    .map(({ resourceType }) => new RegExp(`\\b${resourceType}s?\\b`, 'i'));
  const found = ['sandbox', 'src', 'test', 'tools', 'bench', 'scripts'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(ts|tsx|mjs)$/.test(path))
      .map((path) => `${folder}/${path}`)
      .filter((path) => {
        const text = readFileSync(join(ROOT, path), 'utf8');
        return names.every((name) => name.test(text));
      }),
  );
  expect(found.filter((path) => !Object.hasOwn(NO_LISTS, path)).toSorted()).toEqual(LISTS.toSorted());
});

test('CONTRIBUTING.md names each list', () => {
  const text = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  expect(LISTS.filter((path) => !text.includes(path))).toEqual([]);
});
