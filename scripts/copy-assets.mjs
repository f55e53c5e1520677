// What tsc does not copy: the Lua scripts and other files that are read at run time.
import { cpSync } from 'node:fs';

cpSync('src', 'dist', {
  recursive: true,
  filter: (path) => !/\.tsx?$/.test(path),
});
