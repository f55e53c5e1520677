import { UnreadableError } from '../common/errors.ts';
import type { Namespace } from '../resource/namespace.ts';
import { isOneTooMany, keepsId, MAX_KEEP_PATTERNS, readKeepPattern } from './keepPattern.ts';
import type { OptOut } from './optOut.ts';

/** The part of `MarkStore` that a preview reads. */
interface Marks {
  all(namespace: Namespace): AsyncIterable<readonly { readonly id: string }[]>;
}

/** The part of `OptOutStore` that knows patterns. */
interface Patterns {
  patterns(namespace: Namespace): Promise<readonly OptOut[]>;
}

/** What a person sees before a pattern is stored. */
export interface PatternPreview {
  /** The marked resources that it keeps; those without a mark, and future ones, are kept as well. */
  readonly matching: number;
  /** The first of their ids. */
  readonly ids: readonly string[];
  /** Of so many marks that were looked at. */
  readonly marks: number;
  /** There are more marks, or unreadable ones, that nobody looked at. */
  readonly isPartial: boolean;
}

const PREVIEW_IDS = 20;
/** The person waits for the answer. */
const MARKS = 20_000;

/** Reads only: the marks of the namespace that a pattern keeps. */
export async function previewPattern(marks: Marks, namespace: Namespace, pattern: string): Promise<PatternPreview> {
  const ids = new Set<string>();
  const seen = new Set<string>();
  const answer = (isPartial: boolean) => {
    const some = [...ids].sort().slice(0, PREVIEW_IDS);
    return { matching: ids.size, ids: some, marks: seen.size, isPartial };
  };
  try {
    for await (const page of marks.all(namespace)) {
      for (const { id } of page) {
        seen.add(id);
        if (keepsId(pattern, id)) ids.add(id);
      }
      if (seen.size >= MARKS) return answer(true);
    }
  } catch (error) {
    // An unreadable mark must not stand in the way of a decision to keep.
    if (!(error instanceof UnreadableError)) throw error;
    return answer(true);
  }
  return answer(false);
}

/** Why this pattern cannot be stored now, to follow "The pattern …"; `undefined`: it can. */
export async function refusedPattern(
  optOuts: Patterns,
  namespace: Namespace,
  pattern: string,
): Promise<string | undefined> {
  const read = readKeepPattern(pattern);
  if (read.kind === 'invalid') return read.why;
  if (!isOneTooMany(await optOuts.patterns(namespace), read.value)) return undefined;
  return `is one too many: ${namespace} has ${MAX_KEEP_PATTERNS}, of which one must be withdrawn first`;
}
