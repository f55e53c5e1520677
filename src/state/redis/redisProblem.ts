import { messageOf } from '../../core/common/errors.ts';

/** ioredis's text for a command without a reply. */
export const TIMED_OUT = 'Command timed out';

/** ioredis's error texts, and ours for them. */
const PROBLEMS: readonly (readonly [start: string, problem: string])[] = [
  ["Stream isn't writeable", 'it is not connected'],
  ['Reached the max retries per request', 'the connection broke before it answered'],
  [TIMED_OUT, 'it did not answer in time'],
  ['Socket timeout.', 'it did not answer in time'],
];

/** A failure of Redis or of the way to it, for people. */
export function problemOf(error: unknown): string {
  // The client of a cluster says only that no node answered as one; the reason is that of the last node.
  const last = error instanceof Error && 'lastNodeError' in error ? error.lastNodeError : undefined;
  if (last !== undefined) return problemOf(last);
  // ECONNREFUSED on a name with two addresses comes as an AggregateError without a message.
  const code = error instanceof Error && error.message === '' && 'code' in error ? error.code : undefined;
  const message = typeof code === 'string' ? code : messageOf(error);
  return PROBLEMS.find(([start]) => message.startsWith(start))?.[1] ?? message;
}
