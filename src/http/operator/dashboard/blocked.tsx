/** A pass that a tripwire stopped: why, how many, and the approval of exactly these. */
import type { PassRecord } from '../../../core/policy/pass.ts';
import { isTrip, measureOf, type Trip, whyTripped } from '../../../core/policy/trip.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { relative, shortTime } from '../../page/dates.tsx';
import { Facts, Line, ScrollTable } from '../../page/layout.tsx';
import { blockedTexts } from '../texts/blocked.ts';
import { blockedPath } from './attentionItems.ts';
import { approvedWords } from './blockedList.tsx';
import type { BlockedPageView } from './blockedPageView.ts';
import { Members, Totals } from './blockedParts.tsx';
import { Against } from './chart.tsx';
import { ChangeForm, consolePage } from './frame.tsx';
import { LONGEST_PROBLEM } from './operatorParts.tsx';
import type { Stopped } from './stoppedPasses.ts';

/** Reads nothing: the whole state is in `view`. `refusal` = an approval that was just refused. */
export function blockedPage(view: BlockedPageView): string {
  const { frame, now, record } = view;
  const { namespace, action, blocked, passId, endedAt, baseline, counts, confirmation, trips = [] } = record;
  const texts = blockedTexts;
  const { facts } = texts;
  const mayApprove = !view.approval && frame.viewer.mayChange(namespace);
  return consolePage({
    title: texts.titleOf(action, namespace),
    frame,
    here: 'Blocked',
    json: `api/v1/${blockedPath(namespace, passId)}`,
    command: `holystone approve ${namespace} --pass ${passId}`,
    ...(view.approval ? { isLive: true } : {}),
    body: (
      <>
        <h1>{texts.headingOf(action, namespace)}</h1>
        {view.justApproved !== undefined && (
          <Line tone="good">{texts.approved.text(view.justApproved, action, namespace)}</Line>
        )}
        {view.approval && <Line tone="good">{approvedWords(view.approval, now)}</Line>}
        <p class="sentence">
          {texts.stopped(relative(endedAt, now), blocked.size)}{' '}
          {mayApprove && (
            <a class="beside" href="#approve">
              {texts.toForm}
            </a>
          )}
        </p>
        <div class="side-by">
          <Totals changes={view.changes} />
          {mayApprove && <ApprovalForm record={record} view={view} />}
          <div>
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

interface ApprovalProps {
  readonly record: Stopped;
  readonly view: Pick<BlockedPageView, 'frame' | 'refusal' | 'typed'>;
}

function ApprovalForm({ record: { namespace, action, blocked, passId }, view }: ApprovalProps): Html {
  const { frame, refusal, typed } = view;
  const texts = blockedTexts.approval;
  return (
    <ChangeForm viewer={frame.viewer} action={`${frame.root}${blockedPath(namespace, passId)}`} name="card keepin">
      <h2 id="approve">{texts.title(blocked.size)}</h2>
      <p>
        {texts.text(action)} {texts.consequences[action]}
      </p>
      <input type="hidden" name="size" value={blocked.size} />
      <label for="typed">{texts.type(blocked.size)}</label>
      <input
        id="typed"
        name="typed"
        type="text"
        inputmode="numeric"
        value={typed}
        required
        autocomplete="off"
        aria-invalid={refusal === undefined ? undefined : 'true'}
        aria-describedby={refusal === undefined ? undefined : 'typed-error'}
      />
      {refusal !== undefined && (
        <p class="error" id="typed-error" role="alert">
          {refusal}
        </p>
      )}
      <div class="buttons">
        <button class="danger">{texts.title(blocked.size)}</button>
      </div>
    </ChangeForm>
  );
}
