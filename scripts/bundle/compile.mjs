// Writes what V8 compiled of a bundle into `dist/compiled/`: `node scripts/bundle/compile.mjs BUNDLE`, one for each bundle. The
// bundle runs the commands of `COMMANDS` once, because V8 compiles a function when it is first called.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, resolve } from 'node:path';
import v8 from 'node:v8';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

const path = resolve(process.argv[2]);
const name = basename(path, '.cjs');
const COMMANDS = {
  help: [['--help']],
  holystone: [
    ['validate', '--config', 'config/holystone.yaml'],
    ['plan', '--help'],
  ],
};

const bytes = readFileSync(path);
const text = `(function (exports, require, module, __filename, __dirname) {${bytes.latin1Slice()}\n})`;
const script = new Script(text, { filename: `dist/src/${name}.cjs` });
// V8 reads what it compiled only under the flags under which it was written.
const setFlags = v8.setFlagsFromString;
v8.setFlagsFromString = () => {};
// It would forget functions that run seldom.
setFlags('--no-flush-bytecode');
const exit = process.exit;
const open = [...COMMANDS[name]];
process.exit = next;
process.stdout.write = (_text, ...rest) => rest.at(-1)?.();
process.stderr.write = process.stdout.write;
next();

function next() {
  const words = open.shift();
  if (!words) write();
  process.argv = [process.execPath, path, ...words];
  const module = { exports: {}, importing: (url) => import(url) };
  script.runInThisContext()(module.exports, createRequire(path), module, path, dirname(path));
}

function write() {
  setFlags('--flush-bytecode');
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(crc32(bytes));
  const folder = resolve(dirname(path), '../compiled');
  mkdirSync(folder, { recursive: true });
  writeFileSync(resolve(folder, name), Buffer.concat([checksum, script.createCachedData()]));
  exit(0);
}
