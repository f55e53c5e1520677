/** Before a stage is raised: what becomes deletable. After a move: how to take it back. */
import { pluralize } from '../../../core/common/pluralize.ts';
import type { Html } from '../../../core/text/html.ts';
import { Note } from '../../page/layout.tsx';
import { ChangeForm, consolePage, type Frame } from './frame.tsx';

/** A move of the types that a pattern names. */
export interface StageMove {
  readonly namespace: string;
  /** A stage, or `configured`. */
  readonly stage: string;
  readonly reason: string;
}

/** The marks of the namespaces that may be deleted from then on. */
export interface Deletable {
  readonly marked: number;
  readonly due: number;
}

export function confirmMovePage(frame: Frame, move: StageMove, { marked, due }: Deletable): string {
  const { namespace, stage, reason } = move;
  const title = `Move ${namespace} to ${stage}?`;
  return consolePage({
    title,
    frame,
    here: 'Stages',
    json: 'api/v1/stages',
    command: `holystone stage ${namespace} ${stage}`,
    body: (
      <>
        <h1>{title}</h1>
        <Note tone="bad">
          <p>
            <strong>{pluralize(due, 'resource')}</strong> {due === 1 ? 'is' : 'are'} due now and may be deleted with the
            next pass. {pluralize(marked - due, 'other mark')} may be deleted when{' '}
            {marked - due === 1 ? 'its' : 'their'} date comes. Each is checked again first.
          </p>
          {stage === 'canary' && <p>A canary deletes five, then it pauses for a day.</p>}
        </Note>
        <p>Reason: {reason}</p>
        <ChangeForm name="filter" viewer={frame.viewer} action="./stages">
          <Move {...move} />
          <input type="hidden" name="confirmed" value="yes" />
          <div>
            <button class="main">Move to {stage}</button>
          </div>
          <div>
            <a href="./stages">Change nothing</a>
          </div>
        </ChangeForm>
      </>
    ),
  });
}

/** @param move the move that takes it back */
export function MovedNote({
  frame,
  move,
  now,
}: {
  readonly frame: Frame;
  readonly move: StageMove;
  readonly now: string;
}): Html {
  return (
    <Note tone="good">
      <p>
        {move.namespace} is at {now} now.
      </p>
      <ChangeForm viewer={frame.viewer} action="./stages">
        <Move {...move} />
        <button>Undo: back to {move.stage === 'configured' ? 'the configured stage' : move.stage}</button>
      </ChangeForm>
    </Note>
  );
}

function Move({ namespace, stage, reason }: StageMove): Html {
  return (
    <>
      <input type="hidden" name="namespace" value={namespace} />
      <input type="hidden" name="stage" value={stage} />
      <input type="hidden" name="reason" value={reason} />
    </>
  );
}
