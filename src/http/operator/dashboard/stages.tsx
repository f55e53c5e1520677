import { shorten } from '../../../core/text/visible.ts';
/** Rollout stages in each account, and the buttons that change them. */

import { STAGES, type Stage } from '../../../core/policy/stage.ts';
import type { StageRow } from '../../../core/policy/stageRows.ts';
import type { Html } from '../../../core/text/html.ts';
import { relative, shortTime } from '../../page/dates.tsx';
import { Line, QuietLine, ScrollTable, Tag, type Tone } from '../../page/layout.tsx';
import { overviewTexts } from '../texts/overview.ts';
import { stagesTexts } from '../texts/stages.ts';
import { ChangeForm, consolePage, type Frame } from './frame.tsx';
import { LONGEST_PROBLEM } from './operatorParts.tsx';
import { MovedNote, type StageMove } from './stageMove.tsx';

const TONES: Readonly<Record<Stage, Tone>> = { plan: 'plain', notify: 'good', canary: 'warn', live: 'bad' };

/** The stages of all types in all accounts, and the last move of a stage where this page follows one. */
export interface StagesPage {
  readonly frame: Frame;
  readonly rows: readonly StageRow[];
  /** ms since the epoch. */
  readonly now: number;
  /** Names of instances that do not obey the last change yet. */
  readonly waitingFor?: readonly string[];
  /** The move that takes the last one back, and the stage after that one. */
  readonly undo?: { readonly move: StageMove; readonly now: string };
}

/** `waitingFor` = the instances that have not obeyed the last move yet. */
export function stagesPage({ frame, rows, now, waitingFor = [], undo }: StagesPage): string {
  const { isOperator } = frame.viewer;
  const { unit, stage, start, move } = stagesTexts.columns;
  return consolePage({
    title: stagesTexts.title,
    frame,
    here: 'Stages',
    json: 'api/v1/stages',
    command: 'holystone stage',
    body: (
      <>
        <h1>{stagesTexts.heading}</h1>
        <p>{stagesTexts.intro()}</p>
        {frame.offBecause === 'unproven' && <Line tone="bad">{overviewTexts.stopped.unproven}</Line>}
        {undo && isOperator && <MovedNote frame={frame} {...undo} />}
        {waitingFor.length > 0 && <Line tone="bad">{stagesTexts.disobedient(waitingFor)}</Line>}
        <ScrollTable label={stagesTexts.title} columns={[unit, stage, start, ...(isOperator ? [move] : [])]}>
          {rows.map((row) => (
            <UnitRow row={row} now={now} frame={frame} called={calledAmong(rows, row)} />
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

/** A unit whose entries start at different stages has a row for each: their controls need different names. */
function calledAmong(rows: readonly StageRow[], { unit, startStage }: StageRow): string {
  const isAlone = rows.filter((one) => one.unit === unit).length === 1;
  return isAlone ? unit : stagesTexts.startingAt(unit, startStage);
}

function UnitRow({ row, now, frame, called }: Row & { readonly frame: Frame; readonly called: string }): Html {
  const { unit, stage, startStage, isSet, chosen = {}, namespaces, notLiveBecause } = row;
  const { columns } = stagesTexts;
  return (
    <tr>
      <td class="id">{unit}</td>
      <td data-label={columns.stage}>
        <Tag tone={TONES[stage]}>{stage}</Tag> {isSet && <span class="quiet">{stagesTexts.set}</span>}{' '}
        <Canary row={row} now={now} />
        {Object.entries(chosen).map(([own, count]) => (
          <QuietLine>{stagesTexts.own(count, namespaces, own)}</QuietLine>
        ))}
        {notLiveBecause !== undefined && (
          <QuietLine>
            {stagesTexts.notLive} {shorten(notLiveBecause ?? '', LONGEST_PROBLEM)}
          </QuietLine>
        )}
      </td>
      <td data-label={columns.start}>{startStage}</td>
      {frame.viewer.isOperator && (
        <td data-label={columns.move}>
          <MoveForm row={row} frame={frame} called={called} />
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
      {stagesTexts.canary(used, of)}
      {deletesPausedUntil !== undefined && (
        <>
          , {stagesTexts.pausedUntil} {shortTime(deletesPausedUntil)}, {relative(deletesPausedUntil, now)}
        </>
      )}
    </QuietLine>
  );
}

interface Move extends Pick<Row, 'row'> {
  readonly frame: Frame;
  /** The row in the names of its controls. */
  readonly called: string;
}

function MoveForm({ row: { unit, stage, isSet }, frame, called }: Move): Html {
  return (
    <ChangeForm name="filter" viewer={frame.viewer} action="./stages">
      <input type="hidden" name="namespace" value={unit} />
      <div>
        <label>
          {stagesTexts.columns.stage}{' '}
          <select name="stage" required aria-label={stagesTexts.stageOf(called)}>
            <option value="">{stagesTexts.choose}</option>
            {STAGES.filter((one) => one !== stage || !isSet).map((one) => (
              <option>{one}</option>
            ))}
            {isSet && <option value="configured">{stagesTexts.asConfigured}</option>}
          </select>
        </label>
      </div>
      <div>
        <label>
          {stagesTexts.why}{' '}
          <input
            name="reason"
            type="text"
            required
            maxlength={500}
            autocomplete="off"
            aria-label={stagesTexts.whyMoves(called)}
          />
        </label>
      </div>
      <div>
        <button aria-label={stagesTexts.moveUnit(called)}>{stagesTexts.move}</button>
      </div>
    </ChangeForm>
  );
}
