import type { Command } from 'commander';
import type { WorkConfiguration } from '../core/workConfiguration.ts';
import { type CliContext, writeLine } from './context.ts';
import { CONFIG_OPTION, load } from './load.ts';

export function registerValidate(program: Command, context: CliContext): void {
  program
    .command('validate')
    .description('Check a configuration and list the work configurations it yields.')
    .option(...CONFIG_OPTION)
    .addHelpText('after', '\nExamples:\n  $ holystone validate --config config/holystone.yaml')
    .action(({ config }: { config: string }) => validate(config, context));
}

/** Prints the namespaces, or throws `ConfigurationError` with every problem. */
function validate(path: string, context: CliContext): void {
  const configuration = load(path, context);
  const { stdout } = context;
  for (const wc of configuration.workConfigurations) writeLine(stdout, describe(wc));
  for (const { what, why } of configuration.ignored) writeLine(stdout, `ignored: ${what}: ${why}`);
  for (const why of configuration.serveRefuses) writeLine(stdout, `serve refuses: ${why}`);
  const { length } = configuration.workConfigurations;
  writeLine(stdout, `${path} is valid: ${length} ${length === 1 ? 'work configuration' : 'work configurations'}`);
}

function describe({ namespace, actions, live, notLiveBecause }: WorkConfiguration): string {
  return `${namespace}  ${actions.join(', ')}  ${live ? 'LIVE' : `dry run: ${notLiveBecause ?? 'not live'}`}`;
}
