/** A row of the list of marks. */
import type { Mark } from '../../../core/mark/mark.ts';
import { whyMarked } from '../../../core/mark/whyMarked.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { catalogueOf } from '../../../notify/texts/index.ts';
import type { MarkCosts } from '../../app/costs.ts';
import { shortTime } from '../../page/dates.tsx';
import { QuietLine } from '../../page/layout.tsx';
import { Reasons } from '../../page/reasons.tsx';
import { marksTexts } from '../texts/marks.ts';
import { sharedWords } from '../texts/words.ts';
import { NamespaceName, resourcePath, StateTag, untilDeletion } from './operatorParts.tsx';
import { type OverdueFacts, whyOverdue } from './overdue.ts';
import { OverdueWhy } from './overdueWhy.tsx';
import { pickOf } from './pick.ts';

/** A longer name would fill the screen with one row; the resource's own page has it whole. */
const LONGEST = 100;

interface RowProps {
  readonly mark: Mark;
  readonly costs: MarkCosts;
  readonly facts: OverdueFacts | undefined;
  readonly now: number;
}

/** One mark in the list, with its check box. */
export function MarkRow({ mark, costs, facts, now }: RowProps): Html {
  const { id, namespace, resource } = mark;
  const { columns, select, ownerless } = marksTexts;
  const { unknown } = sharedWords;
  const catalogue = catalogueOf('en');
  const name = resource.name || id;
  const waits = facts && whyOverdue(mark, facts);
  // The column of the date says it, in its own words.
  const isSaid = waits !== undefined && (waits.kind === 'notNotified' || waits.reported === mark.problem);
  return (
    <tr>
      <td class="pick">
        <input
          type="checkbox"
          name="pick"
          value={pickOf({ namespace, id })}
          aria-label={select(shorten(name, LONGEST), shorten(id, LONGEST))}
        />
      </td>
      <td data-label={columns.resource}>
        <a href={resourcePath(namespace, id)} data-row>
          {shorten(name, LONGEST)}
        </a>
        {name !== id && <QuietLine id>{shorten(id, LONGEST)}</QuietLine>}
      </td>
      <td data-label={columns.namespace} class="id">
        <NamespaceName namespace={namespace} />
      </td>
      <td data-label={columns.state}>
        <StateTag mark={mark} />
      </td>
      <td class="address" data-label={columns.owner}>
        {mark.owner ? shorten(mark.owner, LONGEST) : <span class="quiet">{ownerless}</span>}
      </td>
      <td class="roomy" data-label={columns.why}>
        <Reasons catalogue={catalogue} reasons={whyMarked(mark)} longest={300} />
        {mark.problem !== undefined && !isSaid && <QuietLine>{shorten(mark.problem, 300)}</QuietLine>}
      </td>
      <td class="roomy" data-label={columns.saving}>
        {costs.words(mark, catalogue) ?? <span class="quiet">{unknown}</span>}
      </td>
      <td data-label={columns.deletion}>
        {shortTime(mark.projectedDeletionAt)}
        <QuietLine>{untilDeletion(mark, now)}</QuietLine>
        {mark.projectedDeletionAt <= now && (
          <QuietLine>
            <OverdueWhy mark={mark} facts={facts} />
          </QuietLine>
        )}
      </td>
    </tr>
  );
}
