import { type Command, InvalidArgumentError } from 'commander';
import { type Limit, limitProblem } from '../core/policy/control.ts';
import { CONFIG_OPTION } from './configOption.ts';
import type { CliContext } from './context.ts';
import { type ControlOptions, controlCommand } from './control.ts';
import { ACTOR_OPTION } from './withState.ts';

interface LimitOptions extends ControlOptions {
  readonly capacity?: number | 'default';
  readonly deletesPerDay?: number | 'default';
}

export function registerLimits(program: Command, context: CliContext): void {
  program
    .command('limits')
    .option('--capacity <n>', 'parallel work items, 0 pauses; "default": as configured', reader('capacity'))
    .option('--deletes-per-day <n>', 'deletions per day (UTC); "default": as configured', reader('deletesPerDay'))
    .option(...CONFIG_OPTION)
    .option(...ACTOR_OPTION)
    .option('--reason <text>', 'the reason, for the audit log')
    .addHelpText('after', '\nExamples:\n  $ holystone limits\n  $ holystone limits --capacity 2 --deletes-per-day 100')
    .action(({ capacity, deletesPerDay, ...options }: LimitOptions) => {
      const change = {
        ...(capacity === undefined ? {} : { capacity: asConfigured(capacity) }),
        ...(deletesPerDay === undefined ? {} : { deletesPerDay: asConfigured(deletesPerDay) }),
      };
      return controlCommand('limits', change, options, context);
    });
}

function asConfigured(value: number | 'default'): number | null {
  return value === 'default' ? null : value;
}

/** Commander would make an empty text of `null`. */
function reader(limit: Limit): (text: string) => number | 'default' {
  return (text) => {
    if (text === 'default') return 'default';
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    const problem = limitProblem(limit, value);
    if (problem !== undefined) throw new InvalidArgumentError(`It ${problem}, or "default".`);
    return value;
  };
}
