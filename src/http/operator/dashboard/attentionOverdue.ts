/** Marks whose date is over and that wait nevertheless, as items for the operator. Pure. */
import type { Namespace } from '../../../core/resource/namespace.ts';
import { overdueTexts } from '../texts/overdue.ts';
import { overviewTexts } from '../texts/overview.ts';
import type { AttentionFacts, AttentionItem } from './attentionItem.ts';
import { waitsAsAWhole } from './overdue.ts';

/** One item for each cause that holds a whole namespace, however many it holds; where there is none, each mark says why. */
export function overdue(facts: AttentionFacts): readonly AttentionItem[] {
  const groups = new Map<string, { cause?: string; reported?: string; late: Late[] }>();
  for (const { configuration, deferred, ...more } of facts.namespaces) {
    if (deferred === 0) continue;
    const differs = facts.drift.get(configuration.namespace);
    const why = waitsAsAWhole({ ...facts, ...more, configuration, differs });
    const cause = why && overdueTexts.waits[why.kind];
    const key = JSON.stringify([cause, why?.reported]);
    const group = groups.get(key) ?? {
      ...(cause === undefined ? {} : { cause }),
      ...(why?.reported === undefined ? {} : { reported: why.reported }),
      late: [],
    };
    group.late.push({ namespace: configuration.namespace, deferred });
    groups.set(key, group);
  }
  return [...groups.values()].map((group) => itemOf(group, facts.now));
}

interface Late {
  readonly namespace: Namespace;
  readonly deferred: number;
}

function itemOf(
  { cause, reported, late }: { cause?: string; reported?: string; late: readonly Late[] },
  now: number,
): AttentionItem {
  const { overdue: what, deferred, deferredIn, late: lateWords, buttons } = overviewTexts.items;
  const dueBefore = new Date(now).toISOString();
  const count = late.reduce((sum, one) => sum + one.deferred, 0);
  const pathOf = (namespace: Namespace) => `marks?${new URLSearchParams({ namespace, dueBefore })}`;
  const [first, ...others] = late.map(({ namespace }) => namespace);
  const common = {
    ...{ what, isBad: false, text: cause === undefined ? deferred(count) : lateWords(count, late.length) },
    ...(reported === undefined ? {} : { reported }),
    button: buttons.marks,
  };
  if (first !== undefined && others.length === 0)
    return {
      ...common,
      where: first,
      path: pathOf(first),
      ...(cause === undefined ? {} : { text: `${cause}. ${common.text}` }),
    };
  const places = late.map(({ namespace }) => ({ name: namespace, path: pathOf(namespace) }));
  return {
    ...common,
    where: cause ?? deferredIn(late.length),
    path: `marks?${new URLSearchParams({ dueBefore })}`,
    places,
  };
}
