/** The objects that a text declares. */
import { expect, test } from '@jest/globals';
import { declaredIn } from '../../../../src/handlers/kubernetes/source/declared.ts';

const map = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name}, namespace: shop }\n`;

test('Q3 between documents of a large file other work goes on', async () => {
  const text = Array.from({ length: 1_000 }, (_, index) => map(`m${index}`)).join('---\n');
  let turns = 0;
  let isDone = false;
  const others = (async () => {
    for (; !isDone; turns++) await new Promise((resolve) => setImmediate(resolve));
  })();
  const names: string[] = [];
  for await (const { name } of declaredIn(text, 'all.yaml')) names.push(name);
  isDone = true;
  await others;
  expect([names.length, names.at(-1), turns > 10]).toEqual([1_000, 'm999', true]);
});

test('Q3 a document has its file and its line, in YAML and in JSON', async () => {
  const at = async (text: string) => {
    const all: string[] = [];
    for await (const one of declaredIn(text, 'a')) all.push(`${one.name} ${one.at}`);
    return all;
  };
  const json = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'one' } });
  expect(await at(`# first\n${map('one')}---\n${map('two')}`)).toEqual(['one a:2', 'two a:6']);
  expect(await at(`\n\n${json}\n`)).toEqual(['one a:3']);
  expect(await at(`${json}\n---\n${json.replace('one', 'two')}\n`)).toEqual(['one a:1', 'two a:3']);
  expect(await at('')).toEqual([]);
});
