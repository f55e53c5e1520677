/** What was said of it other than "keep it", and what that came to. */
import type { Heard } from '../../core/hearing.ts';
import { type Html, html } from '../../core/html.ts';
import type { Mark } from '../../core/mark.ts';
import type { Catalogue } from '../../notify/texts/catalogue.ts';
import { inEnglish, note } from '../pages/layout.tsx';
import { mineForm, notEarlyForm } from './askPage.tsx';
import type { SayForm } from './choice.ts';
import { nameOf, page, timeOf } from './parts.tsx';
import type { Subject } from './subject.ts';
import { summary } from './summary.tsx';

/** Nothing is changed by the first button, as this one cannot be taken back once it is gone. */
export function surePage(subject: Subject, reason: string | undefined, back: string): string {
  const texts = subject.catalogue.pages.resource;
  return page(
    subject.catalogue,
    texts.earlyTitle(nameOf(subject)),
    html`${note('warn', html`<p>${texts.earlyNote}</p>`)}
${summary(subject)}
<form method="post" class="card">
<input type="hidden" name="statement" value="deleteEarly">
<input type="hidden" name="sure" value="yes">
${reason ? html`<p>${texts.reasonIs(reason)}</p><input type="hidden" name="reason" value="${reason}">` : undefined}
<div class="buttons"><button class="danger">${texts.yesEarly}</button>
<a class="button" href="${back}">${texts.goBack}</a></div>
</form>`,
  );
}

/** The store confirmed. `subject` as it was before, `mark` as it is now; the forms go to the page's own address. */
export function saidPage(subject: Subject, statement: SayForm['statement'], mark: Mark, back: string): string {
  const { catalogue } = subject;
  const [title, said] = wordsOf(subject, statement, mark);
  return page(
    catalogue,
    title,
    html`${note('good', said)}
${subject.held && statement === 'deleteEarly' ? note('plain', html`<p>${catalogue.pages.resource.held}</p>`) : undefined}
${FORMS[statement]?.(catalogue, 'say')}
<p><a href="${back}">${catalogue.pages.resource.back}</a></p>`,
  );
}

const FORMS: Partial<Record<SayForm['statement'], (catalogue: Catalogue, action: string) => Html>> = {
  deleteEarly: notEarlyForm,
  notMine: mineForm,
};

function wordsOf(subject: Subject, statement: SayForm['statement'], mark: Mark): readonly [title: string, said: Html] {
  const { said } = subject.catalogue.pages.resource;
  const name = nameOf(subject);
  if (statement === 'notMine') return said.notMine(name, mark.owner !== undefined);
  if (statement === 'mine') return said.mine(name);
  return said[statement](name, timeOf(subject, mark.projectedDeletionAt));
}

/** What was said changes nothing. */
export function notHeardPage(
  { catalogue }: Subject,
  { because, detail }: Omit<Extract<Heard, { kind: 'nothing' }>, 'kind'>,
  back: string,
): string {
  const texts = catalogue.pages.resource;
  const more = detail === undefined ? undefined : inEnglish(catalogue.language, html`<p>${detail}</p>`);
  return page(
    catalogue,
    texts.nothingChanged,
    html`${note('warn', html`<p>${texts.unheard[because]}</p>${more}`)}<p><a href="${back}">${texts.back}</a></p>`,
  );
}
