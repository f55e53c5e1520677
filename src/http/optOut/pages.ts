/** The pages behind an opt-out link. They say what is, and what was done: never more than the store confirmed. */
import { type Html, html } from '../../core/html.ts';
import type { OptOut } from '../../core/optOut.ts';
import { inWords, iso, relative, timeTag } from '../pages/dates.ts';
import { facts, note, reasonList, renderPage } from '../pages/layout.ts';
import { CHOICES, MAX_REASON_LENGTH } from './choice.ts';
import { groupOf, type Subject } from './subject.ts';

/** What would be kept, and the buttons. `undoAction` is where the undo form goes, from the page's own address. */
export function askPage(subject: Subject, undoAction: string): string {
  const { keptBy, claims, timeZone } = subject;
  return page(
    keptBy ? `${nameOf(subject)} is kept` : `Keep ${nameOf(subject)}?`,
    html`${keptBy ? keptNote(subject, keptBy, undoAction) : undefined}
${planNote(subject)}
${summary(subject)}
${keepForm(subject)}
<p class="quiet small">Opening this page changed nothing; only a button does. This link is for ${claims.owner} and works
until ${timeTag(claims.expiresAt, timeZone)}.</p>`,
  );
}

/** The store confirmed: it is kept. */
export function keptPage(subject: Subject, optOut: OptOut, undoAction: string): string {
  return page(
    'Kept',
    html`${note('good', html`<p>${whatIsKept(subject, optOut)} ${untilWords(subject, optOut)}. This is stored.</p>`)}
${summary(subject, true)}
${undoForm(optOut, undoAction)}`,
  );
}

/** Stored, but a permit had been given before. */
export function begunPage(subject: Subject, optOut: OptOut, undoAction: string): string {
  return page(
    'Deletion had already begun',
    html`${note(
      'warn',
      html`<p>Your decision is stored (${untilWords(subject, optOut)}), but the deletion of ${nameOf(subject)} had begun
before it arrived. If the provider refuses the deletion or it has to be tried again, your decision wins and the resource
stays. If it is already gone, ask your operator whether it can be restored.</p>`,
    )}
${summary(subject, true)}
${undoForm(optOut, undoAction)}`,
  );
}

/** Somebody else keeps it at least as long; a link does not shorten that. */
export function alreadyKeptPage(subject: Subject, existing: OptOut): string {
  return page(
    'Already kept',
    html`${note(
      'good',
      html`<p>${whatIsKept(subject, existing)} ${untilWords(subject, existing)}: ${existing.actor} decided so.
That is at least as long as you asked for, so nothing was changed.</p>`,
    )}
${summary(subject, true)}`,
  );
}

export function undonePage(subject: Subject, back: string): string {
  return page(
    'No longer kept',
    html`${note(
      'plain',
      html`<p>Your decision to keep ${nameOf(subject)} is taken back. If nobody uses it, it starts from the beginning: it is
marked anew, with a new date.</p>`,
    )}
<p><a href="${back}">Back to the page of this resource</a></p>`,
  );
}

/** Undo found nothing of this reader's to take back. */
export function notUndonePage(existing: OptOut | undefined, back: string): string {
  const why = existing
    ? html`<p>It is kept by a decision of ${existing.actor}. Only they or an operator can take that back.</p>`
    : html`<p>There is no decision to take back.</p>`;
  return page(
    'Nothing was changed',
    html`${note('warn', why)}<p><a href="${back}">Back to the page of this resource</a></p>`,
  );
}

/** The store did not confirm. */
export function notStoredPage(back: string): string {
  return page(
    'Not safely stored',
    html`${note(
      'bad',
      html`<p><strong>Not safely stored, try again.</strong> The store did not confirm your decision, so do not rely on it.</p>`,
    )}
<p><a class="button" href="${back}">Try again</a></p>`,
  );
}

/** The token says nothing that we signed. */
export function refusedPage(kind: 'invalid' | 'expired', why: string): string {
  return page(
    kind === 'expired' ? 'This link has expired' : 'This link is not valid',
    html`${note('bad', html`<p>${why}</p>`)}<p>Nothing was changed. To keep something, use the link in the newest message
about it, or ask your operator.</p>`,
  );
}

