/** Filters of aws-nuke as entries of `keep`. Each may keep more than it did, never less. */
import { DAY_MS, HOUR_MS } from '../../../src/core/common/duration.ts';
import { matchesPattern, slipIn } from '../../../src/core/evaluation/pattern.ts';
import type { ValuePattern } from '../../../src/core/policy/condition.ts';
import { type Attributes, attributeNames, kindAt } from '../../../src/core/resource/attribute.ts';
import { type AwsType, attributeIn } from '../awsTypes.ts';
import { exactly, literal, slashed } from '../regex.ts';
import { isPlain, type Plain } from '../sourceFile.ts';

export interface Keeps {
  readonly keep: readonly Plain[];
  /** Younger ones are kept. */
  readonly youngerMs: number;
  /** Why a filter cannot be carried over. */
  readonly reasons: readonly string[];
}

interface OfType {
  readonly aws: AwsType;
  readonly attributes: Attributes;
}

type Outcome = { readonly keep: readonly Plain[] } | { readonly youngerMs: number } | { readonly why: string };

export function keepsOf(filters: readonly unknown[], of: OfType): Keeps {
  const outcomes = filters.map((one) => keepOf(one, of));
  const keep = outcomes.flatMap((one) => ('keep' in one ? one.keep : []));
  return {
    keep: [...new Map(keep.map((one) => [JSON.stringify(one), one])).values()],
    youngerMs: Math.max(0, ...outcomes.map((one) => ('youngerMs' in one ? one.youngerMs : 0))),
    reasons: outcomes.flatMap((one) => ('why' in one ? one.why : [])),
  };
}

const KNOWN_KEYS = ['property', 'type', 'value', 'values', 'invert'];

function keepOf(given: unknown, { aws, attributes }: OfType): Outcome {
  const filter = isPlain(given) ? given : { value: given };
  const odd = Object.keys(filter).find((key) => !KNOWN_KEYS.includes(key));
  if (odd) return { why: `the filter's \`${odd}\` has no counterpart` };
  const { property, type = 'exact', value } = filter;
  const isInverted = String(filter.invert ?? false) === 'true';
  const path = property === undefined ? aws.printed : attributeIn(aws, attributeNames(attributes), String(property));
  const isTag = /^tag:/.test(String(property));
  const text = value === undefined || value === null ? undefined : String(value);
  if (path !== undefined && type === 'dateOlderThan') return younger(path, text, isInverted);
  const patterns = patternsOf(String(type), text, filter.values, isInverted);
  const keepsOthers = isInverted !== (type === 'NotIn');
  // There an absent property is the empty text.
  const isAbsentKept = keepsOthers !== patterns?.some((one) => matchesPattern(one, ''));
  if (path === undefined) {
    if (!isTag) return { why: `its property \`${property}\` is no attribute of the type ${aws.type}` };
    if (!patterns || isAbsentKept) return { why: `none of this type has a tag, and \`${property}\` may keep all` };
    return { keep: [] };
  }
  if (!patterns) return { why: `the filter ${JSON.stringify(given)} has no counterpart` };
  const unlike = ODD_TEXTS[String(kindAt(attributes, path))];
  if (unlike)
    return { why: `the filter on \`${property ?? path}\` compares ${unlike} as a text, which looks different here` };
  // What an attribute that is absent does not equal is unknown here, which keeps.
  if (isAbsentKept && !isTag && !keepsOthers && !ALWAYS_THERE.includes(path))
    return {
      why: `the filter keeps a resource without \`${property ?? path}\` there, too, and here that is not known`,
    };
  const conditions = keepsOthers ? [{ not: patterns.length === 1 ? patterns[0] : patterns }] : patterns;
  const at = (condition: unknown): Plain =>
    isTag ? { tag: { [path.slice('tag:'.length)]: condition } } : { attribute: { [path]: condition } };
  const absent = isTag && isAbsentKept ? [at({ absent: true })] : [];
  return { keep: [...absent, ...conditions.map(at)] };
}

const ALWAYS_THERE = ['id', 'name'];

/** Kinds that aws-nuke prints in another way. */
const ODD_TEXTS: Readonly<Record<string, string>> = { date: 'a date', texts: 'a list' };

/** aws-nuke keeps a resource until its date plus this duration (of Go) has passed. */
function younger(path: string, value: string | undefined, isInverted: boolean): Outcome {
  const ms = value === undefined ? undefined : goDuration(value);
  if (path !== 'createdAt' || isInverted || ms === undefined) {
    return { why: `\`dateOlderThan\` with ${JSON.stringify(value)} on \`${path}\` has no counterpart` };
  }
  return { youngerMs: ms };
}

const GO_UNITS: Readonly<Record<string, number>> = { h: HOUR_MS, m: 60_000, s: 1000, d: DAY_MS };

/** `72h`, `1h30m` */
export function goDuration(text: string): number | undefined {
  if (!/^(?:\d+(?:\.\d+)?[hmsd])+$/.test(text)) return undefined;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)([hmsd])/g)];
  return parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (GO_UNITS[unit] ?? 0), 0);
}

/** Patterns of which one must match; `undefined`: there are none that keep as much. */
function patternsOf(
  type: string,
  value: string | undefined,
  values: unknown,
  isInverted: boolean,
): readonly ValuePattern[] | undefined {
  if (type === 'In' || type === 'NotIn') {
    return Array.isArray(values) && values.length > 0 ? values.map((one) => exactly(String(one))) : undefined;
  }
  if (value === undefined || value === '') return undefined;
  const regex = REGEXES[type]?.(value, isInverted);
  if (type === 'exact' || type === '') return [exactly(value)];
  const pattern = regex === undefined ? undefined : slashed(regex);
  if (pattern === undefined) return undefined;
  // A file refuses a regex that matches every text by a slip; there it keeps them all.
  return [slipIn(pattern) === undefined ? pattern : '*'];
}

const REGEXES: Readonly<Record<string, (value: string, isInverted: boolean) => string | undefined>> = {
  contains: literal,
  prefix: (value) => `^${literal(value)}`,
  suffix: (value) => `${literal(value)}$`,
  regex: (value) => value,
  // Its `*` stops at a separator: what matches more keeps more, but not where the filter is inverted.
  glob: (value, isInverted) =>
    isInverted || /[\\[\]{}]/.test(value)
      ? undefined
      : `^${value
          .split(/\*+/)
          .map((part) => part.split('?').map(literal).join('[\\s\\S]'))
          .join('[\\s\\S]*')}$`,
};
