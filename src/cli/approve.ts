import type { Command } from 'commander';
import { defined } from '../core/common/defined.ts';
import { pluralize } from '../core/common/pluralize.ts';
import { rolloutOf, whyWhole } from '../core/policy/rollout.ts';
import { CONFIG_OPTION } from './configOption.ts';
import { type CliContext, EXIT, writeError, writeLine } from './context.ts';
import { EXAMPLE } from './examples.ts';
import { formatOption, type TextFormat } from './format.ts';
import { findNamespace, load } from './load.ts';
import { ACTOR_OPTION, actorOf, withState } from './withState.ts';

interface ApproveOptions extends TextFormat {
  readonly config: string;
  readonly pass: string;
  readonly family?: readonly string[];
  readonly as?: string;
}

/** `approve` stores a person's approval of one blocked pass in Redis; the next pass of the namespace reads it. */
export function registerApprove(program: Command, context: CliContext): void {
  program
    .command('approve')
    .argument('<namespace>', `as in ${EXAMPLE.namespace}`)
    .requiredOption('-p, --pass <id>', 'the id of the blocked pass, from its log line or the operator page')
    .option(
      '--family <name...>',
      'only the new marks of these families of names, as the review shows them; hold the others',
    )
    .addOption(formatOption())
    .option(...CONFIG_OPTION)
    .option(...ACTOR_OPTION)
    .addHelpText(
      'after',
      `\nExamples:\n  $ holystone approve ${EXAMPLE.namespace} --pass 3f0c…\n  $ holystone approve ${EXAMPLE.namespace} --pass 3f0c… --family 'nightly-*' 'web-*'`,
    )
    .action((namespace: string, options: ApproveOptions) => approveCommand(namespace, options, context));
}

async function approveCommand(text: string, options: ApproveOptions, context: CliContext): Promise<void> {
  const configuration = await load(options.config, context);
  const wc = findNamespace(configuration, text);
  const { namespace } = wc;
  const actor = actorOf(options);
  const { approve } = await import('../lifecycle/index.ts');
  const answer = await withState('approve', configuration, context, async ({ passes, control }) => {
    const { family: names } = options;
    const stage = async () => rolloutOf(await control.read(), wc).stage;
    const families = names && { families: { names, whyWhole: whyWhole(wc, await stage()) } };
    return approve({ passes, control, clock: context.clock }, { namespace, passId: options.pass, actor, ...families });
  });
  if (answer.kind !== 'approved') {
    writeError(context.stderr, `holystone: ${answer.why}`);
    context.exitCode = answer.kind === 'notFound' ? EXIT.usage : EXIT.failed;
    return;
  }
  const { size, held } = answer;
  const makes = `the next pass makes ${size === 1 ? 'it' : 'them'}${held === undefined ? '' : heldWords(held)}`;
  const sentence = `approved: ${pluralize(size, 'change')} in ${namespace}, as ${actor}; ${makes}`;
  const json = { namespace, passId: options.pass, approved: size, ...defined({ held }), actor };
  writeLine(context.stdout, options.format === 'json' ? JSON.stringify(json) : sentence);
}

function heldWords(held: number): string {
  if (held === 0) return '; the review goes on until somebody approves a later pass without --family';
  return `, and holds ${held} until somebody approves or keeps ${held === 1 ? 'it' : 'them'}`;
}
