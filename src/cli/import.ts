import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Imported } from '../../tools/import-swabbie/import.ts';
import { ConfigurationError, formatProblem, messageOf } from '../core/common/errors.ts';
import { type CliContext, UsageError, writeError } from './context.ts';

interface ImportOptions {
  readonly output?: string;
  readonly force?: boolean;
}

/** `import` converts a file; it reads no configuration, no cloud and no Redis. */
export function registerImport(program: Command, context: CliContext): void {
  program
    .command('import')
    .argument('<file>', "Swabbie's configuration, such as swabbie.yml; or the word gitlab")
    .argument('[policy]', 'after gitlab: JSON with a project or its cleanup policy, from its API')
    .option('-o, --output <file>', 'the file to write; default: standard output')
    .option('--force', 'overwrite an existing output')
    .addHelpText(
      'after',
      '\nHolystone lists each setting that it cannot convert on standard error; of Swabbie also at the end of the file.\n' +
        '\nExamples:\n  $ holystone import swabbie.yml --output holystone.yaml\n' +
        '  $ holystone import gitlab project.json --output holystone.yaml\n' +
        '  $ holystone validate --config holystone.yaml',
    )
    .action((from: string, policy: string | undefined, options: ImportOptions) =>
      policy === undefined ? importSwabbieFile(from, options, context) : importPolicies(from, policy, options, context),
    );
}

async function importPolicies(
  from: string,
  file: string,
  { output, force = false }: ImportOptions,
  { stdout, stderr }: CliContext,
): Promise<void> {
  if (from !== 'gitlab') throw new UsageError(`before ${file} stands "${from}"; allowed: gitlab`);
  const { importGitlab } = await import('../../tools/import-gitlab/import.ts');
  if (output !== undefined) checkOutput(file, output, force);
  const { text, lost, entries } = importGitlab(read(file), file);
  if (output === undefined) stdout.write(text);
  else write(output, text);
  for (const one of lost) writeError(stderr, formatProblem(one));
  writeError(stderr, summary({ entries, planOnly: 0, lost, beside: [], variables: VARIABLES }, output));
}

const VARIABLES = ['GITLAB_USER', 'GITLAB_TOKEN'];

async function importSwabbieFile(
  file: string,
  { output, force = false }: ImportOptions,
  { stdout, stderr }: CliContext,
): Promise<void> {
  // No other command needs the importer, and its help needs no type.
  const { importSwabbie } = await import('../../tools/import-swabbie/import.ts');
  const { handlers } = await import('../handlers/index.ts');
  const { besideWords } = await import('../../tools/import-swabbie/words.ts');
  if (output !== undefined) checkOutput(file, output, force);
  const imported = importSwabbie(read(file), file, handlers);
  if (output === undefined) stdout.write(imported.text);
  else write(output, imported.text);
  for (const lost of imported.lost) writeError(stderr, formatProblem(lost));
  for (const key of imported.beside) writeError(stderr, `${file}: ${besideWords(key)}`);
  writeError(stderr, summary(imported, output));
}

function checkOutput(file: string, output: string, force: boolean): void {
  if (resolve(output) === resolve(file)) throw new UsageError('the output and the imported file are the same');
  if (!force && existsSync(output)) throw new UsageError(`${output} exists; overwrite it with --force`);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    throw new ConfigurationError([{ file, line: 1, column: 1, message: `cannot be read: ${messageOf(error)}` }]);
  }
}

/** All of it or nothing: the old file stays until the new text is complete. */
function write(output: string, text: string): void {
  const beside = `${output}.${process.pid}.tmp`;
  try {
    writeFileSync(beside, text);
    renameSync(beside, output);
  } catch (error) {
    rmSync(beside, { force: true });
    throw new Error(`cannot write ${output}: ${messageOf(error)}`, { cause: error });
  }
}

function summary(
  { entries, planOnly, lost, beside, variables }: Omit<Imported, 'text'>,
  output: string | undefined,
): string {
  const parts = [
    `${output === undefined ? 'imported' : `wrote ${output}`}: ${entries} ${entries === 1 ? 'entry' : 'entries'}`,
    ...(planOnly > 0 ? [`${planOnly} plan only`] : []),
    notConverted(lost.length + beside.length),
    ...(variables.length > 0 ? [`needs ${variables.join(', ')}`] : []),
    ...(output === undefined ? [] : [`review it with "holystone plan --config ${output}"`]),
  ];
  return parts.join('; ');
}

function notConverted(count: number): string {
  if (count === 0) return 'everything was converted';
  return `${count} ${count === 1 ? 'place' : 'places'} not converted, or only in part (listed above and at the end of the file)`;
}
