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

const json = (name: string) => JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });
const names = async (text: string) => {
  const all: string[] = [];
  for await (const one of declaredIn(text, 'a')) all.push(`${one.name} ${one.at}`);
  return all;
};

test.each([
  ['an array', `[\n${json('one')},\n${json('two')}]`, ['one a:1', 'two a:1']],
  ['an empty array', '[]', []],
  ['an array in YAML', `- ${json('one')}\n- ${json('two')}`, ['one a:1', 'two a:1']],
  ['an array of lists', `[{"apiVersion":"v1","kind":"List","items":[${json('one')}]}]`, ['one a:1']],
  [
    'a list with a name, as kubectl takes it',
    `{"apiVersion":"v1","kind":"List","metadata":{"name":"all"},"items":[${json('one')}, {"kind":"Other"}]}`,
    ['all a:1', 'one a:1'],
  ],
  [
    'values one after the other',
    `${json('one')}${json('two')}\n${json('{"[\\"}')}`,
    ['one a:1', 'two a:1', '{"[\\"} a:2'],
  ],
  ['values with a mark of their bytes', `\uFEFF${json('one')}\n\n${json('two')}\n`, ['one a:1', 'two a:3']],
  ['values and documents of YAML', `${json('one')}\n---\n${map('two')}`, ['one a:1', 'two a:3']],
  ['YAML in braces', '{ apiVersion: v1, kind: ConfigMap, metadata: { name: one } }', ['one a:1']],
])('Q3 JSON as %s declares its objects', async (_what, text, expected) => {
  expect(await names(text)).toEqual(expected);
});

test.each([
  ['values of which one is cut short', `${json('one')}\n{"apiVersion":"v1",`],
  ['values and something else', `${json('one')}\n${json('two')}\nhello`],
  ['an array with something else', `[${json('one')}, 5]`],
  ['YAML nested very deeply', `a: ${'['.repeat(100_000)}`],
  ['JSON nested very deeply', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['lists within lists', `${'{"apiVersion":"v1","kind":"List","items":['.repeat(20)}${']}'.repeat(20)}`],
  ['very many faults', '{]'.repeat(500_000)],
])('Q3 %s prove nothing', async (_what, text) => {
  await expect(names(text)).rejects.toThrow('nothing counts as absent from source');
});

test('Q3 a reader of one large document stops when it is told to', async () => {
  const stop = new AbortController();
  const text = `${map('one')}data:\n${'  key: value\n'.repeat(200_000)}`;
  const reading = (async () => {
    for await (const _one of declaredIn(text, 'a', stop.signal));
  })();
  setImmediate(() => stop.abort(new Error('the pass ends')));
  await expect(reading).rejects.toThrow('the pass ends');
});
