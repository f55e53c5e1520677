/** Where nobody but our own surveys tells when something was last used, `unusedFor` is all that protects it. */
import { z } from 'zod';
import { formatMs } from '../../core/common/duration.ts';
import type { Handler } from '../../handlers/contract/handler.ts';
import type { Settings } from './settings.ts';

interface Entry {
  readonly live?: boolean | undefined;
  /** As the entry itself says it; absent = `defaults` do, or nobody. */
  readonly unusedFor?: unknown;
}

type UnusedFor = Settings['unusedFor'];

/**
 * What counts for an entry: what it says itself; else the longer of what the file says for all types and the type's own.
 * @throws z.ZodError where a live entry asks for less than surveys can see
 */
export function unusedForOf(
  { firstSightIsUse: own }: Handler,
  entry: Entry,
  { unusedFor, every }: Settings,
): UnusedFor {
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
