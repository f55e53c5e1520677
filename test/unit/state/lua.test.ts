import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { INDEXES } from '../../../src/state/redis/markSchedule.ts';
import { loadScript } from '../../../src/state/redis/script.ts';

const FOLDER = new URL('../../../src/state/redis/', import.meta.url);
const scripts = readdirSync(new URL('lua/', FOLDER)).filter((name) => name.endsWith('.lua'));
const sources = [FOLDER, new URL('../../queue/', FOLDER)]
  .flatMap((folder) => readdirSync(folder).map((name) => new URL(name, folder)))
  .filter(({ pathname }) => pathname.endsWith('.ts'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
  .replaceAll('...INDEXES', INDEXES.map((name) => `'${name}'`).join(', '));

/** The numbers in `KEYS[1]`, in ascending order. */
function numbersOf(text: string, pattern: RegExp): number[] {
  return [...new Set([...text.matchAll(pattern)].map((match) => Number(match[1])))].sort((a, b) => a - b);
}

describe.each(scripts)('%s', (file) => {
  const { source } = loadScript(file.replace('.lua', ''), []);
  const header = /^--\[\[([\s\S]*?)\]\]/.exec(source)?.[1] ?? '';

  test('begins with a header that names its keys, arguments and reply', () => {
    expect(header).toMatch(/^KEYS {2}1 /m);
    expect(header).toMatch(/^ARGV {2}\S/m);
    expect(header).toMatch(/^Reply /m);
  });

  test('uses exactly the keys that its header and its loader name', () => {
    const keys = /KEYS ([\s\S]*?)\nARGV/.exec(header)?.[1] ?? '';
    const named = numbersOf(keys, / (\d+) /g);
    const used = numbersOf(source, /KEYS\[(\d+)\]/g);
    const name = file.replace('.lua', '');
    const loaded = new RegExp(`loadScript\\('${name}', \\[([^\\]]*)\\]`).exec(sources)?.[1];
    const loadedKeys = loaded?.match(/'/g) ?? [];

    expect(used).toEqual(named);
    expect(loadedKeys.length / 2 + (named.length > 0 && header.includes('1 operation') ? 1 : 0)).toBe(named.length);
  });

  test('never decodes JSON, nor deletes a whole key at once', () => {
    expect(source).not.toMatch(/cjson|'DEL'/);
  });
});

test('a script that is not there is an error when it is loaded', () => {
  expect(() => loadScript('nonsense', [])).toThrow(/ENOENT/);
});
