/** The pages after a decision to keep: they never claim more than the store confirmed. */
import { keyThatMayKeep, type OptOut, type OptOutTarget } from '../../../core/owner/optOut.ts';
import { Line, Note } from '../../page/layout.tsx';
import { UndoForm } from './askPage.tsx';
import { BackLink, decisionWords, EndingNote, endOf, KeptNote, nameOf, page, thingOf } from './parts.tsx';
import { isOver, type Subject } from './subject.ts';
import { Summary } from './summary.tsx';

/** The decision that the store confirmed, and another person's decision that lasts longer. */
interface Decided {
  readonly own: OptOut;
  readonly longer: OptOut | undefined;
  /** Of a group or a pattern: some marks stay until the next survey. */
  readonly marksLeft: boolean;
}

/** The store confirmed the decision: the resource is kept, or the rest of a group whose resource no longer exists. */
export function keptPage(subject: Subject, { own, longer, marksLeft }: Decided, undoAction: string): string {
  const texts = subject.catalogue.pages.resource;
  const until = endOf(subject, own);
  return page(
    subject.catalogue,
    texts.kept,
    <>
      <Note tone="good">
        {longer ? (
          <>
            <p>{texts.storedUntil(until)}</p>
            <p>{texts.longer(decisionWords(subject, longer))}</p>
          </>
        ) : (
          <p>
            {texts.isKept(thingOf(subject, own), until)}. {texts.stored}
          </p>
        )}
      </Note>
      {isOver(subject.ending) && <EndingNote subject={subject} />}
      {marksLeft && <Line tone="plain">{texts.marksLeft}</Line>}
      <Summary subject={subject} decided />
      <UndoForm subject={subject} optOut={own} action={undoAction} />
    </>,
  );
}

/** The decision is stored, but a permit came before it. */
export function begunPage(subject: Subject, { own }: Decided, undoAction: string): string {
  const texts = subject.catalogue.pages.resource;
  return page(
    subject.catalogue,
    texts.begunTitle,
    <>
      <Line tone="warn">{texts.begunNote(begunName(subject, own), endOf(subject, own))}</Line>
      <Summary subject={subject} decided />
      <UndoForm subject={subject} optOut={own} action={undoAction} />
    </>,
  );
}

/** The deletion may be that of another resource of the group. */
function begunName(subject: Subject, { target }: OptOut): string {
  if (target.kind === 'id' || subject.mark?.state === 'deleting') return nameOf(subject);
  if (target.kind === 'pattern') return target.value;
  return subject.catalogue.pages.resource.memberOf(target.value);
}

/** Stored after the deletion: the decision counts for a new resource of the same name. */
export function overPage(subject: Subject, { own }: Decided, undoAction: string): string {
  const texts = subject.catalogue.pages.resource;
  return page(
    subject.catalogue,
    texts.tooLate,
    <>
      <EndingNote subject={subject} />
      <Line tone="plain">{texts.overNote(endOf(subject, own))}</Line>
      <Summary subject={subject} decided />
      <UndoForm subject={subject} optOut={own} action={undoAction} />
    </>,
  );
}

/** @param subject after the undo: another person may still keep it @param name as before the undo */
export function undonePage(subject: Subject, name: string, back: string): string {
  const texts = subject.catalogue.pages.resource;
  const kept = subject.decisions.length > 0;
  return page(
    subject.catalogue,
    kept ? texts.undoneTitle : texts.noLongerKept,
    <>
      <Line tone="plain">{kept ? texts.othersKeep : texts.undone(name)}</Line>
      {kept && <KeptNote subject={subject} />}
      <BackLink catalogue={subject.catalogue} to={back} />
    </>,
  );
}

/** This reader has no decision to undo. */
export function notUndonePage(
  subject: Subject,
  { target, existing }: { readonly target: OptOutTarget; readonly existing: OptOut | undefined },
  back: string,
): string {
  const { catalogue } = subject;
  const key = existing ? undefined : keyThatMayKeep(target, subject);
  const texts = catalogue.pages.resource;
  return page(
    catalogue,
    texts.nothingChanged,
    <>
      <Line tone="warn">{existing ? texts.keptBy(existing.actor, endOf(subject, existing)) : texts.noDecision}</Line>
      {key !== undefined && <p>{texts.mayStillKeep(key)}</p>}
      <BackLink catalogue={catalogue} to={back} />
    </>,
  );
}
