/** The action of `plan`; the help of the command loads nothing of it. */
import { VERSION } from '../composition/version.ts';
import { systemMonotonicClock } from '../core/common/clock.ts';
import { notJudgedOf } from '../handlers/index.ts';
import { planDiff, planOf, readNotJudged } from '../lifecycle/index.ts';
import { type CliContext, EXIT, writeError, writeLine } from './context.ts';
import type { TextFormat } from './format.ts';
import { sayInterrupted } from './interrupted.ts';
import { loadToRead, selectNamespaces } from './load.ts';
import { type Buffers, withCreatedBuffer } from './oneShot.ts';
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
import { writeJson } from './text/writeJson.ts';

/** `plan` takes these; those in `lifecycle/plan/plan.ts` are for one namespace. */
export interface PlanOptions extends TextFormat, Pick<Buffers, 'createdBufferDays'> {
  readonly config: string;
  /** A glob: `*` matches anything. Absent = every namespace. */
  readonly namespace?: string;
  readonly sort?: 'cost';
  /** A file that `plan --output json` wrote earlier. */
  readonly diff?: string;
  /** The table has every namespace, every row, the evidence and the costs. */
  readonly verbose?: boolean;
  /** The table has each kept resource too, with the reason. */
  readonly kept?: boolean;
  /** The plan reads no evidence that costs a call per resource. */
  readonly quick?: boolean;
  /** The plan takes over the results of an interrupted run that are at most 24 hours old. */
  readonly resume?: boolean;
  /** The file that keeps an interrupted plan; absent = a file below `definitions.dir`. */
  readonly state?: string;
}

/** Exits with `EXIT.withheld` where a listing or a namespace is incomplete; the plan is printed all the same. */
export async function plan(options: PlanOptions, context: CliContext): Promise<void> {
  const { quick = false, resume = false, kept = false, state } = options;
  const earlier = options.diff === undefined ? undefined : earlierPlanOf(options.diff, quick);
  const unlisted: string[] = [];
  const configuration = await loadToRead(options.config, context, { onUnlisted: (subject) => unlisted.push(subject) });
  const selected = selectNamespaces(configuration, options.namespace).map((wc) => withCreatedBuffer(wc, options));
  const rateShare = configuration.work.callRateShare;
  const progress = new Progress(context.stderr, systemMonotonicClock, { of: selected.length, rateShare });
  const format = options.format;
  const rows = format === 'json' || kept ? 'all' : earlier ? 'some' : 'open';
  const startedAt = context.clock.now();
  const resuming = new Resuming(configuration, { resume, state, version: VERSION, quick, rows }, context);
  const survey = await openSurvey(configuration, context, progress, resuming.reads);
  try {
    if (survey.quarantines) await warnOfStranded(configuration, survey.quarantines, context);
    const { namespaces, unfinished } = await planEach(survey.deps, selected, {
      signal: context.signal,
      omitKept: format === 'table' && !kept,
      earlier,
      sort: options.sort,
      quick,
      finished: resuming.finished,
      onNamespace: (wc, number) => progress.namespace(wc, number),
    });
    progress.end();
    // Before anything is printed: a second Ctrl-C ends the program at once.
    const goOn = context.signal.aborted && resuming.keep(namespaces, goOnWith(options));
    const { resumedFrom } = resuming;
    const notJudged = await readNotJudged(survey.deps, selected, notJudgedOf, context.signal);
    const isPlanned = new Set(namespaces.map(({ namespace }) => namespace));
    const document = planOf(namespaces, context.clock.now(), {
      unplanned: configuration.workConfigurations.filter((wc) => !isPlanned.has(wc.namespace)),
      handlerOf: survey.deps.handlerOf,
      notJudged,
      ...(quick ? { quick } : {}),
      ...(resumedFrom === undefined ? {} : { resumedFrom: new Date(resumedFrom).toISOString() }),
    });
    const diff = earlier && planDiff(earlier, document);
    const words = { ...options, unfinished: unfinished.length, startedAt };
    const shown = () => (diff ? diffTable(diff, colorsFor(context)) : planText(document, words, pageOn(context)));
    const stopped = goOn ? { unfinished: unfinished.map(({ namespace }) => namespace) } : {};
    const json = () => ({ ...document, ...(diff ? { diff } : {}), ...stopped });
    if (format === 'json') await writeJson(context.stdout, json());
    else writeLine(context.stdout, shown());
    for (const subject of unlisted) {
      writeError(context.stderr, `the plan lacks the resources there: ${subject} could not be listed, see above`);
    }
    const isWithheld = unlisted.length > 0 || document.namespaces.some(({ status }) => status !== 'complete');
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

/** The command line that goes on with an interrupted plan. Pure. */

interface Given {
  readonly config?: string;
  readonly namespace?: string;
  readonly format?: string;
  readonly sort?: string;
  readonly diff?: string;
  readonly state?: string;
  readonly quick?: boolean;
  readonly verbose?: boolean;
  readonly kept?: boolean;
}

/** `holystone plan --resume --config prod.yaml`, to be pasted into a shell. */
function goOnWith(of: Given): string {
  const { config, namespace, format, sort, diff, state, quick, verbose, kept } = of;
  const valued = { config, namespace, output: format, sort, diff, state };
  const values = Object.entries(valued).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${quoted(value)}`],
  );
  const flags = Object.entries({ quick, verbose, kept }).flatMap(([name, isGiven]) => (isGiven ? [`--${name}`] : []));
  return ['holystone plan --resume', ...values, ...flags].join(' ');
}

function quoted(value: string): string {
  return /^[\w./:@%+=-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`;
}
