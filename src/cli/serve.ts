import { hostname } from 'node:os';
import { type Command, Option } from 'commander';
import { formatProblem } from '../core/common/errors.ts';
import type { Listings } from '../core/policy/listing.ts';
import { CONFIG_OPTION } from './configOption.ts';
import { type CliContext, EXIT, writeError } from './context.ts';
import { logTo } from './text/terminalLog.ts';

/** `serve` runs until SIGTERM; then it gives its work back, releases its locks and exits with 0. */
export function registerServe(program: Command, context: CliContext): void {
  program
    .command('serve')
    .option(...CONFIG_OPTION)
    .addOption(
      new Option('--instance <name>', 'the name of this instance in logs').default(
        `${hostname()}-${process.pid}`,
        'its host and process',
      ),
    )
    .addHelpText('after', '\nExamples:\n  $ holystone serve --config /etc/holystone/holystone.yaml')
    .action((options: { config: string; instance: string }) => serveCommand(options, context));
}

async function serveCommand(
  { config, instance }: { config: string; instance: string },
  context: CliContext,
): Promise<void> {
  const { handlers } = await import('../handlers/index.ts');
  const { loadConfiguration } = await import('../config/load/loader.ts');
  const { createLogger } = await import('../telemetry/logger.ts');
  // The daemon itself finds the accounts beyond those in the file.
  const configuration = loadConfiguration({ path: config }, { env: context.env, handlers, mayDisable: true });
  for (const warning of configuration.warnings) writeError(context.stderr, `warning: ${formatProblem(warning)}`);
  for (const why of configuration.serveRefuses) writeError(context.stderr, `holystone: ${why}`);
  if (configuration.serveRefuses.length > 0) {
    context.exitCode = EXIT.usage;
    return;
  }
  // Secrets of a reloaded file are secrets too, and the log may still name older ones.
  const redactors = [configuration.redact];
  const redact = (text: string) => redactors.reduce((shown, hide) => hide(shown), text);
  const to = context.log ? { destination: context.log } : logTo(context.stderr);
  const log = createLogger({ level: configuration.log.level, redact, instance, ...to });
  const reload = (listings: Listings) => {
    const next = loadConfiguration({ path: config }, { env: context.env, handlers, listings, mayDisable: true });
    redactors.push(next.redact);
    return next;
  };
  const { signal, onHangup } = context;
  const { serve } = await import('../composition/daemon.ts');
  const { openParts } = await import('../composition/parts.ts');
  const options = { configuration, log, instance, load: reload, signal, ...(onHangup ? { onHangup } : {}) };
  const ended = await serve(options, openParts);
  context.exitCode = ended === 'clean' ? EXIT.done : EXIT.failed;
}
