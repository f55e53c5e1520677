import type { Command } from 'commander';
import type { Configuration } from '../config/load/configuration.ts';
import { ConfigurationError, formatProblem } from '../core/common/errors.ts';
import { CONFIG_OPTION } from './configOption.ts';
import { type CliContext, EXIT, writeError, writeLine } from './context.ts';
import { formatOption } from './format.ts';
import { loadToRead } from './load.ts';
import { warnOfStrandedInRedis } from './stranded.ts';
import { invalidReport, validReport } from './validate/report.ts';

interface Options {
  readonly config: string;
  readonly format: 'json' | 'table';
  readonly verbose?: boolean;
}

/** `validate` prints every problem of the configuration at once, and then exits with `EXIT.usage`. */
export function registerValidate(program: Command, context: CliContext): void {
  program
    .command('validate')
    .option(...CONFIG_OPTION)
    .addOption(formatOption())
    .option('-v, --verbose', 'a line for each namespace')
    .addHelpText(
      'after',
      '\nExamples:\n  $ holystone validate --config config/holystone.yaml\n  $ holystone validate --output json',
    )
    .action((options: Options) => validate(options, context));
}

/** Prints the namespaces, or every problem with their number; exit 2. */
async function validate({ config, format, verbose = false }: Options, context: CliContext): Promise<void> {
  const { stdout } = context;
  const configuration = await loadOrReport(config, format, context);
  if (configuration === undefined) return;
  await warnOfStrandedInRedis(configuration, context);
  if (format === 'json') writeLine(stdout, JSON.stringify(validReport(configuration), null, 2));
  else {
    const { validLines } = await import('./validate/lines.ts');
    for (const line of validLines(configuration, verbose)) writeLine(stdout, line);
  }
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
    if (format === 'json') writeLine(context.stdout, JSON.stringify(invalidReport(path, problems), null, 2));
    else for (const problem of problems) writeError(context.stderr, formatProblem(problem));
    if (format === 'table' && problems.length > 1) writeError(context.stderr, `${path}: ${problems.length} problems`);
    context.exitCode = EXIT.usage;
    return undefined;
  }
}
