/** Conditions of Custodian that hold for every unused resource, or for every used one. Pure. */
import type { AwsType } from '../awsTypes.ts';

interface Condition {
  readonly key: string;
  readonly value: unknown;
  readonly op: string;
  readonly valueType: unknown;
}

/** `undefined`: it is another condition, or one that Custodian never finds true. */
export function unusedBy({ unused }: AwsType, { key, value, op, valueType }: Condition): 'unused' | 'used' | undefined {
  const [, list] = /^length\((\w+)\)$/.exec(key) ?? [];
  const counted = list ?? (valueType === 'size' ? key : undefined);
  if (counted !== undefined && unused.includes(`${counted}=[]`)) {
    const isCount = typeof value === 'number' && [undefined, 'size', 'integer'].includes(valueType as string);
    return isCount ? byCount(op, value) : undefined;
  }
  if (valueType !== undefined && valueType !== 'normalize') return undefined;
  const word = wordOf(value);
  if (word === undefined) return undefined;
  const isList = unused.includes(`${key}=[]`);
  const [, first] = /^(\w+)\[0\](?:\.\w+)?$/.exec(key) ?? [];
  const isOfList = first !== undefined && unused.includes(`${first}=[]`);
  if (isOfList && op === 'eq')
    return word === 'absent' || word === 'empty' ? 'unused' : isThere(word) ? 'used' : undefined;
  const written = word === 'empty' ? (isList ? '[]' : 'absent') : word;
  if (unused.includes(`${key}=${written}`)) return op === 'eq' ? 'unused' : op === 'ne' ? 'used' : undefined;
  // A list without elements is present, too.
  const isUse = isList ? word === 'not-null' : isThere(word) && unused.includes(`${key}=absent`);
  return isUse && op === 'eq' ? 'used' : undefined;
}

function byCount(op: string, count: number): 'unused' | 'used' | undefined {
  if ((op === 'eq' && count === 0) || (op === 'lt' && count === 1) || (op === 'le' && count === 0)) return 'unused';
  if ((op === 'gt' && count === 0) || (op === 'ge' && count === 1) || (op === 'ne' && count === 0)) return 'used';
  return undefined;
}

/** A list with elements, a number and the text `[]` equal neither a state nor a list without elements. */
function wordOf(value: unknown): string | undefined {
  if (value === null) return 'absent';
  if (Array.isArray(value)) return value.length === 0 ? '[]' : undefined;
  return typeof value === 'string' && value !== '[]' ? value : undefined;
}

const isThere = (word: string) => word === 'not-null' || word === 'present';
