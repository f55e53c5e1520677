/** What an entry says about past use: for how long, and how much traffic of a day is any. */
import { z } from 'zod';
import { formatMs } from '../../core/common/duration.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { Handler } from '../../handlers/contract/handler.ts';
import type { Settings } from './settings.ts';

interface Entry {
  readonly live?: boolean | undefined;
  /** The entry's own value; absent = from `defaults`, or built in. */
  readonly unusedFor?: unknown;
}

/**
 * The values for an entry: its own; else the longer of the general value and the type's own. `below` of `defaults` is for
 * the types whose traffic is measured.
 * @throws z.ZodError where the value of a live entry is shorter than surveys can observe, or longer than the provider
 *   keeps days of use; and where an entry limits traffic that nobody measures
 */
export function pastUseOf(
  handler: Handler,
  entry: Entry,
  { unusedFor, every }: Pick<Settings, 'unusedFor' | 'every'>,
): Pick<WorkConfiguration, 'unusedForMs' | 'traffic'> {
  const isMeasured = handler.usesKnownForMs !== undefined;
  if (!isMeasured && typeof entry.unusedFor === 'object')
    refuse(unusedFor, 'the traffic of this type is not measured: write a span of time, such as 14d');
  const given = typeof unusedFor === 'object' ? unusedFor.unusedForMs : unusedFor;
  const unusedForMs = spanOf(handler, entry, given, every.mark);
  const traffic = typeof unusedFor === 'object' ? unusedFor.traffic : unusedFor === 'off' ? unusedFor : undefined;
  return {
    ...(unusedForMs === 'off' ? {} : { unusedForMs }),
    ...(isMeasured && traffic !== undefined ? { traffic } : {}),
  };
}

/** Where only our own surveys record the last use, only `unusedFor` protects a resource that is used now and then. */
function spanOf(
  { firstSeenIsUse: own, usesKnownForMs }: Handler,
  entry: Entry,
  given: number | 'off',
  everyMarkMs: number,
): number | 'off' {
  if (entry.live === true && usesKnownForMs !== undefined && given !== 'off' && given > usesKnownForMs)
    refuse(
      given,
      `the provider reports the uses of the last ${formatMs(usesKnownForMs)} only, so a live entry needs at most that`,
    );
  if (!own) return given;
  if (entry.unusedFor === undefined) return given === 'off' ? own.unusedForMs : Math.max(given, own.unusedForMs);
  const leastMs = 2 * everyMarkMs;
  if (entry.live === true && (given === 'off' || given < leastMs))
    refuse(
      given,
      `only surveys show when one was last used, so a live entry needs at least ${formatMs(leastMs)}, twice \`every.mark\`; better longer than the longest time between two uses (\`unusedFor: ${formatMs(own.unusedForMs)}\`)`,
    );
  return given;
}

function refuse(input: unknown, message: string): never {
  throw new z.ZodError([{ code: 'custom', path: ['unusedFor'], message, input }]);
}
