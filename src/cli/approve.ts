import type { Command } from 'commander';
import { pluralize } from '../core/common/pluralize.ts';
import { CONFIG_OPTION } from './configOption.ts';
import { type CliContext, EXIT, writeError, writeLine } from './context.ts';
import { EXAMPLE } from './examples.ts';
import { formatOption, type TextFormat } from './format.ts';
import { findNamespace, load } from './load.ts';
import { ACTOR_OPTION, actorOf, withState } from './withState.ts';

interface ApproveOptions extends TextFormat {
  readonly config: string;
  readonly pass: string;
  readonly as?: string;
}

/** `approve` stores a person's approval of one blocked pass in Redis; the next pass of the namespace reads it. */
export function registerApprove(program: Command, context: CliContext): void {
  program
    .command('approve')
    .argument('<namespace>', `as in ${EXAMPLE.namespace}`)
    .requiredOption('-p, --pass <id>', 'the id of the blocked pass, from its log line or the operator page')
    .addOption(formatOption())
    .option(...CONFIG_OPTION)
    .option(...ACTOR_OPTION)
    .addHelpText('after', `\nExamples:\n  $ holystone approve ${EXAMPLE.namespace} --pass 3f0c…`)
    .action((namespace: string, options: ApproveOptions) => approveCommand(namespace, options, context));
}

async function approveCommand(text: string, options: ApproveOptions, context: CliContext): Promise<void> {
  const configuration = await load(options.config, context);
  const { namespace } = findNamespace(configuration, text);
  const actor = actorOf(options);
  const { approve } = await import('../lifecycle/index.ts');
  const answer = await withState('approve', configuration, context, ({ passes }) =>
    approve({ passes, clock: context.clock }, { namespace, passId: options.pass, actor }),
  );
  if (answer.kind !== 'approved') {
    writeError(context.stderr, `holystone: ${answer.why}`);
    context.exitCode = answer.kind === 'notFound' ? EXIT.usage : EXIT.failed;
    return;
  }
  const { size } = answer;
  const said = `approved: ${pluralize(size, 'change')} in ${namespace}, as ${actor}; the next pass makes ${size === 1 ? 'it' : 'them'}`;
  const json = { namespace, passId: options.pass, approved: size, actor };
  writeLine(context.stdout, options.format === 'json' ? JSON.stringify(json) : said);
}
