/** The settings of a namespace that one entry judges, or several together. */
import { z } from 'zod';
import { defined } from '../../core/common/defined.ts';
import type { EntryRules, Matcher, When } from '../../core/policy/workConfiguration.ts';
import { ALL_LOCATIONS } from '../../core/resource/locationPattern.ts';
import type { Handler } from '../../handlers/contract/handler.ts';
import { amongOf, entryWords } from './covers.ts';
import type { EntryPart, ParsedEntry, ValidFile } from './entryPart.ts';
import { hashOf } from './hashOf.ts';

/** What each entry says for itself; all else is said once for the namespace. */
const OWN = ['when', 'keep', 'only', 'minimumAgeMs', 'unusedForMs', 'expiry', 'parameters', 'match'] as const;

type Part = EntryPart & { readonly match?: Matcher };

/**
 * @param order the entries, in the order in which they are tried
 * @throws z.ZodError where two of them contradict each other about the namespace
 */
export function together(
  order: readonly number[],
  handler: Handler,
  file: ValidFile,
  partOf: (entry: number) => Part,
): Omit<EntryPart, 'match'> & { readonly entries?: readonly EntryRules[] } {
  const parts = order.map(partOf);
  const [first] = parts as [Part];
  const { match, ...one } = first;
  if (parts.length === 1 && match === undefined) return one;
  order.slice(1).forEach((entry, index) => {
    refuseContradiction(handler, file, [order[0] as number, first], [entry, parts[index + 1] as EntryPart]);
  });
  const isDivided = new Set(parts.map((part) => JSON.stringify(patternsOf(handler, part)))).size > 1;
  const entries = parts.map((part): EntryRules => {
    const { when, keep, only, minimumAgeMs, unusedForMs, expiry, parameters } = part as EntryPart & Partial<EntryRules>;
    const { match } = part;
    const wanted = { match, patterns: isDivided ? patternsOf(handler, part) : [ALL_LOCATIONS] };
    const chosen = defined({ label: entryWords(wanted, handler), among: amongOf(wanted, handler), match });
    return { ...chosen, when, keep, minimumAgeMs, parameters, ...defined({ only, unusedForMs, expiry }) };
  });
  const { only: _only, unusedForMs: _unusedForMs, expiry: _expiry, ...rest } = one as typeof one & Partial<EntryRules>;
  const spans = entries.flatMap(({ unusedForMs }) => unusedForMs ?? []);
  const ends = distinct(entries.flatMap(({ expiry }) => expiry?.keys ?? []));
  return {
    ...rest,
    when: distinct(entries.flatMap(({ when }) => when)) as When[],
    keep: distinct(first.keep).filter((entry) => parts.every(({ keep }) => has(keep, entry))) as Matcher[],
    minimumAgeMs: Math.min(...entries.map(({ minimumAgeMs }) => minimumAgeMs)),
    ...(spans.length === 0 ? {} : { unusedForMs: Math.max(...spans) }),
    // What says an end by any of them is passed on to no other resource.
    ...(ends.length === 0 ? {} : { expiry: { keys: ends } }),
    parameters: withAllKeys(handler, entries),
    entries,
  };
}

function patternsOf({ divided }: Handler, { parameters }: Pick<EntryRules, 'parameters'>): readonly string[] {
  if (divided === undefined) return [];
  const given = (parameters as Record<string, unknown>)[divided.by];
  if (divided.part) return [(given as Record<string, string>)[divided.part.name] as string];
  return (given as readonly string[] | undefined) ?? [];
}

/** Keys that sessions ask about (`keepN`: dates are needed) are there if an entry has them, and lists have those of all. */
function withAllKeys(handler: Handler, entries: readonly EntryRules[]): unknown {
  const { judging = [], divided } = handler;
  const all = entries.map(({ parameters }) => parameters as Record<string, unknown>);
  const own = judging.map((key) => [key, all.map((one) => one[key]).find((value) => value !== undefined)]);
  if (!divided) return { ...all[0], ...defined(Object.fromEntries(own)) };
  const parts = divided.part ? all.map((one) => one[divided.by]) : entries.flatMap((one) => patternsOf(handler, one));
  return { ...all[0], ...defined(Object.fromEntries(own)), [divided.by]: distinct(parts) };
}

type Numbered = readonly [entry: number, part: EntryPart];

function refuseContradiction(
  handler: Handler,
  file: ValidFile,
  [first, one]: Numbered,
  [second, other]: Numbered,
): void {
  const isOnePart = handler.divided?.part && hashOf(patternsOf(handler, one)) === hashOf(patternsOf(handler, other));
  const [a, b] = [sharedOf(handler, file, first, one, isOnePart), sharedOf(handler, file, second, other, isOnePart)];
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (key) => hashOf([a[key]]) !== hashOf([b[key]]),
  );
  if (keys.length === 0) return;
  const message = (key: string) =>
    `\`${key}\` counts for the whole place, and cleanup[${first}] and cleanup[${second}] judge it: give both the same value, best in \`defaults\``;
  throw new z.ZodError(
    keys.map((key) => {
      const name = NAMES[key] ?? key;
      return { code: 'custom' as const, path: [name], message: message(name), input: undefined };
    }),
  );
}

/** The keys of the file, where they differ. */
const NAMES: Readonly<Record<string, string>> = {
  everyMs: 'every',
  quarantineMs: 'quarantine',
  maxEvidenceAgeMs: 'maxEvidenceAge',
  traffic: 'unusedFor',
};

/** @param isOnePart both entries describe the same part of the place, so they agree about it */
function sharedOf(
  { judging = [], divided }: Handler,
  { cleanup }: ValidFile,
  entry: number,
  part: EntryPart,
  isOnePart = false,
) {
  const { live = false, rollout = 'live', window } = cleanup[entry] as ParsedEntry;
  const parameters = part.parameters as Readonly<Record<string, unknown>>;
  const without = (all: object, keys: readonly string[]) =>
    Object.fromEntries(Object.entries(all).filter(([key]) => !keys.includes(key)));
  const { evidence, ...ofType } = without(parameters, [...judging, ...(divided && !isOnePart ? [divided.by] : [])]);
  return { ...without(part, OWN), live, rollout, window, ...ofType, evidence: [part.evidence, evidence] } as Record<
    string,
    unknown
  >;
}

function distinct<T>(items: readonly T[]): readonly T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

function has(items: readonly unknown[], item: unknown): boolean {
  const text = JSON.stringify(item);
  return items.some((one) => JSON.stringify(one) === text);
}
