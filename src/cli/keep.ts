import type { Command } from 'commander';
import type { Configuration } from '../config/load/configuration.ts';
import { defined } from '../core/common/defined.ts';
import { readKeepUntil } from '../core/owner/keepUntil.ts';
import type { OptOut, OptOutTarget } from '../core/owner/optOut.ts';
import type { Window } from '../core/policy/window.ts';
import type { WorkConfiguration } from '../core/policy/workConfiguration.ts';
import { endsOf } from '../core/resource/ends.ts';
import { endWords } from '../core/text/endWords.ts';
import { shellWord } from '../core/text/shell.ts';
import { visible, visibleLines } from '../core/text/visible.ts';
import type { RedisState } from '../state/redis/redisState.ts';
import { CONFIG_OPTION } from './configOption.ts';
import { type CliContext, EXIT, UsageError, writeLine } from './context.ts';
import { EXAMPLE } from './examples.ts';
import { formatOption, type TextFormat } from './format.ts';
import { keepsIn, requireSeen, withdraw } from './keepId.ts';
import { keepPattern } from './keepPattern.ts';
import { load } from './load.ts';
import { askedFor, type NamedResource, PLACED, placeOf } from './placed.ts';
import { minute } from './text/minutes.ts';
import { wrapped } from './text/wrapped.ts';
import { ACTOR_OPTION, actorOf, withState } from './withState.ts';

interface KeepOptions extends TextFormat {
  readonly config: string;
  readonly until: string;
  readonly as?: string;
  readonly reason?: string;
  readonly undo?: boolean;
  readonly pattern?: boolean;
  readonly yes?: boolean;
  readonly unseen?: boolean;
}

/** `keep` stores or withdraws an opt-out; it wins over every mark and every pass (law 4). */
export function registerKeep(program: Command, context: CliContext): void {
  program
    .command('keep')
    .argument('<namespace>', PLACED)
    .argument('[id]', 'the id of the resource, case-sensitive; with --pattern a pattern of ids and names')
    .option('--pattern', 'keep every resource whose id or name matches, also future ones: * is any text')
    .option('--yes', 'store the pattern; without it, Holystone only shows the marks that it keeps')
    .option('--unseen', 'store it for an id that has no mark and that no read finds')
    .option(
      '--until <when>',
      'a duration as in 30d, a last day as in 2027-01-31, a date and time with a zone, or "forever"',
      'forever',
    )
    .option('--undo', 'withdraw your opt-out; the next survey may mark the resource again')
    .addOption(formatOption())
    .option(...CONFIG_OPTION)
    .option(...ACTOR_OPTION)
    .option('--reason <text>', 'the reason, for the audit log')
    .addHelpText(
      'after',
      `\nExamples:\n  $ holystone keep ${EXAMPLE.resource} --until 2027-01-31\n  $ holystone keep ${EXAMPLE.namespace} ${EXAMPLE.resource} --until 30d\n  $ holystone keep registry:hub:shop%2Fweb:tag 'release-*' --pattern --yes`,
    )
    .action((first: string, second: string | undefined, options: KeepOptions) =>
      keep(askedFor(first, second), options, context),
    );
}

async function keep(resource: NamedResource, options: KeepOptions, context: CliContext): Promise<void> {
  const configuration = await load(options.config, context);
  if (options.pattern && resource.namespace === undefined)
    throw new UsageError('give the namespace before the pattern');
  await withState('keep', configuration, context, async (state) => {
    const knows = options.undo ? keepsIn(state, resource.id) : undefined;
    const wc = await placeOf(resource, configuration, context, { marks: state.marks, ...defined({ knows }) });
    await keepIn(wc, resource.id, options, { state, configuration, context });
  });
}

interface Within {
  readonly state: RedisState;
  readonly configuration: Configuration;
  readonly context: CliContext;
}

async function keepIn(wc: WorkConfiguration, id: string, options: KeepOptions, within: Within): Promise<void> {
  const { configuration, context } = within;
  const { namespace, window } = wc;
  const at = context.clock.now();
  if (options.yes && !options.pattern) throw new UsageError('--yes belongs to --pattern');
  if (options.unseen && (options.pattern || options.undo)) throw new UsageError('--unseen belongs to keeping one id');
  const target: OptOutTarget = options.pattern ? { kind: 'pattern', value: id.trim() } : { kind: 'id', value: id };
  const optOut: OptOut = {
    target,
    until: untilOf(options.until, at, window),
    actor: actorOf(options),
    at,
    ...(options.reason === undefined ? {} : { reason: options.reason }),
  };
  const about = { namespace, [target.kind]: target.value, actor: optOut.actor };
  const answer = (report: string, json: object) => {
    const isJson = options.format === 'json';
    writeLine(context.stdout, isJson ? JSON.stringify({ ...about, ...json }) : wrapped(report, context.stdout));
  };
  const as = options.as === undefined ? '' : ` --as ${shellWord(options.as)}`;
  const undo = `To undo: holystone keep ${namespace} ${shellWord(target.value)}${options.pattern ? ' --pattern' : ''} --undo${as}`;
  const { optOuts, audit, marks } = within.state;
  if (options.undo) {
    const { isUndone, report } = await withdraw(optOuts, wc, optOut);
    if (!isUndone) context.exitCode = EXIT.failed;
    return answer(visible(report), { withdrawn: isUndone });
  }
  if (target.kind === 'pattern') {
    const { text: report, json } = await keepPattern(optOuts, { wc, optOut, isSure: options.yes ?? false });
    const kept = { until: untilJson(optOut), ...json };
    return answer(`${visibleLines(report)}${options.yes ? `\n${undo}` : ''}`, kept);
  }
  const seen = options.unseen ? {} : await requireSeen({ marks, audit }, configuration, wc, id, context);
  const { deletionBegun, removed } = await optOuts.optOut(namespace, { ...optOut, ...seen });
  const until = optOut.until === 'forever' ? 'forever' : `until ${minute(optOut.until)}`;
  const begun = ` Its ${endWords[endsOf([wc])].noun} had begun already and may still happen.`;
  const was = removed === undefined ? ' It was not marked.' : ' Its mark is removed.';
  const sentence = options.unseen && removed === undefined ? unseenText(until) : `is kept ${until}.`;
  const json = { until: untilJson(optOut), stored: true, markRemoved: removed !== undefined, deletionBegun };
  answer(`${visible(id)} in ${namespace} ${sentence}${deletionBegun ? begun : was}\n${undo}`, json);
}

/** Nothing showed that the id exists, so no sentence says that something is kept. */
function unseenText(until: string): string {
  return `was not looked for. The opt-out is stored ${until}, for a resource with exactly this id.`;
}

function untilJson({ until }: OptOut): string {
  return until === 'forever' ? until : new Date(until).toISOString();
}

/** @param now ms since the epoch */
function untilOf(text: string, now: number, window: Window | undefined): number | 'forever' {
  const read = readKeepUntil(text, now, window);
  if ('why' in read) throw new UsageError(`--until "${text}" ${read.why}`);
  return read.until;
}
