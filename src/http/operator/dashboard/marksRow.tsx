/** A row of the list of marks. */
import type { Language } from '../../../core/common/language.ts';
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
import { NamespaceName, Reported, resourcePath, StateTag, untilDeletion } from './operatorParts.tsx';
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
  readonly language: Language;
}

/** One mark in the list, with its check box. */
export function MarkRow({ mark, costs, facts, now, language }: RowProps): Html {
  const { id, namespace, resource } = mark;
  const { columns, select, ownerless } = marksTexts[language];
  const { unknown } = sharedWords[language];
  const catalogue = catalogueOf(language);
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
        <StateTag mark={mark} language={language} />
      </td>
      <td class="address" data-label={columns.owner}>
        {mark.owner ? shorten(mark.owner, LONGEST) : <span class="quiet">{ownerless}</span>}
      </td>
      <td class="roomy" data-label={columns.why}>
        <Reasons catalogue={catalogue} reasons={whyMarked(mark)} longest={300} />
        {mark.problem !== undefined && !isSaid && (
          <QuietLine>
            <Reported on={language} text={mark.problem} longest={300} />
          </QuietLine>
        )}
      </td>
      <td class="roomy" data-label={columns.saving}>
        {costs.words(mark, catalogue) ?? <span class="quiet">{unknown}</span>}
      </td>
      <td data-label={columns.deletion}>
        {shortTime(mark.projectedDeletionAt, language)}
        <QuietLine>{untilDeletion(mark, now, language)}</QuietLine>
        {mark.projectedDeletionAt <= now && (
          <QuietLine>
            <OverdueWhy mark={mark} facts={facts} language={language} />
          </QuietLine>
        )}
      </td>
    </tr>
  );
}
