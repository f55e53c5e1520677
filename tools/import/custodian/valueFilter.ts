/**
 * Custodian's value filter (its documentation, "Generic Filters"; `c7n/filters/core.py`). A value that a resource lacks
 * is None there: equal to nothing, so `ne`, `ni` and a `not` around an equality select it. Here only of a tag it is known
 * that there is none, so such a filter on another attribute selects less.
 */
import { kindAt } from '../../../src/core/resource/attribute.ts';
import { type AwsType, attributeIn } from '../awsTypes.ts';
import { exactly, literal, ofGlob, slashed } from '../regex.ts';
import type { Plain } from '../sourceFile.ts';
import { any, type Formula, refusedFilter, rule } from './formula.ts';

export interface OfType {
  readonly aws: AwsType;
  readonly attributes: Parameters<typeof kindAt>[0];
  /** The names that a pattern may use. */
  readonly names: readonly string[];
}

const OPERATORS: Readonly<Record<string, string>> = {
  eq: 'eq',
  equal: 'eq',
  ne: 'ne',
  'not-equal': 'ne',
  gt: 'gt',
  'greater-than': 'gt',
  ge: 'ge',
  gte: 'ge',
  lt: 'lt',
  'less-than': 'lt',
  le: 'le',
  lte: 'le',
  in: 'in',
  ni: 'ni',
  'not-in': 'ni',
  glob: 'glob',
  regex: 'regex',
  'regex-case': 'regex-case',
  contains: 'contains',
};
const OPPOSITE: Readonly<Record<string, string>> = {
  eq: 'ne',
  ne: 'eq',
  in: 'ni',
  ni: 'in',
  gt: 'le',
  le: 'gt',
  ge: 'lt',
  lt: 'ge',
};
const KNOWN_KEYS = ['type', 'key', 'value', 'op', 'value_type'];

/** @param negated whether it stands in a `not` */
export function valueFilter(filter: Plain, of: OfType, negated: boolean): Formula {
  const odd = Object.keys(filter).find((key) => !KNOWN_KEYS.includes(key));
  if (odd) return refusedFilter(`\`${odd}\` of the filter on \`${filter.key}\` has no counterpart`);
  const { key, value, value_type: valueType } = filter;
  if (typeof key !== 'string') return refusedFilter('a value filter without `key`');
  const named = typeof filter.op === 'string' ? OPERATORS[filter.op] : 'eq';
  if (named === undefined) return refusedFilter(`the operator \`${filter.op}\` on \`${key}\` has no counterpart`);
  const unused = unusedBy(of.aws, key, value, named, valueType);
  if (unused) {
    const is = unused === 'unused';
    if (is !== negated) return rule({ rule: 'unused' });
    return refusedFilter(`\`${key}\` selects resources in use, which Holystone never deletes`);
  }
  const attribute = attributeIn(of.aws, of.names, key);
  if (attribute === undefined) return refusedFilter(`\`${key}\` is no attribute of the type ${of.aws.type}`);
  const where = (condition: unknown) => rule({ rule: 'attribute', where: { [attribute]: condition } });
  const isTag = attribute.startsWith('tag:');
  if (valueType === 'age') return aged(attribute, value, named, negated);
  const presence = ofPresence(value);
  if (presence && named === 'eq') return present(presence, isTag, key, negated, where);
  if (valueType === 'normalize') return normalized(filter, named, isTag, negated, where);
  if (valueType !== undefined && valueType !== 'integer') {
    return refusedFilter(`the value type \`${valueType}\` on \`${key}\` has no counterpart`);
  }
  const op = negated && OPPOSITE[named] ? OPPOSITE[named] : named;
  const isPattern = OPPOSITE[named] === undefined;
  return compared({
    op,
    value,
    kind: String(kindAt(of.attributes, attribute)),
    key,
    isTag,
    isNot: negated && isPattern,
    where,
  });
}

/** Does the condition hold for every unused resource, or for every used one? */
function unusedBy(
  aws: AwsType,
  key: string,
  value: unknown,
  op: string,
  valueType: unknown,
): 'unused' | 'used' | undefined {
  const [, list] = /^length\((\w+)\)$/.exec(key) ?? [];
  const counted = list ?? (valueType === 'size' ? key : undefined);
  if (counted !== undefined && aws.unused.includes(`${counted}=[]`)) {
    const number = Number(value);
    if ((op === 'eq' && number === 0) || (op === 'lt' && number === 1) || (op === 'le' && number === 0))
      return 'unused';
    if ((op === 'gt' && number === 0) || (op === 'ge' && number === 1) || (op === 'ne' && number === 0)) return 'used';
    return undefined;
  }
  const [, first] = /^(\w+)\[0\](?:\.\w+)?$/.exec(key) ?? [];
  const base = first !== undefined && aws.unused.includes(`${first}=[]`);
  const written = Array.isArray(value) && value.length === 0 ? '[]' : value === null ? 'absent' : String(value);
  const word = written === 'empty' ? (aws.unused.includes(`${key}=[]`) ? '[]' : 'absent') : written;
  if (base && op === 'eq')
    return written === 'absent' || written === 'empty' ? 'unused' : isThere(written) ? 'used' : undefined;
  if (aws.unused.includes(`${key}=${word}`)) return op === 'eq' ? 'unused' : op === 'ne' ? 'used' : undefined;
  const isUse = isThere(written) && aws.unused.some((one) => one === `${key}=[]` || one === `${key}=absent`);
  return isUse && op === 'eq' ? 'used' : undefined;
}

const isThere = (word: string) => word === 'not-null' || word === 'present';

type Presence = 'absent' | 'empty' | 'present' | 'not-null';
type Where = (condition: unknown) => Formula;

