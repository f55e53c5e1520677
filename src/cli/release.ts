import type { Command } from 'commander';
import { CONFIG_OPTION } from './configOption.ts';
import type { CliContext } from './context.ts';
import { EXAMPLE } from './examples.ts';
import { formatOption } from './format.ts';
import type { ReleaseOptions } from './releaseCommand.ts';
import { ACTOR_OPTION } from './withState.ts';

const EXAMPLES = `
Examples:
  $ holystone release
  $ holystone release ${EXAMPLE.namespace}
  $ holystone release ${EXAMPLE.namespace} ${EXAMPLE.resource} --yes`;

/** `release` ends quarantines; without `--yes` it only lists them. */
export function registerRelease(program: Command, context: CliContext): void {
  program
    .command('release')
    .argument('[namespace]', `as in ${EXAMPLE.namespace}; also one that no entry of the configuration covers`)
    .argument('[ids...]', 'only these resources; default: all in quarantine there')
    .option('-y, --yes', 'apply it', false)
    .addOption(formatOption())
    .option(...CONFIG_OPTION)
    .option(...ACTOR_OPTION)
    .addHelpText('after', EXAMPLES)
    .action(async (namespace: string | undefined, ids: readonly string[], options: ReleaseOptions) => {
      const { listAll, releaseThere } = await import('./releaseCommand.ts');
      await (namespace === undefined ? listAll(options, context) : releaseThere(namespace, ids, options, context));
    });
}
