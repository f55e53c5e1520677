import { Argument, type Command } from 'commander';
import { CONFIG_OPTION } from './configOption.ts';
import type { CliContext } from './context.ts';
import { type ControlOptions, controlCommand } from './control.ts';
import { formatOption } from './format.ts';
import { ACTOR_OPTION } from './withState.ts';

/** `service out` ends running work and begins no other, in the whole fleet; without an argument the state is printed. */
export function registerService(program: Command, context: CliContext): void {
  program
    .command('service')
    .addArgument(new Argument('[state]', 'without it, print the current state').choices(['in', 'out']))
    .addOption(formatOption())
    .option(...CONFIG_OPTION)
    .option(...ACTOR_OPTION)
    .option('--reason <text>', 'the reason, for the audit log')
    .addHelpText('after', '\nExamples:\n  $ holystone service out --reason "maintenance"\n  $ holystone service in')
    .action((service: 'in' | 'out' | undefined, options: ControlOptions) =>
      controlCommand('service', service === undefined ? {} : { service }, options, context),
    );
}
