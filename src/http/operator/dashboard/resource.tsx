import { shorten } from '../../../core/text/visible.ts';
/** One resource for the operator: its stored state, its history, and on demand a fresh verdict. */

import type { Checked } from '../../../core/evaluation/checked.ts';
import { hasValidNotice, type Mark } from '../../../core/mark/mark.ts';
import { whyMarked } from '../../../core/mark/whyMarked.ts';
import { nameIn } from '../../../core/owner/optOut.ts';
import type { ControlState } from '../../../core/policy/fleet.ts';
import type { WorkConfiguration } from '../../../core/policy/workConfiguration.ts';
import { endsOf } from '../../../core/resource/ends.ts';
import { typeName } from '../../../core/resource/typeName.ts';
import { endWords } from '../../../core/text/endWords.ts';
import type { Html } from '../../../core/text/html.ts';
import { shellWord } from '../../../core/text/shell.ts';
import { catalogueOf } from '../../../notify/texts/index.ts';
import { MarkCosts } from '../../app/costs.ts';
import { relative, timeTag } from '../../page/dates.tsx';
import { Facts, Note, QuietLine, Tag } from '../../page/layout.tsx';
import { Reasons } from '../../page/reasons.tsx';
import type { ResourceState } from '../api/resourceState.ts';
import { resourceTexts } from '../texts/resource.ts';
import { fateOf } from './fate.ts';
import { consolePage, type Frame } from './frame.tsx';
import { KeepForm, KeptNote } from './keeping.tsx';
import { messagePath } from './messageParts.tsx';
import { LONGEST_PROBLEM, StateTag, segment, untilDeletion } from './operatorParts.tsx';
import { type OverdueFacts, whyOverdue } from './overdue.ts';
import { OverdueWhy } from './overdueWhy.tsx';
import { PatternsLink } from './patternsPage.tsx';
import { Timeline } from './timeline.tsx';
import { VerdictSection } from './verdict.tsx';

/** A longer reason is cut. */
const LONGEST = 4_000;

/** Reads nothing itself: the route passes the stored facts, and a fresh verdict where the operator wants one. */
export interface ResourceView {
  readonly frame: Frame;
  readonly control: ControlState;
  readonly configuration: WorkConfiguration;
  /** Of its namespace; absent: this instance does not have it any more. */
  readonly facts: OverdueFacts | undefined;
  readonly id: string;
  readonly now: number;
  readonly state: ResourceState;
  /** Of the provider's own console. */
  readonly providerPage: string | undefined;
  /** Evaluated for this page; absent unless requested. */
  readonly checked: Checked | undefined;
  /** Of a form that comes back. */
  readonly typed?: { readonly reason: string; readonly until: string; readonly error: string };
}

/** `checked` = an evaluation of this moment; absent: the reader did not ask for one. */
export function resourcePage(view: ResourceView): string {
  const { id, state, checked, configuration, now, frame } = view;
  const title = state.mark?.resource.name || nameIn(state.optOuts) || nameFound(checked) || id;
  return consolePage({
    title,
    frame,
    here: 'Marks',
    json: `api/v1/marks/${segment(configuration.namespace)}/${segment(id)}`,
    command: `holystone explain ${configuration.namespace} ${shellWord(id)}`,
    body: (
      <>
        <h1>{title}</h1>
        <p class="sentence">{fateOf(view)}</p>
        <ModeNote configuration={configuration} />
        {state.optOuts.map((optOut) => (
          <KeptNote optOut={optOut} />
        ))}
        <ResourceFacts {...view} />
        <KeepForm frame={frame} namespace={configuration.namespace} id={id} typed={view.typed} />
        <p>
          <PatternsLink frame={view.frame} namespace={configuration.namespace} />
        </p>
        {checked ? (
          <VerdictSection checked={checked} />
        ) : (
          <p>
            <a rel="nofollow" href="?check=now">
              {resourceTexts.evaluateNow}
            </a>{' '}
            <span class="quiet">{resourceTexts.readsOnly}</span>
          </p>
        )}
        <h2>{resourceTexts.history}</h2>
        <Timeline
          root={frame.root}
          end={frame.endOf(configuration.namespace)}
          entries={state.history}
          now={now}
          mark={state.mark}
        />
      </>
    ),
  });
}

function nameFound(checked: Checked | undefined): string | undefined {
  return checked?.kind === 'verdict' ? checked.resource.name : undefined;
}

interface Mode {
  readonly configuration: WorkConfiguration;
}

