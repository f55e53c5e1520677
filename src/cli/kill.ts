import type { Command } from 'commander';
import { CONFIG_OPTION } from './configOption.ts';
import type { CliContext } from './context.ts';
import { type ControlOptions, controlCommand } from './control.ts';
import { formatOption } from './format.ts';
import { ACTOR_OPTION } from './withState.ts';

interface KillOptions extends ControlOptions {
  readonly lift?: boolean;
}

/** `kill` changes the control in Redis: no instance gets a permit until `--lift`. */
export function registerKill(program: Command, context: CliContext): void {
  program
    .command('kill')
    .option('--lift', 'switch it off: deletions may continue')
    .addOption(formatOption())
    .option(...CONFIG_OPTION)
    .option(...ACTOR_OPTION)
    .option('--reason <text>', 'the reason, for the audit log')
    .addHelpText('after', '\nExamples:\n  $ holystone kill --reason "wrong account"\n  $ holystone kill --lift')
    .action(({ lift = false, ...options }: KillOptions) => controlCommand('kill', { killed: !lift }, options, context));
}
