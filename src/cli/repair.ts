import type { Command } from 'commander';
import { pluralize } from '../core/common/pluralize.ts';
import type { UnreadableMark } from '../core/mark/unreadableMark.ts';
import type { AuditEntry } from '../core/resource/audit.ts';
import type { Namespace } from '../core/resource/namespace.ts';
import { visible } from '../core/text/visible.ts';
import { CONFIG_OPTION } from './configOption.ts';
import { type CliContext, EXIT, UsageError, writeLine } from './context.ts';
import { EXAMPLE } from './examples.ts';
import { formatOption } from './format.ts';
import { findNamespace, load } from './load.ts';
import { ACTOR_OPTION, actorOf, withState } from './withState.ts';

interface RepairOptions {
  readonly config: string;
  readonly drop?: string;
  readonly as?: string;
  readonly format: 'json' | 'table';
}

/**
 * `repair` makes the indexes of a namespace's marks again and lists its unreadable marks; with `--drop` it removes one.
 */
export function registerRepair(program: Command, context: CliContext): void {
  program
    .command('repair')
    .argument('<namespace>', `as in ${EXAMPLE.namespace}`)
    .option('-d, --drop <id>', 'remove the mark of this id; the next survey marks the resource again if it is unused')
    .option(...CONFIG_OPTION)
    .option(...ACTOR_OPTION)
    .addOption(formatOption())
    .addHelpText(
      'after',
      `\nExamples:\n  $ holystone repair ${EXAMPLE.namespace}\n  $ holystone repair ${EXAMPLE.namespace} --drop ${EXAMPLE.resource}`,
    )
    .action((namespace: string, options: RepairOptions) => repair(namespace, options, context));
}

async function repair(text: string, options: RepairOptions, context: CliContext): Promise<void> {
  const configuration = await load(options.config, context);
  const { namespace } = findNamespace(configuration, text);
  await withState('repair', configuration, context, async ({ marks }) => {
    const reindexed = options.drop === undefined ? await marks.reindex(namespace) : 0;
    const unreadable = new Map<string, UnreadableMark>();
    for await (const _page of marks.all(namespace, (one) => unreadable.set(one.id, one)));
    if (options.drop === undefined)
      return show(namespace, { reindexed, unreadable: [...unreadable.values()] }, options, context);
    const found = unreadable.get(options.drop);
    if (!found) {
      throw new UsageError(`${visible(options.drop)} in ${namespace} has no unreadable mark; nothing to drop`);
    }
    const dropped = await marks.drop(namespace, found, auditOf(namespace, found, actorOf(options), context));
    const said = dropped
      ? 'dropped: the next survey marks the resource again if it is unused'
      : 'not dropped: the mark changed meanwhile';
    writeLine(context.stdout, `${visible(found.id)}  ${said}`);
    if (!dropped) context.exitCode = EXIT.failed;
  });
}

function auditOf(namespace: Namespace, { id, why }: UnreadableMark, actor: string, { clock }: CliContext): AuditEntry {
  const reason = `dropped by \`holystone repair\`: ${why}`;
  return { at: clock.now(), namespace, id, event: 'unmarked', actor, reason, before: 'unreadable', after: 'none' };
}

function show(
  namespace: Namespace,
  { reindexed, unreadable }: { readonly reindexed: number; readonly unreadable: readonly UnreadableMark[] },
  { format }: RepairOptions,
  { stdout }: CliContext,
): void {
  if (format === 'json') {
    writeLine(stdout, JSON.stringify({ namespace, reindexed, unreadable }));
    return;
  }
  if (reindexed > 0)
    writeLine(stdout, `Indexed again: ${pluralize(reindexed, 'mark')} of ${namespace}, after a loss in Redis.`);
  if (unreadable.length === 0) writeLine(stdout, `Every stored mark of ${namespace} can be read.`);
  for (const { id, why, value } of unreadable) {
    writeLine(stdout, `${visible(id)}  ${visible(why)}`);
    writeLine(stdout, `  ${visible(value)}`);
  }
}
