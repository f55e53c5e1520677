/** Each kind of key has a row in SECURITY.md that says what its writer can do. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { KEY_KINDS } from '../../support/keyKinds.ts';

/** The kinds in the first cells of the table, and whether each row says something. */
function rows(): readonly string[] {
  const text = readFileSync(new URL('../../../SECURITY.md', import.meta.url), 'utf8');
  const [, table = ''] = /\| key in Redis \|.*\n\| --- .*\n((?:\|.*\n)+)/.exec(text) ?? [];
  return table.split('\n').flatMap((row) => {
    const [, kinds = '', sealed = '', what = ''] = row.split(/(?<!\\)\|/);
    if (sealed.trim() === '' || what.trim() === '') return [];
    return [...kinds.matchAll(/`([^`]+)`/g)].map(([, kind = '']) => kind.replaceAll('\\|', '|'));
  });
}

test('Law 8 SECURITY.md says of each kind of key what its writer can do without a key of `signing`', () => {
  expect([...rows()].sort()).toEqual(KEY_KINDS);
});
