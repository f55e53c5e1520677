// Which tests show which acceptance line: read from the source, so that a test that was never run counts as well.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';

/** `test`, and tables of tests: `test/support/life.ts`. */
const TESTS = new Set(['test', 'it', 'eachStays', 'eachStaysAlone']);
const GROUPS = new Set(['describe']);

/** `L26 …`, `A3 L30 …`, `L52–L54 …`: the codes of the acceptance lines that a name starts with. */
export function codesOf(name) {
  const [codes = ''] = /^(?:[LAPCRKQ]\d+(?:–[LAPCRKQ]?\d+)?\s+)*/.exec(name);
  return [...codes.matchAll(/([A-Z])(\d+)(?:–[A-Z]?(\d+))?/g)].flatMap(([, letter, first, last = first]) =>
    Array.from({ length: last - first + 1 }, (_, index) => `${letter}${Number(first) + index}`),
  );
}

/** All test files under a folder, but for those in `except`. */
export function testFiles(root, except = []) {
  return readdirSync(root, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(root, entry.name);
      if (entry.isDirectory()) return except.includes(entry.name) ? [] : testFiles(path);
      return entry.name.endsWith('.test.ts') ? [path] : [];
    })
    .sort();
}

/** @returns the tests of a file that name a line, or stand in a group that does: `{ name, groups, codes }` */
export function testsOf(file) {
  return allTestsOf(file).filter(({ codes }) => codes.length > 0);
}

/** @returns all tests of a file, with the names of the groups around each, the outermost first: `{ name, groups, codes }` */
export function allTestsOf(file) {
  const module = parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript' });
  const tests = [];
  collect(module.body, [], tests);
  return tests;
}

function collect(node, groups, tests) {
  if (Array.isArray(node)) for (const child of node) collect(child, groups, tests);
  else if (node !== null && typeof node === 'object') {
    const { kind, name } = declarationOf(node);
    if (kind === 'test') {
      const codes = [...new Set([...groups, name].flatMap(codesOf))];
      tests.push({ name, groups, codes });
    }
    const around = kind === 'group' ? [...groups, name] : groups;
    for (const child of Object.values(node)) collect(child, around, tests);
  }
}

/** `test('…', …)`, `test.each(…)('…', …)`, and the same with `describe`. */
function declarationOf(node) {
  if (node.type !== 'CallExpression') return {};
  const name = textOf(node.arguments[0]?.expression);
  const callee = rootOf(node.callee);
  if (name === undefined || callee === undefined) return {};
  if (TESTS.has(callee)) return { kind: 'test', name };
  return GROUPS.has(callee) ? { kind: 'group', name } : {};
}

/** The `test` of `test`, `test.only` and `test.each(table)`. */
function rootOf(callee) {
  if (callee.type === 'Identifier') return callee.value;
  if (callee.type === 'MemberExpression') return callee.property.value === 'each' ? undefined : rootOf(callee.object);
  const isTable = callee.type === 'CallExpression' || callee.type === 'TaggedTemplateExpression';
  const each = isTable ? (callee.callee ?? callee.tag) : undefined;
  return each?.type === 'MemberExpression' && each.property.value === 'each' ? rootOf(each.object) : undefined;
}

function textOf(node) {
  if (node?.type === 'StringLiteral') return node.value;
  if (node?.type !== 'TemplateLiteral') return undefined;
  return node.quasis.map(({ cooked, raw }) => cooked ?? raw).join('…');
}
