/** Passes that a tripwire stopped: why, how many, and the approval of exactly these. */
import { pluralize } from '../../../core/common/pluralize.ts';
import type { BlockedSet, PassRecord } from '../../../core/policy/pass.ts';
import type { BlockedChange, BlockedChanges, Difference } from '../../../core/policy/pastPass.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { relative, shortTime } from '../../page/dates.tsx';
import { Facts, Line, QuietLine, ScrollTable } from '../../page/layout.tsx';
import { blockedPath } from './attentionItems.ts';
import { Against } from './chart.tsx';
import { ChangeForm, consolePage } from './frame.tsx';
import type { FrameState } from './frameState.ts';
import { resourcePath } from './operatorParts.tsx';
import { type Tripped, trippedBy } from './tripwireWords.ts';

/** A last pass with its blocked set. */
export type Stopped = PassRecord & { readonly blocked: BlockedSet };

/** The last passes that a tripwire stopped, the newest first. */
export function stoppedPasses({ namespaces }: Pick<FrameState, 'namespaces'>): readonly Stopped[] {
  return namespaces
    .flatMap(({ passes }) => passes)
    .filter((record): record is Stopped => record.blocked !== undefined)
    .toSorted((a, b) => b.endedAt - a.endedAt);
}

const LISTED = 500;

export function blockedListPage(state: FrameState): string {
  const { frame, now } = state;
  const stopped = stoppedPasses(state);
  return consolePage({
    title: 'Blocked',
    frame,
    here: 'Blocked',
    json: 'api/v1/namespaces',
    command: 'holystone status',
    body: (
      <>
        <h1>Blocked passes</h1>
        <p>A tripwire stops a pass before its first write. It stays so until the cause ends or an operator approves.</p>
        {stopped.length === 0 ? (
          <p class="card quiet">No pass is blocked.</p>
        ) : (
          <ScrollTable label="Blocked passes" columns={['Namespace', 'Pass', 'Resources', 'Why', 'When', 'Review']}>
            {stopped.slice(0, LISTED).map(({ namespace, action, blocked, problem, endedAt, passId }) => (
              <tr>
                <td class="id">{namespace}</td>
                <td data-label="Pass">{action}</td>
                <td data-label="Resources">{blocked.size}</td>
                <td data-label="Why">{problem}</td>
                <td data-label="When">{relative(endedAt, now)}</td>
                <td data-label="Review">
                  <a
                    class="button"
                    data-row
                    href={`./${blockedPath(namespace, passId)}`}
                    aria-label={`Review ${action} of ${namespace}`}
                  >
                    Review
                  </a>
                </td>
              </tr>
            ))}
          </ScrollTable>
        )}
      </>
    ),
  });
}

export interface BlockedView extends FrameState {
  readonly record: Stopped;
  /** Absent: an earlier version of Holystone stopped the pass and did not keep them. */
  readonly changes?: BlockedChanges | undefined;
  readonly difference?: Difference | undefined;
  /** A refused approval: the typed number was another one. */
  readonly refusal?: string;
}

export function blockedPage(view: BlockedView): string {
  const { frame, now, record, refusal } = view;
  const { namespace, action, blocked, passId, endedAt, baseline, counts, confirmation } = record;
  const tripped = trippedBy(record);
  return consolePage({
    title: `Blocked: ${action} of ${namespace}`,
    frame,
    here: 'Blocked',
    json: `api/v1/${blockedPath(namespace, passId)}`,
    command: `holystone approve ${namespace} --pass ${passId}`,
    body: (
      <>
        <h1>
          The {action} pass of {namespace} is blocked
        </h1>
        {refusal !== undefined && <Line tone="bad">{refusal}</Line>}
        <p class="sentence">
          It stopped {relative(endedAt, now)}, before its first write, with {pluralize(blocked.size, 'change')}.
        </p>
        {tripped.map((one) => (
          <Gauge tripped={one} />
        ))}
        {tripped.length === 0 && record.problem !== undefined && <p class="card">{record.problem}</p>}
        <section class="card" aria-label="The pass">
          <Facts
            rows={[
              ['Pass', <span class="id">{passId}</span>],
              ['Ended', shortTime(endedAt)],
              ['Listed', counts.listed === undefined ? undefined : String(counts.listed)],
              ['Listed before', baseline && String(baseline.listed)],
              [
                'Difference',
                baseline && counts.listed !== undefined ? signed(counts.listed - baseline.listed) : undefined,
              ],
              ['Seen in a row', confirmation && pluralize(confirmation.surveys, 'equal survey')],
              ...Object.entries(blocked.shrunk?.findings ?? {}).map(
                ([source, left]) =>
                  [`Findings of ${source}`, `${left}, ${baseline?.findings[source] ?? 'unknown'} before`] as const,
              ),
            ]}
          />
        </section>
        <Members view={view} />
        <Differs view={view} />
        <Counts counts={counts} />
        <Approval record={record} view={{ frame }} />
      </>
    ),
  });
}

