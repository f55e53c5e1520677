import { hostname } from 'node:os';
import type { Command } from 'commander';
import { serve } from '../daemon.ts';
import { createLogger } from '../telemetry/logger.ts';
import { type CliContext, EXIT, writeLine } from './context.ts';
import { CONFIG_OPTION, load } from './load.ts';

export function registerServe(program: Command, context: CliContext): void {
  program
    .command('serve')
    .description('Run the daemon: several instances share the work through Redis.')
    .option(...CONFIG_OPTION)
    .option('--instance <name>', 'how this instance calls itself in logs', `${hostname()}-${process.pid}`)
    .addHelpText('after', '\nExamples:\n  $ holystone serve --config /etc/holystone/holystone.yaml')
    .action((options: { config: string; instance: string }) => serveCommand(options, context));
}

async function serveCommand(
  { config, instance }: { config: string; instance: string },
  context: CliContext,
): Promise<void> {
  const configuration = load(config, context);
  for (const why of configuration.serveRefuses) writeLine(context.stderr, `holystone: ${why}`);
  if (configuration.serveRefuses.length > 0) {
    context.exitCode = EXIT.usage;
    return;
  }
  const { log: logging, redact } = configuration;
  const log = createLogger({ level: logging.level, redact, instance });
  const ended = await serve({ configuration, log, instance, signal: context.signal });
  context.exitCode = ended === 'clean' ? EXIT.done : EXIT.failed;
}
