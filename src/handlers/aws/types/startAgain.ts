/** The way back of what was only stopped: the same one is started, and no other that has its name by now. */
import type { Read, Resource } from '../../../core/resource/resource.ts';
import type { Restoring } from '../../../core/resource/restoring.ts';
import type { Call, Input, Method } from '../calls/call.ts';
import { awsCommand } from '../session/commandLine.ts';
import { isThere, refused, restoreBy, type Wanted } from '../session/restoring.ts';
import { requestIdOf, send } from '../wire/client.ts';

/** What AWS calls the states of a database. */
export const STOP = { stopped: 'stopped', stopping: 'stopping', starting: 'starting', started: 'started' } as const;
/** And those of a warehouse. */
export const PAUSE = { stopped: 'paused', stopping: 'pausing', starting: 'resuming', started: 'resumed' } as const;

interface Starting<C extends object, M extends Method<C>, R> {
  /** `database instance` */
  readonly noun: string;
  readonly states: typeof STOP | typeof PAUSE;
  stateOf(resource: R): string | undefined;
  readonly call: Call<C, M>;
  input(id: string): Input<C, M>;
  /** Of the AWS CLI, without `aws`. */
  readonly command: string;
  /** The option of the command that names it. */
  readonly option: string;
  /** What the step does, with the price of it. */
  says(id: string): string;
}

/** @param now the same one as it is, also while it is stopped, for which a survey says "gone" */
export function startAgain<C extends object, M extends Method<C>, R extends Resource>(
  { restorer, stored: { id, identity } }: Wanted,
  now: Read<R> | undefined,
  { noun, states, stateOf, call, input, command, option, says }: Starting<C, M, R>,
): Restoring {
  const only = `only a ${states.stopped} ${noun} can be ${states.started}`;
  if (now?.kind === 'gone') return refused(`${id} is gone: ${only}`);
  if (now?.kind !== 'found') return refused(`it is not known what ${id} is: ${now?.why ?? 'AWS did not say'}`);
  if (now.resource.identity !== identity)
    return refused(`another ${noun} is called ${id} by now (${now.resource.identity})`);
  const is = stateOf(now.resource) ?? 'in a state that is not known';
  if (is === 'available' || is === states.starting) return isThere(id);
  if (is === states.stopping) return refused(`${id} is still being ${states.stopped}: try again in a few minutes`);
  if (is !== states.stopped) return refused(`${id} is ${is}: ${only}`);
  return {
    kind: 'ready',
    id,
    steps: [{ says: says(id), command: awsCommand(restorer, command, { [option]: id }) }],
    afterwards: [],
    async run() {
      const done = await restoreBy(restorer, call.api, `starting ${noun} ${id}`, async () =>
        requestIdOf(await send(restorer, call, input(id))),
      );
      return 'kind' in done ? done : { kind: 'restored', id, ...done, afterwards: [] };
    },
  };
}
