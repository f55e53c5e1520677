/** The command line: one file a command. Errors become one line and an exit code, never a stack trace. */
import { Command, CommanderError } from 'commander';
import { VERSION } from '../composition/version.ts';
import { ConfigurationError, formatProblem, messageOf } from '../core/common/errors.ts';
import { visibleLines } from '../core/text/visible.ts';
import { registerApprove } from './approve.ts';
import { registerCompletion } from './completion.ts';
import { type CliContext, EXIT, UsageError, writeError } from './context.ts';
import { registerDemo } from './demo.ts';
import { registerExplain } from './explain.ts';
import { FormatOption } from './format.ts';
import { registerHistory } from './history.ts';
import { registerImport } from './import.ts';
import { registerInit } from './init.ts';
import { registerKeep } from './keep.ts';
import { registerKill } from './kill.ts';
import { registerLimits } from './limits.ts';
import { registerMail } from './mail.ts';
import { registerMarks } from './marks.ts';
import { registerPlan } from './plan.ts';
import { registerRecalculate } from './recalculate.ts';
import { registerRelease } from './release.ts';
import { registerRepair } from './repair.ts';
import { registerRestore } from './restore.ts';
import { registerRights } from './rights.ts';
import { registerRun } from './run.ts';
import { registerSandbox } from './sandbox.ts';
import { registerServe } from './serve.ts';
import { registerService } from './service.ts';
import { registerStage } from './stage.ts';
import { registerStatus } from './status.ts';
import { registerValidate } from './validate.ts';

type Register = (program: Command, context: CliContext) => void;

/** The commands, as the help lists them. */
const GROUPS: readonly (readonly [title: string, registers: readonly Register[]])[] = [
  ['Look', [registerStatus, registerMarks, registerPlan, registerExplain, registerHistory, registerMail]],
  ['Run', [registerServe, registerRun, registerDemo, registerSandbox]],
  [
    'Control',
    [
      ...[registerKill, registerService, registerLimits, registerStage, registerApprove, registerRecalculate],
      ...[registerKeep, registerRestore, registerRelease, registerRepair],
    ],
  ],
  ['Set up', [registerInit, registerValidate, registerRights, registerImport, registerCompletion]],
];

const NO_COLOR = '--no-color';

/** Runs one command line. @returns the exit code */
export async function runCli(argv: readonly string[], given: CliContext): Promise<number> {
  // Anywhere before `--`, whatever the command: the same as the variable.
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  const args = argv.filter((arg, at) => arg !== NO_COLOR || at > end);
  const context = args.length === argv.length ? given : { ...given, env: { ...given.env, NO_COLOR: '1' } };
  const program = new Command('holystone')
    .description(
      'A cloud janitor: it marks unused resources, notifies their owners, waits, checks again, and only then deletes.',
    )
    .version(VERSION)
    .option(NO_COLOR, 'no colours, as with NO_COLOR=1; FORCE_COLOR=1 colours a pipe too')
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 1 failed, 2 usage or configuration error, 3 withheld for safety, 130 a plan that was interrupted.',
    );
  for (const [title, registers] of GROUPS) {
    program.commandsGroup(`${title}:`);
    for (const register of registers) register(program, context);
  }
  for (const command of commandsBelow(program)) {
    const format = command.options.find((option) => option instanceof FormatOption);
    if (format) command.addOption(format.earlierSpelling());
  }
  program.helpCommand('help [command]', 'Print the help of a command.');
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(visibleLines(text)),
    });
  }
  try {
    await program.parseAsync(args, { from: 'user' });
    return context.exitCode;
  } catch (error) {
    return exitCodeOf(error, context);
  }
}

function commandsBelow(command: Command): readonly Command[] {
  return command.commands.flatMap((one) => [one, ...commandsBelow(one)]);
}

function exitCodeOf(error: unknown, { stderr, signal }: CliContext): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  if (error instanceof ConfigurationError) {
    for (const problem of error.problems) writeError(stderr, formatProblem(problem));
    return EXIT.usage;
  }
  if (signal.aborted) return EXIT.failed;
  writeError(stderr, `holystone: ${messageOf(error)}`);
  return error instanceof UsageError ? EXIT.usage : EXIT.failed;
}
