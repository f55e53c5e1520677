/** A pass that a tripwire stopped: why, how many, and the approval of exactly these. */

import type { Stopped } from '../../../core/policy/approval.ts';
import type { PassRecord } from '../../../core/policy/pass.ts';
import { isTrip, measureOf, type Trip, whyTripped } from '../../../core/policy/trip.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { relative, shortTime } from '../../page/dates.tsx';
import { Facts, Line, ScrollTable } from '../../page/layout.tsx';
import { blockedTexts } from '../texts/blocked.ts';
import { blockedPath } from './attentionItems.ts';
import { ApprovalForm, FamiliesForm } from './blockedForms.tsx';
import { approvedWords } from './blockedList.tsx';
import type { BlockedPageView } from './blockedPageView.ts';
import { Members, Totals } from './blockedParts.tsx';
import { Against } from './chart.tsx';
import { consolePage } from './frame.tsx';
import { LONGEST_PROBLEM, NamespaceName } from './operatorParts.tsx';
import { manyIn, trippedWords } from './trippedWords.ts';

/** Reads nothing: the whole state is in `view`. `refusal` = an approval that was just refused. */
export function blockedPage(view: BlockedPageView): string {
  const { frame, now, record } = view;
  const { namespace, action, blocked, passId, endedAt, baseline, counts, confirmation, trips = [] } = record;
  const texts = blockedTexts;
  const { facts } = texts;
  const mayApprove = !view.approval && frame.viewer.mayChange(namespace);
  const many = manyIn(view.namespaces, record);
  return consolePage({
    title: record.isHeld ? texts.held.heading(blocked.size, many) : texts.titleOf(action, namespace),
    frame,
    here: 'Blocked',
    json: `api/v1/${blockedPath(namespace, passId)}`,
    command: `holystone approve ${namespace} --pass ${passId}`,
    ...(view.approval ? { isLive: true } : {}),
    body: (
      <>
        <h1>{headingOf(record, many)}</h1>
        <p class="quiet">
          <NamespaceName namespace={namespace} />
        </p>
        {view.justApproved !== undefined && (
          <Line tone="good">{texts.approved.text(view.justApproved, action, namespace, view.justHeld ?? 0)}</Line>
        )}
        {view.approval && <Line tone="good">{approvedWords(view.approval, now)}</Line>}
        <p class="sentence">
          {record.isHeld ? texts.held.text : texts.stopped(relative(endedAt, now), blocked.size)}{' '}
          {mayApprove && (
            <a class="beside" href="#approve">
              {texts.toForm}
            </a>
          )}
        </p>
        <div class="side-by">
          <Totals changes={view.changes} />
          {mayApprove && <ApprovalForm view={view} />}
          <div>
            {mayApprove && <FamiliesForm view={view} />}
            {trips.filter(isTrip).map((trip) => (
              <Gauge trip={trip} />
            ))}
            {!(trips.length > 0 && trips.every(isTrip)) && record.problem !== undefined && (
              <p class="card">{shorten(record.problem, LONGEST_PROBLEM)}</p>
            )}
            <section class="card" aria-label={texts.thePass}>
              <Facts
                rows={[
                  [facts.pass, <span class="id">{passId}</span>],
                  [facts.ended, shortTime(endedAt)],
                  [facts.listed, counts.listed === undefined ? undefined : String(counts.listed)],
                  [facts.before, baseline && String(baseline.listed)],
                  [
                    facts.difference,
                    baseline && counts.listed !== undefined ? signed(counts.listed - baseline.listed) : undefined,
                  ],
                  [facts.inARow, confirmation && texts.surveys(confirmation.surveys)],
                  ...Object.entries(blocked.shrunk?.findings ?? {}).map(
                    ([source, left]) =>
                      [texts.findingsOf(source), texts.findings(left, baseline?.findings[source])] as const,
                  ),
                ]}
              />
            </section>
            <Members view={view} />
            <Differs view={view} />
            <Counts counts={counts} />
          </div>
        </div>
      </>
    ),
  });
}

/** `2,970 images would be marked at once; the limit is 500` */
function headingOf(record: Stopped, many: string): string {
  const { action, namespace, blocked, isHeld } = record;
  if (isHeld) return blockedTexts.held.heading(blocked.size, many);
  return trippedWords(record, many) ?? blockedTexts.headingOf(action, namespace);
}

const LONGEST = 100;
const NAMED = 50;

function Differs({ view: { difference } }: { readonly view: BlockedPageView }): Html | null {
  if (!difference) return null;
  const texts = blockedTexts;
  const { added, removed, comparedUpTo } = difference;
  const words = (ids: readonly string[]) => {
    const names = ids.slice(0, NAMED).map((id) => shorten(id, LONGEST));
    return ids.length === 0 ? texts.noChanges : `${ids.length}: ${names.join(', ')}${ids.length > NAMED ? ' …' : ''}`;
  };
  return (
    <section class="card" aria-label={texts.since}>
      <Facts
        rows={[
          [texts.added, words(added)],
          [texts.removed, words(removed)],
          ...(comparedUpTo === undefined
            ? []
            : [[texts.compared, texts.upTo(shorten(comparedUpTo, LONGEST))] as const]),
        ]}
      />
    </section>
  );
}

function signed(difference: number): string {
  return difference > 0 ? `+${difference}` : String(difference);
}

function Gauge({ trip }: { readonly trip: Trip }): Html {
  return (
    <section class="card" aria-label={blockedTexts.tripwire(trip.code)}>
      <p>
        <strong>{trip.code}</strong>: {whyTripped(trip)}
      </p>
      <Against name={trip.code} {...measureOf(trip)} />
    </section>
  );
}

function Counts({ counts }: Pick<PassRecord, 'counts'>): Html {
  const texts = blockedTexts.counts;
  return (
    <ScrollTable label={texts.label} columns={[texts.count, texts.number]} numbers={[texts.number]}>
      {Object.entries(counts).map(([name, count]) => (
        <tr>
          <td>{name}</td>
          <td class="number" data-label={texts.number}>
            {count}
          </td>
        </tr>
      ))}
    </ScrollTable>
  );
}
