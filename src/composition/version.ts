import { readFileSync } from 'node:fs';

/** The version in package.json, at the top of the repository and of `dist/`. */
export const VERSION: string = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
