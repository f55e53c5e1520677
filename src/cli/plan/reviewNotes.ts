/** What a plan says where people review new marks by families of names. Pure. */
import { pluralize } from '../../core/common/pluralize.ts';
import { shellWord } from '../../core/text/shell.ts';
import type { NamespacePlan } from '../../lifecycle/index.ts';

/** So many families of a namespace are named. */
const SHOWN = 3;

/** One line for each namespace under review: what is held, and what to do. */
export function reviewNotes(namespaces: readonly NamespacePlan[]): readonly string[] {
  return namespaces.flatMap((plan) => (plan.review === undefined ? [] : [noteOf(plan, plan.review)]));
}

function noteOf(
  { namespace }: NamespacePlan,
  { passId, held, families }: NonNullable<NamespacePlan['review']>,
): string {
  const what =
    held === 0
      ? `${namespace} is under review, and nothing of it waits: the daemon marks nothing new there until somebody approves that`
      : `${pluralize(held, 'resource')} of ${namespace} ${held === 1 ? 'is' : 'are'} held under review: the daemon marks none of them until somebody approves or keeps them`;
  if (passId === null) return `${what}; the next mark pass says what to approve`;
  const approve = `holystone approve ${namespace} --pass ${passId}`;
  const options = families.slice(0, SHOWN).map(({ name, size }) => `--family ${shellWord(name)} (${size})`);
  const more = families.length > SHOWN ? [`${families.length - SHOWN} more families`] : [];
  if (options.length === 0) return `${what}. Approve all of it: \`${approve}\``;
  return `${what}. Approve all of it with \`${approve}\`, or families: ${[...options, ...more].join(', ')}`;
}
