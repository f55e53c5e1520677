import { type Command, Option } from 'commander';
import { VERSION } from '../composition/version.ts';
import { systemMonotonicClock } from '../core/common/clock.ts';
import { planDiff, planOf } from '../lifecycle/index.ts';
import { CONFIG_OPTION } from './configOption.ts';
import { type CliContext, EXIT, writeError, writeLine } from './context.ts';
import { EXAMPLE } from './examples.ts';
import { type RowsFormat, rowsFormatOf, rowsFormatOption } from './format.ts';
import { orInterrupted, sayInterrupted } from './interrupted.ts';
import { loadToRead, selectNamespaces } from './load.ts';
import { goOnWith } from './plan/goOn.ts';
import { planEach } from './plan/planEach.ts';
import { planText } from './plan/planText.ts';
import { Progress } from './plan/progress.ts';
import { diffTable, earlierPlanOf } from './planDiff.ts';
import { Resuming } from './resuming.ts';
import { warnOfStranded } from './stranded.ts';
import { openSurvey } from './survey.ts';
import { colorsFor } from './text/colors.ts';
import type { Page } from './text/page.ts';
import { widthOf } from './text/wrapped.ts';

interface PlanOptions extends RowsFormat {
  readonly config: string;
  readonly namespace?: string;
  readonly sort?: 'cost';
  readonly diff?: string;
  readonly verbose?: boolean;
  readonly quick?: boolean;
  readonly resume?: boolean;
  readonly state?: string;
}

export function registerPlan(program: Command, context: CliContext): void {
  program
    .command('plan')
    .option(...CONFIG_OPTION)
    .addOption(rowsFormatOption())
    .option('-n, --namespace <glob>', 'only these namespaces; * matches anything')
    .addOption(new Option('-s, --sort <by>', 'order within each namespace, highest cost first').choices(['cost']))
    .option('-d, --diff <file>', 'show the changes since an earlier plan (a file written by --output json)')
    .option('-q, --quick', 'do not read evidence that costs a call per resource: at most these would be deleted')
    .option('-r, --resume', 'go on where an interrupted plan was; results are up to 24 hours old, and say so')
    .option('--state <file>', 'where Ctrl-C keeps the plan for --resume (default: below definitions.dir)')
    .option('-v, --verbose', 'every namespace and every row, the evidence, and the costs of accounts and owners')
    .addHelpText(
      'after',
      `\nCtrl-C prints what was read until then, keeps it for --resume, and exits with 130.\n\nExamples:\n  $ holystone plan\n  $ holystone plan --quick\n  $ holystone plan --resume\n  $ holystone plan --sort cost\n  $ holystone plan --output json > monday.json; holystone plan --diff monday.json\n  $ holystone plan --namespace '${EXAMPLE.patterns.ofLocation}' --output json | jq .`,
    )
    .action((options: PlanOptions) => orInterrupted(context, 'nothing was planned', () => plan(options, context)));
}

async function plan(options: PlanOptions, context: CliContext): Promise<void> {
  const { quick = false, resume = false, state } = options;
  const earlier = options.diff === undefined ? undefined : earlierPlanOf(options.diff, quick);
  const unlisted: string[] = [];
  const configuration = await loadToRead(options.config, context, { onUnlisted: (subject) => unlisted.push(subject) });
  const selected = selectNamespaces(configuration, options.namespace);
  const rateShare = configuration.work.callRateShare;
  const progress = new Progress(context.stderr, systemMonotonicClock, { of: selected.length, rateShare });
  const format = rowsFormatOf(options, context);
  const rows = format === 'json' ? 'all' : earlier ? 'some' : 'open';
  const startedAt = context.clock.now();
  const resuming = new Resuming(configuration, { resume, state, version: VERSION, quick, rows }, context);
  const survey = await openSurvey(configuration, context, progress, resuming.reads);
  try {
    if (survey.quarantines) await warnOfStranded(configuration, survey.quarantines, context);
    const { namespaces, unfinished } = await planEach(survey.deps, selected, {
      signal: context.signal,
      omitKept: format === 'table',
      earlier,
      sort: options.sort,
      quick,
      finished: resuming.finished,
      onNamespace: (wc, number) => progress.namespace(wc, number),
    });
    progress.end();
    // Before anything is printed: a second Ctrl-C ends the program at once.
    const goOn = context.signal.aborted && resuming.keep(namespaces, goOnWith(options, CONFIG_OPTION[2]));
    const { resumedFrom } = resuming;
    const document = planOf(namespaces, context.clock.now(), {
      ...(quick ? { quick } : {}),
      ...(resumedFrom === undefined ? {} : { resumedFrom: new Date(resumedFrom).toISOString() }),
    });
    const diff = earlier && planDiff(earlier, document);
    const words = { ...options, unfinished: unfinished.length, startedAt };
    const shown = () => (diff ? diffTable(diff, colorsFor(context)) : planText(document, words, pageOn(context)));
    const stopped = goOn ? { unfinished: unfinished.map(({ namespace }) => namespace) } : {};
    const json = () => ({ ...document, ...(diff ? { diff } : {}), ...stopped });
    writeLine(context.stdout, format === 'json' ? JSON.stringify(json()) : shown());
    for (const subject of unlisted) {
      writeError(context.stderr, `the plan lacks what it would find there: ${subject} could not be listed, see above`);
    }
    const isWithheld = unlisted.length > 0 || namespaces.some(({ status }) => status !== 'complete');
    if (isWithheld) context.exitCode = EXIT.withheld;
    if (goOn) sayInterrupted(context, `the plan has ${namespaces.length} of ${selected.length} namespaces\n${goOn}`);
    else resuming.end();
  } finally {
    progress.end();
    await survey.close();
  }
}

function pageOn({ env, stdout }: CliContext): Page {
  return { width: widthOf(stdout), color: colorsFor({ env, stdout }) };
}
