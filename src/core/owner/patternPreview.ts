import { matchesPattern } from './keepPattern.ts';
import { type Keepable, textsOf } from './optOut.ts';

/** The facts that a person sees before a pattern is stored. */
export interface PatternPreview {
  /** The marked resources that it keeps; those without a mark, and future ones, are kept as well. */
  readonly matching: number;
  /** The first of their ids. */
  readonly ids: readonly string[];
  /** The name of each of {@link ids}, in the same order; an empty text: it has none beside its id. */
  readonly names: readonly string[];
  /** The number of marks that the preview compared. */
  readonly marks: number;
  /** There are more marks, or unreadable ones, which the preview leaves out. */
  readonly isPartial: boolean;
}

const PREVIEW_IDS = 20;

/** @param marked the marked resources that were read, each once; `isPartial`: there are more */
export function previewOf(pattern: string, marked: readonly Keepable[], isPartial: boolean): PatternPreview {
  const kept = marked.filter((one) => textsOf(one).some((text) => matchesPattern(pattern, text)));
  const first = kept.sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, PREVIEW_IDS);
  return {
    matching: kept.length,
    ids: first.map(({ id }) => id),
    names: first.map(({ id, name }) => (name && name !== id ? name : '')),
    marks: marked.length,
    isPartial,
  };
}

/** The first of them, for a list: `jenkins-2024 (ami-1)`, or the id alone. */
export function previewed({ ids, names }: PatternPreview): readonly string[] {
  return ids.map((id, i) => (names[i] ? `${names[i]} (${id})` : id));
}
