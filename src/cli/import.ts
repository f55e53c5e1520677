import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { ImportedFile } from '../../tools/import/nativeFile.ts';
import type { Imported } from '../../tools/import-swabbie/import.ts';
import { ConfigurationError, formatProblem, messageOf } from '../core/common/errors.ts';
import { type CliContext, UsageError, writeError } from './context.ts';

interface ImportOptions {
  readonly output?: string;
  readonly force?: boolean;
}

type Convert = (text: string, file: string) => Promise<ImportedFile>;

/** The programs whose files have a word of their own; each is loaded when it is asked for. */
const SOURCES: Readonly<Record<string, Convert>> = {
  custodian: async (text, file) =>
    (await import('../../tools/import/custodian/import.ts')).importCustodian(text, file, await handlers()),
  'aws-nuke': async (text, file) =>
    (await import('../../tools/import/nuke/awsNuke.ts')).importAwsNuke(text, file, await handlers()),
  'cloud-nuke': async (text, file) =>
    (await import('../../tools/import/nuke/cloudNuke.ts')).importCloudNuke(text, file, await handlers()),
  'ecr-lifecycle': async (text, file) =>
    (await import('../../tools/import/images/ecrLifecycle.ts')).importEcrLifecycle(text, file, await handlers()),
  'harbor-retention': async (text, file) =>
    (await import('../../tools/import/images/harborRetention.ts')).importHarborRetention(text, file, await handlers()),
  'acr-purge': async (text, file) =>
    (await import('../../tools/import/images/acrPurge.ts')).importAcrPurge(text, file, await handlers()),
  gitlab: async (text, file) => (await import('../../tools/import-gitlab/import.ts')).importGitlab(text, file),
};

async function handlers() {
  return (await import('../handlers/index.ts')).handlers;
}

/** `import` converts a file; it reads no configuration, no cloud and no Redis. */
export function registerImport(program: Command, context: CliContext): void {
  program
    .command('import')
    .argument('<source>', `whose file it is: ${Object.keys(SOURCES).join(', ')}; or Swabbie's configuration itself`)
    .argument('[file]', 'the file of that program')
    .option('-o, --output <file>', 'the file to write; default: standard output')
    .option('--force', 'overwrite an existing output')
    .addHelpText(
      'after',
      '\nHolystone lists what it cannot carry over on standard error, and in a table at the end of the file.\n' +
        '\nExamples:\n  $ holystone import swabbie.yml --output holystone.yaml\n' +
        '  $ holystone import custodian policies.yml --output holystone.yaml\n' +
        '  $ holystone import gitlab projects.json --output holystone.yaml\n' +
        '  $ holystone validate --config holystone.yaml',
    )
    .action((from: string, file: string | undefined, options: ImportOptions) =>
      file === undefined ? importSwabbieFile(from, options, context) : importFrom(from, file, options, context),
    );
}

async function importFrom(
  source: string,
  file: string,
  { output, force = false }: ImportOptions,
  { stdout, stderr }: CliContext,
): Promise<void> {
  const convert = Object.hasOwn(SOURCES, source) ? SOURCES[source] : undefined;
  if (!convert) throw new UsageError(`before ${file} stands "${source}"; allowed: ${Object.keys(SOURCES).join(', ')}`);
  if (output !== undefined) checkOutput(file, output, force);
  const { text, rows, entries, variables } = await convert(read(file), file);
  if (output === undefined) stdout.write(text);
  else write(output, text);
  for (const row of rows) {
    writeError(
      stderr,
      formatProblem({ ...row, message: row.carried === 'no' ? row.message : `(narrower) ${row.message}` }),
    );
  }
  writeError(stderr, summary({ entries, planOnly: 0, lost: rows, beside: [], variables }, output));
}

async function importSwabbieFile(
  file: string,
  { output, force = false }: ImportOptions,
  { stdout, stderr }: CliContext,
): Promise<void> {
  // No other command needs the importer, and its help needs no type.
  const { importSwabbie } = await import('../../tools/import-swabbie/import.ts');
  const { besideWords } = await import('../../tools/import-swabbie/words.ts');
  if (output !== undefined) checkOutput(file, output, force);
  const imported = importSwabbie(read(file), file, await handlers());
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

/** Bytes. */
const LARGEST = 8 * 1024 * 1024;

function read(file: string): string {
  try {
    const { size } = statSync(file);
    if (size > LARGEST) throw new Error(`it has ${size} bytes, and no policy of people has more than ${LARGEST}`);
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
