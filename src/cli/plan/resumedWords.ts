/** A resumed plan's sentence about the age of its results. Pure. */
import { formatAge } from '../../core/common/duration.ts';
import { pluralize } from '../../core/common/pluralize.ts';
import type { NamespacePlan } from '../../lifecycle/index.ts';
import { minute } from '../text/minutes.ts';
import { sourceWords } from '../text/sourceWords.ts';

/** For a namespace that an earlier run read. @param startedAt when this run began, ms since the epoch */
export function readBefore({ readAt }: NamespacePlan, startedAt: number, now: number): readonly string[] {
  const at = Date.parse(readAt);
  return at < startedAt ? [`read ${formatAge(now - at)} ago, at ${minute(at)}, before the interruption`] : [];
}

/** Notes for all namespaces; none where this run read everything. */
export function resumedNotes(plans: readonly NamespacePlan[], startedAt: number, now: number): readonly string[] {
  const before = plans.filter(({ readAt }) => Date.parse(readAt) < startedAt);
  const times = before.map(({ readAt }) => Date.parse(readAt)).sort((a, b) => a - b);
  const [first = now, last = now] = [times[0], times.at(-1)];
  const span = minute(first) === minute(last) ? `at ${minute(first)}` : `from ${minute(first)} to ${minute(last)}`;
  const oldest = new Map<string, number>();
  for (const { source, readAt } of plans.filter((plan) => !before.includes(plan)).flatMap(({ evidence }) => evidence)) {
    const at = Date.parse(readAt);
    if (at < startedAt) oldest.set(source, Math.min(at, oldest.get(source) ?? at));
  }
  return [
    ...(before.length > 0
      ? [`${pluralize(before.length, 'namespace was', 'namespaces were')} read before the interruption, ${span}`]
      : []),
    ...(oldest.size > 0 ? [`Part of the evidence was read before the interruption: ${partsWords(oldest, now)}`] : []),
  ];
}

/** `launch permissions, the oldest answer 12 minutes ago` */
function partsWords(oldest: ReadonlyMap<string, number>, now: number): string {
  return [...oldest]
    .map(([source, at]) => `${sourceWords(source)}, the oldest answer ${formatAge(now - at)} ago`)
    .join('; ');
}
