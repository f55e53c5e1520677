import { type Command, Option } from 'commander';
import { CONFIG_OPTION } from './configOption.ts';
import type { CliContext } from './context.ts';
import { EXAMPLE } from './examples.ts';
import { formatOption } from './format.ts';
import { orInterrupted } from './interrupted.ts';
import type { PlanOptions } from './planCommand.ts';

/** `plan` reads the cloud and writes nothing there, and nothing to Redis (law 5); it works without Redis. */
export function registerPlan(program: Command, context: CliContext): void {
  program
    .command('plan')
    .option(...CONFIG_OPTION)
    .addOption(formatOption())
    .option('-n, --namespace <glob>', 'only these namespaces; * matches anything')
    .addOption(
      new Option('-s, --sort <by>', 'the highest cost first: of the namespaces, and within each').choices(['cost']),
    )
    .option('-d, --diff <file>', 'show the changes since an earlier plan (a file written by --output json)')
    .option('-q, --quick', 'do not read evidence that costs a call per resource: at most these would be deleted')
    .option('-r, --resume', 'go on where an interrupted plan was; results are up to 24 hours old, and say so')
    .option('--state <file>', 'where Ctrl-C keeps the plan for --resume (default: below definitions.dir)')
    .option('-k, --kept', 'also each kept resource, and the reason: every row')
    .option('-v, --verbose', 'every namespace and every row, the evidence, and the costs of accounts and owners')
    .addHelpText(
      'after',
      `\nCtrl-C prints what was read until then, keeps it for --resume, and exits with 130.\n\nExamples:\n  $ holystone plan\n  $ holystone plan --quick\n  $ holystone plan --resume\n  $ holystone plan --sort cost\n  $ holystone plan --namespace '*:tag' --kept\n  $ holystone plan --output json > monday.json; holystone plan --diff monday.json\n  $ holystone plan --namespace '${EXAMPLE.patterns.ofLocation}' --output json | jq .`,
    )
    .action((options: PlanOptions) =>
      orInterrupted(context, 'nothing was planned', async () => {
        const { plan } = await import('./planCommand.ts');
        await plan(options, context);
      }),
    );
}
