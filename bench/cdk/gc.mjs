// The CDK CLI of the conformance run, if it is in the user's cache folder: `npm run test:conformance -- cdkGc` puts it there.
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ACCOUNT, REGION } from '../contest.mjs';

const VERSION = '2.1148.1';
const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
const PROGRAM = join(cache, 'holystone', `cdk-${VERSION}`, 'node_modules/aws-cdk/bin/cdk');
const OPTIONS = ['--unstable=gc', '--no-notices', '--confirm=false', '--action=print', '--rollback-buffer-days=0'];

/** @returns the contestants: none where the program is not there */
export function realGc() {
  if (!existsSync(PROGRAM)) return [];
  const words = [PROGRAM, 'gc', `aws://${ACCOUNT}/${REGION}`, ...OPTIONS];
  return [{ name: `cdk gc --action=print ${VERSION}`, words, found: (text) => numberIn(text) }];
}

/** It says how many only where it deletes. */
function numberIn(text) {
  const said = /(\d+) isolated/.exec(text)?.[1];
  return said === undefined ? undefined : Number(said);
}
