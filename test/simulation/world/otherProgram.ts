/**
 * Another build of the program in the same process: a copy of `dist/`, which is a module graph of its own, with another
 * rule in it: it keeps everything. Its identity is that of its files, as for every build.
 */
import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Program } from './instance.ts';

const BUILT = realpathSync(fileURLToPath(new URL('../../../src', import.meta.url)));
const RULE = `
import { evaluate as ofThisVersion } from './evaluateOfThisVersion.js';
export * from './evaluateOfThisVersion.js';
const kept = (verdict) => verdict.kind === 'candidate' ? { ...verdict, kind: 'keep', decidedBy: 'safeguard', reasons: ['a rule of this build keeps it'] } : verdict;
export const evaluate = (given) => new Map([...ofThisVersion(given)].map(([id, verdict]) => [id, kept(verdict)]));
`;

export async function otherProgram(): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), 'holystone-other-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const dist = join(folder, 'dist');
  cpSync(BUILT, join(dist, 'src'), { recursive: true, filter: (path) => !path.endsWith('.map') });
  cpSync(join(dirname(BUILT), 'package.json'), join(dist, 'package.json'));
  symlinkSync(join(dirname(dirname(BUILT)), 'node_modules'), join(folder, 'node_modules'));
  const rules = join(dist, 'src', 'core', 'evaluation');
  cpSync(join(rules, 'evaluate.js'), join(rules, 'evaluateOfThisVersion.js'));
  writeFileSync(join(rules, 'evaluate.js'), RULE);
  const from = (path: string) => import(pathToFileURL(join(dist, 'src', path)).href);
  const [{ serve }, { openParts }, { longestClock }] = await Promise.all(
    ['composition/daemon.js', 'composition/parts.js', 'core/common/clock.js'].map(from),
  );
  return { serve, openParts, longestClock, keepsAll: true };
}
