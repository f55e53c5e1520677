import type { ControlState } from '../../../core/policy/fleet.ts';
import { rolloutOf } from '../../../core/policy/rollout.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import type { UnitState } from '../../../core/work/unitState.ts';
import { relative } from '../../page/dates.tsx';
import { QuietLine, ScrollTable, Tag, type Tone } from '../../page/layout.tsx';
import type { NamespaceState } from '../api/namespaceState.ts';
import { namespacesTexts } from '../texts/namespaces.ts';
import { number } from '../texts/numbers.ts';
import { sharedWords } from '../texts/words.ts';
import { LONGEST_PROBLEM, NamespaceName, segment } from './operatorParts.tsx';

interface NamespacesTable {
  readonly namespaces: readonly NamespaceState[];
  /** Relative address of the first page, for links to each namespace; absent = no links. */
  readonly root?: string;
  readonly control: ControlState;
  readonly now: number;
}

/** One row for each; the caller limits their number. */
export function NamespacesTable({ namespaces, root, control, now }: NamespacesTable): Html {
  const { title, columns } = namespacesTexts;
  return (
    <ScrollTable label={title} columns={Object.values(columns)} numbers={[columns.marked, columns.due]}>
      {namespaces.map((state) => (
        <NamespaceRow state={state} root={root} control={control} now={now} />
      ))}
    </ScrollTable>
  );
}

interface NamespaceRow {
  readonly state: NamespaceState;
  readonly root: string | undefined;
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

function NamespaceRow({ state, root, control, now }: NamespaceRow): Html {
  const { columns, noPasses } = namespacesTexts;
  const words = sharedWords;
  const { configuration, state: work, counts, passes, missingEvidence } = state;
  const { namespace, live, notLiveBecause, neverDeletesBecause } = configuration;
  const reason = live ? neverDeletesBecause : notLiveBecause;
  const { stage } = rolloutOf(control, configuration);
  return (
    <tr>
      <td class="id">
        {root === undefined ? (
          <NamespaceName namespace={namespace} />
        ) : (
          <a href={`${root}namespaces/${segment(namespace)}`} data-row>
            <NamespaceName namespace={namespace} />
          </a>
        )}
      </td>
      <td data-label={columns.mode}>
        {live && reason === undefined ? (
          <Tag tone="warn">{stage}</Tag>
        ) : (
          <Tag tone="plain">{live ? words.marksOnly : words.dryRun}</Tag>
        )}
        {reason !== undefined && <QuietLine>{shorten(reason, LONGEST_PROBLEM)}</QuietLine>}
      </td>
      <td data-label={columns.work}>
        {work === 'idle' ? (
          <span class="quiet">{words.work.idle}</span>
        ) : (
          <Tag tone={WORK_TONES[work]}>{words.work[work]}</Tag>
        )}
      </td>
      <td data-label={columns.marked} class="number">
        {number(counts.marked)}
      </td>
      <td data-label={columns.due} class="number">
        {number(counts.due)}
      </td>
      <td data-label={columns.passes}>
        {passes.length === 0 ? (
          <span class="quiet">{noPasses}</span>
        ) : (
          passes.map((record) => (
            <div>
              {words.actions[record.action]}: {words.outcomes[record.outcome]}, {relative(record.endedAt, now)}
            </div>
          ))
        )}
      </td>
      <td data-label={columns.missing}>
        {missingEvidence.length === 0 ? <span class="quiet">{words.none}</span> : missingEvidence.join(', ')}
      </td>
    </tr>
  );
}
