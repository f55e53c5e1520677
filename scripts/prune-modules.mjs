#!/usr/bin/env node
// Leaves out of an installed folder what the service never loads: `node scripts/prune-modules.mjs FOLDER`, where FOLDER has
// package.json and node_modules. For the image only: the package on the registry has all of it, for `demo` and `sandbox`.
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { extname, join, relative } from 'node:path';

/** What Node may load, and what a licence wants to be kept. */
const LOADED = new Set(['.js', '.cjs', '.mjs', '.json', '.node', '.wasm', '.lua']);
const LICENCE = /^(licen[cs]e|notice|copying|authors)/i;

/** Dependencies that only the sandbox and the demo load, with what nothing else needs. */
const OF_THE_SANDBOX = ['postal-mime', 'smtp-server'];

/** What `dist/` has in its bundle (scripts/bundle.mjs, `INSIDE`), licences included. */
const IN_THE_BUNDLE = [
  'commander',
  'email-addresses',
  'picocolors',
  're2js',
  'redlock',
  'temporal-polyfill',
  'yaml',
  'zod',
];

const [folder] = process.argv.slice(2);
if (folder === undefined || !existsSync(join(folder, 'node_modules'))) {
  console.error('usage: prune-modules.mjs FOLDER, which has node_modules');
  process.exit(2);
}
const modules = join(folder, 'node_modules');
const before = sizeOf(modules);
for (const path of unneeded(packagesIn(modules))) rmSync(path, { recursive: true, force: true });
for (const path of packagesIn(modules)) {
  for (const format of unloadedFormats(path)) rmSync(join(path, format), { recursive: true });
}
pruneFiles(modules);
rmSync(join(modules, '.bin'), { recursive: true, force: true });
const mb = (bytes) => `${Math.round(bytes / 1e6)} MB`;
console.log(`${modules}: ${mb(before)} → ${mb(sizeOf(modules))}`);

/** Paths of packages, nested ones too. */
function packagesIn(path) {
  const names = readdirSync(path).filter((name) => !name.startsWith('.'));
  const paths = names.flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(path, name)).map((inner) => join(path, name, inner)) : [join(path, name)],
  );
  return paths.flatMap((one) => [
    one,
    ...(existsSync(join(one, 'node_modules')) ? packagesIn(join(one, 'node_modules')) : []),
  ]);
}

/** Packages that nothing reaches from the dependencies that are loaded from here. */
function unneeded(paths) {
  const { dependencies } = manifestOf(folder);
  const reached = new Set();
  const open = Object.keys(dependencies)
    .filter((name) => !OF_THE_SANDBOX.includes(name) && !IN_THE_BUNDLE.includes(name))
    .map((name) => [folder, name]);
  for (let next = open.pop(); next; next = open.pop()) {
    const path = foundFrom(...next);
    if (path === undefined || reached.has(path)) continue;
    reached.add(path);
    const { dependencies: own, optionalDependencies, peerDependencies } = manifestOf(path);
    for (const name of Object.keys({ ...own, ...optionalDependencies, ...peerDependencies })) open.push([path, name]);
  }
  return paths.filter((path) => !reached.has(path) && ![...reached].some((one) => one.startsWith(`${path}/`)));
}

/** As Node looks for a package: here, and in each folder above. */
function foundFrom(path, name) {
  const here = join(path, 'node_modules', name);
  if (existsSync(join(here, 'package.json'))) return here;
  return relative(folder, path) === '' ? undefined : foundFrom(join(path, '..'), name);
}

/**
 * The folders of a package of the AWS SDK that Node never loads: the same code as modules for bundlers, and types. Only where no
 * condition of Node leads into them.
 */
function unloadedFormats(path) {
  const { main = '', exports } = manifestOf(path);
  if (!/^@(aws-sdk|smithy|aws)\//.test(manifestOf(path).name ?? '')) return [];
  const loaded = exports === undefined ? [main] : ['import', 'require'].flatMap((kind) => targetsOf(exports, kind));
  return ['dist-es', 'dist-types'].filter(
    (format) =>
      existsSync(join(path, format)) && !loaded.some((target) => target.replace(/^\.\//, '').startsWith(`${format}/`)),
  );
}

/** Where Node finds each entry of `exports`: the first condition that holds. */
function targetsOf(exports, kind) {
  if (typeof exports === 'string') return [exports];
  if (exports === null) return [];
  const keys = Object.keys(exports);
  if (keys.some((key) => key.startsWith('.'))) return keys.flatMap((key) => targetsOf(exports[key], kind));
  const holds = keys.find((key) => ['node', 'module-sync', 'default', kind].includes(key));
  return holds === undefined ? [] : targetsOf(exports[holds], kind);
}

/** Types, maps, documents and sources; and folders that are empty then. */
function pruneFiles(path) {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) {
      pruneFiles(inner);
      if (readdirSync(inner).length === 0) rmdirSync(inner);
    } else if (!entry.isSymbolicLink() && !LOADED.has(extname(entry.name)) && !LICENCE.test(entry.name)) rmSync(inner);
  }
}

function manifestOf(path) {
  const file = join(path, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

function sizeOf(path) {
  const { size } = statSync(path);
  return statSync(path).isDirectory()
    ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
    : size;
}
