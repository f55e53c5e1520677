import { type Command, InvalidArgumentError } from 'commander';
import { type Limit, limitProblem, readSpan, type SpanLimit } from '../core/policy/control.ts';
import { CONFIG_OPTION } from './configOption.ts';
import type { CliContext } from './context.ts';
import { type ControlOptions, controlCommand } from './control.ts';
import { formatOption } from './format.ts';
import { ACTOR_OPTION } from './withState.ts';

const EXAMPLES = `
Examples:
  $ holystone limits
  $ holystone limits --capacity 2 --deletes-per-day 100
  $ holystone limits --provider registry=4 --delete-budget 250s`;

interface LimitOptions extends ControlOptions {
  readonly capacity?: number | 'default';
  readonly deletesPerDay?: number | 'default';
  readonly deleteBudget?: number | 'default';
  readonly starveAfter?: number | 'default';
  readonly provider?: Readonly<Record<string, number | 'default'>>;
}

/** `limits` changes the control in Redis; without an option it prints it. */
export function registerLimits(program: Command, context: CliContext): void {
  program
    .command('limits')
    .option('--capacity <n>', 'parallel work items, 0 pauses; "default": as configured', reader('capacity'))
    .option('--deletes-per-day <n>', 'deletions per day (UTC); "default": as configured', reader('deletesPerDay'))
    .option('--provider <name=n>', 'units of a provider at once, 0 pauses it; "name=default": no limit', providerReader)
    .option('--delete-budget <time>', 'time of one delete pass, such as 250s', spanReader('deleteBudget'))
    .option('--starve-after <time>', 'unfinished units then get every second place', spanReader('starveAfter'))
    .addOption(formatOption())
    .option(...CONFIG_OPTION)
    .option(...ACTOR_OPTION)
    .option('--reason <text>', 'the reason, for the audit log')
    .addHelpText('after', EXAMPLES)
    .action((all: LimitOptions) => {
      const { capacity, deletesPerDay, deleteBudget, starveAfter, provider, ...options } = all;
      const limits = { capacity, deletesPerDay, deleteBudgetMs: deleteBudget, starveAfterMs: starveAfter };
      const change = {
        ...asConfigured(limits),
        ...(provider === undefined ? {} : { providers: asConfigured(provider) }),
      };
      return controlCommand('limits', change, options, context);
    });
}

/** `default` removes a limit. */
function asConfigured(limits: Readonly<Record<string, number | 'default' | undefined>>): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(limits).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value === 'default' ? null : value]],
    ),
  );
}

function spanReader(limit: SpanLimit): (text: string) => number | 'default' {
  return (text) => {
    if (text === 'default') return 'default';
    const ms = readSpan(limit, text);
    if (typeof ms !== 'number') throw new InvalidArgumentError(`It ${ms.problem}, or "default".`);
    return ms;
  };
}

function providerReader(text: string, before: LimitOptions['provider'] = {}): LimitOptions['provider'] {
  const [, name, value] = /^([^=\s]+)=(.+)$/.exec(text) ?? [];
  if (!name || !value) throw new InvalidArgumentError('It must be a provider and a number: registry=4.');
  return { ...before, [name.toLowerCase()]: reader('capacity')(value) };
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
