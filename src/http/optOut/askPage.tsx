import { isHastened } from '../../core/hearing.ts';
import { type Html, html } from '../../core/html.ts';
import type { OptOut } from '../../core/optOut.ts';
import { shorten } from '../../core/visible.ts';
import type { Catalogue } from '../../notify/texts/catalogue.ts';
import {
  endingNote,
  endOf,
  keepButtons,
  keptNote,
  nameOf,
  page,
  planNote,
  reasonField,
  thingOf,
  timeOf,
} from './parts.tsx';
import { isOver, isOwn, type Subject } from './subject.ts';
import { summary } from './summary.tsx';

/** Where the forms go, from the address of the page they stand on. */
export interface Actions {
  readonly undo: string;
  readonly say: string;
}

/** What would be kept, the buttons, which a phone shows without scrolling, and all that is known. */
export function askPage(subject: Subject, actions: Actions, scope: 'id' | 'group'): string {
  const { decisions, claims, catalogue } = subject;
  return page(
    catalogue,
    askTitle(subject, scope),
    html`${endingNote(subject)}
${decisions.length > 0 ? keptNote(subject) : undefined}
${decisions.filter((optOut) => isOwn(subject, optOut)).map((optOut) => undoForm(subject, optOut, actions.undo))}
${planNote(subject)}
${takeBackForm(subject, actions.say)}
${decisionForm(subject, actions.say, scope)}
${summary(subject)}
<p class="quiet small">${catalogue.pages.resource.askFoot(claims.owner, timeOf(subject, claims.expiresAt))}</p>`,
  );
}

function askTitle(subject: Subject, scope: 'id' | 'group'): string {
  const texts = subject.catalogue.pages.resource;
  if (isOver(subject.ending)) return texts.overTitle(nameOf(subject));
  if (subject.decisions.length > 0) return texts.keptTitle(nameOf(subject));
  const { group } = subject.claims;
  return scope === 'group' && group !== undefined
    ? texts.askGroupTitle(shorten(group, 120))
    : texts.askTitle(nameOf(subject));
}

/** One reason for whichever button is pressed. The first button of a form is what Enter presses: it keeps. */
function decisionForm(subject: Subject, say: string, scope: 'id' | 'group'): Html {
  const { claims, catalogue } = subject;
  return html`<form method="post" class="card">
${claims.group === undefined ? undefined : scopeChoice(catalogue, claims.group, scope)}
${reasonField(catalogue)}
${keepButtons(catalogue, catalogue.pages.resource.howLong)}
${otherButtons(subject, say)}
</form>`;
}

function scopeChoice({ pages: { resource } }: Catalogue, group: string, scope: 'id' | 'group'): Html {
  const checked = html` checked`;
  return html`<fieldset><legend>${resource.whatToKeep}</legend>
<label class="choice"><input type="radio" name="scope" value="id"${scope === 'id' && checked}> ${resource.onlyThis}</label>
<label class="choice"><input type="radio" name="scope" value="group"${scope === 'group' && checked}> ${resource.everythingIn(group)}</label>
</fieldset>`;
}

/** Only for its owner, asked about the very mark of this link; the rest is told when it is said. */
function otherButtons({ mark, claims, catalogue }: Subject, say: string): Html | undefined {
  if (!mark || mark.state === 'deleting' || mark.owner !== claims.owner) return undefined;
  if (mark.generation !== claims.generation || mark.unowned) return undefined;
  const texts = catalogue.pages.resource;
  const button = (statement: string, label: string) =>
    html`<button formaction="${say}" name="statement" value="${statement}">${label}</button>\n`;
  return html`<h2>${texts.saySomething}</h2>
<div class="buttons" role="group" aria-label="${texts.sayLabel}">
${isHastened(mark) ? undefined : button('deleteEarly', texts.early)}${button('notMine', texts.notMine)}</div>`;
}

function takeBackForm({ mark, claims, catalogue }: Subject, say: string): Html | undefined {
  if (!mark || mark.generation !== claims.generation || mark.state === 'deleting') return undefined;
  if (mark.disclaimedBy?.includes(claims.owner)) return mineForm(catalogue, say);
  return isHastened(mark) && mark.owner === claims.owner ? notEarlyForm(catalogue, say) : undefined;
}

export function notEarlyForm({ pages: { resource } }: Catalogue, action: string): Html {
  return html`<form method="post" action="${action}" class="card">
<p>${resource.saidEarly}</p>
<button name="statement" value="notEarly">${resource.takeBack}</button>
</form>`;
}

export function mineForm({ pages: { resource } }: Catalogue, action: string): Html {
  return html`<form method="post" action="${action}" class="card">
<p>${resource.saidNotMine}</p>
<button name="statement" value="mine">${resource.takeBack}</button>
</form>`;
}

export function undoForm(subject: Subject, optOut: OptOut, action: string): Html {
  const texts = subject.catalogue.pages.resource;
  // What came too late is about the name all the same.
  const { name } = thingOf(subject, optOut);
  const { kind } = optOut.target;
  return html`<form method="post" action="${action}" class="card">
<p>${texts.saidKeep({ kind, name }, endOf(subject, optOut))}</p>
<input type="hidden" name="scope" value="${kind}">
<button>${kind === 'id' ? texts.takeBack : texts.takeBackGroup}</button>
</form>`;
}
