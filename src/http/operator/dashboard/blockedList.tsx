/** The passes that a tripwire stopped. */

import type { Stopped } from '../../../core/policy/approval.ts';
import type { Approval } from '../../../core/policy/pass.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { relative } from '../../page/dates.tsx';
import { QuietLine, ScrollTable } from '../../page/layout.tsx';
import { blockedTexts } from '../texts/blocked.ts';
import { sharedWords } from '../texts/words.ts';
import { blockedPath } from './attentionItems.ts';
import { consolePage } from './frame.tsx';
import type { FrameState } from './frameState.ts';
import { LONGEST_PROBLEM } from './operatorParts.tsx';
import { stoppedPasses } from './stoppedPasses.ts';
import { manyIn, trippedWords } from './trippedWords.ts';

/** `Approved by ann 3 minutes ago; the next mark pass does it, if the set is still the same.` */
export function approvedWords({ actor, at, action }: Approval, now: number): string {
  return blockedTexts.approvedBy(shorten(actor, 100), relative(at, now), action);
}

const LISTED = 500;

/** At most 500 stopped passes. */
export function blockedListPage(state: FrameState): string {
  const { frame } = state;
  const { columns } = blockedTexts;
  const stopped = stoppedPasses(state);
  return consolePage({
    title: blockedTexts.title,
    frame,
    here: 'Blocked',
    json: 'api/v1/namespaces',
    command: 'holystone status',
    body: (
      <>
        <h1>{blockedTexts.heading}</h1>
        <p>{blockedTexts.intro}</p>
        {stopped.length === 0 ? (
          <p class="card quiet">{blockedTexts.none}</p>
        ) : (
          <ScrollTable label={blockedTexts.heading} columns={Object.values(columns)}>
            {stopped.slice(0, LISTED).map((record) => (
              <StoppedRow record={record} state={state} />
            ))}
          </ScrollTable>
        )}
      </>
    ),
  });
}

function StoppedRow({ record, state }: { readonly record: Stopped; readonly state: FrameState }): Html {
  const { namespace, action, blocked, problem, endedAt, passId } = record;
  const { now, namespaces } = state;
  const { columns } = blockedTexts;
  const many = manyIn(namespaces, record);
  const why = trippedWords(record, many) ?? problem ?? '';
  const approval = namespaces
    .find(({ configuration }) => configuration.namespace === namespace)
    ?.approvals.find((one) => one.action === action);
  return (
    <tr>
      <td class="id">{namespace}</td>
      <td data-label={columns.pass}>{sharedWords.actions[action]}</td>
      <td data-label={columns.resources}>{blocked.size}</td>
      <td data-label={columns.why}>
        {record.isHeld ? blockedTexts.held.heading(blocked.size, many) : shorten(why, LONGEST_PROBLEM)}
        {approval && <QuietLine>{approvedWords(approval, now)}</QuietLine>}
      </td>
      <td data-label={columns.when}>{relative(endedAt, now)}</td>
      <td data-label={columns.review}>
        <a
          class="button"
          data-row
          href={`./${blockedPath(namespace, passId)}`}
          aria-label={blockedTexts.reviewOf(action, namespace)}
        >
          {columns.review}
        </a>
      </td>
    </tr>
  );
}
