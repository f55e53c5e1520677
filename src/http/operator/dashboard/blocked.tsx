/** A pass that a tripwire stopped: why, how many, and the approval of exactly these. */
import type { Approval, PassRecord } from '../../../core/policy/pass.ts';
import type { BlockedChanges, Difference } from '../../../core/policy/pastPass.ts';
import { isTrip, measureOf, type Trip, whyTripped } from '../../../core/policy/trip.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { relative, shortTime } from '../../page/dates.tsx';
import { Facts, Line, QuietLine, ScrollTable } from '../../page/layout.tsx';
import { blockedTexts } from '../texts/blocked.ts';
import { blockedPath } from './attentionItems.ts';
import { approvedWords } from './blockedList.tsx';
import { Against } from './chart.tsx';
import { ChangeForm, consolePage } from './frame.tsx';
import type { FrameState } from './frameState.ts';
import { LONGEST_PROBLEM, resourcePath } from './operatorParts.tsx';
import type { Stopped } from './stoppedPasses.ts';

/** A blocked pass with its changes, which the operator approves by typing their number. */
export interface BlockedView extends FrameState {
  readonly record: Stopped;
  /** Absent: an earlier version of Holystone stopped the pass and did not keep them. */
  readonly changes?: BlockedChanges | undefined;
  /** Against an earlier blocked pass of the same action with other changes; absent = none is stored. */
  readonly difference?: Difference | undefined;
  /** The approval that the next pass may use. */
  readonly approval?: Approval | undefined;
  /** A refused approval: the typed number was another one. */
  readonly refusal?: string;
}

/** Reads nothing: the whole state is in `view`. `refusal` = an approval that was just refused. */
export function blockedPage(view: BlockedView): string {
  const { frame, now, record, refusal } = view;
  const { namespace, action, blocked, passId, endedAt, baseline, counts, confirmation, trips = [] } = record;
  const texts = blockedTexts;
  const { facts } = texts;
  return consolePage({
    title: texts.titleOf(action, namespace),
    frame,
    here: 'Blocked',
    json: `api/v1/${blockedPath(namespace, passId)}`,
    command: `holystone approve ${namespace} --pass ${passId}`,
    body: (
      <>
        <h1>{texts.headingOf(action, namespace)}</h1>
        {refusal !== undefined && <Line tone="bad">{refusal}</Line>}
        {view.approval && <Line tone="good">{approvedWords(view.approval, now)}</Line>}
        <p class="sentence">{texts.stopped(relative(endedAt, now), blocked.size)}</p>
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
        {!view.approval && <ApprovalForm record={record} view={{ frame }} />}
      </>
    ),
  });
}

function Members({ view: { changes, record, frame } }: { readonly view: BlockedView }): Html {
  const { notOnRecord, changes: texts } = blockedTexts;
  if (!changes) return <p class="card quiet">{notOnRecord}</p>;
  const { namespace, blocked } = record;
  const all = changes.changes;
  return (
    <ScrollTable
      label={texts.label}
      caption={texts.caption(all.length, blocked.size)}
      columns={[texts.resource, texts.change, texts.owner, texts.why]}
    >
      {all.map(({ id, name = id, change, owner, reason }) => (
        <tr>
          <td>
            <a data-row href={`${frame.root}${resourcePath(namespace, id)}?check=now`}>
              {shorten(name, LONGEST)}
            </a>
            {name !== id && <QuietLine id>{shorten(id, LONGEST)}</QuietLine>}
          </td>
          <td data-label={texts.change}>{texts.kinds[change]}</td>
          <td data-label={texts.owner}>{shorten(owner ?? '–', LONGEST)}</td>
          <td data-label={texts.why}>{shorten(reason ?? '–', 300)}</td>
        </tr>
      ))}
    </ScrollTable>
  );
}

const LONGEST = 100;
const NAMED = 50;

function Differs({ view: { difference } }: { readonly view: BlockedView }): Html | null {
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
  readonly view: Pick<FrameState, 'frame'>;
}

function ApprovalForm({ record: { namespace, action, blocked, passId }, view: { frame } }: ApprovalProps): Html | null {
  if (!frame.viewer.mayChange(namespace)) return null;
  const texts = blockedTexts.approval;
  return (
    <ChangeForm viewer={frame.viewer} action={`${frame.root}${blockedPath(namespace, passId)}`} name="card">
      <h2>{texts.title(blocked.size)}</h2>
      <p>
        {texts.text(action)} {texts.consequences[action]}
      </p>
      <input type="hidden" name="size" value={blocked.size} />
      <label for="typed">{texts.type(blocked.size)}</label>
      <input id="typed" name="typed" type="text" inputmode="numeric" required autocomplete="off" />
      <div class="buttons">
        <button class="danger">{texts.title(blocked.size)}</button>
      </div>
    </ChangeForm>
  );
}
