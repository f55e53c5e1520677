import type { Command } from 'commander';
import type { CliContext } from './context.ts';
import { formatOption } from './format.ts';
import { orInterrupted } from './interrupted.ts';
import type { LookOptions } from './lookCommand.ts';

/** `look` needs nothing but credentials, and changes nothing: no configuration, no Redis. */
export function registerLook(program: Command, context: CliContext): void {
  program
    .command('look')
    .option('-r, --region <region...>', 'only these regions; default: all that the account has enabled')
    .option('--kubernetes <context>', 'look at a cluster: the releases of Helm, with this context of your kubeconfig')
    .option('--registry <url>', 'look at a container registry, or at one repository, as your Docker signs in')
    .option('--cdk', 'look only at the assets of CDK')
    .addOption(formatOption())
    .option('--html <file>', 'the report to write', 'look.html')
    .option('--json <file>', 'the same for programs, and for "init --from"', 'look.json')
    .option('--open', 'open the report')
    .addHelpText(
      'after',
      '\nIt takes the credentials of your shell. Ctrl-C shows what is known by then, and exits with 130.\n\nExamples:\n  $ holystone look\n  $ holystone look --region eu-west-1 us-east-1\n  $ holystone look --output json | jq .wasted\n  $ holystone look --kubernetes prod\n  $ holystone look --registry registry.example.com/shop/web',
    )
    .action((options: LookOptions) =>
      orInterrupted(context, 'nothing was looked at', async () => {
        const { look } = await import('./lookCommand.ts');
        await look(options, context);
      }),
    );
}