function page(title: string, body: Html): string {
  return renderPage({ title, width: 'narrow', body: html`<h1>${title}</h1>\n${body}` });
}

/** What is planned for it, as far as a decision to keep it leaves anything planned. */
function planNote({ mark, keptBy, now, timeZone }: Subject): Html | undefined {
  if (mark?.state === 'deleting') {
    return note(
      'bad',
      html`<p>Its deletion has begun. A decision to keep it is stored all the same, and wins if the provider refuses.</p>`,
    );
  }
  if (keptBy) return undefined;
  if (!mark) {
    return note(
      'plain',
      html`<p>No deletion of it is planned at the moment. You can still say that it must be kept.</p>`,
    );
  }
  const at = mark.projectedDeletionAt;
  return note(
    'warn',
    html`<p>To be deleted <strong>${timeTag(at, timeZone)}</strong>, ${relative(at, now)}, unless somebody uses it again
or keeps it.</p>`,
  );
}

/** Without a date where a decision just made or in force takes it away. */
function summary(subject: Subject, decided = subject.keptBy !== undefined): Html {
  const { mark, claims, account, location, resourceType, timeZone } = subject;
  const deletionAt = decided ? undefined : mark?.projectedDeletionAt;
  const createdAt = mark?.resource.createdAt;
  return html`<section class="card" aria-label="The resource">${facts([
    ['Name', mark?.resource.name],
    ['Id', html`<span class="id">${claims.id}</span>`],
    ['Type', resourceType],
    ['Account', account],
    ['Location', location],
    ['Group', groupOf(subject)],
    ['Created', createdAt === undefined ? undefined : timeTag(createdAt, timeZone)],
    ['Why', mark && reasonList(mark.reasons)],
    [
      'Deletion',
      deletionAt === undefined
        ? undefined
        : html`${timeTag(deletionAt, timeZone)} <span class="iso quiet">${iso(deletionAt)}</span>`,
    ],
  ])}</section>`;
}

function keepForm({ claims }: Subject): Html {
  const buttons = CHOICES.map(({ value, label }) => html`<button name="keep" value="${value}">${label}</button>\n`);
  return html`<form method="post" class="card">
${claims.group === undefined ? undefined : scopeChoice(claims.group)}
<label for="reason">Reason <span class="quiet">(optional)</span></label>
<textarea id="reason" name="reason" rows="2" maxlength="${MAX_REASON_LENGTH}"></textarea>
<div class="buttons" role="group" aria-label="How long to keep it">
${buttons}</div>
</form>`;
}

function scopeChoice(group: string): Html {
  return html`<fieldset><legend>What to keep</legend>
<label class="choice"><input type="radio" name="scope" value="id" checked> Only this resource</label>
<label class="choice"><input type="radio" name="scope" value="group"> Everything in ${group}</label>
</fieldset>`;
}

function keptNote(subject: Subject, keptBy: OptOut, undoAction: string): Html {
  const { owner, group } = subject.claims;
  const own = keptBy.actor === owner;
  const inReach = own && (keptBy.target.kind === 'id' || keptBy.target.value === group);
  return html`${note(
    'good',
    html`<p>${whatIsKept(subject, keptBy)} ${untilWords(subject, keptBy)}${own ? '.' : `, by a decision of ${keptBy.actor}.`}</p>
${keptBy.reason === undefined ? undefined : html`<p>Reason: ${keptBy.reason}</p>`}`,
  )}
${inReach ? undoForm(keptBy, undoAction) : undefined}`;
}

function undoForm({ target }: OptOut, action: string): Html {
  return html`<form method="post" action="${action}" class="card">
<p>Was that a mistake?</p>
<input type="hidden" name="scope" value="${target.kind}">
<button>Take it back</button>
</form>`;
}

function whatIsKept(subject: Subject, { target }: OptOut): string {
  return target.kind === 'id' ? `${nameOf(subject)} is kept` : `Everything in ${target.value} is kept`;
}

function untilWords({ timeZone }: Subject, { until }: OptOut): string {
  return until === 'forever' ? 'for ever' : `until ${inWords(until, timeZone)}`;
}

function nameOf({ mark, claims }: Subject): string {
  return mark?.resource.name || claims.id;
}
