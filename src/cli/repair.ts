import type { Command } from 'commander';
import { pluralize } from '../core/common/pluralize.ts';
import type { UnreadableMark } from '../core/mark/unreadableMark.ts';
import type { AuditEntry } from '../core/resource/audit.ts';
import type { Namespace } from '../core/resource/namespace.ts';
import { visible } from '../core/text/visible.ts';
import type { RedisState } from '../state/redis/redisState.ts';
import { CONFIG_OPTION } from './configOption.ts';
import { type CliContext, EXIT, UsageError, writeLine } from './context.ts';
import { EXAMPLE } from './examples.ts';
import { formatOption } from './format.ts';
import { findNamespace, load } from './load.ts';
import { acquire } from './namespaceLease.ts';
import { ACTOR_OPTION, actorOf, withState } from './withState.ts';

interface RepairOptions {
  readonly config: string;
  /** An id; `true` = every unreadable mark. */
  readonly drop?: string | true;
  readonly as?: string;
  readonly format: 'json' | 'table';
}

interface Found {
  /** How many entries of indexes were made again. */
  readonly reindexed: number;
  /** How many keys of earlier releases were removed. */
  readonly outdated: number;
  readonly unreadable: readonly UnreadableMark[];
  /** The ids of those that were dropped; absent = nothing was asked for. */
  readonly dropped?: readonly string[];
}

/**
 * `repair` makes the indexes of a namespace again and lists its unreadable marks; with `--drop` it removes one, or all.
 */
export function registerRepair(program: Command, context: CliContext): void {
  program
    .command('repair')
    .argument('<namespace>', `as in ${EXAMPLE.namespace}`)
    .option(
      '-d, --drop [id]',
      'remove every mark that cannot be read, or that of this id; the next survey marks the resource again if it is unused',
    )
    .option(...CONFIG_OPTION)
    .option(...ACTOR_OPTION)
    .addOption(formatOption())
    .addHelpText(
      'after',
      `\nExamples:\n  $ holystone repair ${EXAMPLE.namespace}\n  $ holystone repair ${EXAMPLE.namespace} --drop`,
    )
    .action((namespace: string, options: RepairOptions) => repair(namespace, options, context));
}

async function repair(text: string, options: RepairOptions, context: CliContext): Promise<void> {
  const configuration = await load(options.config, context);
  const { namespace } = findNamespace(configuration, text);
  await withState('repair', configuration, context, async ({ marks }, connection) => {
    if (options.drop === undefined) {
      const [reindexed, outdated] = [await marks.reindex(namespace), await marks.removeOutdated(namespace)];
      show(namespace, { reindexed, outdated, unreadable: await unreadableOf(marks, namespace) }, options, context);
      return;
    }
    const { RedisNamespaceLock } = await import('../queue/lock.ts');
    const lease = await acquire(new RedisNamespaceLock(connection), namespace, context.signal);
    if (!lease) throw new Error(`${namespace} is locked by a pass: try again when it has ended`);
    try {
      await drop(marks, namespace, options, context);
    } finally {
      await lease.release();
    }
  });
}

/** One read says what goes, and each goes only while its value is that. */
async function drop(
  marks: RedisState['marks'],
  namespace: Namespace,
  options: RepairOptions,
  context: CliContext,
): Promise<void> {
  const all = await unreadableOf(marks, namespace);
  const unreadable = options.drop === true ? all : all.filter(({ id }) => id === options.drop);
  if (unreadable.length === 0) {
    const which = options.drop === true ? '' : `${visible(options.drop ?? '')} in `;
    throw new UsageError(`${which}${namespace} has no unreadable mark; nothing to drop`);
  }
  const actor = actorOf(options);
  const dropped = await marks.drop(namespace, unreadable, (one) => auditOf(namespace, one, actor, context));
  show(namespace, { reindexed: 0, outdated: 0, unreadable, dropped }, options, context);
  if (dropped.length < unreadable.length) context.exitCode = EXIT.failed;
}

async function unreadableOf(marks: RedisState['marks'], namespace: Namespace): Promise<readonly UnreadableMark[]> {
  const unreadable = new Map<string, UnreadableMark>();
  for await (const _page of marks.all(namespace, (one) => unreadable.set(one.id, one)));
  return [...unreadable.values()];
}

function auditOf(namespace: Namespace, { id, why }: UnreadableMark, actor: string, { clock }: CliContext): AuditEntry {
  const reason = `dropped by \`holystone repair\`: ${why}`;
  return { at: clock.now(), namespace, id, event: 'unmarked', actor, reason, before: 'unreadable', after: 'none' };
}

function show(namespace: Namespace, found: Found, { format }: RepairOptions, { stdout }: CliContext): void {
  const { reindexed, outdated, unreadable, dropped } = found;
  if (format === 'json') {
    writeLine(stdout, JSON.stringify({ namespace, ...found }));
    return;
  }
  if (reindexed > 0)
    writeLine(
      stdout,
      `Indexed again: ${pluralize(reindexed, 'entry', 'entries')} of ${namespace}, after a loss in Redis.`,
    );
  if (outdated > 0) writeLine(stdout, `Removed: ${pluralize(outdated, 'key')} of an earlier release.`);
  if (unreadable.length === 0) writeLine(stdout, `Every stored mark of ${namespace} can be read.`);
  for (const { id, why, value } of unreadable) {
    writeLine(stdout, `${visible(id)}  ${dropped === undefined ? visible(why) : saidOf(dropped.includes(id))}`);
    writeLine(stdout, `  ${visible(value)}`);
  }
}

function saidOf(isDropped: boolean): string {
  return isDropped
    ? 'dropped: the next survey marks the resource again if it is unused'
    : 'not dropped: the mark changed meanwhile';
}
