import { type Command, InvalidArgumentError, Option } from 'commander';
import { CONFIG_OPTION } from './configOption.ts';
import type { CliContext } from './context.ts';
import { EXAMPLE } from './examples.ts';
import { formatOption } from './format.ts';
import type { RestoreOptions } from './restoreCommand.ts';
import { ACTOR_OPTION } from './withState.ts';

/** `restore` rebuilds a deleted resource from its stored definition, or takes it out of the Recycle Bin. */
export function registerRestore(program: Command, context: CliContext): void {
  program
    .command('restore')
    .argument('<namespace>', `as in ${EXAMPLE.namespace}`)
    .argument('[id]', 'the former id; without it, the saved definitions of the namespace are listed')
    .addOption(
      new Option('-g, --generation <generation>', 'this definition, if the id has several').argParser(readGeneration),
    )
    .option(
      '--unsigned',
      'accept a definition without a keyed checksum, written before signing.keys had a key; read it first',
      false,
    )
    .option('-y, --yes', 'apply it', false)
    .option(...CONFIG_OPTION)
    .option(...ACTOR_OPTION)
    .addOption(formatOption())
    .addHelpText(
      'after',
      `\nExamples:\n  $ holystone restore ${EXAMPLE.namespace}\n  $ holystone restore ${EXAMPLE.namespace} ${EXAMPLE.resource} --yes`,
    )
    .action(async (namespace: string, id: string | undefined, options: RestoreOptions) => {
      const { restoreCommand } = await import('./restoreCommand.ts');
      await restoreCommand(namespace, id, options, context);
    });
}

function readGeneration(text: string): string {
  if (/^[0-9a-f]{16}$/.test(text)) return text;
  throw new InvalidArgumentError('Give a generation that `restore` lists, such as 0123456789abcdef.');
}
