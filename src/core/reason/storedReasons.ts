/** Reasons that this or another version stored, each as values beside its English sentence. */
import type { Reason } from '../common/reason.ts';
import { earlierReason } from './earlierReason.ts';
import { inEnglish } from './english.ts';

/** Do the values say this? Those of a later version may have another code, or another shape. */
export function says(reason: Reason, sentence: string): boolean {
  try {
    return inEnglish(reason) === sentence;
  } catch {
    return false;
  }
}

/** Never fails: values that do not say their sentence count for nothing, and the sentence stays, in English. */
export function storedReasons(sentences: readonly string[], values: readonly Reason[] = []): readonly Reason[] {
  return sentences.map((sentence, at) => {
    const reason = values[at];
    return reason !== undefined && says(reason, sentence) ? reason : earlierReason(sentence);
  });
}
