/** The files that Node loads before a command of the line begins: its help and its usage errors need no more. */
import { expect, test } from '@jest/globals';
import { OUTLINE } from '../../../src/cli/outline.ts';
import { sourceFiles } from '../../support/sourceFiles.ts';

/** Files of ours, of about 1,100. */
const MOST = 47;

/** Their options are those that the providers declare. */
const WITH_PROVIDERS = ['init', 'iam-policy', 'rbac'];

/** The file of a command whose name it does not have. */
const FILES: Readonly<Record<string, string>> = { 'iam-policy': 'rights', rbac: 'rights' };

const loadsOf = new Map(sourceFiles().map(({ path, loads }) => [path, loads]));
const names = OUTLINE.flatMap(([, commands]) => commands.map(({ name }) => name));

test.each(names.filter((name) => !WITH_PROVIDERS.includes(name)))(
  '`%s --help` loads few files, and none of the handlers, the lifecycle and the state',
  (name) => {
    const loaded = [...loadedWith('cli/program.ts', `cli/${FILES[name] ?? name}.ts`)];
    expect(loaded.filter((path) => /^(handlers|lifecycle|state|config|notify|http|queue)\//.test(path))).toEqual([]);
    expect(loaded.length).toBeLessThanOrEqual(MOST);
  },
);

test.each(WITH_PROVIDERS)('`%s --help` still needs the providers, so it stays in the list', (name) => {
  expect([...loadedWith(`cli/${FILES[name] ?? name}.ts`)]).toContain('handlers/index.ts');
});

test('the kill switch loads no provider: stopping deletions waits for nothing that it does not need', () => {
  const loaded = loadedWith(
    'cli/program.ts',
    'cli/kill.ts',
    'config/load/stateSettings.ts',
    'lifecycle/fleet/changeControl.ts',
    'state/redis/redisState.ts',
    'state/redis/connection.ts',
    'cli/text/terminalLog.ts',
  );
  expect([...loaded].filter((path) => /^(handlers\/(?!contract)|notify|http|queue)/.test(path))).toEqual([]);
});

function loadedWith(...first: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>(first);
  // A set visits the members that are added meanwhile.
  for (const path of seen) {
    const loads = loadsOf.get(path);
    if (loads === undefined) throw new Error(`${path} is no file of the program`);
    for (const one of loads) seen.add(one);
  }
  return seen;
}
