/** One resource for the operator: its stored state, its history, and on demand a fresh verdict. */

import type { Checked } from '../../../core/evaluation/checked.ts';
import { hasValidNotice, type Mark } from '../../../core/mark/mark.ts';
import { whyMarked } from '../../../core/mark/whyMarked.ts';
import { nameIn, type OptOut } from '../../../core/owner/optOut.ts';
import type { ControlState } from '../../../core/policy/fleet.ts';
import type { WorkConfiguration } from '../../../core/policy/workConfiguration.ts';
import { typeName } from '../../../core/resource/typeName.ts';
import type { Html } from '../../../core/text/html.ts';
import { catalogueOf } from '../../../notify/texts/index.ts';
import { MarkCosts } from '../../app/costs.ts';
import { inWords, relative, timeTag } from '../../page/dates.tsx';
import { Facts, Note, QuietLine, ReasonList, Tag } from '../../page/layout.tsx';
import type { ResourceState } from '../api/resourceState.ts';
import { fateOf } from './fate.ts';
import { ChangeForm, consolePage, type Frame } from './frame.tsx';
import { StateTag, segment, shellWord, untilDeletion } from './operatorParts.tsx';
import { Timeline } from './timeline.tsx';
import { VerdictSection } from './verdict.tsx';

/** The operator's pages are in English. */
const ENGLISH = catalogueOf('en');

export interface ResourceView {
  readonly frame: Frame;
  readonly control: ControlState;
  readonly configuration: WorkConfiguration;
  readonly id: string;
  readonly now: number;
  readonly state: ResourceState;
  /** Of the provider's own console. */
  readonly providerPage: string | undefined;
  /** Evaluated for this page; absent unless requested. */
  readonly checked: Checked | undefined;
}

export function resourcePage(view: ResourceView): string {
  const { id, state, checked, configuration, now } = view;
  const title = state.mark?.resource.name || (nameIn(state.optOuts) ?? id);
  return consolePage({
    title,
    frame: view.frame,
    here: 'Marks',
    json: `api/v1/marks/${segment(configuration.namespace)}/${segment(id)}`,
    command: `holystone explain ${configuration.namespace} ${shellWord(id)}`,
    body: (
      <>
        <h1>{title}</h1>
        <p class="sentence">{fateOf(view)}</p>
        <ModeNote {...configuration} />
        {state.optOuts.map((optOut) => (
          <KeptNote {...optOut} />
        ))}
        <ResourceFacts {...view} />
        <KeepForm view={view} />
        {checked ? (
          <VerdictSection checked={checked} />
        ) : (
          <p>
            <a rel="nofollow" href="?check=now">
              Evaluate it now
            </a>{' '}
            <span class="quiet">(reads, changes nothing)</span>
          </p>
        )}
        <h2>History</h2>
        <Timeline entries={state.history} now={now} mark={state.mark} />
      </>
    ),
  });
}

function ModeNote({ live, notLiveBecause, neverDeletesBecause }: WorkConfiguration): Html | null {
  if (live && neverDeletesBecause === undefined) return null;
  return (
    <Note tone="plain">
      <p>
        <strong>{live ? 'Marks only, never deletes.' : 'Dry run.'}</strong>{' '}
        {live ? neverDeletesBecause : notLiveBecause}
      </p>
    </Note>
  );
}

function ResourceFacts({ id, configuration, state: { mark }, now, providerPage }: ResourceView): Html {
  const dated = (at: number | undefined) => (at === undefined ? undefined : <DateWithAge at={at} now={now} />);
  return (
    <section class="card" aria-label="The resource">
      <Facts
        rows={[
          ['State', mark && <StateTag mark={mark} />],
          ['Why', mark && <ReasonList reasons={whyMarked(mark)} />],
          [
            'Deletion',
            mark && (
              <>
                {timeTag(mark.projectedDeletionAt)} <span class="quiet">({untilDeletion(mark, now)})</span>
              </>
            ),
          ],
          ['Quarantine', mark?.quarantine && <>since {dated(mark.quarantine.at)}</>],
          ['Notice', mark && <NoticeWords mark={mark} configuration={configuration} now={now} />],
          ['Saving', mark && new MarkCosts([configuration]).about(mark, ENGLISH, now)],
          [
            'Owner',
            mark && (
              <>
                {mark.owner ?? 'none'} <span class="quiet">({mark.ownerVia})</span>
              </>
            ),
          ],
          ['Problem', mark?.problem],
          ['Next attempt', dated(mark?.nextAttemptAt)],
          ['Marked', dated(mark?.markedAt)],
          ['Created', dated(mark?.resource.createdAt)],
          [
            'Id',
            <>
              <span class="id">{id}</span>
              {providerPage?.startsWith('https://') && (
                <>
                  {' '}
                  <a href={providerPage} rel="noopener noreferrer external">
                    Open at the provider
                  </a>
                </>
              )}
            </>,
          ],
          ['Identity', mark && mark.identity !== id ? <span class="id">{mark.identity}</span> : undefined],
          ['Group', mark?.resource.group],
          ['Account', configuration.account.name],
          ['Location', configuration.location],
          ['Type', typeName(configuration, 'en')],
        ]}
      />
    </section>
  );
}

interface NoticeWords {
  readonly mark: Mark;
  readonly configuration: WorkConfiguration;
  readonly now: number;
}

function NoticeWords({ mark, configuration, now }: NoticeWords): Html {
  const { notice } = mark;
  if (!notice) {
    const { enabled } = configuration.notice;
    return <>{enabled ? 'not yet: Holystone notifies the owner before it deletes the resource' : 'notices are off'}</>;
  }
  return (
    <>
      accepted for {notice.recipient} {relative(notice.acceptedAt, now)}{' '}
      {!hasValidNotice(mark, now) && <Tag tone="warn">no longer valid</Tag>}
      <QuietLine id>{notice.messageId}</QuietLine>
    </>
  );
}

function DateWithAge({ at, now }: { readonly at: number; readonly now: number }): Html {
  return (
    <>
      {timeTag(at)} <span class="quiet">({relative(at, now)})</span>
    </>
  );
}

const PLACES = { group: 'in', pattern: 'with an id like' } as const;

function KeptNote({ target, until, actor, reason }: OptOut): Html {
  const what = target.kind === 'id' ? 'It is kept' : `Everything ${PLACES[target.kind]} ${target.value} is kept`;
  const time = until === 'forever' ? 'forever' : `until ${inWords(until, 'UTC')}`;
  return (
    <Note tone="good">
      <p>
        {what} {time}, by {actor}
        {reason === undefined ? '.' : `: ${reason}`}
      </p>
    </Note>
  );
}

/** The buttons of the list of marks, for this one. */
function KeepForm({ view: { frame, configuration, id } }: { readonly view: ResourceView }): Html | null {
  if (!frame.viewer.mayChange(configuration.namespace)) return null;
  return (
    <ChangeForm name="actions" viewer={frame.viewer} action={`${frame.root}marks/selected`}>
      <input type="hidden" name="pick" value={`${configuration.namespace} ${id}`} />
      <label>
        Why (kept with the decision) <input name="reason" type="text" maxlength={500} autocomplete="off" />
      </label>
      <button name="do" value="30d">
        Keep 30 days
      </button>
      <button name="do" value="forever">
        Keep forever
      </button>
    </ChangeForm>
  );
}
