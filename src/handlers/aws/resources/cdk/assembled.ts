/** The names that a template puts together from parts, and why some of them cannot be known. Pure. */
import { HOLE, TemplateTexts, TooManyTexts } from './templateTexts.ts';
import { isObject, treeOf } from './templateTree.ts';

/**
 * A part of a hash that is long enough to be no accident: in a hash of up to four parts one has 16 digits. Templates
 * without one are not taken apart, which takes far longer than a search.
 */
const PART = /(?<![0-9a-f])[0-9a-f]{16,63}(?![0-9a-f])/i;
const AT_HOLE = new RegExp(`${HOLE}([0-9a-f]{16,63})(?![0-9a-f])|(?<![0-9a-f])([0-9a-f]{16,63})${HOLE}`, 'i');
/** CloudFormation shows a `NoEcho` parameter so. */
const SECRET = /^\*+$/;

/** Digits of a part, in a message. */
const SHOWN = 8;

/** The values that a parameter has, by its name. */
export type ParameterValues = ReadonlyMap<string, readonly string[]>;

export interface Assembled {
  readonly texts: readonly string[];
  /** A name may contain a hash that nobody can tell: what an operator should know. */
  readonly unclear?: string;
}

/** @param given actual values; of another parameter its default counts */
export function assembledIn(text: string, given: ParameterValues): Assembled {
  const hasPart = PART.test(text) || [...given.values()].flat().some((value) => PART.test(value));
  // As JSON and YAML may write a digit, see assetHash.ts.
  if (!hasPart && !/\\[uxU\r\n]/.test(text)) return { texts: [] };
  if (!/Fn::|!(?:Join|Sub)/.test(text)) return { texts: [] };
  const tree = treeOf(text);
  if (!tree) return { texts: [], unclear: 'it is neither JSON nor YAML, and has parts of hashes' };
  try {
    const all = new TemplateTexts(tree.root, new Map([...defaultsOf(tree.root), ...hidden(given)])).under(tree.root);
    const texts = [...new Set(all)];
    const open = texts.map((one) => AT_HOLE.exec(one)).find((found) => found !== null);
    if (!open) return { texts };
    // Not the whole part: it may be the value of a parameter, which may be secret.
    const part = (open[1] ?? open[2] ?? '').slice(0, SHOWN);
    return { texts, unclear: `it puts a name together from ${part}… and a part that no text shows` };
  } catch (error) {
    if (error instanceof TooManyTexts) return { texts: [], unclear: 'it puts too many names together' };
    throw error;
  }
}

function hidden(given: ParameterValues): ParameterValues {
  const shown = (values: readonly string[]) => values.map((value) => (SECRET.test(value) ? HOLE : value));
  return new Map([...given].map(([name, values]) => [name, shown(values)]));
}

function defaultsOf(root: unknown): ParameterValues {
  const declared = isObject(root) && isObject(root.Parameters) ? Object.entries(root.Parameters) : [];
  return new Map(
    declared.flatMap(([name, parameter]) =>
      isObject(parameter) && parameter.Default !== undefined ? [[name, [String(parameter.Default)]] as const] : [],
    ),
  );
}