const CHANGES: Readonly<Record<BlockedChange['change'], string>> = {
  mark: 'new mark',
  unmark: 'mark removed',
  delete: 'deletion',
};

function Members({ view: { changes, record, frame } }: { readonly view: BlockedView }): Html {
  if (!changes) return <p class="card quiet">The changes themselves are not on record.</p>;
  const { namespace, blocked } = record;
  const all = changes.changes;
  const shown = all.length === blocked.size ? `All ${all.length}` : `The first ${all.length} by id`;
  return (
    <ScrollTable
      label="The changes"
      caption={`${shown} of ${pluralize(blocked.size, 'change')}.`}
      columns={['Resource', 'Change', 'Owner', 'Why']}
    >
      {all.map(({ id, name = id, change, owner, reason }) => (
        <tr>
          <td>
            <a data-row href={`${frame.root}${resourcePath(namespace, id)}?check=now`}>
              {shorten(name, LONGEST)}
            </a>
            {name !== id && <QuietLine id>{shorten(id, LONGEST)}</QuietLine>}
          </td>
          <td data-label="Change">{CHANGES[change]}</td>
          <td data-label="Owner">{shorten(owner ?? '–', LONGEST)}</td>
          <td data-label="Why">{shorten(reason ?? '–', 300)}</td>
        </tr>
      ))}
    </ScrollTable>
  );
}

const LONGEST = 100;
const NAMED = 50;

function Differs({ view: { difference } }: { readonly view: BlockedView }): Html | null {
  if (!difference) return null;
  const { added, removed, comparedUpTo } = difference;
  const words = (ids: readonly string[]) => {
    const names = ids.slice(0, NAMED).map((id) => shorten(id, LONGEST));
    return ids.length === 0 ? 'none' : `${ids.length}: ${names.join(', ')}${ids.length > NAMED ? ' …' : ''}`;
  };
  return (
    <section class="card" aria-label="Since the blocked pass before with another set">
      <Facts
        rows={[
          ['New in the set', words(added)],
          ['No longer in it', words(removed)],
          ...(comparedUpTo === undefined
            ? []
            : [['Compared', `up to the id ${shorten(comparedUpTo, LONGEST)}`] as const]),
        ]}
      />
    </section>
  );
}

function signed(difference: number): string {
  return difference > 0 ? `+${difference}` : String(difference);
}

function Gauge({ tripped: { wire, text, measured } }: { readonly tripped: Tripped }): Html {
  return (
    <section class="card" aria-label={`Tripwire ${wire}`}>
      <p>
        <strong>{wire}</strong>: {text.slice(wire.length + 2)}
      </p>
      {measured && <Against name={wire} {...measured} />}
    </section>
  );
}

function Counts({ counts }: Pick<PassRecord, 'counts'>): Html {
  return (
    <ScrollTable label="Counts of the pass" columns={['Count', 'Number']} numbers={['Number']}>
      {Object.entries(counts).map(([name, count]) => (
        <tr>
          <td>{name}</td>
          <td class="number" data-label="Number">
            {count}
          </td>
        </tr>
      ))}
    </ScrollTable>
  );
}

const CONSEQUENCES: Readonly<Record<PassRecord['action'], string>> = {
  mark: 'It marks and unmarks, and deletes nothing: each owner is notified first, and each resource is checked again.',
  notify: 'It notifies owners, and deletes nothing.',
  delete: 'It may DELETE these resources, each after one more check.',
};

interface ApprovalProps {
  readonly record: Stopped;
  readonly view: Pick<FrameState, 'frame'>;
}

function Approval({ record: { namespace, action, blocked, passId }, view: { frame } }: ApprovalProps): Html | null {
  if (!frame.viewer.mayChange(namespace)) return null;
  return (
    <ChangeForm viewer={frame.viewer} action={`${frame.root}${blockedPath(namespace, passId)}`} name="card">
      <h2>Approve exactly these {blocked.size}</h2>
      <p>
        The next {action} pass may do exactly this; another set makes the approval void. {CONSEQUENCES[action]}
      </p>
      <input type="hidden" name="size" value={blocked.size} />
      <label for="typed">Type the number {blocked.size}</label>
      <input id="typed" name="typed" type="text" inputmode="numeric" required autocomplete="off" />
      <div class="buttons">
        <button class="danger">Approve exactly these {blocked.size}</button>
      </div>
    </ChangeForm>
  );
}
