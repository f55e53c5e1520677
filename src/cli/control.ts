/** The common part of `service`, `kill` and `limits`: the fleet's control in Redis. */
import { formatMs } from '../core/common/duration.ts';
import { describeControl } from '../core/policy/control.ts';
import type { ControlChange, ControlState } from '../core/policy/fleet.ts';
import { providersIn } from '../core/resource/namespace.ts';
import { changeFleet } from './changeFleet.ts';
import { type CliContext, UsageError, writeLine } from './context.ts';
import type { TextFormat } from './format.ts';
import { load } from './load.ts';
import { wrapped } from './text/wrapped.ts';
import { actorOf, withControl, withState } from './withState.ts';

/** `service`, `kill` and `limits` take these: each reads the control, or changes it in the name of `as`. */
export interface ControlOptions extends TextFormat {
  readonly config: string;
  /** The actor in the audit log; absent = the name of the operating system's user. */
  readonly as?: string;
  /** For the audit log. */
  readonly reason?: string;
}

/** Changes the control, if there is a change, and prints the control in force afterwards. */
export async function controlCommand(
  command: string,
  change: ControlChange,
  options: ControlOptions,
  context: CliContext,
): Promise<void> {
  await withSwitches(command, change, options, context, async ({ control, instances }) => {
    if (Object.keys(change).length === 0) {
      print(await control.read(), {}, options, context);
      return;
    }
    const actor = actorOf(options);
    const reason = options.reason === undefined ? {} : { reason: options.reason };
    const request = { change, actor, ...reason };
    const { after, acknowledged, waitingFor } = await changeFleet({ control, instances }, request, context);
    print(after, { acknowledged, waitingFor }, options, context);
  });
}

/** @param more keys of the JSON beside the control in force */
function print(state: ControlState, more: object, { format }: TextFormat, { stdout }: CliContext): void {
  const text = format === 'json' ? JSON.stringify({ ...controlJson(state), ...more }) : describeControl(state);
  writeLine(stdout, format === 'json' ? text : wrapped(text, stdout));
}

/** `null`: as configured. Durations as in the configuration. */
function controlJson({ service, killed, stages, providers = {}, ...limits }: ControlState) {
  const { capacity = null, deletesPerDay = null, deleteBudgetMs, starveAfterMs } = limits;
  const spans = { deleteBudget: spanOf(deleteBudgetMs), starveAfter: spanOf(starveAfterMs) };
  return { service, killed, capacity, deletesPerDay, providers, ...spans, stages };
}

function spanOf(ms: number | undefined): string | null {
  return ms === undefined ? null : formatMs(ms);
}

type Run = Parameters<typeof withControl<void>>[3];

/**
 * The kill switch and `service out` need only the Redis of the configuration: a fault elsewhere in it, a secret that is
 * not set or a provider that does not answer does not keep a person from stopping deletions.
 */
async function withSwitches(
  command: string,
  change: ControlChange,
  { config }: ControlOptions,
  context: CliContext,
  run: Run,
): Promise<void> {
  if (isStop(change)) {
    const { loadStateSettings } = await import('../config/load/stateSettings.ts');
    return withControl(command, loadStateSettings(config, context.env), context, run);
  }
  const configuration = await load(config, context);
  const known = providersIn(configuration.workConfigurations);
  const unknown = Object.keys(change.providers ?? {}).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`no namespace has the provider "${unknown}"; configured: ${known.join(', ')}`);
  return withState(command, configuration, context, run);
}

function isStop({ killed, service, ...others }: ControlChange): boolean {
  return (
    Object.keys(others).length === 0 &&
    (killed === true || service === 'out') &&
    !(killed === false || service === 'in')
  );
}
