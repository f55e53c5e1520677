import type { ControlAnswer } from '../core/policy/fleet.ts';
import type { ChangeControlDeps, ControlRequest } from '../lifecycle/fleet/changeControl.ts';
import { type CliContext, EXIT, writeError } from './context.ts';

/**
 * Changes the control of the fleet for a command. It says which instances it waits for, and where one did not obey in
 * time the command ends as failed.
 */
export async function changeFleet(
  deps: Pick<ChangeControlDeps, 'control' | 'instances'>,
  request: ControlRequest,
  context: CliContext,
): Promise<ControlAnswer> {
  const { changeControl } = await import('../lifecycle/fleet/changeControl.ts');
  const say = (text: string) => writeError(context.stderr, `holystone: ${text}`);
  const onWait = (waitingFor: readonly string[], patienceMs: number) =>
    say(`stored; waiting, ${Math.ceil(patienceMs / 1000)} s at most, until these obey: ${waitingFor.join(', ')}`);
  const answer = await changeControl({ clock: context.clock, ...deps, onWait }, request);
  if (answer.acknowledged) return answer;
  say(`stored, but not yet in effect on ${answer.waitingFor.join(', ')}: run the same command again`);
  context.exitCode = EXIT.failed;
  return answer;
}
