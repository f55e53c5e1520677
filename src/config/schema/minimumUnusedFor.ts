/** Where only our own surveys record the last use, only `unusedFor` protects a resource that is used now and then. */
import { z } from 'zod';
import { formatMs } from '../../core/common/duration.ts';
import type { Handler } from '../../handlers/contract/handler.ts';
import type { Settings } from './settings.ts';

interface Entry {
  readonly live?: boolean | undefined;
  /** The entry's own value; absent = from `defaults`, or built in. */
  readonly unusedFor?: unknown;
}

type UnusedFor = Settings['unusedFor'];

/**
 * The value for an entry: its own value; else the longer of the general value and the type's own.
 * @throws z.ZodError where the value of a live entry is shorter than surveys can observe, or longer than the provider
 *   keeps days of use
 */
export function unusedForOf(
  { firstSeenIsUse: own, usesKnownForMs }: Handler,
  entry: Entry,
  { unusedFor, every }: Settings,
): UnusedFor {
  if (entry.live === true && usesKnownForMs !== undefined && unusedFor !== 'off' && unusedFor > usesKnownForMs) {
    const message = `the provider reports the uses of the last ${formatMs(usesKnownForMs)} only, so a live entry needs at most that`;
    throw new z.ZodError([{ code: 'custom', path: ['unusedFor'], message, input: unusedFor }]);
  }
  if (!own) return unusedFor;
  if (entry.unusedFor === undefined)
    return unusedFor === 'off' ? own.unusedForMs : Math.max(unusedFor, own.unusedForMs);
  const leastMs = 2 * every.mark;
  if (entry.live === true && (unusedFor === 'off' || unusedFor < leastMs)) {
    const message = `only surveys show when one was last used, so a live entry needs at least ${formatMs(leastMs)}, twice \`every.mark\`; better longer than the longest time between two uses (\`unusedFor: ${formatMs(own.unusedForMs)}\`)`;
    throw new z.ZodError([{ code: 'custom', path: ['unusedFor'], message, input: unusedFor }]);
  }
  return unusedFor;
}
