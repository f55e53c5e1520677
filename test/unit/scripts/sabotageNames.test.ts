/** The run of the sabotages takes minutes; that each names a test which exists shows here at once. */
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { SABOTAGES } from '../../sabotage/sabotages.ts';

const SCRIPT: string = '../../../scripts/collectTests.mjs';
const { allTestsOf } = (await import(SCRIPT)) as {
  readonly allTestsOf: (file: string) => readonly { readonly name: string; readonly groups: readonly string[] }[];
};

/** `%s` of a table, `$was` of its columns, and `…` for the text that a template inserts. */
const INSERTED = /%[sijdp#]|\$\w+|…/;

const namesIn = (file: string) =>
  allTestsOf(fileURLToPath(new URL(`../../integration/${file}`, import.meta.url))).map(({ groups, name }) =>
    [...groups, name].join(' '),
  );

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const isInstanceOf = (template: string, name: string) =>
  new RegExp(`^${template.split(INSERTED).map(escaped).join('.*')}$`).test(name);

test('every sabotage names a test that exists', () => {
  const missing = SABOTAGES.filter(({ red }) => !namesIn(red.file).some((name) => isInstanceOf(name, red.test)));
  expect(missing.map(({ name, red }) => `${name}: ${red.file} ${red.test}`)).toEqual([]);
});
