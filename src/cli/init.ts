import { existsSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { loadConfiguration } from '../config/load/loader.ts';
import { messageOf } from '../core/common/errors.ts';
import type { Provider } from '../handlers/contract/provider.ts';
import type { Starter } from '../handlers/contract/starter.ts';
import { handlers, providers } from '../handlers/index.ts';
import { type CliContext, UsageError, writeLine } from './context.ts';
import { Asker } from './init/ask.ts';
import { answersFrom, FLAGS, type Flag, type Question, questionsFor } from './init/questions.ts';
import { firstConfiguration } from './init/template.ts';
import { answersOfLook } from './lookDocument.ts';

type Options = Partial<Record<Flag, string>> & {
  readonly output: string;
  readonly force: boolean;
  /** The document of a look: its account and locations answer these questions. */
  readonly from?: string;
};

/** A provider that a first configuration can be written for. */
type Startable = Provider & { readonly starter: Starter };

const startable = providers.find((provider): provider is Startable => provider.starter !== undefined);

/** `init` writes a configuration in dry run: going live takes two switches more. */
export function registerInit(program: Command, context: CliContext): void {
  if (!startable) return;
  const questions = questionsFor(startable.starter, startable.handlers);
  const command = program
    .command('init')
    .option('-o, --output <file>', 'the file to write', 'holystone.yaml')
    .option('--force', 'overwrite an existing file', false)
    .option('--from <file>', 'take the account and its regions from a look (a file that "holystone look" wrote)');
  for (const flag of FLAGS) command.option(`--${flag} <value>`, describe(questions[flag]));
  const given = FLAGS.filter((flag) => questions[flag].standard === undefined).map(
    (flag) => `--${flag} ${questions[flag].example}`,
  );
  command
    .addHelpText(
      'after',
      '\nOn a terminal it asks for each answer that no option gives.\n' +
        `\nExamples:\n  $ holystone init\n  $ holystone init ${given.join(' ')}`,
    )
    .action((options: Options) => init(options, questions, startable, context));
}

function describe({ text, standard }: Question): string {
  const started = text.charAt(0).toLowerCase() + text.slice(1);
  return standard === undefined ? started : `${started}; default: ${standard}`;
}

/** Nothing is written before every answer is valid. */
async function init(
  { output, force, from, ...flags }: Options,
  questions: Readonly<Record<Flag, Question>>,
  { name, starter, handlers: types, rights }: Startable,
  context: CliContext,
): Promise<void> {
  if (!force && existsSync(output)) throw new UsageError(`${output} exists; overwrite it with --force`);
  const options = from === undefined ? flags : { ...answersOfLook(from, name), ...flags };
  for (const flag of FLAGS) {
    const answer = options[flag];
    const problem = answer === undefined ? undefined : questions[flag].problemOf(answer);
    if (problem !== undefined) throw new UsageError(`--${flag}: ${problem}`);
  }
  const given = context.stdin?.isTTY ? await askEach(options, questions, context) : completed(options, questions);
  const frame = { file: output, provider: name, starter, handlers: types };
  const text = firstConfiguration(answersFrom(given, types), frame);
  const { workConfigurations } = loadConfiguration({ text, file: output }, { env: context.env, handlers });
  write(output, text, force);
  const { length } = workConfigurations;
  writeLine(context.stdout, `wrote ${output}: dry run, ${length} ${length === 1 ? 'namespace' : 'namespaces'}. Next:`);
  if (rights)
    writeLine(context.stdout, `  holystone ${rights.command} --config ${output}    # the permissions it needs`);
  writeLine(context.stdout, `  holystone plan --config ${output}    # only reads`);
}

/** @throws UsageError that names each missing option */
function completed(
  options: Partial<Record<Flag, string>>,
  questions: Readonly<Record<Flag, Question>>,
): Record<Flag, string> {
  const missing = FLAGS.filter((flag) => (options[flag] ?? questions[flag].standard) === undefined);
  if (missing.length > 0) {
    const named = missing.map((flag) => `--${flag} (such as ${questions[flag].example})`).join(', ');
    throw new UsageError(`there is no terminal to ask on; missing: ${named}`);
  }
  return Object.fromEntries(FLAGS.map((flag) => [flag, options[flag] ?? questions[flag].standard])) as Record<
    Flag,
    string
  >;
}

/** Asks on stderr, so that stdout has the result only. */
async function askEach(
  options: Partial<Record<Flag, string>>,
  questions: Readonly<Record<Flag, Question>>,
  { stdin, stderr, signal }: CliContext,
): Promise<Record<Flag, string>> {
  if (!stdin) return completed(options, questions);
  const asker = new Asker(stdin, stderr, signal);
  try {
    const answers: Partial<Record<Flag, string>> = {};
    for (const flag of FLAGS) answers[flag] = options[flag] ?? (await asker.ask(questions[flag]));
    return answers as Record<Flag, string>;
  } finally {
    asker.close();
  }
}

/** @throws Error if another program made the file meanwhile and it must stay */
function write(output: string, text: string, force: boolean): void {
  try {
    writeFileSync(output, text, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    throw new Error(`cannot write ${output}: ${messageOf(error)}`, { cause: error });
  }
}
