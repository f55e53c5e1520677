/** Namespaces as a matrix of accounts and types, and one namespace with its passes. */
import { DAY_MS, formatAge } from '../../../core/common/duration.ts';
import { pluralize } from '../../../core/common/pluralize.ts';
import type { PastPass } from '../../../core/policy/pastPass.ts';
import { rolloutOf } from '../../../core/policy/rollout.ts';
import { isLower, type Stage } from '../../../core/policy/stage.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { shortTime } from '../../page/dates.tsx';
import { QuietLine, ScrollTable, Tag } from '../../page/layout.tsx';
import type { NamespaceState } from '../api/namespaceState.ts';
import { ChangeForm, consolePage } from './frame.tsx';
import type { FrameState } from './frameState.ts';
import { NamespacesTable } from './namespacesTable.tsx';
import { segment } from './operatorParts.tsx';

/** A page shows so many accounts, or namespaces. */
const SHOWN = 100;

export interface NamespacesView extends FrameState {
  readonly account: string | undefined;
  readonly type: string | undefined;
  readonly from: number;
}

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
    title: 'Namespaces',
    frame,
    here: 'Namespaces',
    json: 'api/v1/namespaces',
    command: 'holystone status',
    isLive: true,
    body: (
      <>
        <h1>Namespaces</h1>
        <Matrix states={chosen} accounts={list ? accounts : accounts.slice(from, from + SHOWN)} view={view} />
        {list && (
          <>
            <h2>{pluralize(chosen.length, 'namespace')}</h2>
            <NamespacesTable namespaces={chosen.slice(from, from + SHOWN)} control={control} now={now} />
          </>
        )}
        {from + SHOWN < count && (
          <p>
            <a rel="next" href={`./namespaces?${nextQuery(view)}`}>
              Next {SHOWN} of {count}
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
      label="Accounts and types"
      caption="Stage; marks and those that are due; the age of the oldest complete survey. Locations are folded."
      columns={['Account', ...types]}
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
  return (
    <>
      <a
        href={`./namespaces?${query}`}
        data-row
        aria-label={`${isDry ? 'dry run' : highest}: ${account.name}, ${resourceType}`}
      >
        {isDry ? 'dry run' : highest}
      </a>
      <QuietLine>
        {marked} marked, {due} due
      </QuietLine>
      <Age states={states} now={now} />
    </>
  );
}

/** Of several locations the one that was surveyed longest ago counts. */
function Age({ states, now }: { readonly states: readonly NamespaceState[]; readonly now: number }): Html {
  const ages = states.map(({ passes }) => {
    const survey = passes.find(({ action }) => action === 'mark');
    return survey?.outcome === 'complete' ? now - survey.endedAt : Number.POSITIVE_INFINITY;
  });
  const oldest = Math.max(...ages);
  if (oldest === Number.POSITIVE_INFINITY) return <Tag tone="warn">no complete survey</Tag>;
  return <Tag tone={oldest > DAY_MS ? 'bad' : 'plain'}>{`${formatAge(oldest)} old`}</Tag>;
}

export interface NamespaceView extends FrameState {
  readonly state: NamespaceState;
  /** Newest first. */
  readonly past: readonly PastPass[];
}

export function namespacePage({ frame, state, past, control, now }: NamespaceView): string {
  const { configuration, passes } = state;
  const { namespace } = configuration;
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
          <a href={`${frame.root}marks?namespace=${segment(namespace)}`}>Its marks</a>
        </p>
        <NamespacesTable namespaces={[state]} control={control} now={now} />
        {passes
          .filter(({ problem }) => problem !== undefined)
          .map(({ action, outcome, problem }) => (
            <section class="card" aria-label={`Problem of ${action}`}>
              <p>
                <strong>
                  {action}: {outcome}.
                </strong>{' '}
                {shorten(problem ?? '', 4_000)}
              </p>
            </section>
          ))}
        <PastPasses past={past} />
        {frame.viewer.mayChange(namespace) && (
          <ChangeForm name="card filter" viewer={frame.viewer} action={`${frame.root}namespaces/${segment(namespace)}`}>
            <div>
              <label for="count">Recalculate the oldest</label>
              <input id="count" name="count" type="number" min={1} required />
            </div>
            <div>
              <label for="seconds">to at most so many seconds from now</label>
              <input id="seconds" name="seconds" type="number" min={0} required />
            </div>
            <div>
              <button>Bring dates forward</button>
            </div>
          </ChangeForm>
        )}
      </>
    ),
  });
}

function PastPasses({ past }: Pick<NamespaceView, 'past'>): Html | null {
  if (past.length === 0) return null;
  return (
    <ScrollTable
      label="Last passes"
      caption="Newest first; equal passes one after the other are one row. Times are UTC."
      columns={['Ended', 'Pass', 'Outcome', 'Times', 'Problem']}
      numbers={['Times']}
    >
      {past.map(({ endedAt, action, outcome, times, problem }) => (
        <tr>
          <td data-label="Ended">{shortTime(endedAt)}</td>
          <td data-label="Pass">{action}</td>
          <td data-label="Outcome">{outcome}</td>
          <td data-label="Times" class="number">
            {times}
          </td>
          <td data-label="Problem">{shorten(problem ?? '', 300)}</td>
        </tr>
      ))}
    </ScrollTable>
  );
}
