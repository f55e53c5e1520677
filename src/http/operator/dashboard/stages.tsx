/** Rollout stages in each account, and the buttons that change them. */

import { STAGES, type Stage } from '../../../core/policy/stage.ts';
import type { StageRow } from '../../../core/policy/stageRows.ts';
import type { Html } from '../../../core/text/html.ts';
import { relative, shortTime } from '../../page/dates.tsx';
import { Line, QuietLine, ScrollTable, Tag, type Tone } from '../../page/layout.tsx';
import { ChangeForm, consolePage, type Frame } from './frame.tsx';
import { MovedNote, type StageMove } from './stageMove.tsx';

const TONES: Readonly<Record<Stage, Tone>> = { plan: 'plain', notify: 'good', canary: 'warn', live: 'bad' };

export interface StagesPage {
  readonly frame: Frame;
  readonly rows: readonly StageRow[];
  readonly now: number;
  /** Names of instances that do not obey the last change yet. */
  readonly waitingFor?: readonly string[];
  /** The move that takes the last one back, and the stage after that one. */
  readonly undo?: { readonly move: StageMove; readonly now: string };
}

export function stagesPage({ frame, rows, now, waitingFor = [], undo }: StagesPage): string {
  const { isOperator } = frame.viewer;
  return consolePage({
    title: 'Stages',
    frame,
    here: 'Stages',
    json: 'api/v1/stages',
    command: 'holystone stage',
    body: (
      <>
        <h1>Rollout stages</h1>
        <p>
          <strong>plan</strong> surveys only · <strong>notify</strong> marks and notifies, deletes nothing ·{' '}
          <strong>canary</strong> deletes five, then pauses for a day · <strong>live</strong> deletes without that
          limit. Lowering a stage takes effect at once, on every instance.
        </p>
        {undo && isOperator && <MovedNote frame={frame} {...undo} />}
        {waitingFor.length > 0 && (
          <Line tone="bad">
            Holystone stored the change, but these instances do not obey it yet: {waitingFor.join(', ')}. Reload this
            page.
          </Line>
        )}
        <ScrollTable
          label="Stages"
          columns={['Type in account', 'Stage', 'Starts at', ...(isOperator ? ['Move to'] : [])]}
        >
          {rows.map((row) => (
            <UnitRow row={row} now={now} frame={frame} />
          ))}
        </ScrollTable>
      </>
    ),
  });
}

interface Row {
  readonly row: StageRow;
  readonly now: number;
}

function UnitRow({ row, now, frame }: Row & { readonly frame: Frame }): Html {
  const { unit, stage, startStage, isSet, chosen = {}, namespaces, notLiveBecause } = row;
  return (
    <tr>
      <td class="id">{unit}</td>
      <td data-label="Stage">
        <Tag tone={TONES[stage]}>{stage}</Tag> {isSet && <span class="quiet">set</span>} <Canary row={row} now={now} />
        {Object.entries(chosen).map(([own, count]) => (
          <QuietLine>
            {count} of {namespaces} namespaces: {own}
          </QuietLine>
        ))}
        {notLiveBecause !== undefined && <QuietLine>not live: {notLiveBecause}</QuietLine>}
      </td>
      <td data-label="Starts at">{startStage}</td>
      {frame.viewer.isOperator && (
        <td data-label="Move to">
          <MoveForm row={row} frame={frame} />
        </td>
      )}
    </tr>
  );
}

function Canary({ row: { canary }, now }: Row): Html | null {
  if (canary === undefined) return null;
  const { used, of, deletesPausedUntil } = canary;
  return (
    <QuietLine>
      {used} of {of} deletions
      {deletesPausedUntil !== undefined && (
        <>
          , paused until {shortTime(deletesPausedUntil)}, {relative(deletesPausedUntil, now)}
        </>
      )}
    </QuietLine>
  );
}

function MoveForm({ row: { unit, stage, isSet }, frame }: Pick<Row, 'row'> & { readonly frame: Frame }): Html {
  return (
    <ChangeForm name="filter" viewer={frame.viewer} action="./stages">
      <input type="hidden" name="namespace" value={unit} />
      <div>
        <label>
          Stage{' '}
          <select name="stage" required aria-label={`Stage of ${unit}`}>
            <option value="">choose</option>
            {STAGES.filter((one) => one !== stage || !isSet).map((one) => (
              <option>{one}</option>
            ))}
            {isSet && <option value="configured">as configured</option>}
          </select>
        </label>
      </div>
      <div>
        <label>
          Why{' '}
          <input
            name="reason"
            type="text"
            required
            maxlength={500}
            autocomplete="off"
            aria-label={`Why ${unit} moves`}
          />
        </label>
      </div>
      <div>
        <button aria-label={`Move ${unit}`}>Move</button>
      </div>
    </ChangeForm>
  );
}
