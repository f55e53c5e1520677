import type { Command } from 'commander';
import { type CliContext, EXIT, UsageError } from './context.ts';
import { SCENES } from './demo/scenes.ts';
import { ofPackage } from './ofPackage.ts';

interface DemoOptions {
  readonly exit?: boolean;
  readonly scene: string;
  readonly slow: boolean;
  readonly install: boolean;
}

/** `demo` needs no configuration and reaches no cloud: it plays against the sandbox. */
export function registerDemo(program: Command, context: CliContext): void {
  const width = Math.max(...SCENES.map(({ name }) => name.length));
  const scenes = SCENES.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  program
    .command('demo')
    .option('--scene <name>', 'the story to play', SCENES[0]?.name)
    .option('--slow', 'leave time to read, and explain each kind of event', false)
    .option('--exit', 'end after the scene; the last line is a summary in JSON')
    .option('--no-install', 'if there is no redis-server, say so instead of installing it')
    .addHelpText(
      'after',
      `\nScenes:\n${scenes.join('\n')}\n` +
        '\nWithout --exit, resources with an hour to go follow the scene, with a mail to open; Ctrl-C ends everything.\n' +
        '\nExamples:\n  $ holystone demo\n  $ holystone demo --slow\n  $ holystone demo --scene trouble --exit',
    )
    .action((options: DemoOptions) => demo(options, context));
}

async function demo({ exit = false, scene, slow, install }: DemoOptions, context: CliContext): Promise<void> {
  const { env, stdout, signal } = context;
  const listed = SCENES.find(({ name }) => name === scene);
  if (!listed) {
    throw new UsageError(`--scene: found "${scene}"; allowed: ${SCENES.map(({ name }) => name).join(', ')}`);
  }
  const [{ runDemo }, loaded] = await ofPackage('demo', () => Promise.all([import('./demo/run.ts'), listed.load()]));
  const played = { scene: loaded, title: `${listed.name}: ${listed.summary}`, slow, install };
  const result = await runDemo({ ...played, stay: !exit, out: stdout, terminalEnv: env, signal });
  context.exitCode = result.ok ? EXIT.done : EXIT.failed;
}
