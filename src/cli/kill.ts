import type { Command } from 'commander';
import type { CliContext } from './context.ts';
import { type ControlOptions, controlCommand } from './control.ts';
import { CONFIG_OPTION } from './load.ts';
import { ACTOR_OPTION } from './withState.ts';

interface KillOptions extends ControlOptions {
  readonly lift?: boolean;
}

export function registerKill(program: Command, context: CliContext): void {
  program
    .command('kill')
    .description('The kill switch: when this command is done, no deletion leaves any instance, until it is lifted.')
    .option('--lift', 'let the fleet work again')
    .option(...CONFIG_OPTION)
    .option(...ACTOR_OPTION)
    .option('--reason <text>', 'why, for the audit log')
    .addHelpText('after', '\nExamples:\n  $ holystone kill --reason "wrong account"\n  $ holystone kill --lift')
    .action(({ lift = false, ...options }: KillOptions) => controlCommand('kill', { killed: !lift }, options, context));
}
