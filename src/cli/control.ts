/** What `service`, `kill` and `limits` have in common: the fleet's control in Redis. */
import { describeControl } from '../core/policy/control.ts';
import type { ControlChange } from '../core/policy/fleet.ts';
import { changeControl } from '../lifecycle/index.ts';
import { type CliContext, EXIT, writeError, writeLine } from './context.ts';
import { load } from './load.ts';
import { actorOf, withState } from './withState.ts';

export interface ControlOptions {
  readonly config: string;
  readonly as?: string;
  readonly reason?: string;
}

/** Changes it, if there is something to change, and prints what is in force then. */
export async function controlCommand(
  command: string,
  change: ControlChange,
  options: ControlOptions,
  context: CliContext,
): Promise<void> {
  const configuration = await load(options.config, context);
  await withState(command, configuration, context, async ({ control, instances }) => {
    if (Object.keys(change).length === 0) {
      writeLine(context.stdout, describeControl(await control.read()));
      return;
    }
    const actor = actorOf(options);
    const reason = options.reason === undefined ? {} : { reason: options.reason };
    const deps = { clock: context.clock, control, instances };
    const { after, acknowledged, waitingFor } = await changeControl(deps, { change, actor, ...reason });
    writeLine(context.stdout, describeControl(after));
    if (acknowledged) return;
    writeError(
      context.stderr,
      `holystone: stored, but not yet in effect on ${waitingFor.join(', ')}: run the same command again`,
    );
    context.exitCode = EXIT.failed;
  });
}
