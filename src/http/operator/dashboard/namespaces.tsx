/** Namespaces as a matrix of accounts and types, and one namespace with its passes. */
import { DAY_MS } from '../../../core/common/duration.ts';
import type { PastPass } from '../../../core/policy/pastPass.ts';
import { rolloutOf } from '../../../core/policy/rollout.ts';
import { isLower, type Stage } from '../../../core/policy/stage.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { QuietLine, ScrollTable, Tag } from '../../page/layout.tsx';
import type { NamespaceState } from '../api/namespaceState.ts';
import { namespacesTexts } from '../texts/namespaces.ts';
import { sharedWords } from '../texts/words.ts';
import { ChangeForm, consolePage } from './frame.tsx';
import type { FrameState } from './frameState.ts';
import { EffectiveSettings, SurveyEvidence } from './namespaceDetails.tsx';
import { NamespacesTable } from './namespacesTable.tsx';
import { LONGEST_PROBLEM, segment } from './operatorParts.tsx';
import { PastPasses } from './pastPasses.tsx';
import { PatternsLink } from './patternsPage.tsx';

/** A page shows so many accounts, or namespaces. */
const SHOWN = 100;

/** The filters of the list of namespaces; the namespaces themselves come with the frame. */
export interface NamespacesView extends FrameState {
  /** The account's name in the configuration; `undefined` = every account. */
  readonly account: string | undefined;
  /** `undefined` = every type. */
  readonly type: string | undefined;
  /** The index of the first row of this page, from 0. */
  readonly from: number;
}

/** Many namespaces are shown by account until one is chosen. */
export function namespacesPage(view: NamespacesView): string {
  const { frame, account, type, namespaces, from, control, now } = view;
  const chosen = namespaces.filter(
    ({ configuration }) =>
      (account === undefined || configuration.account.name === account) &&
      (type === undefined || configuration.resourceType === type),
  );
  const accounts = [...new Set(chosen.map(({ configuration }) => configuration.account.name))].toSorted();
  const list = account !== undefined || namespaces.length <= SHOWN;
  const count = list ? chosen.length : accounts.length;
  return consolePage({
    title: namespacesTexts.title,
    frame,
    here: 'Namespaces',
    json: 'api/v1/namespaces',
    command: 'holystone status',
    isLive: true,
    body: (
      <>
        <h1>{namespacesTexts.title}</h1>
        <Matrix states={chosen} accounts={list ? accounts : accounts.slice(from, from + SHOWN)} view={view} />
        {list && (
          <>
            <h2>{namespacesTexts.count(chosen.length)}</h2>
            <NamespacesTable
              namespaces={chosen.slice(from, from + SHOWN)}
              root={frame.root}
              control={control}
              now={now}
            />
          </>
        )}
        {from + SHOWN < count && (
          <p>
            <a rel="next" href={`./namespaces?${nextQuery(view)}`}>
              {sharedWords.next(SHOWN, count)}
            </a>
          </p>
        )}
      </>
    ),
  });
}

function nextQuery({ account, type, from }: NamespacesView): URLSearchParams {
  return new URLSearchParams({
    ...(account === undefined ? {} : { account }),
    ...(type === undefined ? {} : { type }),
    from: String(from + SHOWN),
  });
}

interface MatrixProps {
  readonly states: readonly NamespaceState[];
  readonly accounts: readonly string[];
  readonly view: FrameState;
}

function Matrix({ states, accounts, view }: MatrixProps): Html {
  const types = [...new Set(states.map(({ configuration }) => configuration.resourceType))].toSorted();
  const cells = new Map<string, NamespaceState[]>();
  for (const state of states) {
    const { account, resourceType } = state.configuration;
    const key = JSON.stringify([account.name, resourceType]);
    const cell = cells.get(key);
    if (cell) cell.push(state);
    else cells.set(key, [state]);
  }
  return (
    <ScrollTable
      label={namespacesTexts.matrix}
      caption={namespacesTexts.caption}
      columns={[namespacesTexts.account, ...types]}
    >
      {accounts.map((account) => (
        <tr>
          <th scope="row">{shorten(account, 60)}</th>
          {types.map((type) => (
            <td data-label={type}>
              <Cell states={cells.get(JSON.stringify([account, type])) ?? []} view={view} />
            </td>
          ))}
        </tr>
      ))}
    </ScrollTable>
  );
}

