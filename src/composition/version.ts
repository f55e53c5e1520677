import { readFileSync } from 'node:fs';

/** The version in package.json, which lies one folder up in `src/` and in `dist/`. */
export const VERSION: string = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