function ModeNote({ configuration }: Mode): Html | null {
  const { live, notLiveBecause, neverDeletesBecause } = configuration;
  const { marksOnly, dryRun } = resourceTexts;
  if (live && neverDeletesBecause === undefined) return null;
  return (
    <Note tone="plain">
      <p>
        <strong>{live ? marksOnly : dryRun}</strong>{' '}
        {shorten((live ? neverDeletesBecause : notLiveBecause) ?? '', LONGEST_PROBLEM)}
      </p>
    </Note>
  );
}

function ResourceFacts({
  id,
  configuration,
  facts: overdue,
  state: { mark },
  now,
  providerPage,
  frame,
  checked,
}: ResourceView): Html {
  const end = frame.endOf(configuration.namespace);
  const catalogue = catalogueOf('en', end);
  const { facts } = resourceTexts;
  const dated = (at: number | undefined) => (at === undefined ? undefined : <DateWithAge at={at} now={now} />);
  return (
    <section class="card" aria-label={resourceTexts.theResource}>
      <Facts
        rows={[
          [facts.state, mark && <StateTag mark={mark} end={end} />],
          [facts.why, mark && <Reasons catalogue={catalogue} reasons={whyMarked(mark)} longest={LONGEST} />],
          [
            facts.end(endWords[end]),
            mark && (
              <>
                {timeTag(mark.projectedDeletionAt, 'UTC', catalogue)}{' '}
                <span class="quiet">({untilDeletion(mark, now)})</span>
                {overdue && whyOverdue(mark, overdue) && (
                  <QuietLine>
                    <OverdueWhy mark={mark} facts={overdue} />
                  </QuietLine>
                )}
              </>
            ),
          ],
          [
            facts.quarantine,
            mark?.quarantine && (
              <>
                {resourceTexts.since} {dated(mark.quarantine.at)}
              </>
            ),
          ],
          [facts.notice, mark && <NoticeWords mark={mark} configuration={configuration} now={now} frame={frame} />],
          [facts.saving, mark && new MarkCosts([configuration]).about(mark, catalogue, now)],
          [
            facts.owner,
            mark && (
              <>
                {mark.owner ?? resourceTexts.noOwner} <span class="quiet">({mark.ownerVia})</span>
              </>
            ),
          ],
          [facts.problem, mark?.problem && shorten(mark.problem, LONGEST_PROBLEM)],
          [facts.nextAttempt, dated(mark?.nextAttemptAt)],
          [facts.marked, dated(mark?.markedAt)],
          [facts.created, dated(mark?.resource.createdAt)],
          [
            facts.id,
            <>
              <span class="id">{id}</span>
              {providerPage?.startsWith('https://') && (
                <>
                  {' '}
                  <a href={providerPage} rel="noopener noreferrer external">
                    {resourceTexts.atProvider}
                  </a>
                </>
              )}
            </>,
          ],
          [facts.identity, mark && mark.identity !== id ? <span class="id">{mark.identity}</span> : undefined],
          [facts.group, mark?.resource.group],
          [facts.entry, entryOf(mark, checked)],
          [facts.account, configuration.account.name],
          [facts.location, configuration.location],
          [facts.type, typeName(configuration, 'en')],
        ]}
      />
    </section>
  );
}

/** The one that judges it now, else that of the mark. */
function entryOf(mark: Mark | undefined, checked: Checked | undefined): string | undefined {
  return checked?.kind === 'verdict' ? checked.verdict.entry : mark?.entry;
}

interface NoticeWords {
  readonly mark: Mark;
  readonly configuration: WorkConfiguration;
  readonly now: number;
  readonly frame: Frame;
}

function NoticeWords({ mark, configuration, now, frame: { root } }: NoticeWords): Html {
  const { notice } = mark;
  if (!notice) {
    const { enabled } = configuration.notice;
    return <>{enabled ? resourceTexts.notNoticed(endWords[endsOf([configuration])]) : resourceTexts.noticesOff}</>;
  }
  return (
    <>
      {resourceTexts.acceptedFor(notice.recipient, relative(notice.acceptedAt, now))}{' '}
      {!hasValidNotice(mark, now) && <Tag tone="warn">{resourceTexts.noLongerValid}</Tag>}
      <QuietLine>
        <a href={`${root}${messagePath(notice.messageId)}`}>{resourceTexts.theMessage}</a>{' '}
        <span class="id">{notice.messageId}</span>
      </QuietLine>
    </>
  );
}

interface Dated {
  readonly at: number;
  readonly now: number;
}

function DateWithAge({ at, now }: Dated): Html {
  return (
    <>
      {timeTag(at, 'UTC', catalogueOf('en'))} <span class="quiet">({relative(at, now)})</span>
    </>
  );
}
