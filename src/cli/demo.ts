import type { Command } from 'commander';
import type { CliContext } from './context.ts';
import { EXIT } from './context.ts';

interface DemoOptions {
  readonly exit?: boolean;
}

export function registerDemo(program: Command, context: CliContext): void {
  program
    .command('demo')
    .description(
      'Show a whole cycle on this machine: sandbox AWS, private Redis, mailbox, two instances. Nothing real.',
    )
    .option('--exit', 'end after the cycle; the last line is a summary in JSON')
    .addHelpText(
      'after',
      '\nIt takes about a minute and a half. Without --exit its pages stay open until Ctrl-C.\n' +
        '\nExamples:\n  $ holystone demo\n  $ holystone demo --exit',
    )
    .action((options: DemoOptions) => demo(options, context));
}

async function demo({ exit = false }: DemoOptions, context: CliContext): Promise<void> {
  const { stdout, signal } = context;
  const { runDemo } = await import('./demo/run.ts');
  const result = await runDemo({ stay: !exit, out: stdout, signal });
  context.exitCode = result.ok ? EXIT.done : EXIT.failed;
}
