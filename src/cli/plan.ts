import { type Command, Option } from 'commander';
import { type Plan, planNamespace } from '../lifecycle/index.ts';
import { type CliContext, EXIT, writeLine } from './context.ts';
import { CONFIG_OPTION, load, selectNamespaces } from './load.ts';
import { Progress } from './progress.ts';
import { openSurvey } from './survey.ts';
import { planTable } from './table.ts';

interface PlanOptions {
  readonly config: string;
  readonly format?: 'json' | 'table';
  readonly namespace?: string;
}

export function registerPlan(program: Command, context: CliContext): void {
  program
    .command('plan')
    .description('Show what would be marked and deleted, and why. Writes nothing, needs no Redis.')
    .option(...CONFIG_OPTION)
    .addOption(
      new Option('-f, --format <format>', 'default: table on a terminal, else json').choices(['json', 'table']),
    )
    .option('-n, --namespace <glob>', 'only these namespaces; * stands for anything')
    .addHelpText(
      'after',
      "\nExamples:\n  $ holystone plan\n  $ holystone plan --namespace 'aws:*:us-east-1:image' --format json | jq .",
    )
    .action((options: PlanOptions) => plan(options, context));
}

async function plan(options: PlanOptions, context: CliContext): Promise<void> {
  const configuration = load(options.config, context);
  const selected = selectNamespaces(configuration, options.namespace);
  const survey = await openSurvey(configuration, context);
  const progress = new Progress(context.stderr, selected.length);
  try {
    const namespaces = [];
    for (const wc of selected) {
      progress.step(wc.namespace);
      namespaces.push(await planNamespace(survey.deps, wc, context.signal));
    }
    progress.end();
    const document: Plan = { generatedAt: new Date(context.clock.now()).toISOString(), namespaces };
    const format = options.format ?? (context.stdout.isTTY ? 'table' : 'json');
    writeLine(context.stdout, format === 'json' ? JSON.stringify(document) : planTable(document, context.stdout));
    if (namespaces.some(({ status }) => status !== 'complete')) context.exitCode = EXIT.withheld;
  } finally {
    progress.end();
    await survey.close();
  }
}
