/** A copy of the program and its tests that Node runs: JavaScript beside TypeScript, one file of it mutated at a time. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformSync } from '@swc/core';
import type { Instrumented } from './survivors.ts';

/** Of the last line that runs on Node 20. It brings many packages, so it is no dependency of ours. */
const INSTRUMENTER = '@stryker-mutator/instrumenter';
const VERSION = '9.6.1';
const CODE = ['src', 'test', 'sandbox', 'tools'];
const GLOBALS = new URL('./globals.js', import.meta.url).href;

export interface Copy {
  /** Writes the file with all its mutants, of which none is active. @returns them */
  readonly mutate: (file: string) => Promise<readonly Instrumented[]>;
  /** Writes the file as it is. */
  readonly restore: (file: string) => void;
}

export async function copyOf(root: string, to: string): Promise<Copy> {
  const write = (path: string, code: string) =>
    writeFileSync(join(to, path.replace(/\.tsx?$/, '.js')), stripped(path, code));
  const restore = (file: string) => write(file, readFileSync(join(root, file), 'utf8'));
  mkdirSync(join(to, 'tmp'), { recursive: true });
  for (const name of readdirSync(root)) {
    if (name === '.git' || name.startsWith('.stryker')) continue;
    if (!CODE.includes(name)) symlinkSync(join(root, name), join(to, name));
    else cpSync(join(root, name), join(to, name), { recursive: true });
  }
  for (const folder of CODE)
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }))
      if (/(?<!\.d)\.tsx?$/.test(name)) restore(join(folder, name));
  const instrumenter = await instrumenterByNpx();
  const mutate = async (name: string) => {
    const content = readFileSync(join(root, name), 'utf8');
    const { files, mutants } = await instrumenter.instrument([{ name, content, mutate: true }], {
      plugins: null,
      excludedMutations: [],
      ignorers: [],
    });
    write(name, files[0]?.content ?? content);
    return mutants;
  };
  return { mutate, restore };
}

function stripped(path: string, code: string): string {
  const tsx = path.endsWith('.tsx');
  // In a variable, because its types do not know rewriteRelativeImportExtensions.
  const jsc = {
    parser: { syntax: 'typescript' as const, tsx },
    target: 'es2023' as const,
    rewriteRelativeImportExtensions: true,
    ...(tsx && { transform: { react: { runtime: 'automatic' as const, importSource: 'preact' } } }),
  };
  return transformSync(code, { jsc, module: { type: 'es6' } })
    .code.replace(/(['"])@jest\/globals\1/g, `'${GLOBALS}'`)
    .replace(/((?:from|import)\s*\(?\s*(['"])\.[^'"]+)\.jsx\2/g, '$1.js$2');
}

interface Instrumenter {
  instrument(
    files: readonly { readonly name: string; readonly content: string; readonly mutate: true }[],
    options: object,
  ): Promise<{ readonly files: readonly { readonly content: string }[]; readonly mutants: readonly Instrumented[] }>;
}

async function instrumenterByNpx(): Promise<Instrumenter> {
  // npx puts the programs of the package first in the path; the package stands beside them.
  const path = execFileSync('npx', ['-y', '--prefer-offline', '-p', `${INSTRUMENTER}@${VERSION}`, '-c', 'echo $PATH'], {
    encoding: 'utf8',
  });
  const main = join(path.split(':')[0] ?? '', '..', INSTRUMENTER, 'dist/src/index.js');
  const { Instrumenter } = await import(pathToFileURL(main).href);
  return new Instrumenter({ debug() {}, info() {}, warn: console.error, isDebugEnabled: () => false });
}
