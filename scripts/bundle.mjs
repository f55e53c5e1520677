// The program as one bundle, `dist/src/holystone.cjs`, and its help as one of its own (ADR 119): Node spends half of a short command
// on finding and opening a thousand files. The sandbox stays files of its own.
// `--alone`: the single files of the bundle go; without it they stay, for tests.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';

const OUT = 'dist/src';
const TRACING = 'src/telemetry/tracing/tracing.ts';
const HOLIDAYS = 'date-holidays';
/**
 * Without a command it prints the help: what only commands load is left out of that bundle. Few processes trace, and few windows
 * close on the holidays of a region: both libraries are bundles of their own, with all of their packages inside.
 */
const BUNDLES = {
  holystone: { from: 'src/main.ts', plugins: [tracingApart(), holidaysApart()] },
  help: { from: 'src/main.ts', plugins: [withoutCommands()] },
  tracing: { from: TRACING, plugins: [] },
  holidays: { from: createRequire(import.meta.url).resolve(HOLIDAYS), plugins: [] },
};
/** Packages that every command needs, pure JavaScript. All others stay where npm puts them. */
const INSIDE = ['commander', 'email-addresses', 'picocolors', 're2js', 'redlock', 'temporal-polyfill', 'yaml', 'zod'];

/**
 * How the bundle loads what is outside of it. The SDK by `require`: `import()` reads a megabyte of CommonJS three times, to learn what
 * it is, what it exports, and to compile it. All else by `import()`, which whoever starts the bundle hands over: what V8 compiled
 * earlier cannot call it itself.
 */
const BANNER = `'use strict';
const OWN_URL = require('node:url').pathToFileURL(__filename).href;
const importing = module.importing ?? ((url) => import(url));
async function importOutside(name) {
  if (/^@(aws-sdk|smithy)[/]/.test(name)) return require(name);
  return importing(name.startsWith('.') ? new URL(name, OWN_URL).href : name);
}`;

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const outside = Object.keys(dependencies).filter((name) => !INSIDE.includes(name));
rmSync('dist/compiled', { recursive: true, force: true });
const inside = new Set();
for (const [name, { from, plugins }] of Object.entries(BUNDLES)) {
  const outfile = `${OUT}/${name}.cjs`;
  const { metafile } = await build({
    entryPoints: [from],
    outfile,
    bundle: true,
    external: outside.flatMap((one) => [one, `${one}/*`]),
    platform: 'node',
    format: 'cjs',
    target: 'node20.19',
    sourcemap: true,
    sourcesContent: false,
    legalComments: 'none',
    metafile: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    banner: { js: BANNER },
    plugins: [ownFolders(), sandboxApart(), ...plugins],
    logLevel: 'warning',
  });
  for (const path of Object.keys(metafile.inputs)) inside.add(packageOf(path));
  writeFileSync(outfile, asText(readFileSync(outfile, 'utf8')), 'latin1');
  if (from === 'src/main.ts')
    execFileSync(process.execPath, ['scripts/bundle/compile.mjs', outfile], { stdio: 'inherit' });
}
writeFileSync('dist/LICENCES', [...inside].filter(Boolean).sort().map(licenceOf).join('\n\n'));
writeFileSync('dist/main.cjs', readFileSync('scripts/bundle/main.cjs'), { mode: 0o755 });
// For whoever starts it under its earlier name.
writeFileSync('dist/main.js', `import './main.cjs';\n`);
if (process.argv.includes('--alone')) {
  for (const path of ['dist/src', 'dist/tools']) removeSingles(path);
  // What starts the program again starts this.
  writeFileSync(`${OUT}/main.js`, `import '../main.cjs';\n`);
}

/** A file finds what it reads (scripts of Redis, styles, `config/`) from its own folder, and all of the bundle lies in one. */
function ownFolders() {
  return {
    name: 'own folders',
    setup({ onLoad }) {
      onLoad({ filter: /\/src\/.*\.tsx?$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        if (!text.includes('import.meta.url')) return undefined;
        const own = JSON.stringify(`./${relative('src', path).replace(/\.tsx?$/, '.js')}`);
        // What is required by name is one of the bundles.
        const contents = text
          .replaceAll('createRequire(import.meta.url)(', 'require(')
          .replaceAll('import.meta.url', `new URL(${own}, OWN_URL).href`);
        return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
      });
    },
  };
}

/** The image has none of it, and two copies of one sandbox would be two sandboxes. */
function sandboxApart() {
  return {
    name: 'sandbox apart',
    setup({ onResolve }) {
      onResolve({ filter: /\/sandbox\/.*\.ts$/ }, ({ path, importer }) => {
        const file = resolve(dirname(importer), path);
        const inSandbox = relative('sandbox', file);
        if (inSandbox.startsWith('..')) return undefined;
        return { path: `../sandbox/${inSandbox.replace(/\.ts$/, '.js')}`, external: true };
      });
    },
  };
}

function tracingApart() {
  return {
    name: 'tracing apart',
    setup({ onResolve }) {
      onResolve({ filter: /\/tracing\.ts$/ }, ({ path, importer }) =>
        resolve(dirname(importer), path) === resolve(TRACING) ? { path: './tracing.cjs', external: true } : undefined,
      );
    },
  };
}

function holidaysApart() {
  return {
    name: 'holidays apart',
    setup({ onResolve }) {
      onResolve({ filter: new RegExp(`^${HOLIDAYS}$`) }, () => ({ path: './holidays.cjs', external: true }));
    },
  };
}

function withoutCommands() {
  return {
    name: 'without commands',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /./ }, ({ path, kind }) =>
        kind === 'dynamic-import' ? { path, external: true } : undefined,
      );
      // Node takes a third of the time to open what the help never calls: it starts no program, and needs no large heap.
      onResolve({ filter: /^node:(child_process|v8)$/ }, ({ path }) => ({ path, namespace: 'uncalled' }));
      onLoad({ filter: /./, namespace: 'uncalled' }, () => ({
        contents: 'export const setFlagsFromString = () => {};',
      }));
    },
  };
}

/** V8 holds a text in half the memory, and reads it in a tenth of the time, when each of its characters is one byte. */
function asText(bundle) {
  return (
    bundle
      .replace(/^#!.*/, '')
      .replace(/\bimport\("/g, 'importOutside("')
      // All that esbuild leaves: comments, patterns and templates. None of them is `raw`.
      .replace(/[^\n\r\t -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
  );
}

function packageOf(path) {
  return /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
}

function licenceOf(name) {
  const folder = `node_modules/${name}`;
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  const { version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8')}`;
}

/** What `tsc` wrote of the program: the bundle has it. */
function removeSingles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      removeSingles(path);
      if (readdirSync(path).length === 0) rmdirSync(path);
    } else if (isSingle(path)) rmSync(path);
  }
}

function isSingle(path) {
  const source = relative('dist', path).replace(/\.js(\.map)?$/, '');
  return /\.js(\.map)?$/.test(path) && ['.ts', '.tsx'].some((end) => existsSync(source + end));
}
