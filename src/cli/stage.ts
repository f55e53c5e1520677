import { type Command, InvalidArgumentError, Option } from 'commander';
import { messageOf } from '../core/common/errors.ts';
import { chooseShare, nothingHappensBecause } from '../core/policy/rollout.ts';
import { STAGES, type Stage, stageUnitOf } from '../core/policy/stage.ts';
import { chooseUnits, type StageRow, stageRows } from '../core/policy/stageRows.ts';
import type { WorkConfiguration } from '../core/policy/workConfiguration.ts';
import type { MarkStore } from '../core/ports/ports.ts';
import type { Namespace } from '../core/resource/namespace.ts';
import { visible } from '../core/text/visible.ts';
import { changeFleet } from './changeFleet.ts';
import { CONFIG_OPTION } from './configOption.ts';
import { type CliContext, UsageError, writeError, writeLine } from './context.ts';
import { EXAMPLE } from './examples.ts';
import { formatOption } from './format.ts';
import { load } from './load.ts';
import { colorsFor } from './text/colors.ts';
import { minute } from './text/minutes.ts';
import { ACTOR_OPTION, actorOf, withState } from './withState.ts';

/** Marks that are named in each namespace. */
const NAMED = 3;

/** A line per namespace with marks, with the soonest of them. @param now ms since the epoch */
async function deletableLines(
  marks: Pick<MarkStore, 'count' | 'page'>,
  wcs: readonly WorkConfiguration[],
  now: number,
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const wc of wcs) {
    const { namespace } = wc;
    const { marked, due } = await marks.count(namespace, now);
    if (marked === 0) continue;
    const { marks: soonest } = await marks.page(namespace, undefined, NAMED);
    const named = soonest.map(({ id, projectedDeletionAt }) => `${visible(id)} on ${minute(projectedDeletionAt)}`);
    const more = marked > named.length ? `, and ${marked - named.length} more` : '';
    const idle = nothingHappensBecause(wc, 'live');
    const when = idle === undefined ? '' : `, but not as long as ${idle}`;
    const what = `${marked} marked, ${due} past their date, become deletable${when}`;
    lines.push(`${namespace}: ${what}: ${named.join(', ')}${more}`);
  }
  return lines.length > 0 ? lines : ['nothing is marked there: live deletes nothing yet'];
}

interface StageOptions {
  readonly config: string;
  readonly set?: Stage | 'configured';
  readonly share?: number;
  readonly as?: string;
  readonly reason?: string;
  readonly format: 'table' | 'json';
}

const EXAMPLES = `
Examples:
  $ holystone stage
  $ holystone stage image test --set canary --reason "a month of notices without complaints"
  $ holystone stage '${EXAMPLE.patterns.ofType}' --set plan
  $ holystone stage image test --set configured
  $ holystone stage image test --set live --share 10% --reason "a quiet month of canary"`;

/** `stage` prints or stores the stage of units; deletions need `canary` or `live`. */
export function registerStage(program: Command, context: CliContext): void {
  program
    .command('stage')
    .argument('[pattern]', `namespaces, as '${EXAMPLE.patterns.ofType}'; or a type, as "image" or "${EXAMPLE.type}"`)
    .argument('[account]', 'with a type: only in this account')
    .addOption(
      new Option('-s, --set <stage>', 'the new stage; "configured": the stage from the configuration').choices([
        ...STAGES,
        'configured',
      ]),
    )
    .option('--share <percent>', 'with --set: only this share of the namespaces, chosen once and stored', readShare)
    .addOption(formatOption())
    .option(...CONFIG_OPTION)
    .option(...ACTOR_OPTION)
    .option('--reason <text>', 'the reason, for the audit log; "live" needs one')
    .addHelpText('after', EXAMPLES)
    .action(async (what: string | undefined, account: string | undefined, options: StageOptions) =>
      stage(await patternOf(what, account), options, context),
    );
}

