// Files that tsc does not copy: the Lua scripts and others that are read at run time; `dist/` mirrors the repository.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';

for (const folder of ['src', 'sandbox', 'tools', 'config']) {
  cpSync(folder, `dist/${folder}`, { recursive: true, filter: (path) => !/\.tsx?$/.test(path) });
}
cpSync('package.json', 'dist/package.json');
// Read in a hundredth of the time; the text with its comments is for people.
writeFileSync('dist/config/prices.json', JSON.stringify(parse(readFileSync('config/prices.yaml', 'utf8'))));
