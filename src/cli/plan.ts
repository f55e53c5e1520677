import { type Command, Option } from 'commander';
import { byPlannedCost, type NamespacePlan, planDiff, planNamespace, plannedIn, planOf } from '../lifecycle/index.ts';
import { type CliContext, EXIT, writeLine } from './context.ts';
import { EXAMPLE } from './examples.ts';
import { CONFIG_OPTION, load, selectNamespaces } from './load.ts';
import { planText } from './plan/planText.ts';
import { diffTable, earlierPlanOf } from './planDiff.ts';
import { Progress } from './progress.ts';
import { warnOfStranded } from './stranded.ts';
import { openSurvey } from './survey.ts';
import { colorsFor } from './text/colors.ts';
import type { Page } from './text/page.ts';

interface PlanOptions {
  readonly config: string;
  readonly format?: 'json' | 'table';
  readonly namespace?: string;
  readonly sort?: 'cost';
  readonly diff?: string;
  readonly verbose?: boolean;
}

export function registerPlan(program: Command, context: CliContext): void {
  program
    .command('plan')
    .description('Show the resources that Holystone would mark and delete, and why. Writes nothing, needs no Redis.')
    .option(...CONFIG_OPTION)
    .addOption(
      new Option('-f, --format <format>', 'default: table on a terminal, else json').choices(['json', 'table']),
    )
    .option('-n, --namespace <glob>', 'only these namespaces; * matches anything')
    .addOption(new Option('-s, --sort <by>', 'order within each namespace, highest cost first').choices(['cost']))
    .option('-d, --diff <file>', 'show the changes since an earlier plan (a file written by --format json)')
    .option('-v, --verbose', 'every namespace and every row, the evidence, and the costs of accounts and owners')
    .addHelpText(
      'after',
      `\nExamples:\n  $ holystone plan\n  $ holystone plan --sort cost\n  $ holystone plan --format json > monday.json; holystone plan --diff monday.json\n  $ holystone plan --namespace '${EXAMPLE.patterns.ofLocation}' --format json | jq .`,
    )
    .action((options: PlanOptions) => plan(options, context));
}

async function plan(options: PlanOptions, context: CliContext): Promise<void> {
  const earlier = options.diff === undefined ? undefined : earlierPlanOf(options.diff);
  const configuration = await load(options.config, context);
  const selected = selectNamespaces(configuration, options.namespace);
  const survey = await openSurvey(configuration, context);
  if (survey.quarantines) await warnOfStranded(configuration, survey.quarantines, context);
  const progress = new Progress(context.stderr, selected.length);
  try {
    const format = options.format ?? (context.stdout.isTTY ? 'table' : 'json');
    const namespaces: NamespacePlan[] = [];
    for (const wc of selected) {
      progress.step(wc.namespace);
      const planned = await planNamespace(survey.deps, wc, context.signal, {
        omitKept: format === 'table',
        ...(earlier ? { notOmitted: plannedIn(earlier, wc.namespace) } : {}),
      });
      namespaces.push(options.sort === 'cost' ? costliestFirst(planned) : planned);
    }
    progress.end();
    const document = planOf(namespaces, context.clock.now());
    const diff = earlier && planDiff(earlier, document);
    const shown = () => (diff ? diffTable(diff, colorsFor(context)) : planText(document, options, pageOn(context)));
    writeLine(context.stdout, format === 'json' ? JSON.stringify({ ...document, ...(diff ? { diff } : {}) }) : shown());
    if (namespaces.some(({ status }) => status !== 'complete')) context.exitCode = EXIT.withheld;
  } finally {
    progress.end();
    await survey.close();
  }
}

/** Only a terminal has a width; what goes into a pipe keeps its lines, so that `grep` finds whole ones. */
function pageOn({ env, stdout }: CliContext): Page {
  const width = stdout.isTTY ? Math.max(NARROWEST, stdout.columns || FALLBACK_COLUMNS) : Number.POSITIVE_INFINITY;
  return { width, color: colorsFor({ env, stdout }) };
}

const NARROWEST = 20;
const FALLBACK_COLUMNS = 80;

function costliestFirst(plan: NamespacePlan): NamespacePlan {
  return { ...plan, resources: plan.resources.toSorted(byPlannedCost) };
}
