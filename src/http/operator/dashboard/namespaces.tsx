/** Namespaces as a matrix of accounts and types, and one namespace with its passes. */
import { DAY_MS } from '../../../core/common/duration.ts';
import type { Language } from '../../../core/common/language.ts';
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
import { Reported, segment } from './operatorParts.tsx';
import { PastPasses } from './pastPasses.tsx';
import { PatternsLink } from './patterns.tsx';

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
  const { language } = frame;
  const texts = namespacesTexts[language];
  const chosen = namespaces.filter(
    ({ configuration }) =>
      (account === undefined || configuration.account.name === account) &&
      (type === undefined || configuration.resourceType === type),
  );
  const accounts = [...new Set(chosen.map(({ configuration }) => configuration.account.name))].toSorted();
  const list = account !== undefined || namespaces.length <= SHOWN;
  const count = list ? chosen.length : accounts.length;
  return consolePage({
    title: texts.title,
    frame,
    here: 'Namespaces',
    json: 'api/v1/namespaces',
    command: 'holystone status',
    isLive: true,
    body: (
      <>
        <h1>{texts.title}</h1>
        <Matrix states={chosen} accounts={list ? accounts : accounts.slice(from, from + SHOWN)} view={view} />
        {list && (
          <>
            <h2>{texts.count(chosen.length)}</h2>
            <NamespacesTable
              namespaces={chosen.slice(from, from + SHOWN)}
              root={frame.root}
              control={control}
              now={now}
              language={language}
            />
          </>
        )}
        {from + SHOWN < count && (
          <p>
            <a rel="next" href={`./namespaces?${nextQuery(view)}`}>
              {sharedWords[language].next(SHOWN, count)}
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
  const texts = namespacesTexts[view.frame.language];
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
    <ScrollTable label={texts.matrix} caption={texts.caption} columns={[texts.account, ...types]}>
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
  view: { control, now, frame },
}: {
  readonly states: readonly NamespaceState[];
  readonly view: FrameState;
}) {
  const [first] = states;
  if (!first) return <span class="quiet">–</span>;
  const { account, resourceType } = first.configuration;
  const marked = states.reduce((sum, { counts }) => sum + counts.marked, 0);
  const due = states.reduce((sum, { counts }) => sum + counts.due, 0);
  const { language } = frame;
  const isDry = states.every(({ configuration }) => !configuration.live);
  const stages = states.map(({ configuration }) => rolloutOf(control, configuration).stage);
  const highest = stages.reduce<Stage>((high, one) => (isLower(high, one) ? one : high), 'plan');
  const query = new URLSearchParams({ account: account.name, type: resourceType });
  const mode = isDry ? sharedWords[language].dryRun : highest;
  return (
    <>
      <a href={`./namespaces?${query}`} data-row aria-label={`${mode}: ${account.name}, ${resourceType}`}>
        {mode}
      </a>
      <QuietLine>{namespacesTexts[language].markedAndDue(marked, due)}</QuietLine>{' '}
      <Age states={states} now={now} language={language} />
    </>
  );
}

interface AgeProps {
  readonly states: readonly NamespaceState[];
  readonly now: number;
  readonly language: Language;
}

/** Of several locations the one that was surveyed longest ago counts. */
function Age({ states, now, language }: AgeProps): Html {
  const ages = states.map(({ passes }) => {
    const survey = passes.find(({ action }) => action === 'mark');
    return survey?.outcome === 'complete' ? now - survey.endedAt : Number.POSITIVE_INFINITY;
  });
  const oldest = Math.max(...ages);
  if (oldest === Number.POSITIVE_INFINITY) return <Tag tone="warn">{namespacesTexts[language].noSurvey}</Tag>;
  return <Tag tone={oldest > DAY_MS ? 'bad' : 'plain'}>{sharedWords[language].old(oldest)}</Tag>;
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
  const { language } = frame;
  const texts = namespacesTexts[language];
  const { actions, outcomes } = sharedWords[language];
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
          <a href={`${frame.root}marks?namespace=${segment(namespace)}`}>{texts.marks}</a> ·{' '}
          <PatternsLink frame={frame} namespace={namespace} />
        </p>
        <NamespacesTable namespaces={[state]} control={control} now={now} language={language} />
        {passes
          .filter(({ problem }) => problem !== undefined)
          .map(({ action, outcome, problem }) => (
            <section class="card" aria-label={texts.problemOf(action)}>
              <p>
                <strong>
                  {actions[action]}: {outcomes[outcome]}.
                </strong>{' '}
                <Reported on={language} text={problem ?? ''} />
              </p>
            </section>
          ))}
        <PastPasses past={past} language={language} />
        <SurveyEvidence passes={passes} language={language} />
        {settings && <EffectiveSettings settings={settings} language={language} />}
        {frame.viewer.mayChange(namespace) && (
          <ChangeForm name="card filter" viewer={frame.viewer} action={`${frame.root}namespaces/${segment(namespace)}`}>
            <div>
              <label for="count">{texts.recalculate}</label>
              <input id="count" name="count" type="number" min={1} required />
            </div>
            <div>
              <label for="seconds">{texts.seconds}</label>
              <input id="seconds" name="seconds" type="number" min={0} required />
            </div>
            <div>
              <button>{texts.bringForward}</button>
            </div>
          </ChangeForm>
        )}
      </>
    ),
  });
}
