/** The command line: one file a command, loaded when it is called. Errors become one line and an exit code, never a stack trace. */
import { Command, CommanderError } from 'commander';
import { VERSION } from '../composition/version.ts';
import { ConfigurationError, formatProblem, messageOf } from '../core/common/errors.ts';
import { visibleLines } from '../core/text/visible.ts';
import { chooseConfig, NO_CONFIG } from './configOption.ts';
import { type CliContext, EXIT, UsageError, writeError } from './context.ts';
import { FormatOption } from './format.ts';
import { type CommandOutline, OUTLINE } from './outline.ts';

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
  try {
    await addCommands(program, args, context);
  } catch (error) {
    return exitCodeOf(error, context);
  }
  for (const command of commandsBelow(program)) {
    const format = command.options.find((option) => option instanceof FormatOption);
    if (format) command.addOption(format.earlierSpelling());
  }
  let isWithoutConfig = false;
  program.hook('preAction', (_program, command) => {
    isWithoutConfig = chooseConfig(command, context) === 'none';
  });
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
    if (isWithoutConfig && error instanceof ConfigurationError) {
      writeError(context.stderr, `holystone: ${NO_CONFIG}`);
      return EXIT.usage;
    }
    return exitCodeOf(error, context);
  }
}

/** @throws UsageError if this installation does not have the command */
async function addCommands(program: Command, args: readonly string[], context: CliContext): Promise<void> {
  for (const [title, commands] of OUTLINE) {
    program.commandsGroup(`${title}:`);
    for (const outline of commands) {
      if (isCalled(outline, args)) (await outline.load())(program, context);
      else addOutline(program, outline);
      program.commands.at(-1)?.description(outline.about);
    }
  }
}

/** Is it the command of this line, or of `help`? Only its own code is loaded. */
function isCalled({ name }: CommandOutline, args: readonly string[]): boolean {
  const [first, second] = args.filter((arg) => !arg.startsWith('-'));
  return name === (first === 'help' ? second : first);
}

/** For the help, the nearest names and completion; it is never called. */
function addOutline(program: Command, { name, args = [], options }: CommandOutline): void {
  const command = program.command(name);
  for (const arg of args) command.argument(arg);
  for (const option of options) command.option(option);
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
