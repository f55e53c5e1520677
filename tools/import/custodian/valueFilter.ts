/**
 * Custodian's value filter (its documentation, "Generic Filters"; `c7n/filters/core.py`). A value that a resource lacks
 * is None there: equal to nothing, so `ne`, `ni` and a `not` around an equality select it. Here only of a tag it is known
 * that there is none, so such a filter on another attribute selects less.
 */
import { kindAt } from '../../../src/core/resource/attribute.ts';
import type { AwsType } from '../awsTypes.ts';
import { exactly, literal, ofGlob, slashed } from '../regex.ts';
import type { Plain } from '../sourceFile.ts';
import { any, type Formula, refusedFilter, rule } from './formula.ts';
import { readPython } from './pythonRegex.ts';
import { attributeOfKey } from './spelled.ts';
import { unusedBy } from './unused.ts';

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
const NUMBERS = ['number', 'gibibytes', 'bytes'];
const KNOWN_KEYS = ['type', 'key', 'value', 'op', 'value_type'];

/** @param negated whether it stands in a `not` */
export function valueFilter(filter: Plain, of: OfType, negated: boolean): Formula {
  const odd = Object.keys(filter).find((key) => !KNOWN_KEYS.includes(key));
  if (odd) return refusedFilter(`\`${odd}\` of the filter on \`${filter.key}\` has no counterpart`);
  const { key, value, value_type: valueType } = filter;
  if (typeof key !== 'string') return refusedFilter('a value filter without `key`');
  const op = filter.op ?? 'eq';
  const named = typeof op === 'string' && Object.hasOwn(OPERATORS, op) ? OPERATORS[op] : undefined;
  if (named === undefined) return refusedFilter(`the operator \`${filter.op}\` on \`${key}\` has no counterpart`);
  const presence = ofPresence(value);
  // Custodian asks for these words before it looks at the operator, and after it has changed the value.
  const isOtherWord = typeof value === 'string' && presence !== undefined && !isAsked(presence, named, valueType);
  if (isOtherWord)
    return refusedFilter(`\`${value}\` on \`${key}\` has no counterpart with an operator or a value type`);
  const unused = unusedBy(of.aws, { key, value, op: named, valueType });
  if (unused) {
    const is = unused === 'unused';
    if (is !== negated) return rule({ rule: 'unused' });
    return refusedFilter(`\`${key}\` selects resources in use, which Holystone never deletes`);
  }
  const attribute = attributeOfKey(of.aws, of.names, key);
  if (attribute === undefined) return refusedFilter(`\`${key}\` is no attribute of the type ${of.aws.type}`);
  const kind = String(kindAt(of.attributes, attribute));
  const where = (condition: unknown) => rule({ rule: 'attribute', where: { [attribute]: condition } });
  const isTag = attribute.startsWith('tag:');
  if (valueType === 'age') return aged(attribute, value, named, negated);
  if (presence && named === 'eq' && (valueType === undefined || valueType === 'normalize'))
    return present(presence, { isTag, key, kind, negated, where });
  if (valueType === 'normalize') return normalized(filter, named, isTag, negated, where);
  if (valueType !== undefined && valueType !== 'integer') {
    return refusedFilter(`the value type \`${valueType}\` on \`${key}\` has no counterpart`);
  }
  if (valueType === 'integer' && !(NUMBERS.includes(kind) && [value].flat().every((one) => typeof one === 'number')))
    return refusedFilter(`\`integer\` on \`${key}\` compares no numbers`);
  const isPattern = OPPOSITE[named] === undefined;
  return compared({
    op: (negated ? OPPOSITE[named] : undefined) ?? named,
    value,
    kind,
    key,
    isTag,
    isNot: negated && isPattern,
    where,
  });
}

type Presence = 'absent' | 'empty' | 'present' | 'not-null';
type Where = (condition: unknown) => Formula;

function ofPresence(value: unknown): Presence | undefined {
  if (value === null) return 'absent';
  return value === 'absent' || value === 'empty' || value === 'present' || value === 'not-null' ? value : undefined;
}

/** `normalize` makes blanks an empty text; `integer` makes what is absent a 0. */
function isAsked(word: Presence, op: string, valueType: unknown): boolean {
  if (op !== 'eq') return false;
  return valueType === undefined || (valueType === 'normalize' && (word === 'absent' || word === 'present'));
}

interface Condition {
  readonly isTag: boolean;
  readonly key: string;
  readonly kind: string;
  readonly negated: boolean;
  readonly where: Where;
}

