/** The names that a template puts together from parts, and why some of them cannot be known. Pure. */
import { HOLE, TemplateTexts, type TemplateValues, TooManyTexts } from '../templates/texts.ts';
import { treeOf } from '../templates/tree.ts';

const FUNCTION = /Fn::(?:Join|Sub)|!(?:Join|Sub)/;
const AROUND_HOLES = new RegExp(`[0-9a-f]*${HOLE}[0-9a-f${HOLE}]*`, 'gi');
/** So many digits beside a part that no text shows are no accident. */
const PART = 16;
const WHOLE = 64;
/** CloudFormation shows a `NoEcho` parameter so. */
const SECRET = /^\*+$/;

/** Digits of a part, in a message. */
const SHOWN = 8;

/** The texts that a value of a template may have when AWS has filled it in. */
export interface Assembled {
  readonly texts: readonly string[];
  /** For an operator: why a name may contain a hash that the text does not show. */
  readonly unclear?: string;
}

/**
 * @param given actual values; of another parameter its default counts
 * @param spelled the text as its readers see its strings
 */
export function assembledIn(text: string, given: TemplateValues, spelled = text): Assembled {
  if (!FUNCTION.test(spelled)) return { texts: [] };
  try {
    const tree = treeOf(text);
    if (!tree) return { texts: [], unclear: 'it puts names together, and is neither JSON nor YAML' };
    const all = new TemplateTexts(tree.root, hidden(given)).under(tree.root);
    const texts = [...new Set(all)];
    const part = texts.map(openPart).find((found) => found !== undefined);
    if (part === undefined) return { texts };
    // Not the whole part: it may be the value of a parameter, which may be secret.
    return {
      texts,
      unclear: `it puts a name together from ${part.slice(0, SHOWN)}… and a part that no text shows`,
    };
  } catch (error) {
    // A RangeError: lists in lists, or aliases of aliases, without end.
    const isTooMuch = error instanceof TooManyTexts || error instanceof RangeError;
    if (isTooMuch) return { texts: [], unclear: 'it puts too many names together' };
    throw error;
  }
}

/** The longest of the parts that may be a hash together with one that no text shows. A whole hash needs no other part. */
function openPart(text: string): string | undefined {
  if (!text.includes(HOLE)) return undefined;
  for (const { 0: around } of text.matchAll(AROUND_HOLES)) {
    const parts = around.split(HOLE).filter(({ length }) => length < WHOLE);
    if (parts.join('').length >= PART) return parts.reduce((one, other) => (other.length > one.length ? other : one));
  }
  return undefined;
}

function hidden(given: TemplateValues): TemplateValues {
  const shown = (values: readonly string[]) => values.map((value) => (SECRET.test(value) ? HOLE : value));
  return new Map([...given].map(([name, values]) => [name, shown(values)]));
}
