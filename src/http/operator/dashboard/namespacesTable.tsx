import type { ControlState } from '../../../core/policy/fleet.ts';
import { rolloutOf } from '../../../core/policy/rollout.ts';
import type { Html } from '../../../core/text/html.ts';
import type { UnitState } from '../../../core/work/unitState.ts';
import { relative } from '../../page/dates.tsx';
import { QuietLine, ScrollTable, Tag, type Tone } from '../../page/layout.tsx';
import type { NamespaceState } from '../api/namespaceState.ts';

interface NamespacesTable {
  readonly namespaces: readonly NamespaceState[];
  readonly control: ControlState;
  readonly now: number;
}

export function NamespacesTable({ namespaces, control, now }: NamespacesTable): Html {
  return (
    <ScrollTable
      label="Namespaces"
      columns={['Namespace', 'Mode', 'Work', 'Marked', 'Due', 'Last passes', 'Missing evidence']}
      numbers={['Marked', 'Due']}
    >
      {namespaces.map((state) => (
        <NamespaceRow state={state} control={control} now={now} />
      ))}
    </ScrollTable>
  );
}

interface NamespaceRow {
  readonly state: NamespaceState;
  readonly control: ControlState;
  readonly now: number;
}

const WORK_TONES: Readonly<Record<UnitState, Tone>> = {
  idle: 'plain',
  scheduled: 'plain',
  ongoing: 'plain',
  unfinished: 'plain',
  partial: 'warn',
  failed: 'bad',
};

function NamespaceRow({ state, control, now }: NamespaceRow): Html {
  const { configuration, state: work, counts, passes, missingEvidence } = state;
  const { namespace, live, notLiveBecause, neverDeletesBecause } = configuration;
  const reason = live ? neverDeletesBecause : notLiveBecause;
  const { stage } = rolloutOf(control, configuration);
  return (
    <tr>
      <td class="id">{namespace}</td>
      <td data-label="Mode">
        {live && reason === undefined ? (
          <Tag tone="warn">{stage}</Tag>
        ) : (
          <Tag tone="plain">{live ? 'marks only' : 'dry run'}</Tag>
        )}
        {reason !== undefined && <QuietLine>{reason}</QuietLine>}
      </td>
      <td data-label="Work">
        {work === 'idle' ? <span class="quiet">idle</span> : <Tag tone={WORK_TONES[work]}>{work}</Tag>}
      </td>
      <td data-label="Marked" class="number">
        {counts.marked}
      </td>
      <td data-label="Due" class="number">
        {counts.due}
      </td>
      <td data-label="Last passes">
        {passes.length === 0 ? (
          <span class="quiet">none yet</span>
        ) : (
          passes.map((record) => (
            <div>
              {record.action}: {record.outcome}, {relative(record.endedAt, now)}
            </div>
          ))
        )}
      </td>
      <td data-label="Missing evidence">
        {missingEvidence.length === 0 ? <span class="quiet">none</span> : missingEvidence.join(', ')}
      </td>
    </tr>
  );
}
