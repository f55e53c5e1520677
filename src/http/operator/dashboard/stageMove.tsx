/** Before a stage is raised: the marks that become deletable. After a move: the way to take it back. */
import type { Html } from '../../../core/text/html.ts';
import { shellWord } from '../../../core/text/shell.ts';
import { Note } from '../../page/layout.tsx';
import { stagesTexts } from '../texts/stages.ts';
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

/** A move that allows deletions is confirmed with the number of marks that may then be deleted. */
export function confirmMovePage(frame: Frame, move: StageMove, { marked, due }: Deletable): string {
  const { namespace, stage, reason } = move;
  const texts = stagesTexts.confirm;
  const to = stage === 'configured' ? texts.configured : stage;
  const title = texts.title(namespace, to);
  return consolePage({
    title,
    frame,
    here: 'Stages',
    json: 'api/v1/stages',
    command: `holystone stage ${shellWord(namespace)} --set ${stage} --reason ${shellWord(reason)}`,
    body: (
      <>
        <h1>{title}</h1>
        <Note tone="bad">
          <p>
            {texts.due(due)} {texts.others(marked - due)}
          </p>
          {stage === 'canary' && <p>{texts.canary}</p>}
        </Note>
        <p>{texts.reason(reason)}</p>
        <ChangeForm name="filter" viewer={frame.viewer} action="./stages">
          <Move {...move} />
          <input type="hidden" name="confirmed" value="yes" />
          <div>
            <button class="main">{texts.yes(to)}</button>
          </div>
          <div>
            <a href="./stages">{texts.no}</a>
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
  const texts = stagesTexts;
  return (
    <Note tone="good">
      <p>{texts.isNow(move.namespace, now)}</p>
      <ChangeForm viewer={frame.viewer} action="./stages">
        <Move {...move} />
        <button>{texts.undo(move.stage === 'configured' ? undefined : move.stage)}</button>
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
