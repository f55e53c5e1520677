#!/usr/bin/env node
// Starts the bundle with what V8 compiled of it when it was built, where this is the same V8 and the same text (ADR 119).
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join } = require('node:path');
const { Script } = require('node:vm');

// Without a command there is nothing to run but the help: a bundle of that alone is read sooner.
const name = process.argv.slice(2).some((word) => !word.startsWith('-')) ? 'holystone' : 'help';
// Stack traces have this name, which V8 stored when it compiled, wherever that was.
const filename = `dist/src/${name}.cjs`;
const path = join(__dirname, 'src', `${name}.cjs`);
// Only Node's own loader reads source maps.
if (process.sourceMapsEnabled) require(path);
else start(readFileSync(path));

function start(bytes) {
  const text = `(function (exports, require, module, __filename, __dirname) {${bytes.latin1Slice()}\n})`;
  const script = new Script(text, { filename, cachedData: compiled(bytes) });
  const module = { exports: {}, importing: (url) => import(url) };
  script.runInThisContext()(module.exports, createRequire(path), module, path, dirname(path));
}

/** V8 compares no more than the length of the text: of what decides something the checksum is compared too. */
function compiled(bytes) {
  try {
    const cached = readFileSync(join(__dirname, 'compiled', name));
    const isSame = name === 'help' || cached.readUInt32LE() === require('node:zlib').crc32(bytes);
    return isSame ? cached.subarray(4) : undefined;
  } catch {
    return undefined;
  }
}
