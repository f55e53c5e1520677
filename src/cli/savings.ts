import { type Command, InvalidArgumentError } from 'commander';
import { monthWords, partsOfMonth, savedBy, savedWords, savingsCsv } from '../core/text/savedSums.ts';
import { visible } from '../core/text/visible.ts';
import { CONFIG_OPTION } from './configOption.ts';
import { type CliContext, writeLine } from './context.ts';
import { formatOptionOf } from './format.ts';
import { load } from './load.ts';
import { withState } from './withState.ts';

interface SavingsOptions {
  readonly config: string;
  readonly format: 'table' | 'json' | 'csv';
  readonly month?: string;
}

/** `savings` reads Redis only: every deletion added its cost there. */
export function registerSavings(program: Command, context: CliContext): void {
  program
    .command('savings')
    .option('-m, --month <month>', 'only this month, as in 2026-11 (UTC)', readMonth)
    .addOption(formatOptionOf(['table', 'json', 'csv']))
    .option(...CONFIG_OPTION)
    .addHelpText('after', '\nExamples:\n  $ holystone savings\n  $ holystone savings --month 2026-11 --output csv')
    .action((options: SavingsOptions) => savings(options, context));
}

function readMonth(text: string): string {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text;
  throw new InvalidArgumentError('a month such as 2026-11');
}

async function savings({ config, format, month }: SavingsOptions, context: CliContext): Promise<void> {
  const configuration = await load(config, context);
  const saved = await withState('savings', configuration, context, ({ months }) => months.parts());
  const parts = partsOfMonth(saved, month);
  const since = saved.since === undefined ? null : new Date(saved.since).toISOString();
  if (format === 'json') return writeLine(context.stdout, JSON.stringify({ since, savings: parts }));
  if (format === 'csv') return void context.stdout.write(savingsCsv(parts));
  if (parts.length === 0) return writeLine(context.stdout, 'No deletion has been counted here.');
  for (const [one, words] of savedBy(parts, (part) => part.month)
    .toSorted((a, b) => (a.name < b.name ? 1 : -1))
    .map((sum) => [sum, savedWords(sum)] as const)) {
    writeLine(context.stdout, `${monthWords(one.name)}: ${words} a month saved`);
    const own = partsOfMonth({ parts }, one.name);
    for (const [title, by] of [
      ['by team', 'team'],
      ['by type', 'type'],
    ] as const) {
      writeLine(context.stdout, `  ${title}`);
      for (const sum of savedBy(own, (part) => part[by]))
        writeLine(context.stdout, `    ${visible(sum.name) || 'no owner'}: ${savedWords(sum)}`);
    }
  }
  writeLine(
    context.stdout,
    `List prices. Counted since ${since?.slice(0, 10) ?? 'now'}; earlier deletions are not here.`,
  );
}
