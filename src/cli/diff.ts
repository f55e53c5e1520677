import type { Command } from 'commander';
import { CONFIG_OPTION } from './configOption.ts';
import type { CliContext } from './context.ts';
import type { DiffOptions } from './diffCommand.ts';
import { formatOption } from './format.ts';
import { orInterrupted } from './interrupted.ts';

/** `diff` reads the source and the cluster, and writes nothing; it needs no Redis. */
export function registerDiff(program: Command, context: CliContext): void {
  program
    .command('diff')
    .argument('<environment>', 'the location of an entry with a source')
    .option(...CONFIG_OPTION)
    .option('-a, --account <name>', 'one account only')
    .option('--exit-code', 'exit with 4 where an object is not in source')
    .addOption(formatOption())
    .addHelpText(
      'after',
      `
A line for each live object that is not in source, and why Holystone keeps it
where that shows. It reads no users of an object: \`holystone plan\` does.

Exit codes: 0 compared (with --exit-code: and everything is in source), 1 failed,
2 usage or configuration error, 3 something could not be compared, 4 with
--exit-code: an object is not in source.

Examples:
  $ holystone diff shop/prod
  $ holystone diff shop/prod --account prod --output json
  $ holystone diff shop/prod --exit-code`,
    )
    .action((environment: string, options: DiffOptions) =>
      orInterrupted(context, 'nothing was compared', async () => {
        const { diff } = await import('./diffCommand.ts');
        await diff(environment, options, context);
      }),
    );
}
