import { type Command, InvalidArgumentError } from 'commander';
import { parseDuration } from '../core/common/duration.ts';
import { controlForbids } from '../core/policy/control.ts';
import { nothingHappensNowBecause } from '../core/policy/rollout.ts';
import { CONFIG_OPTION } from './configOption.ts';
import { type CliContext, writeLine } from './context.ts';
import { EXAMPLE } from './examples.ts';
import { formatOption, type TextFormat } from './format.ts';
import { load, selectNamespaces } from './load.ts';
import { marksDocument, marksText } from './marks/marksView.ts';
import { readMarks } from './marks/readMarks.ts';
import { colorsFor } from './text/colors.ts';
import { widthOf } from './text/wrapped.ts';
import { withState } from './withState.ts';

interface MarksOptions extends TextFormat {
  readonly config: string;
  readonly owner?: string;
  readonly namespace?: string;
  readonly entry?: string;
  /** ms. */
  readonly within?: number;
  readonly limit: number;
}

const DEFAULT_LIMIT = 100;

/** `marks` reads Redis only; it never asks the cloud whether the resources still exist. */
export function registerMarks(program: Command, context: CliContext): void {
  program
    .command('marks')
    .option('--owner <owner>', 'only of this owner: an address, or its part before the @')
    .option('-n, --namespace <glob>', 'only these namespaces; * matches anything')
    .option('--entry <name>', 'only of this entry of cleanup, as marks name it; "" = one without match')
    .option('-w, --within <duration>', 'only marks whose date is within this time, as in 36h or 7d', readMs)
    .option('-l, --limit <number>', 'the most marks to list, those with the soonest dates', readLimit, DEFAULT_LIMIT)
    .addOption(formatOption())
    .option(...CONFIG_OPTION)
    .addHelpText(
      'after',
      `\nExamples:\n  $ holystone marks --owner team-a@example.com\n  $ holystone marks --within 7d --namespace '${EXAMPLE.patterns.ofAccount}'\n  $ holystone marks --output json --limit 10000 | jq '.marks[].id'`,
    )
    .action((options: MarksOptions) => marks(options, context));
}

async function marks(options: MarksOptions, context: CliContext): Promise<void> {
  const { owner, entry, within, limit, namespace: glob } = options;
  const configuration = await load(options.config, context);
  const wcs = selectNamespaces(configuration, glob);
  const known = new Map<string, (typeof wcs)[number]>(wcs.map((wc) => [wc.namespace, wc]));
  const now = context.clock.now();
  await withState('marks', configuration, context, async (state) => {
    const control = await state.control.read();
    const question = {
      limit,
      ...(owner === undefined ? {} : { owner }),
      ...(entry === undefined ? {} : { entry }),
      ...(within === undefined ? {} : { dueBefore: now + within }),
    };
    const answer = await readMarks(state, wcs, question, now);
    const document = marksDocument(answer, {
      configurationOf: (namespace) => known.get(namespace),
      forbiddenIn: (wc) => nothingHappensNowBecause(control, wc),
      stopped: controlForbids(control),
      now,
    });
    const page = { width: widthOf(context.stdout), color: colorsFor(context) };
    const wanted = { ...(owner === undefined ? {} : { owner }), others: answer.otherOwners };
    const isJson = options.format === 'json';
    writeLine(context.stdout, isJson ? JSON.stringify(document) : marksText(document, wanted, page));
  });
}

function readMs(text: string): number {
  const duration = parseDuration(text);
  if (duration && 'ms' in duration) return duration.ms;
  throw new InvalidArgumentError('Give a duration such as 36h, 10d or 2w.');
}

function readLimit(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a whole number from 1 to 999999.');
}
