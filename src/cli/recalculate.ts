import { type Command, InvalidArgumentError } from 'commander';
import { parseDuration } from '../core/common/duration.ts';
import { pluralize } from '../core/common/pluralize.ts';
import { type Recalculated, recalculate } from '../lifecycle/index.ts';
import { type CliContext, UsageError, writeLine } from './context.ts';
import { EXAMPLE } from './examples.ts';
import { CONFIG_OPTION, findNamespace, load } from './load.ts';
import { ACTOR_OPTION, actorOf, withState } from './withState.ts';

interface RecalculateOptions {
  readonly config: string;
  /** Seconds. */
  readonly within: number;
  readonly count: number;
  readonly as?: string;
}

export function registerRecalculate(program: Command, context: CliContext): void {
  program
    .command('recalculate')
    .description('Move the dates of the oldest marks in. Never before the end of what their owners were told.')
    .argument('<namespace>', `as in ${EXAMPLE.namespace}`)
    .requiredOption('-w, --within <duration>', 'how far from now at most, as in 36h or 10d', readSeconds)
    .requiredOption('-n, --count <number>', 'how many marks, the oldest first', readCount)
    .option(...CONFIG_OPTION)
    .option(...ACTOR_OPTION)
    .addHelpText('after', `\nExamples:\n  $ holystone recalculate ${EXAMPLE.namespace} --within 10d --count 50`)
    .action((namespace: string, options: RecalculateOptions) => recalculateCommand(namespace, options, context));
}

function readSeconds(text: string): number {
  const duration = parseDuration(text);
  if (duration && 'ms' in duration) return duration.ms / 1000;
  throw new InvalidArgumentError('It is a duration like 90s, 36h, 10d or 2w, of at least a second.');
}

function readCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is a whole number from 1 on.');
}

async function recalculateCommand(text: string, options: RecalculateOptions, context: CliContext): Promise<void> {
  const configuration = await load(options.config, context);
  const wc = findNamespace(configuration, text);
  const { namespace } = wc;
  const { within: seconds, count } = options;
  const done = await withState('recalculate', configuration, context, ({ marks }) => {
    const deps = { marks, clock: context.clock, workConfigurationOf: () => wc };
    return recalculate(deps, { namespace, seconds, count, actor: actorOf(options) });
  });
  report(done, namespace, context);
}

function report(done: Recalculated, namespace: string, context: CliContext): void {
  if (done.kind === 'invalid') throw new UsageError(`--${done.field === 'count' ? 'count' : 'within'} ${done.why}`);
  if (done.kind === 'conflict') throw new Error(done.why);
  const { moved, considered } = done;
  const rest = moved < considered ? '; the others’ notice does not end before' : '';
  writeLine(context.stdout, `${namespace}: ${moved} of the ${pluralize(considered, 'oldest mark')} moved${rest}`);
}
