import { hostname } from 'node:os';
import { type Command, Option } from 'commander';
import { formatProblem, messageOf } from '../core/common/errors.ts';
import type { Logger } from '../core/common/logger.ts';
import type { Listings } from '../core/policy/listing.ts';
import type { TracingSettings } from '../telemetry/tracing/settings.ts';
import type { Tracing } from '../telemetry/tracing/tracing.ts';
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
  const { endOf } = await import('./text/endOf.ts');
  const to = context.log ? { destination: context.log } : logTo(context.stderr, endOf);
  const log = createLogger({ level: configuration.log.level, redact, instance, ...to });
  const reload = (listings: Listings) => {
    const next = loadConfiguration({ path: config }, { env: context.env, handlers, listings, mayDisable: true });
    redactors.push(next.redact);
    return next;
  };
  const { signal, onHangup } = context;
  const tracing = await tracingOf(context, log);
  if (tracing === 'refused') return;
  const { serve } = await import('../composition/daemon.ts');
  const { openParts } = await import('../composition/parts.ts');
  const options = { configuration, log, instance, load: reload, signal, ...(onHangup ? { onHangup } : {}) };
  try {
    const ended = await serve({ ...options, ...(tracing ? { tracer: tracing.tracer } : {}) }, openParts);
    context.exitCode = ended === 'clean' ? EXIT.done : EXIT.failed;
  } finally {
    await tracing?.close();
  }
}

/** Off unless the variables of OpenTelemetry name a collector; most processes never load it. */
async function tracingOf(context: CliContext, log: Logger): Promise<Tracing | 'refused' | undefined> {
  const { tracingSettings } = await import('../telemetry/tracing/settings.ts');
  let settings: TracingSettings | undefined;
  try {
    settings = tracingSettings(context.env);
  } catch (error) {
    writeError(context.stderr, `holystone: ${messageOf(error)}`);
    context.exitCode = EXIT.usage;
    return 'refused';
  }
  if (!settings) return undefined;
  const { openTracing } = await import('../telemetry/tracing/tracing.ts');
  return openTracing(settings, log);
}
