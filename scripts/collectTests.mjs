// Which tests bear which acceptance line: read from the source, so that a test that was never run counts as well.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';

const TESTS = new Set(['test', 'it']);
const GROUPS = new Set(['describe']);

/** `L26 …`, `A3 L30 …`: the numbers of the lines that a name begins with. */
export function linesOf(name) {
  const [marks = ''] = /^(?:[A-Z]\d+\s+)*/.exec(name);
  return [...marks.matchAll(/L(\d+)/g)].map(([, number]) => Number(number));
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

/** @returns the tests of a file that bear a line, their own or that of a group around them: `{ name, lines }` */
export function testsOf(file) {
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
      const lines = [...new Set([...groups, name].flatMap(linesOf))];
      if (lines.length > 0) tests.push({ name, lines });
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
