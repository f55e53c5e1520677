/**
 * Lets Node 20, which runs no TypeScript, run the files of this folder against the program as it is built: their
 * imports of `src/…​.ts` lead to `dist/src/…​.js`, and everything else in TypeScript is stripped of its types.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

const ROOT = new URL('../../', import.meta.url).href;
const BUILT = /^(src|sandbox|tools)\//;
const DIST = new URL('../../dist/', import.meta.url).href;

export async function resolve(specifier, context, next) {
  if (!specifier.startsWith('.') || !/\.tsx?$/.test(specifier)) return next(specifier, context);
  const url = new URL(specifier, context.parentURL).href;
  const path = url.startsWith(ROOT) ? url.slice(ROOT.length) : '';
  const built = BUILT.test(path) ? DIST + path.replace(/\.tsx?$/, '.js') : url;
  return { url: built, format: 'module', shortCircuit: true };
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const { code } = await transform(await readFile(fileURLToPath(url), 'utf8'), {
    filename: fileURLToPath(url),
    jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
    module: { type: 'es6' },
    sourceMaps: 'inline',
  });
  return { format: 'module', source: code, shortCircuit: true };
}
