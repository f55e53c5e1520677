/** What `npm ci` may install: the bytes that somebody looked at, and no others. */
import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';

interface Locked {
  readonly link?: true;
  readonly integrity?: string;
  readonly resolved?: string;
}

test('each package of the lock file has a checksum, those for other machines too, and comes from the one registry', async () => {
  const text = await readFile(new URL('../../../package-lock.json', import.meta.url), 'utf8');
  const { packages } = JSON.parse(text) as { readonly packages: Readonly<Record<string, Locked>> };
  const installed = Object.entries(packages).filter(([path, { link }]) => path !== '' && !link);
  const isElsewhere = (resolved: string) => !resolved.startsWith('https://registry.npmjs.org/');
  const wrong = installed.filter(
    ([, { integrity = '', resolved }]) =>
      !/^sha512-[\w+/]{86}==$/.test(integrity) || (resolved !== undefined && isElsewhere(resolved)),
  );
  expect(installed.length).toBeGreaterThan(100);
  expect(wrong.map(([path]) => path)).toEqual([]);
});