/** `image test` → `*:test:*:image`, `aws.image test` → `aws:test:*:image`. */
async function patternOf(what: string | undefined, account: string | undefined): Promise<string | undefined> {
  if (what === undefined) return undefined;
  if (!what.includes(':')) {
    const { patternOfType } = await import('../handlers/contract/types.ts');
    const { handlers } = await import('../handlers/index.ts');
    try {
      return patternOfType(handlers, what, encodeURIComponent(account ?? '*').replaceAll('%2A', '*'));
    } catch (error) {
      throw new UsageError(messageOf(error));
    }
  }
  if (account !== undefined) throw new UsageError('give either a pattern of namespaces, or a type and an account');
  return what;
}

async function stage(pattern: string | undefined, options: StageOptions, context: CliContext): Promise<void> {
  const configuration = await load(options.config, context);
  const wcs = configuration.workConfigurations;
  if (options.set !== undefined && pattern === undefined)
    throw new UsageError('give a pattern of namespaces, or a type');
  if (options.share !== undefined && options.set === undefined) throw new UsageError('--share needs --set');
  if (options.set === 'live' && options.reason === undefined)
    throw new UsageError('--set live lets Holystone delete: it needs --reason');
  await withState('stage', configuration, context, async ({ control, instances, marks }) => {
    if (options.set === 'live') {
      const moved = new Set(unitsIn(pattern));
      const chosen = wcs.filter(({ namespace }) => moved.has(namespace) || moved.has(stageUnitOf(namespace)));
      const lines = await deletableLines(marks, chosen, context.clock.now());
      for (const line of lines) writeError(context.stderr, line);
    }
    if (options.set !== undefined) await move(pattern, options.set);
    const meant = new Set(options.share === undefined ? unitsOf(pattern) : chosenOf(pattern).map(stageUnitOf));
    const rows = stageRows(await control.read(), wcs, context.clock.now()).filter(({ unit }) => meant.has(unit));
    writeLine(context.stdout, options.format === 'json' ? JSON.stringify(rows, null, 2) : table(rows, context));

    async function move(to: string | undefined, set: Stage | 'configured'): Promise<void> {
      const units = unitsIn(to);
      const stages = Object.fromEntries(units.map((unit) => [unit, set === 'configured' ? null : set]));
      const reason = options.reason === undefined ? {} : { reason: options.reason };
      const request = { change: { stages }, actor: actorOf(options), ...reason };
      await changeFleet({ control, instances }, request, context);
    }
  });

  function unitsIn(list: string | undefined): readonly string[] {
    return options.share === undefined ? unitsOf(list) : chosenOf(list);
  }

  function chosenOf(list = '*'): readonly Namespace[] {
    const answer = chooseShare(list, options.share ?? 1, wcs);
    if ('problem' in answer) throw new UsageError(answer.problem);
    return answer.chosen;
  }

  function unitsOf(list: string | undefined): readonly string[] {
    const chosen = chooseUnits(list, wcs);
    if ('problem' in chosen) throw new UsageError(chosen.problem);
    return chosen.units;
  }
}

/** `10%` → 0.1 */
function readShare(text: string): number {
  const [, percent] = /^([1-9]\d?|100)%$/.exec(text) ?? [];
  if (percent === undefined) throw new InvalidArgumentError('It must be from 1% to 100%.');
  return Number(percent) / 100;
}

function table(rows: readonly StageRow[], context: CliContext): string {
  const color = colorsFor(context);
  const cells = rows.map((row) => [row.unit, `${row.stage}${row.isSet ? ' (set)' : ''}`, row.startStage, noteOf(row)]);
  const all = [['type in account', 'stage', 'starts at', ''], ...cells];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((line) => line[column]?.length ?? 0)));
  const lines = all.map((line) =>
    line
      .map((text, i) => text.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [color.dim(lines[0] ?? ''), ...lines.slice(1)].join('\n');
}

function noteOf({ canary, chosen = {}, namespaces, notLiveBecause }: StageRow): string {
  const paused = canary?.deletesPausedUntil === undefined ? '' : `, paused until ${minute(canary.deletesPausedUntil)}`;
  const notes = [
    ...Object.entries(chosen).map(([own, count]) => `${count} of ${namespaces} namespaces: ${own}`),
    ...(canary ? [`${canary.used} of ${canary.of} deletions${paused}`] : []),
    ...(notLiveBecause === undefined ? [] : [`not live: ${notLiveBecause}`]),
  ];
  return notes.join('; ');
}
