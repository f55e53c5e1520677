/**
 * A reason as a stored mark has it: `"unused"` without values, else `["older", {…}]`; in the values a span is
 * `[412, "d"]`. Most marks have one, so its size counts.
 */
import type { Reason, Span } from '../../core/common/reason.ts';
import { englishReasons } from '../../core/reason/english.ts';
import { says } from '../../core/reason/storedReasons.ts';

/** The values that are spans, and those that are lists of reasons. */
const SPANS = ['age', 'moreThan'];
const REASONS = ['all', 'cautions'];
const UNITS: Readonly<Record<string, Span['unit']>> = { d: 'day', h: 'hour', m: 'minute', s: 'second' };

/** Plain JSON. */
export function encodeReason({ code, values }: Reason): unknown {
  return Object.keys(values).length === 0 ? code : [code, packed(values)];
}

function packed(value: unknown, key = ''): unknown {
  if (SPANS.includes(key)) {
    const { count, unit } = value as Span;
    return [count, unit.slice(0, 1)];
  }
  if (REASONS.includes(key)) return (value as readonly Reason[]).map(encodeReason);
  return mapped(value, packed);
}

/**
 * The values of these sentences. `undefined`: they are of a version with other reasons, or say something else than the
 * sentences; then the sentences count.
 */
export function reasonsIn(stored: readonly unknown[], sentences: readonly string[]): readonly Reason[] | undefined {
  try {
    const reasons = stored.map(decodeReason);
    const isSame = stored.length === sentences.length && reasons.every((one, at) => says(one, sentences[at] ?? ''));
    return isSame ? reasons : undefined;
  } catch {
    // Values of another shape have no words.
    return undefined;
  }
}

/** One of them; without its values the sentence counts. */
export function reasonIn(stored: unknown, sentence: string): Reason {
  return reasonsIn([stored], [sentence])?.[0] ?? { code: 'words', values: { words: sentence } };
}

/** @throws TypeError for an unknown code, or values of another shape */
function decodeReason(stored: unknown): Reason {
  const [code, values = {}] = Array.isArray(stored) ? stored : [stored];
  if (typeof code !== 'string' || !Object.hasOwn(englishReasons, code)) throw new TypeError('an unknown reason');
  return { code, values: unpacked(values) } as Reason;
}

function unpacked(value: unknown, key = ''): unknown {
  if (SPANS.includes(key)) {
    const [count, unit] = value as readonly [number, string];
    return { count, unit: UNITS[unit] };
  }
  if (REASONS.includes(key)) return (value as readonly unknown[]).map(decodeReason);
  return mapped(value, unpacked);
}

function mapped(value: unknown, each: (value: unknown, key?: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => each(one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, each(one, key)]));
}
