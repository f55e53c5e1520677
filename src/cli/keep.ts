import type { Command } from 'commander';
import { parseDuration } from '../core/common/duration.ts';
import type { OptOut } from '../core/owner/optOut.ts';
import { addDuration, type Window } from '../core/policy/window.ts';
import { visible } from '../core/text/visible.ts';
import { type CliContext, UsageError, writeLine } from './context.ts';
import { EXAMPLE } from './examples.ts';
import { CONFIG_OPTION, findNamespace, load } from './load.ts';
import { ACTOR_OPTION, actorOf, withState } from './withState.ts';

interface KeepOptions {
  readonly config: string;
  readonly until: string;
  readonly as?: string;
  readonly reason?: string;
}

export function registerKeep(program: Command, context: CliContext): void {
  program
    .command('keep')
    .description(
      'Keep a resource: the same opt-out as from a link in a message, in your name. It takes effect at once.',
    )
    .argument('<namespace>', `as in ${EXAMPLE.namespace}`)
    .argument('<id>', 'the id of the resource, case-sensitive')
    .option('--until <when>', 'a duration as in 30d, a date and time with a zone, or "forever"', 'forever')
    .option(...CONFIG_OPTION)
    .option(...ACTOR_OPTION)
    .option('--reason <text>', 'the reason, for the audit log')
    .addHelpText('after', `\nExamples:\n  $ holystone keep ${EXAMPLE.namespace} ${EXAMPLE.resource} --until 30d`)
    .action((namespace: string, id: string, options: KeepOptions) => keep(namespace, id, options, context));
}

async function keep(text: string, id: string, options: KeepOptions, context: CliContext): Promise<void> {
  const configuration = await load(options.config, context);
  const { namespace, window } = findNamespace(configuration, text);
  const at = context.clock.now();
  const optOut: OptOut = {
    target: { kind: 'id', value: id },
    until: untilOf(options.until, at, window),
    actor: actorOf(options),
    at,
    ...(options.reason === undefined ? {} : { reason: options.reason }),
  };
  await withState('keep', configuration, context, async ({ optOuts }) => {
    const { deletionBegun, removed } = await optOuts.optOut(namespace, optOut);
    const until = optOut.until === 'forever' ? 'forever' : `until ${new Date(optOut.until).toISOString()}`;
    const was = removed === undefined ? ' It was not marked.' : ' Its mark is removed.';
    const begun = ' Its deletion had begun already and may still happen.';
    writeLine(context.stdout, `${visible(id)} in ${namespace} is kept ${until}.${deletionBegun ? begun : was}`);
  });
}

/** @param now ms since the epoch */
function untilOf(text: string, now: number, window: Window | undefined): number | 'forever' {
  if (text === 'forever') return 'forever';
  const duration = parseDuration(text);
  const isInstant = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/.test(text);
  const until = duration ? addDuration(now, duration, window) : isInstant ? Date.parse(text) : Number.NaN;
  if (until > now) return until;
  throw new UsageError(
    `--until "${text}" is not "forever", a duration like 30d, or a date and time with a zone in the future`,
  );
}
