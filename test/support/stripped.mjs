/**
 * Runs a program of the tests against dist/, in its own process. Node 20 runs no TypeScript, and a loader of its own would
 * answer every late `import()` of the program in a thread, when it likes: so the files are stripped of their types beforehand.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformFileSync } from '@swc/core';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OPTIONS = {
  jsc: { parser: { syntax: 'typescript' }, target: 'es2023', rewriteRelativeImportExtensions: true },
  module: { type: 'es6' },
  sourceMaps: 'inline',
};

/**
 * @param entry its first file, below test/
 * @param folders what it imports of test/; of src/, sandbox/ and tools/ it gets what is built
 */
export async function runStripped(entry, folders) {
  const folder = mkdtempSync(join(tmpdir(), 'holystone-stripped-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const name of ['node_modules', 'dist']) symlinkSync(join(ROOT, name), join(folder, name));
  for (const built of ['src', 'sandbox', 'tools']) symlinkSync(join(ROOT, 'dist', built), join(folder, built));
  for (const name of folders) {
    for (const file of readdirSync(join(ROOT, 'test', name), { recursive: true })) {
      const from = join(ROOT, 'test', name, file);
      const to = join(folder, 'test', name, file);
      mkdirSync(dirname(to), { recursive: true });
      if (file.endsWith('.ts')) writeFileSync(to.replace(/\.ts$/, '.js'), transformFileSync(from, OPTIONS).code);
      else if (/\.(c|pml)$/.test(file)) cpSync(from, to);
    }
  }
  await import(pathToFileURL(join(folder, 'test', entry.replace(/\.ts$/, '.js'))).href);
}
