/** The options of `holystone run` for people who clean by hand: its actions, and the resources that it spares. */
import { InvalidArgumentError } from 'commander';
import { DAY_MS } from '../core/common/duration.ts';
import type { Mark } from '../core/mark/mark.ts';
import { ACTIONS, type Action, type WorkConfiguration } from '../core/policy/workConfiguration.ts';

/** `print` is a plan: it writes nothing at all. */
export type OneShot = readonly Action[] | 'print';

const WORDS: Readonly<Record<string, OneShot>> = {
  print: 'print',
  tag: ['mark', 'notify'],
  'delete-tagged': ['delete'],
  full: ACTIONS,
};

/** Ten years: more is a mistake. */
const MOST_DAYS = 3_650;

/** Reads `mark,delete`, or one of the words. @throws InvalidArgumentError */
export function readActions(text: string): OneShot {
  const words = Object.hasOwn(WORDS, text.trim()) ? WORDS[text.trim()] : undefined;
  if (words !== undefined) return words;
  const named = text.split(',').map((part) => part.trim());
  const unknown = named.find((name) => !ACTIONS.includes(name as Action));
  if (unknown === undefined) return ACTIONS.filter((action) => named.includes(action));
  if (Object.hasOwn(WORDS, unknown)) throw new InvalidArgumentError(`"${unknown}" stands alone.`);
  const allowed = `${ACTIONS.join(', ')}, or one of ${Object.keys(WORDS).join(', ')}`;
  throw new InvalidArgumentError(`"${unknown}" is not an action; allowed: ${allowed}.`);
}

/** Days as a number greater than 0: a buffer of no days would let everything go at once. @throws InvalidArgumentError */
export function readDays(text: string): number {
  const days = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (days > 0 && days <= MOST_DAYS) return days;
  throw new InvalidArgumentError(`give a number of days, more than 0 and at most ${MOST_DAYS}.`);
}

/** A buffer of one run may make it more careful than the configuration, never less. */
export interface Buffers {
  /** A resource goes only if its owner was notified so long ago; where notices are off: if it was marked so long ago. */
  readonly rollbackBufferDays?: number;
  /** Resources that are younger are left alone. */
  readonly createdBufferDays?: number;
}

/** @returns the same with the longer of both minimum ages */
export function withCreatedBuffer(wc: WorkConfiguration, { createdBufferDays = 0 }: Buffers): WorkConfiguration {
  const atLeast = <T extends { readonly minimumAgeMs: number }>(one: T): T => {
    const minimumAgeMs = Math.max(one.minimumAgeMs, createdBufferDays * DAY_MS);
    return minimumAgeMs === one.minimumAgeMs ? one : { ...one, minimumAgeMs };
  };
  return wc.entries ? { ...atLeast(wc), entries: wc.entries.map(atLeast) } : atLeast(wc);
}

/** Is a mark too young for a deletion by this run? Exactly as old as the buffer is too young. */
export function isWithinBuffer({ markedAt, notice }: Mark, now: number, { rollbackBufferDays }: Buffers): boolean {
  if (rollbackBufferDays === undefined) return false;
  const since = Math.max(markedAt, notice?.acceptedAt ?? markedAt);
  return !(now - since > rollbackBufferDays * DAY_MS);
}