function Cell({
  states,
  view: { control, now },
}: {
  readonly states: readonly NamespaceState[];
  readonly view: FrameState;
}) {
  const [first] = states;
  if (!first) return <span class="quiet">–</span>;
  const { account, resourceType } = first.configuration;
  const marked = states.reduce((sum, { counts }) => sum + counts.marked, 0);
  const due = states.reduce((sum, { counts }) => sum + counts.due, 0);
  const isDry = states.every(({ configuration }) => !configuration.live);
  const stages = states.map(({ configuration }) => rolloutOf(control, configuration).stage);
  const highest = stages.reduce<Stage>((high, one) => (isLower(high, one) ? one : high), 'plan');
  const query = new URLSearchParams({ account: account.name, type: resourceType });
  const mode = isDry ? sharedWords.dryRun : highest;
  return (
    <>
      <a href={`./namespaces?${query}`} data-row aria-label={`${mode}: ${account.name}, ${resourceType}`}>
        {mode}
      </a>
      <QuietLine>{namespacesTexts.markedAndDue(marked, due)}</QuietLine> <Age states={states} now={now} />
    </>
  );
}

interface AgeProps {
  readonly states: readonly NamespaceState[];
  readonly now: number;
}

/** Of several locations the one that was surveyed longest ago counts. */
function Age({ states, now }: AgeProps): Html {
  const ages = states.map(({ passes }) => {
    const survey = passes.find(({ action }) => action === 'mark');
    return survey?.outcome === 'complete' ? now - survey.endedAt : Number.POSITIVE_INFINITY;
  });
  const oldest = Math.max(...ages);
  if (oldest === Number.POSITIVE_INFINITY) return <Tag tone="warn">{namespacesTexts.noSurvey}</Tag>;
  return <Tag tone={oldest > DAY_MS ? 'bad' : 'plain'}>{sharedWords.old(oldest)}</Tag>;
}

/** One namespace with its last passes and its settings. */
export interface NamespaceView extends FrameState {
  readonly state: NamespaceState;
  /** Newest first. */
  readonly past: readonly PastPass[];
  /** Its settings with all defaults, redacted; absent = this instance does not have it any more. */
  readonly settings: Readonly<Record<string, unknown>> | undefined;
}

/** Reads nothing: the state and the past passes come from the route. */
export function namespacePage({ frame, state, past, settings, control, now }: NamespaceView): string {
  const { configuration, passes } = state;
  const { namespace } = configuration;
  const { actions, outcomes } = sharedWords;
  return consolePage({
    title: namespace,
    frame,
    here: 'Namespaces',
    json: `api/v1/passes?namespace=${segment(namespace)}`,
    command: `holystone plan --namespace ${namespace}`,
    body: (
      <>
        <h1>{namespace}</h1>
        <p>
          <a href={`${frame.root}marks?namespace=${segment(namespace)}`}>{namespacesTexts.marks}</a> ·{' '}
          <PatternsLink frame={frame} namespace={namespace} />
        </p>
        <NamespacesTable namespaces={[state]} control={control} now={now} />
        {passes
          .filter(({ problem }) => problem !== undefined)
          .map(({ action, outcome, problem }) => (
            <section class="card" aria-label={namespacesTexts.problemOf(action)}>
              <p>
                <strong>
                  {actions[action]}: {outcomes[outcome]}.
                </strong>{' '}
                {shorten(problem ?? '', LONGEST_PROBLEM)}
              </p>
            </section>
          ))}
        <PastPasses past={past} />
        <SurveyEvidence passes={passes} />
        {settings && <EffectiveSettings settings={settings} />}
        {frame.viewer.mayChange(namespace) && (
          <ChangeForm name="card filter" viewer={frame.viewer} action={`${frame.root}namespaces/${segment(namespace)}`}>
            <div>
              <label for="count">{namespacesTexts.recalculate}</label>
              <input id="count" name="count" type="number" min={1} required />
            </div>
            <div>
              <label for="seconds">{namespacesTexts.seconds}</label>
              <input id="seconds" name="seconds" type="number" min={0} required />
            </div>
            <div>
              <button>{namespacesTexts.bringForward}</button>
            </div>
          </ChangeForm>
        )}
      </>
    ),
  });
}
