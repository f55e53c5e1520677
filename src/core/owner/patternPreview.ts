import { keepsId } from './keepPattern.ts';

/** The facts that a person sees before a pattern is stored. */
export interface PatternPreview {
  /** The marked resources that it keeps; those without a mark, and future ones, are kept as well. */
  readonly matching: number;
  /** The first of their ids. */
  readonly ids: readonly string[];
  /** The number of marks that the preview compared. */
  readonly marks: number;
  /** There are more marks, or unreadable ones, which the preview leaves out. */
  readonly isPartial: boolean;
}

const PREVIEW_IDS = 20;

/** @param marked the ids of the marks that were read; `isPartial`: there are more */
export function previewOf(pattern: string, marked: ReadonlySet<string>, isPartial: boolean): PatternPreview {
  const kept = [...marked].filter((id) => keepsId(pattern, id)).sort();
  return { matching: kept.length, ids: kept.slice(0, PREVIEW_IDS), marks: marked.size, isPartial };
}
