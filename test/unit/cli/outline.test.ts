/** The help of the program without the code of its commands, against the commands themselves. */
import { describe, expect, test } from '@jest/globals';
import { Command } from 'commander';
import type { CliContext } from '../../../src/cli/context.ts';
import { OUTLINE } from '../../../src/cli/outline.ts';
import { providers } from '../../../src/handlers/index.ts';
import { variables } from '../../../src/handlers/variables.ts';
import { sourceFiles } from '../../support/sourceFiles.ts';

describe('the outline of a command', () => {
  const commands = OUTLINE.flatMap(([, all]) => all);

  test.each(commands.map((one) => [one.name, one] as const))(
    '%s has its name, its arguments and its options',
    async (_name, outline) => {
      const program = new Command();
      (await outline.load())(program, {} as CliContext);
      const found = program.commands.map((command) => ({
        name: command.name(),
        args: command.registeredArguments.map((argument) => {
          const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
          return argument.required ? `<${name}>` : `[${name}]`;
        }),
        options: command.options.filter(({ hidden }) => !hidden).map(({ long }) => long),
      }));
      const { name, args = [], options } = outline;
      expect(found).toEqual([{ name, args, options }]);
    },
  );

  test('a provider that prints rights has the sentence of its command there', () => {
    const said = providers.flatMap(({ rights }) => (rights ? [[rights.command, rights.description]] : []));
    expect(commands.map(({ name, about }) => [name, about])).toEqual(expect.arrayContaining(said));
  });
});

test('the environment that providers want is known without them', () => {
  const wanted = providers.map((provider) => provider.variables ?? {});
  expect(variables).toEqual(Object.assign({}, ...wanted));
});

test('--help, --version, completion and a mistyped command load no package but commander, and no provider', () => {
  const files = new Map(sourceFiles().map((file) => [file.path, file.text]));
  const loaded = new Set<string>();
  const packages = new Set<string>();
  const load = (path: string) => {
    if (loaded.has(path)) return;
    loaded.add(path);
    for (const specifier of importedAtOnce(files.get(path) ?? '')) {
      if (specifier.startsWith('.')) load(new URL(specifier, `file:///${path}`).pathname.slice(1));
      else if (!specifier.startsWith('node:')) packages.add(specifier);
    }
  };
  for (const path of ['main.ts', 'cli/completion.ts']) load(path);
  expect([...packages]).toEqual(['commander']);
  expect([...loaded].filter((path) => !files.has(path))).toEqual([]);
  expect([...loaded].filter((path) => path.startsWith('handlers/'))).toEqual([
    'handlers/programs/environment.ts',
    'handlers/variables.ts',
    'handlers/aws/account/variables.ts',
  ]);
});

/** Imports that take effect when the file is loaded: without types, and without `import()`. */
function importedAtOnce(text: string): readonly string[] {
  const found = text.matchAll(/^(?:import|export)\s(?!type\b)(?:[^;']*\sfrom\s)?'([^']+)'/gm);
  return [...found].map(([, specifier = '']) => specifier);
}