function ofPresence(value: unknown): Presence | undefined {
  if (value === null) return 'absent';
  return value === 'absent' || value === 'empty' || value === 'present' || value === 'not-null' ? value : undefined;
}

function present(what: Presence, isTag: boolean, key: string, negated: boolean, where: Where): Formula {
  const is = negated
    ? ({ absent: 'present', present: 'absent', empty: 'not-null', 'not-null': 'empty' } as const)[what]
    : what;
  if (is === 'present') return where(isTag ? { absent: false } : '*');
  if (is === 'not-null') return where('/[\\s\\S]/');
  if (!isTag) return refusedFilter(`only of a tag it is known that it is absent, not of \`${key}\``);
  return is === 'absent' ? where({ absent: true }) : any(where({ absent: true }), where({ matches: '/^$/' }));
}

/** Custodian counts whole and broken days from now. */
function aged(attribute: string, value: unknown, op: string, negated: boolean): Formula {
  const older = negated ? op === 'lt' || op === 'le' : op === 'gt' || op === 'ge';
  const span = daysOf(value);
  if (!older) return refusedFilter(`\`${attribute}\` selects young resources`);
  if (span === undefined) return refusedFilter(`\`${attribute}\` has no age in days: ${JSON.stringify(value)}`);
  if (attribute === 'createdAt') return rule({ rule: 'age', moreThan: span });
  return rule({ rule: 'attribute', where: { [attribute]: { olderThan: span } } });
}

/** Days, which may be broken, as a span of time. */
export function daysOf(value: unknown): string | undefined {
  const days = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof days !== 'number' || !Number.isFinite(days) || days <= 0) return undefined;
  return Number.isInteger(days) ? `${days}d` : `${Math.ceil(days * 24)}h`;
}

/** Lower case without spaces at the ends, on both sides. */
function normalized({ key, value }: Plain, op: string, isTag: boolean, negated: boolean, where: Where): Formula {
  const values =
    op === 'eq' || op === 'ne' ? [value] : (op === 'in' || op === 'ni') && Array.isArray(value) ? value : [];
  if (values.length === 0 || values.some((one) => typeof one !== 'string')) {
    return refusedFilter(`\`normalize\` with \`${op}\` on \`${key}\` has no counterpart`);
  }
  const regex = slashed(`^\\s*(?:${values.map((one) => literal(String(one).trim())).join('|')})\\s*$`, 'i');
  const isNot = (op === 'ne' || op === 'ni') !== negated;
  return regex === undefined
    ? refusedFilter(`the values of \`${key}\` are too long`)
    : matching(regex, isNot, isTag, where);
}

interface Compared {
  readonly op: string;
  readonly value: unknown;
  readonly kind: string;
  readonly key: string;
  readonly isTag: boolean;
  readonly isNot: boolean;
  readonly where: Where;
}

function compared(one: Compared): Formula {
  const { op, value, key, isTag, isNot, where } = one;
  if (['gt', 'ge', 'lt', 'le'].includes(op)) return ordered(one);
  if (op === 'glob' || op === 'regex' || op === 'regex-case' || op === 'contains') {
    const regex = typeof value === 'string' ? regexOf(op, value, one.kind) : undefined;
    // Python's classes know all of Unicode, those of RE2 only ASCII: outside of `not` they select less.
    const isVague = isNot && op.startsWith('regex') && /\\[wWdDsSbB]/.test(String(value));
    if (regex === undefined || isVague)
      return refusedFilter(`the pattern ${JSON.stringify(value)} of \`${key}\` has no counterpart`);
    return matching(regex, isNot, isTag, where);
  }
  const values: unknown = op === 'in' || op === 'ni' ? value : [value];
  if (!Array.isArray(values) || values.length === 0)
    return refusedFilter(`\`${key}\` is compared with ${JSON.stringify(value)}`);
  const odd = values.find((value) => !isOfKind(value, one.kind));
  if (odd !== undefined)
    return refusedFilter(
      `\`${key}\` is compared with ${JSON.stringify(odd)}, which Custodian finds equal to no ${isTag ? 'text' : 'value of it'}`,
    );
  const each = values.map(exactly);
  const operand = each.length === 1 ? each[0] : each;
  if (op === 'eq' || op === 'in') return where({ is: operand });
  const not = where({ not: operand });
  return isTag ? any(where({ absent: true }), not) : not;
}

function isOfKind(value: unknown, kind: string): boolean {
  if (kind === 'boolean') return typeof value === 'boolean';
  if (kind === 'number' || kind === 'gibibytes' || kind === 'bytes') return typeof value === 'number';
  return kind !== 'date' && kind !== 'texts' && typeof value === 'string' && value !== '';
}

function ordered({ op, value, kind, key, where }: Compared): Formula {
  if (!['number', 'gibibytes', 'bytes'].includes(kind) || typeof value !== 'number') {
    return refusedFilter(`\`${op}\` of \`${key}\` compares no numbers`);
  }
  const side = op.startsWith('g') ? 'above' : 'below';
  return op.endsWith('t') ? where({ [side]: value }) : any(where({ [side]: value }), where({ is: value }));
}

/** `re.match` begins at the beginning of the text, and ends anywhere. */
function regexOf(op: string, value: string, kind: string): string | undefined {
  if (op === 'contains') return kind === 'text' || kind === 'untyped' ? slashed(literal(value)) : undefined;
  if (op === 'glob') {
    const regex = ofGlob(value);
    return regex === undefined ? undefined : slashed(regex);
  }
  return slashed(`^(?:${value})`, op === 'regex' ? 'i' : '');
}

function matching(regex: string, isNot: boolean, isTag: boolean, where: Where): Formula {
  if (!isNot) return where({ matches: regex });
  return isTag ? any(where({ absent: true }), where({ not: regex })) : where({ not: regex });
}
