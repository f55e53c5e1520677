/**
 * Runs the simulation against the program as it is built. Node 20 runs no TypeScript, and a loader of its own would answer
 * every late `import()` of the program in a thread, when it likes: so the files are stripped of their types beforehand.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformFileSync } from '@swc/core';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDERS = ['simulation', 'sabotage', 'support'];
const OPTIONS = {
  jsc: { parser: { syntax: 'typescript' }, target: 'es2023', rewriteRelativeImportExtensions: true },
  module: { type: 'es6' },
  sourceMaps: 'inline',
};

// The schedule is computed in the zone of the machine.
process.env.TZ = 'UTC';
const folder = mkdtempSync(join(tmpdir(), 'holystone-simulation-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
for (const built of ['src', 'sandbox', 'tools']) symlinkSync(join(ROOT, 'dist', built), join(folder, built));
for (const name of FOLDERS) {
  for (const file of readdirSync(join(ROOT, 'test', name), { recursive: true })) {
    const from = join(ROOT, 'test', name, file);
    const to = join(folder, 'test', name, file);
    mkdirSync(dirname(to), { recursive: true });
    if (file.endsWith('.ts')) writeFileSync(to.replace(/\.ts$/, '.js'), transformFileSync(from, OPTIONS).code);
    else if (file.endsWith('.c')) cpSync(from, to);
  }
}
await import(pathToFileURL(join(folder, 'test', 'simulation', 'main.js')).href);
