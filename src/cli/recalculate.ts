import { type Command, InvalidArgumentError } from 'commander';
import { parseDuration } from '../core/common/duration.ts';
import { pluralize } from '../core/common/pluralize.ts';
import type { Recalculated } from '../lifecycle/index.ts';
import { CONFIG_OPTION } from './configOption.ts';
import { type CliContext, UsageError, writeLine } from './context.ts';
import { EXAMPLE } from './examples.ts';
import { formatOption, type TextFormat } from './format.ts';
import { findNamespace, load } from './load.ts';
import { ACTOR_OPTION, actorOf, withState } from './withState.ts';

interface RecalculateOptions extends TextFormat {
  readonly config: string;
  /** Seconds. */
  readonly within: number;
  readonly count: number;
  readonly as?: string;
}

/** `recalculate` changes the dates of marks in Redis; it asks no cloud. */
export function registerRecalculate(program: Command, context: CliContext): void {
  program
    .command('recalculate')
    .argument('<namespace>', `as in ${EXAMPLE.namespace}`)
    .requiredOption('-w, --within <duration>', 'the latest new date, counted from now, as in 36h or 10d', readSeconds)
    .requiredOption('-n, --count <number>', 'the number of marks, oldest first', readCount)
    .addOption(formatOption())
    .option(...CONFIG_OPTION)
    .option(...ACTOR_OPTION)
    .addHelpText('after', `\nExamples:\n  $ holystone recalculate ${EXAMPLE.namespace} --within 10d --count 50`)
    .action((namespace: string, options: RecalculateOptions) => recalculateCommand(namespace, options, context));
}

function readSeconds(text: string): number {
  const duration = parseDuration(text);
  if (duration && 'ms' in duration) return duration.ms / 1000;
  throw new InvalidArgumentError('Give a duration of at least one second, such as 90s, 36h, 10d or 2w.');
}

function readCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a whole number from 1.');
}

async function recalculateCommand(text: string, options: RecalculateOptions, context: CliContext): Promise<void> {
  const configuration = await load(options.config, context);
  const wc = findNamespace(configuration, text);
  const { namespace } = wc;
  const { within: seconds, count } = options;
  const { recalculate } = await import('../lifecycle/index.ts');
  const done = await withState('recalculate', configuration, context, ({ marks, control }) => {
    const deps = { marks, control, clock: context.clock, workConfigurationOf: () => wc };
    return recalculate(deps, { namespace, seconds, count, actor: actorOf(options) });
  });
  report(done, namespace, options, context);
}

function report(done: Recalculated, namespace: string, { format }: TextFormat, context: CliContext): void {
  if (done.kind === 'invalid') throw new UsageError(`--${done.field === 'count' ? 'count' : 'within'} ${done.why}`);
  if (done.kind === 'conflict') throw new Error(done.why);
  const { moved, considered } = done;
  const rest = moved < considered ? '; the other owners were promised their current dates' : '';
  const text = `${namespace}: ${moved} of the ${pluralize(considered, 'oldest mark')} moved${rest}`;
  writeLine(context.stdout, format === 'json' ? JSON.stringify({ namespace, considered, moved }) : text);
}
