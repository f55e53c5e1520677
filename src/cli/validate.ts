import type { Command } from 'commander';
import type { Configuration } from '../config/load/configuration.ts';
import { ConfigurationError, type ConfigurationProblem, formatProblem } from '../core/common/errors.ts';
import { unsignedDeletions } from '../core/policy/unsigned.ts';
import { visible } from '../core/text/visible.ts';
import { CONFIG_OPTION } from './configOption.ts';
import { type CliContext, EXIT, writeError, writeLine } from './context.ts';
import { formatOption } from './format.ts';
import { loadToRead } from './load.ts';
import { warnOfStrandedInRedis } from './stranded.ts';
import type { OnlineWarning } from './validateOnline.ts';

interface Options {
  readonly config: string;
  readonly format: 'json' | 'table';
  readonly verbose?: boolean;
  /** The providers are asked whether the names of the file are there. */
  readonly online?: boolean;
}

/** `validate` prints every problem of the configuration at once, and then exits with `EXIT.usage`. */
export function registerValidate(program: Command, context: CliContext): void {
  program
    .command('validate')
    .option(...CONFIG_OPTION)
    .addOption(formatOption())
    .option('-v, --verbose', 'a line for each namespace')
    .option('--online', 'lists each namespace too, and warns about names that nobody has; it must be allowed to read')
    .addHelpText(
      'after',
      '\nExamples:\n  $ holystone validate --config config/holystone.yaml\n  $ holystone validate --online\n  $ holystone validate --output json',
    )
    .action((options: Options) => validate(options, context));
}

/** Prints the namespaces, or every problem with their number; exit 2. */
async function validate(options: Options, context: CliContext): Promise<void> {
  const { config, format, verbose = false } = options;
  const { stdout } = context;
  const loaded = await loadOrReport(config, format, context);
  if (loaded === undefined) return;
  const unsigned = unsignedWarnings(loaded);
  const configuration: Configuration = { ...loaded, warnings: [...loaded.warnings, ...unsigned] };
  for (const warning of unsigned) writeError(context.stderr, `warning: ${formatProblem(warning)}`);
  await warnOfStrandedInRedis(configuration, context);
  const online = options.online ? await warnOnline(configuration, context) : undefined;
  if (format === 'json') {
    const { validReport } = await import('./validate/report.ts');
    writeLine(stdout, JSON.stringify({ ...validReport(configuration), online }, null, 2));
  } else {
    const { validLines } = await import('./validate/lines.ts');
    for (const line of validLines(configuration, verbose)) writeLine(stdout, line);
  }
}

/** Prints each name that nobody has, and each place that could not be listed, as a warning. */
async function warnOnline(configuration: Configuration, context: CliContext): Promise<readonly OnlineWarning[]> {
  const { onlineWarnings, onlineWords } = await import('./validateOnline.ts');
  const warnings = await onlineWarnings(configuration, context);
  for (const warning of warnings) writeError(context.stderr, `warning: ${visible(onlineWords(warning))}`);
  return warnings;
}

/** A live `serve` says the same at its start, and readiness does. */
function unsignedWarnings(configuration: Configuration): readonly ConfigurationProblem[] {
  const { file, isWithoutRedis, signing, workConfigurations } = configuration;
  const why = isWithoutRedis ? undefined : unsignedDeletions(signing.keys, workConfigurations);
  return why === undefined ? [] : [{ file, line: 1, column: 1, message: why }];
}

/** `undefined`: the configuration has problems, which are printed. */
async function loadOrReport(
  path: string,
  format: Options['format'],
  context: CliContext,
): Promise<Configuration | undefined> {
  try {
    return await loadToRead(path, context);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const { problems } = error;
    if (format === 'json') {
      const { invalidReport } = await import('./validate/report.ts');
      writeLine(context.stdout, JSON.stringify(invalidReport(path, problems), null, 2));
    } else for (const problem of problems) writeError(context.stderr, formatProblem(problem));
    if (format === 'table' && problems.length > 1) writeError(context.stderr, `${path}: ${problems.length} problems`);
    context.exitCode = EXIT.usage;
    return undefined;
  }
}
