/** The pages of a whole message, and of all that a person gets messages about. */
import { type Html, html } from '../../core/html.ts';
import type { Catalogue } from '../../notify/texts/catalogue.ts';
import type { KeepAllForm } from '../optOut/choice.ts';
import { keepButtons, page, reasonField } from '../optOut/parts.tsx';
import { note } from '../pages/layout.tsx';
import type { KeptPart } from './keepAll.ts';
import type { Stretch } from './told.ts';

/** @param told the first of it, or all */
export function askAllPage(catalogue: Catalogue, told: Stretch<unknown>, table: Html, preferences: string): string {
  const texts = catalogue.pages.message;
  const more = html`<p><a href="${preferences}">${texts.moreAbout}</a></p>`;
  const count = told.items.length;
  if (count === 0 && told.next === undefined) {
    return page(catalogue, texts.nothingTitle, html`${nothing(catalogue)}${more}`);
  }
  const from = told.next !== undefined && count === 0 ? told.next : 0;
  return page(
    catalogue,
    told.next === undefined ? texts.askTitle(count) : texts.askPartTitle(count),
    html`${note('warn', html`<p>${texts.ask}${told.next === undefined ? undefined : ` ${texts.inParts}`}</p>`)}
<form method="post" class="card">
<input type="hidden" name="from" value="${from}">
${reasonField(catalogue)}
${keepButtons(catalogue, texts.howLong)}
</form>
${table}
<p class="quiet small">${texts.opening}</p>
${more}`,
  );
}

function nothing({ pages: { message } }: Catalogue): Html {
  return note('plain', html`<p>${message.nothing}</p>`);
}

/** The store does not know any more which resources the message named: no page may say that nothing is left of them. */
export function forgottenPage(catalogue: Catalogue): string {
  const { forgottenTitle, forgotten } = catalogue.pages.message;
  return page(catalogue, forgottenTitle, note('warn', html`<p>${forgotten}</p>`));
}

/** The outcome of each decision, as the store confirmed it. */
interface KeptAll extends Pick<KeptPart, 'kept' | 'unplanned' | 'already' | 'over' | 'begun'> {
  /** In words; `undefined` = for ever. */
  readonly until: string | undefined;
  /** When this and what came before of the message was decided: names the decisions to take back. */
  readonly moments: readonly number[];
  /** Where what is left of a long message begins. */
  readonly next: number | undefined;
  readonly form: KeepAllForm;
}

/** Where the forms go, from the address of the page they stand on. */
interface Actions {
  readonly undo: string;
  readonly next: string;
}

export function keptAllPage(catalogue: Catalogue, done: KeptAll, table: Html | undefined, actions: Actions): string {
  const texts = catalogue.pages.message;
  const { kept, unplanned, already, over, begun, until, moments, next } = done;
  const decided = kept - already;
  return page(
    catalogue,
    texts.keptTitle(kept, kept + begun + over),
    html`${decided === 0 ? undefined : note('good', html`<p>${texts.kept(decided, until)}</p>`)}
${already === 0 ? undefined : note('plain', html`<p>${texts.keptAlready(already)}</p>`)}
${unplanned === 0 ? undefined : note('plain', html`<p>${texts.unplanned(unplanned)}</p>`)}
${over === 0 ? undefined : note('warn', html`<p>${texts.over(over)}</p>`)}
${begun === 0 ? undefined : note('warn', html`<p>${texts.begun(begun)}</p>`)}
${next === undefined ? undefined : nextForm(catalogue, done, next, actions.next)}
${table}
${moments.length === 0 ? undefined : undoForm(catalogue, texts.mistake, moments, 0, actions.undo)}`,
  );
}

/** The same for what is left: asked, as each request decides about so many only. */
function nextForm({ pages: { message } }: Catalogue, { form, moments }: KeptAll, next: number, action: string): Html {
  const { keep, reason } = form;
  return html`<form method="post" action="${action}" class="card">
<p>${message.left}</p>
<input type="hidden" name="from" value="${next}"><input type="hidden" name="keep" value="${keep}">
<input type="hidden" name="at" value="${moments.join()}">
${reason ? html`<input type="hidden" name="reason" value="${reason}">` : undefined}
<button>${message.keepNext}</button>
</form>`;
}

function undoForm(catalogue: Catalogue, why: string, moments: readonly number[], from: number, action: string): Html {
  return html`<form method="post" action="${action}" class="card">
<p>${why}</p>
<input type="hidden" name="at" value="${moments.join()}"><input type="hidden" name="from" value="${from}">
<button>${catalogue.pages.message.takeBackAll}</button>
</form>`;
}

export function undoneAllPage(
  catalogue: Catalogue,
  { items, next }: Stretch<unknown>,
  moments: readonly number[],
  back: string,
): string {
  const { message: texts, resource } = catalogue.pages;
  const link = html`<p><a href="${back}">${texts.back}</a></p>`;
  if (items.length === 0 && next === undefined) {
    const why = note('warn', html`<p>${resource.noDecision}</p>`);
    return page(catalogue, resource.nothingChanged, html`${why}${link}`);
  }
  const rest = next === undefined ? undefined : undoForm(catalogue, texts.leftKept, moments, next, 'undo');
  const said = note('plain', html`<p>${texts.undone(items.length)}</p>`);
  return page(catalogue, texts.undoneTitle, html`${said}${rest}${link}`);
}

/** @param table absent where there is nothing on this page */
export function preferencesPage(
  catalogue: Catalogue,
  owner: string,
  table: Html | undefined,
  { keepAll, more }: { readonly keepAll: string; readonly more: string | undefined },
): string {
  const texts = catalogue.pages.message;
  return page(
    catalogue,
    texts.preferencesTitle,
    html`<p>${texts.preferences(owner)}</p>
${table ?? (more === undefined ? note('good', html`<p>${texts.askedNothing}</p>`) : undefined)}
${more === undefined ? undefined : html`<p><a href="${more}">${texts.further}</a></p>`}
<h2>${texts.fewerTitle}</h2>
<ul>
${texts.fewer.map((way) => html`<li>${way}</li>\n`)}</ul>
<p>${texts.never}</p>
<p><a href="${keepAll}">${texts.keepAllOfThis}</a></p>`,
  );
}
