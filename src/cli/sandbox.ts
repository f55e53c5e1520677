import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { type CliContext, UsageError, writeLine } from './context.ts';
import { ALLOWED, isLoopback, portFrom, seedFrom, shareFrom } from './sandbox/options.ts';
import type { SandboxSettings } from './sandbox/run.ts';
import { CONFIGURATION, ownNotes, shellLines } from './sandbox/text.ts';

interface Options {
  readonly config?: string;
  readonly seed?: readonly string[];
  readonly write?: string;
  readonly rate?: string;
  readonly bind: string;
  readonly port: string;
  readonly redis: boolean;
}

/** `sandbox` listens on loopback only; everything in it is lost when it ends. */
export function registerSandbox(program: Command, context: CliContext): void {
  program
    .command('sandbox')
    .option('-c, --config <file>', 'your configuration: the sandbox has its accounts, roles and regions')
    .option('--seed <what...>', `the resources in it: ${ALLOWED.seed}; default: main`)
    .addOption(
      new Option('--write <file>', 'write a configuration that fits, instead of printing it').conflicts('config'),
    )
    .option('--rate <share>', `refuse calls above ${ALLOWED.rate}; default: never`)
    .option('--port <port>', 'the port of the sandbox AWS; 0: any free port', '0')
    .option('--bind <address>', 'the address to listen on; only loopback is allowed', '127.0.0.1')
    .option('--redis', 'start a private Redis too, for "run" and "serve"', false)
    .addHelpText(
      'after',
      '\nIt also starts a mailbox that forwards nothing. It needs no credentials and no Docker; Ctrl-C ends all of it.\n' +
        '\nExamples:\n  $ holystone sandbox\n  $ holystone sandbox --write sandbox.yaml\n  $ holystone sandbox --config config/holystone.yaml\n' +
        '  $ holystone sandbox --seed large 20000 --rate 100%',
    )
    .action((options: Options) => sandbox(options, context));
}

async function sandbox({ write, config, ...options }: Options, context: CliContext): Promise<void> {
  const { stdout, signal } = context;
  const settings = settingsFrom(options);
  const own = config === undefined ? undefined : await ownOf(config, settings, context);
  if (write !== undefined) writeConfiguration(write);
  const { runSandbox } = await import('./sandbox/run.ts');
  const started = await runSandbox({ ...settings, own: own?.accounts });
  try {
    const say = (line = '') => writeLine(stdout, line);
    say(`# A sandbox AWS at ${started.awsUrl}, a mailbox at ${started.mailboxUrl}`);
    say('# Only this machine reaches them; nothing real is touched. Paste this into a second terminal:');
    say();
    for (const line of shellLines(started)) say(line);
    if (own) for (const line of ['', ...ownNotes(own.types)]) say(line);
    else if (write === undefined) say(`cat > sandbox.yaml <<'END'\n${CONFIGURATION}END`);
    say();
    say(`holystone plan --config ${config ?? write ?? 'sandbox.yaml'}`);
    say();
    say('# Ctrl-C ends the sandbox, and its resources and mails are gone.');
    await aborted(signal);
  } finally {
    await started.close();
  }
  writeLine(stdout, '# Stopped. Nothing is left running.');
}

async function ownOf(config: string, { seed }: SandboxSettings, context: CliContext) {
  if (seed.kind === 'large') throw new UsageError('--seed: found "large" with --config; allowed: main, empty');
  const { ownConfiguration } = await import('./ownConfiguration.ts');
  return ownConfiguration(config, context);
}

/** @throws UsageError for an invalid value */
function settingsFrom({ seed = ['main'], rate, bind, port, redis }: Omit<Options, 'write'>): SandboxSettings {
  const share = rate === undefined ? undefined : valid('rate', rate, shareFrom);
  return {
    seed: valid('seed', seed.join(' '), (text) => seedFrom(text.split(' '))),
    ...(share === undefined ? {} : { rate: share }),
    bind: valid('bind', bind, (address) => (isLoopback(address) ? address : undefined)),
    port: valid('port', port, portFrom),
    redis,
  };
}

function valid<T>(option: keyof typeof ALLOWED, text: string, parse: (text: string) => T | undefined): T {
  const value = parse(text);
  if (value === undefined) throw new UsageError(`--${option}: found "${text}"; allowed: ${ALLOWED[option]}`);
  return value;
}

/** A file of an earlier sandbox may stay; no other file is overwritten. */
function writeConfiguration(file: string): void {
  if (!existsSync(file)) writeFileSync(file, CONFIGURATION, { flag: 'wx' });
  else if (readFileSync(file, 'utf8') !== CONFIGURATION) {
    throw new UsageError(`${file} exists and differs; remove it, or give another name to --write`);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
