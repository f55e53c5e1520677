/** The groups of a page of marks. */
import type { ToldMark } from '../../../core/notice/toldMarks.ts';
import type { WorkConfiguration } from '../../../core/policy/workConfiguration.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { catalogueOf } from '../../../notify/texts/index.ts';
import type { MarkCosts } from '../../app/costs.ts';
import { marksTexts } from '../texts/marks.ts';
import type { GroupBy } from './marksQuery.ts';
import { toldCount } from './marksTold.ts';

interface GroupProps {
  readonly name: string;
  readonly members: readonly ToldMark[];
  readonly costs: MarkCosts;
}

/** The head of a group. */
export function GroupRow({ name, members, costs }: GroupProps): Html {
  const { columns, group } = marksTexts;
  const words = costs.sentence(members, catalogueOf('en'), 0);
  return (
    <tr class="group">
      <th colspan={Object.keys(columns).length} scope="colgroup">
        {group(shorten(name, 100), toldCount(members))} {words}
      </th>
    </tr>
  );
}

/** @param query how to group them; `undefined` = one group without a name */
export function groupsOf(
  marks: readonly ToldMark[],
  by: GroupBy | undefined,
  { configurations, noOwner }: { readonly configurations: readonly WorkConfiguration[]; readonly noOwner: string },
): ReadonlyMap<string, readonly ToldMark[]> {
  const known = new Map(configurations.map((one) => [one.namespace, one]));
  const nameOf = (mark: ToldMark): string => {
    const configuration = known.get(mark.namespace);
    if (by === 'owner') return mark.owner ?? noOwner;
    if (by === 'namespace' || configuration === undefined) return mark.namespace;
    if (by === 'account') return configuration.account.name;
    return by === 'type' ? configuration.resourceType : configuration.location;
  };
  const groups = new Map<string, ToldMark[]>();
  for (const mark of marks) {
    const name = by === undefined ? '' : nameOf(mark);
    groups.set(name, [...(groups.get(name) ?? []), mark]);
  }
  return groups;
}
