/** Before a stage is raised: what becomes deletable. After a move: how to take it back. */
import { pluralize } from '../../../core/common/pluralize.ts';
import type { Html } from '../../../core/text/html.ts';
import { Note, renderPage } from '../../page/layout.tsx';
import { Brand } from './operatorParts.tsx';

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

export function confirmMovePage(move: StageMove, { marked, due }: Deletable): string {
  const { namespace, stage, reason } = move;
  const title = `Move ${namespace} to ${stage}?`;
  return renderPage({
    title,
    width: 'wide',
    top: <Brand home="./">stages</Brand>,
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
        <form class="filter" method="post" action="./stages">
          <Move {...move} />
          <input type="hidden" name="confirmed" value="yes" />
          <div>
            <button class="main">Move to {stage}</button>
          </div>
          <div>
            <a href="./stages">Change nothing</a>
          </div>
        </form>
      </>
    ),
  });
}

/** @param move the move that takes it back */
export function MovedNote({ move, now }: { readonly move: StageMove; readonly now: string }): Html {
  return (
    <Note tone="good">
      <p>
        {move.namespace} is at {now} now.
      </p>
      <form method="post" action="./stages">
        <Move {...move} />
        <button>Undo: back to {move.stage === 'configured' ? 'the configured stage' : move.stage}</button>
      </form>
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
