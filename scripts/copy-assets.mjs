// Files that tsc does not copy: the Lua scripts and others that are read at run time; `dist/` mirrors the repository.
import { cpSync } from 'node:fs';

for (const folder of ['src', 'sandbox', 'tools', 'config']) {
  cpSync(folder, `dist/${folder}`, { recursive: true, filter: (path) => !/\.tsx?$/.test(path) });
}
cpSync('package.json', 'dist/package.json');
