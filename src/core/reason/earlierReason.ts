/**
 * The values of sentences that earlier versions stored without them, in marks, messages and plans. A later version
 * drops this reader. It reads no sentence with words of people: those stay as they are.
 */

import type { Reason, Span } from '../common/reason.ts';
import { inEnglish } from './english.ts';

const AGE = '(\\d+) (second|minute|hour|day)s?';
const SPAN = '([\\d.]+)([smhd])';
const UNITS: Readonly<Record<string, Span['unit']>> = { s: 'second', m: 'minute', h: 'hour', d: 'day' };

const ageOf = (count = '', unit = '') => ({ count: Number(count), unit: unit as Span['unit'] });
const spanOf = (count = '', unit = '') => ({ count: Number(count), unit: UNITS[unit] ?? 'day' });

type Reading = readonly [sentence: RegExp, read: (...parts: readonly string[]) => Reason];

const READINGS: readonly Reading[] = [
  [/^nothing uses it$/, () => ({ code: 'unused', values: {} })],
  [/^nothing else uses it$/, () => ({ code: 'unused', values: { isElse: true } })],
  [
    /^nothing uses it, as far as surveys can see: a use between two surveys leaves no trace$/,
    () => ({ code: 'unused', values: { isByRecord: true } }),
  ],
  [
    new RegExp(`^it is ${AGE} old, more than ${SPAN}$`),
    (n, unit, most, of) => ({ code: 'older', values: { age: ageOf(n, unit), moreThan: spanOf(most, of) } }),
  ],
  [new RegExp(`^it is ${AGE} old$`), (n, unit) => ({ code: 'aged', values: { age: ageOf(n, unit) } })],
  [/^it is not in source$/, () => ({ code: 'notInSource', values: {} })],
  [/^the cleanup policy selects it$/, () => ({ code: 'selected', values: {} })],
  [/^it has no instances$/, () => ({ code: 'noInstances', values: {} })],
  [/^no load balancer or target group is attached$/, () => ({ code: 'noBalancer', values: {} })],
  [
    /^cluster ([^\s,;:]+) is gone(?:: no survey has found it for (\d+) (second|minute|hour|day)s?)?(; Holystone never saw it alive)?$/,
    (name = '', n = '', unit = '', never = '') => ({
      code: 'clustersGone',
      values: {
        clusters: [
          { name, ...(n === '' ? {} : { age: ageOf(n, unit) }), ...(never === '' ? {} : { neverSeen: true as const }) },
        ],
      },
    }),
  ],
];

/** Never fails: a sentence that is not known keeps its words, in English. */
export function earlierReason(sentence: string): Reason {
  const reason = read(sentence) ?? readParts(sentence.split(', and '));
  return reason !== undefined && inEnglish(reason) === sentence
    ? reason
    : { code: 'words', values: { words: sentence } };
}

function readParts(sentences: readonly string[]): Reason | undefined {
  const all = sentences.flatMap((one) => read(one) ?? []);
  return all.length === sentences.length ? { code: 'and', values: { all } } : undefined;
}

function read(sentence: string): Reason | undefined {
  for (const [pattern, reason] of READINGS) {
    const found = pattern.exec(sentence);
    if (found) return reason(...found.slice(1));
  }
  return undefined;
}
