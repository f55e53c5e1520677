// The program as one bundle: `dist/src/holystone.js`, and beside it the parts that it loads later. Node spends half of a short command
// on finding and opening a thousand files. Packages stay where npm puts them, and the sandbox stays files of its own (ADR 119).
// `--alone`: the single files of the bundle go; without it they stay, for tests.
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';

const OUT = 'dist/src';
const ENTRY = 'holystone';
const PART = 'part-';

/** A file finds what it reads (scripts of Redis, styles, `config/`) from its own folder, and all of the bundle lies in one. */
const ownFolders = {
  name: 'own folders',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/.*\.tsx?$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.url')) return undefined;
      const own = JSON.stringify(`./${relative('src', path).replace(/\.tsx?$/, '.js')}`);
      const contents = text.replaceAll('import.meta.url', `new URL(${own}, import.meta.url).href`);
      return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
};

/** The image has none of it, and two copies of one sandbox would be two sandboxes. */
const sandboxApart = {
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

if (existsSync(OUT)) for (const name of readdirSync(OUT)) if (name.startsWith(PART)) rmSync(join(OUT, name));
await build({
  entryPoints: { [ENTRY]: 'src/main.ts' },
  outdir: OUT,
  chunkNames: `${PART}[hash]`,
  bundle: true,
  splitting: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  sourcemap: true,
  sourcesContent: false,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  plugins: [ownFolders, sandboxApart],
  logLevel: 'warning',
});
writeFileSync('dist/main.js', `#!/usr/bin/env node\nimport './src/${ENTRY}.js';\n`);
if (process.argv.includes('--alone')) {
  for (const path of ['dist/src', 'dist/tools']) removeSingles(path);
  // What starts the program again starts this.
  writeFileSync(`${OUT}/main.js`, `import './${ENTRY}.js';\n`);
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
