/** A quick plan's sentence about its counts. Pure. */
import { pluralize } from '../../core/common/pluralize.ts';
import type { NamespacePlan } from '../../lifecycle/index.ts';

/** Was evidence about one of its resources left out, so that its candidates are an upper limit? */
export function isLimit({ resources }: NamespacePlan): boolean {
  return resources.some(({ notAsked = [] }) => notAsked.length > 0);
}

/** `at most 12`; `0` needs no such words. */
export function limited(words: 'at most' | 'at least', count: number, isLimited: boolean): string {
  return isLimited && count > 0 ? `${words} ${count}` : String(count);
}

/** One note for all namespaces; none where no evidence was left out. */
export function quickNotes(namespaces: readonly NamespacePlan[]): readonly string[] {
  const open = namespaces.flatMap(({ resources }) => resources.filter(({ notAsked = [] }) => notAsked.length > 0));
  if (open.length === 0) return [];
  const kinds = [...new Set(open.flatMap(({ notAsked = [] }) => notAsked))].sort().join(', ');
  const unknown = open.filter(({ verdict }) => verdict === 'unknown').length;
  const more =
    unknown === 0 ? '' : `; ${pluralize(unknown, 'unknown resource')} may be to delete too, once that is read`;
  return [`--quick did not read ${kinds}: a whole plan may keep more resources${more}`];
}
