import type { ValuePattern } from '../policy/workConfiguration.ts';
import { type AttributeKind, type Attributes, attributeNames, kindAt } from '../resource/attribute.ts';

/** Why a pattern of an attribute matches no resource of a type, whatever its values are. */
export type Mismatch =
  /** The type has no such attribute; `names`: those it has. */
  | { readonly kind: 'unknown'; readonly names: readonly string[] }
  /** The pattern compares with values of another kind; `allowed`: those that fit, in words. */
  | { readonly kind: 'value'; readonly allowed: string };

/** Checks a pattern of `attribute` in `keep`, `only` or a rule; `undefined`: it may match. */
export function mismatchOf(attributes: Attributes, path: string, pattern: unknown): Mismatch | undefined {
  const kind = kindAt(attributes, path);
  if (kind === undefined) return { kind: 'unknown', names: attributeNames(attributes) };
  const allowed = valuesOf(kind);
  if (allowed === undefined || isOfAnyKind(pattern) || allowed.fits(pattern as ValuePattern)) return undefined;
  return { kind: 'value', allowed: allowed.words };
}

/** A regex and `*` fit every value; what is no pattern at all is another problem. */
function isOfAnyKind(pattern: unknown): boolean {
  if (typeof pattern === 'string') return pattern === '*' || pattern.startsWith('/');
  return typeof pattern !== 'number' && typeof pattern !== 'boolean';
}

interface Values {
  readonly words: string;
  fits(pattern: ValuePattern): boolean;
}

const GENERAL = '"/regex/" or "*"';
const NUMBER: Values = { words: `a number, ${GENERAL}`, fits: (one) => String(Number(one)) === String(one) };
const BOOLEAN: Values = { words: `true, false, ${GENERAL}`, fits: (one) => /^(true|false)$/.test(String(one)) };
const DATE: Values = { words: `"2026-10-28", "2026-10-28T00:00:00.000Z", ${GENERAL}`, fits: isDate };

/** `undefined`: any pattern fits. */
function valuesOf(kind: AttributeKind): Values | undefined {
  if (kind === 'number') return NUMBER;
  if (kind === 'boolean') return BOOLEAN;
  return kind === 'date' ? DATE : undefined;
}

function isDate(pattern: ValuePattern): boolean {
  const date = new Date(typeof pattern === 'string' ? pattern : Number.NaN);
  if (Number.isNaN(date.getTime())) return false;
  const written = date.toISOString();
  return pattern === written || pattern === written.slice(0, 'YYYY-MM-DD'.length);
}
