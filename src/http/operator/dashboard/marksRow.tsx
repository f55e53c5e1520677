/** A row of the list of marks. */
import { whyMarked } from '../../../core/mark/whyMarked.ts';
import type { ToldMark } from '../../../core/notice/toldMarks.ts';
import type { WorkConfiguration } from '../../../core/policy/workConfiguration.ts';
import type { End } from '../../../core/resource/ends.ts';
import type { Html } from '../../../core/text/html.ts';
import { money } from '../../../core/text/money.ts';
import { shorten } from '../../../core/text/visible.ts';
import { catalogueOf } from '../../../notify/texts/index.ts';
import type { MarkCosts } from '../../app/costs.ts';
import { shortTime } from '../../page/dates.tsx';
import { QuietLine } from '../../page/layout.tsx';
import { Reasons } from '../../page/reasons.tsx';
import { marksTexts } from '../texts/marks.ts';
import { sharedWords } from '../texts/words.ts';
import { Address, NamespaceName, resourcePath, StateTag, untilDeletion } from './operatorParts.tsx';
import { type OverdueFacts, whyOverdue } from './overdue.ts';
import { OverdueWhy } from './overdueWhy.tsx';
import { picksOf } from './pick.ts';

/** A longer name would fill the screen with one row; the resource's own page has it whole. */
const LONGEST = 100;

interface RowProps {
  readonly mark: ToldMark;
  readonly costs: MarkCosts;
  readonly facts: OverdueFacts | undefined;
  readonly now: number;
  readonly end: End;
  /** Absent: this instance does not have the namespace any more. */
  readonly place: WorkConfiguration | undefined;
  /** It was selected in a form that comes back. */
  readonly isPicked: boolean;
}

/** One mark in the list, with its check box. */
export function MarkRow({ mark, costs, facts, now, end, place, isPicked }: RowProps): Html {
  const { id, namespace, resource } = mark;
  const { columns, select, ownerless } = marksTexts;
  const { noFigure } = sharedWords;
  const catalogue = catalogueOf('en');
  const name = resource.name || id;
  const cost = costs.of(mark);
  const waits = facts && whyOverdue(mark, facts);
  // The column of the date says it, in its own words.
  const isSaid = waits !== undefined && (waits.kind === 'notNotified' || waits.reported === mark.problem);
  return (
    <tr>
      <td class="pick">
        <input
          type="checkbox"
          name="pick"
          value={picksOf(mark)}
          checked={isPicked}
          data-amount={cost?.amount}
          data-currency={cost?.currency}
          aria-label={select(shorten(name, LONGEST), shorten(id, LONGEST))}
        />
      </td>
      <td data-label={columns.resource}>
        <a href={resourcePath(namespace, id)} data-row>
          {shorten(name, LONGEST)}
        </a>
        {name !== id && <QuietLine id>{shorten(id, LONGEST)}</QuietLine>}
      </td>
      <td data-label={columns.state}>
        <StateTag mark={mark} end={end} />
      </td>
      <td class="address" data-label={columns.owner}>
        {mark.owner ? <Address address={shorten(mark.owner, LONGEST)} /> : <span class="quiet">{ownerless}</span>}
      </td>
      <td class="where" data-label={columns.where}>
        {place === undefined ? <NamespaceName namespace={namespace} /> : <Where place={place} />}
      </td>
      <td class="roomy" data-label={columns.why}>
        <Reasons catalogue={catalogue} reasons={whyMarked(mark)} longest={300} />
        {mark.problem !== undefined && !isSaid && <QuietLine>{shorten(mark.problem, 300)}</QuietLine>}
      </td>
      <td class="number" data-label={columns.saving}>
        {costWords(cost) ?? costs.words(mark, catalogue) ?? <span class="quiet">{noFigure}</span>}
      </td>
      <td data-label={columns.deletion}>
        {shortTime(mark.projectedDeletionAt)}
        <QuietLine>{untilDeletion(mark, now)}</QuietLine>
        {waits && (
          <QuietLine>
            <OverdueWhy mark={mark} facts={facts} />
          </QuietLine>
        )}
      </td>
    </tr>
  );
}

/** `≤ $0.40`, `$35.20`; `undefined` for what needs a sentence: no figure, no cost of its own, snapshots that stay. */
function costWords(cost: ReturnType<MarkCosts['of']>): string | undefined {
  if (!cost?.amount || cost.stays || cost.currency === undefined) return undefined;
  return `${cost.upTo ? '≤ ' : ''}${money(cost.amount, cost.currency)}`;
}

/** `acme-prod · image`, and under it the location. */
function Where({ place: { account, resourceType, location } }: { readonly place: WorkConfiguration }): Html {
  return (
    <>
      {account.name} · {resourceType}
      <QuietLine>{location}</QuietLine>
    </>
  );
}
