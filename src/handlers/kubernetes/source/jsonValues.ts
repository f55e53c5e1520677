/** A text that is JSON: one value, or several one after the other, as `jq` and `kubectl` write and read them. Pure. */
import { turn } from '../../../core/common/steps.ts';

/** Values between two turns of the event loop. */
const A_STEP = 50;

/** A value with the line at which it begins, the first = 1. */
export interface Placed {
  readonly value: unknown;
  readonly line: number;
}

/** @returns `undefined` unless all of it is JSON: it may be YAML, also in braces */
export async function jsonValues(text: string): Promise<readonly Placed[] | undefined> {
  if (!/^\uFEFF?\s*[[{]/.test(text)) return undefined;
  const values: Placed[] = [];
  for (const { from, to, line } of spansIn(text)) {
    try {
      values.push({ value: JSON.parse(text.slice(from, to)), line });
    } catch {
      return undefined;
    }
    if (values.length % A_STEP === 0) await turn();
  }
  return values;
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly line: number;
}

const SIGN = /["[\]{}\n]|[^\s\uFEFF"[\]{}]+/g;
const STRING_END = /\\.|"/gs;

/** The places of the objects and arrays in a text; other signs between them are spans, which are no JSON. */
function* spansIn(text: string): Generator<Span> {
  let line = 1;
  let depth = 0;
  let begun: Omit<Span, 'to'> | undefined;
  SIGN.lastIndex = 0;
  const sign = new RegExp(SIGN);
  for (let found = sign.exec(text); found !== null; found = sign.exec(text)) {
    const [what] = found;
    if (what === '\n') line++;
    else {
      begun ??= { from: found.index, line };
      if (what === '{' || what === '[') depth++;
      else if (what === '}' || what === ']') depth--;
      else if (what === '"') sign.lastIndex = endOfString(text, sign.lastIndex);
      if (depth <= 0) {
        yield { ...begun, to: sign.lastIndex };
        begun = undefined;
      }
    }
  }
  if (begun) yield { ...begun, to: text.length };
}

/** The place after the quote; the end of the text if there is none. */
function endOfString(text: string, from: number): number {
  const sign = new RegExp(STRING_END);
  sign.lastIndex = from;
  for (let found = sign.exec(text); found !== null; found = sign.exec(text)) {
    if (found[0] === '"') return sign.lastIndex;
  }
  return text.length;
}
