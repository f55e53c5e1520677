/** What was done about keeping it: never more than the store confirmed. */
import { html } from '../../core/html.ts';
import type { OptOut } from '../../core/optOut.ts';
import { note } from '../pages/layout.tsx';
import { undoForm } from './askPage.tsx';
import { decisionWords, endingNote, endOf, keptNote, nameOf, page, thingOf } from './parts.tsx';
import type { Subject } from './subject.ts';
import { summary } from './summary.tsx';

/** What the store confirmed, and somebody's decision that keeps it longer. */
interface Decided {
  readonly own: OptOut;
  readonly longer: OptOut | undefined;
  /** Of a group: some marks stay until the next survey. */
  readonly marksLeft: boolean;
}

/** The store confirmed: it is kept. */
export function keptPage(subject: Subject, { own, longer, marksLeft }: Decided, undoAction: string): string {
  const texts = subject.catalogue.pages.resource;
  const until = endOf(subject, own);
  const said = longer
    ? html`<p>${texts.storedUntil(until)}</p>
<p>${texts.longer(decisionWords(subject, longer))}</p>`
    : html`<p>${texts.isKept(thingOf(subject, own), until)}. ${texts.stored}</p>`;
  const left = marksLeft ? note('plain', html`<p>${texts.marksLeft}</p>`) : undefined;
  return page(
    subject.catalogue,
    texts.kept,
    html`${note('good', said)}${left}\n${summary(subject, true)}\n${undoForm(subject, own, undoAction)}`,
  );
}

/** Stored, but a permit had been given before. */
export function begunPage(subject: Subject, { own }: Decided, undoAction: string): string {
  const texts = subject.catalogue.pages.resource;
  return page(
    subject.catalogue,
    texts.begunTitle,
    html`${note('warn', html`<p>${texts.begunNote(nameOf(subject), endOf(subject, own))}</p>`)}
${summary(subject, true)}
${undoForm(subject, own, undoAction)}`,
  );
}

/** Stored, but it was over before: the decision counts for what comes under the same name, or for the rest of its group. */
export function overPage(subject: Subject, { own }: Decided, undoAction: string): string {
  const texts = subject.catalogue.pages.resource;
  return page(
    subject.catalogue,
    texts.tooLate,
    html`${endingNote(subject)}
${note('plain', html`<p>${texts.overNote(endOf(subject, own))}</p>`)}
${summary(subject, true)}
${undoForm(subject, own, undoAction)}`,
  );
}

/** `subject` as it is after the decision was taken back: somebody else may keep it. */
export function undonePage(subject: Subject, back: string): string {
  const texts = subject.catalogue.pages.resource;
  const kept = subject.decisions.length > 0;
  return page(
    subject.catalogue,
    kept ? texts.undoneTitle : texts.noLongerKept,
    html`${note('plain', html`<p>${kept ? texts.othersKeep : texts.undone(nameOf(subject))}</p>`)}
${kept ? keptNote(subject) : undefined}
<p><a href="${back}">${texts.back}</a></p>`,
  );
}

/** Undo found nothing of this reader's to take back. */
export function notUndonePage({ catalogue }: Subject, existing: OptOut | undefined, back: string): string {
  const texts = catalogue.pages.resource;
  return page(
    catalogue,
    texts.nothingChanged,
    html`${note('warn', html`<p>${existing ? texts.keptBy(existing.actor) : texts.noDecision}</p>`)}
<p><a href="${back}">${texts.back}</a></p>`,
  );
}