function present(what: Presence, { isTag, key, kind, negated, where }: Condition): Formula {
  const is = negated
    ? ({ absent: 'present', present: 'absent', empty: 'not-null', 'not-null': 'empty' } as const)[what]
    : what;
  if (is === 'present') return where(isTag ? { absent: false } : '*');
  // To Python `false` and 0 are as empty as ''.
  if (is === 'not-null' && kind === 'boolean') return where({ is: true });
  if (is === 'not-null' && NUMBERS.includes(kind)) return where({ above: 0 });
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

/** Lower case without blanks at the ends; of the resource's value alone, so that a value with others equals nothing. */
function normalized({ key, value }: Plain, op: string, isTag: boolean, negated: boolean, where: Where): Formula {
  const values =
    op === 'eq' || op === 'ne' ? [value] : (op === 'in' || op === 'ni') && Array.isArray(value) ? value : [];
  if (values.length === 0 || !values.every((one) => typeof one === 'string' && NORMAL.test(one))) {
    return refusedFilter(`\`normalize\` with \`${op}\` and ${JSON.stringify(value)} on \`${key}\` has no counterpart`);
  }
  const isNot = (op === 'ne' || op === 'ni') !== negated;
  const blank = isNot ? '[\\s\\v\\x1c-\\x1f\\x{85}\\p{Z}]' : '\\s';
  const written = values.map((one) => literal(String(one))).join('|');
  // RE2 takes a long s for an s, Python's lower case does not.
  const regex = slashed(`^${blank}*(?:${isNot ? written : written.replaceAll('s', '(?-i:s|S)')})${blank}*$`, 'i');
  return regex === undefined
    ? refusedFilter(`the values of \`${key}\` are too long`)
    : matching(regex, isNot, isTag, where);
}

/** What Python's `lower` and `strip` leave as it is, in ASCII. */
const NORMAL = /^[!-@[-~](?:[ -@[-~]*[!-@[-~])?$/;

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
    const { regex, unsure = '' } = typeof value === 'string' ? regexOf(op, value, one) : {};
    if (regex === undefined)
      return refusedFilter(`the pattern ${JSON.stringify(value)} of \`${key}\` has no counterpart`);
    return matching(unsure === '' ? regex : [regex, `/[${unsure}]/`], isNot, isTag, where);
  }
  const values: unknown = op === 'in' || op === 'ni' ? value : [value];
  if (!Array.isArray(values) || values.length === 0)
    return refusedFilter(`\`${key}\` is compared with ${JSON.stringify(value)}`);
  const odd = values.findIndex((value) => !isOfKind(value, one.kind));
  if (odd >= 0)
    return refusedFilter(
      `\`${key}\` is compared with ${JSON.stringify(values[odd])}, which Custodian finds equal to no ${isTag ? 'text' : 'value of it'}`,
    );
  const each = values.map(exactly);
  const operand = each.length === 1 ? each[0] : each;
  if (op === 'eq' || op === 'in') return where({ is: operand });
  const not = where({ not: operand });
  return isTag ? any(where({ absent: true }), not) : not;
}

function isOfKind(value: unknown, kind: string): boolean {
  if (kind === 'boolean') return typeof value === 'boolean';
  if (NUMBERS.includes(kind)) return typeof value === 'number';
  return kind !== 'date' && kind !== 'texts' && typeof value === 'string' && value !== '';
}

function ordered({ op, value, kind, key, where }: Compared): Formula {
  if (!NUMBERS.includes(kind) || typeof value !== 'number') {
    return refusedFilter(`\`${op}\` of \`${key}\` compares no numbers`);
  }
  const side = op.startsWith('g') ? 'above' : 'below';
  return op.endsWith('t') ? where({ [side]: value }) : any(where({ [side]: value }), where({ is: value }));
}

/** `re.match` begins at the beginning of the text, and ends anywhere; a pattern matches no list and no number there. */
function regexOf(
  op: string,
  value: string,
  { kind, isNot }: Compared,
): { regex?: string | undefined; unsure?: string } {
  if (kind !== 'text' && kind !== 'untyped') return {};
  if (op === 'contains') return { regex: slashed(literal(value)) };
  if (op === 'glob') {
    const regex = ofGlob(value);
    return regex === undefined ? {} : { regex: slashed(regex) };
  }
  const { isAlike, unsure } = readPython(value, op === 'regex', isNot);
  return isAlike ? { regex: slashed(`^(?:${value})`, op === 'regex' ? 'i' : ''), unsure } : {};
}

function matching(regex: string | readonly string[], isNot: boolean, isTag: boolean, where: Where): Formula {
  if (!isNot) return where({ matches: regex });
  return isTag ? any(where({ absent: true }), where({ not: regex })) : where({ not: regex });
}
