/** The pages behind an opt-out link. They say what is, and what was done: never more than the store confirmed. */
import { type Html, html } from '../../core/html.ts';
import type { OptOut } from '../../core/optOut.ts';
import { inWords, iso, relative, timeTag } from '../pages/dates.ts';
import { facts, note, reasonList, renderPage } from '../pages/layout.ts';
import { CHOICES, MAX_REASON_LENGTH } from './choice.ts';
import { groupOf, isOver, isOwn, type Subject } from './subject.ts';

/** What would be kept, and the buttons. `undoAction` is where the undo form goes, from the page's own address. */
export function askPage(subject: Subject, undoAction: string): string {
  const { decisions, claims, timeZone } = subject;
  return page(
    askTitle(subject),
    html`${endingNote(subject)}
${decisions.length > 0 ? keptNote(subject) : undefined}
${decisions.filter((optOut) => isOwn(subject, optOut)).map((optOut) => undoForm(subject, optOut, undoAction))}
${planNote(subject)}
${summary(subject)}
${keepForm(subject)}
<p class="quiet small">Opening this page changed nothing; only a button does. This link is for ${claims.owner} and works
until ${timeTag(claims.expiresAt, timeZone)}.</p>`,
  );
}

function askTitle(subject: Subject): string {
  if (isOver(subject.ending)) return `${nameOf(subject)} does not exist any more`;
  return subject.decisions.length > 0 ? `${nameOf(subject)} is kept` : `Keep ${nameOf(subject)}?`;
}

/** What the store confirmed, and somebody's decision that keeps it longer. */
interface Decided {
  readonly own: OptOut;
  readonly longer: OptOut | undefined;
}

/** The store confirmed: it is kept. */
export function keptPage(subject: Subject, { own, longer }: Decided, undoAction: string): string {
  const said = longer
    ? html`<p>Your decision is stored: ${untilWords(subject, own)}.</p>
<p>${decisionWords(subject, longer)}, which is longer.</p>`
    : html`<p>${whatIsKept(subject, own)} ${untilWords(subject, own)}. This is stored.</p>`;
  return page('Kept', html`${note('good', said)}\n${summary(subject, true)}\n${undoForm(subject, own, undoAction)}`);
}

/** Stored, but a permit had been given before. */
export function begunPage(subject: Subject, { own }: Decided, undoAction: string): string {
  return page(
    'Deletion had already begun',
    html`${note(
      'warn',
      html`<p>Your decision is stored (${untilWords(subject, own)}), but the deletion of ${nameOf(subject)} had begun
before it arrived. If the provider refuses the deletion or it has to be tried again, your decision wins and the resource
stays. If it is already gone, ask your operator whether it can be restored.</p>`,
    )}
${summary(subject, true)}
${undoForm(subject, own, undoAction)}`,
  );
}

/** Stored, but it was over before: the decision counts for what comes under the same name, or for the rest of its group. */
export function overPage(subject: Subject, { own }: Decided, undoAction: string): string {
  return page(
    'Too late',
    html`${endingNote(subject)}
${note('plain', html`<p>Your decision is stored (${untilWords(subject, own)}) and holds for anything of the same name.</p>`)}
${summary(subject, true)}
${undoForm(subject, own, undoAction)}`,
  );
}

/** `subject` as it is after the decision was taken back: somebody else may keep it. */
export function undonePage(subject: Subject, back: string): string {
  const kept = subject.decisions.length > 0;
  return page(
    kept ? 'Your decision is taken back' : 'No longer kept',
    html`${
      kept
        ? html`${note('plain', html`<p>Your decision is taken back. Others are still in force:</p>`)}\n${keptNote(subject)}`
        : note(
            'plain',
            html`<p>Your decision to keep ${nameOf(subject)} is taken back. If nobody uses it, it starts from the
beginning: it is marked anew, with a new date.</p>`,
          )
    }
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

/** How a deletion that had begun came out (L65). */
function endingNote({ ending, timeZone, decisions }: Subject): Html | undefined {
  if (!ending) return undefined;
  const at = timeTag(ending.at, timeZone);
  if (ending.kind === 'deleted')
    return note('bad', html`<p>It was deleted ${at}. Ask your operator whether it can be restored.</p>`);
  if (ending.kind === 'gone') return note('bad', html`<p>It was found gone ${at}: somebody else deleted it.</p>`);
  if (decisions.length === 0) return undefined;
  return note('good', html`<p>Its deletion had begun and did not come about: it was given up ${at}.</p>`);
}

/** What is planned for it, as far as a decision to keep it leaves anything planned. */
function planNote({ mark, decisions, ending, now, timeZone }: Subject): Html | undefined {
  if (mark?.state === 'deleting') {
    return note(
      'bad',
      html`<p>Its deletion has begun. A decision to keep it is stored all the same, and wins if the provider refuses.</p>`,
    );
  }
  if (decisions.length > 0 || isOver(ending)) return undefined;
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
function summary(subject: Subject, decided = subject.decisions.length > 0): Html {
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

/** Everybody who keeps it, longest first. */
function keptNote(subject: Subject): Html {
  return note(
    'good',
    html`${subject.decisions.map(
      (optOut) => html`<p>${decisionWords(subject, optOut)}.${
        optOut.reason === undefined ? undefined : html` Reason: ${optOut.reason}`
      }</p>
`,
    )}`,
  );
}

function undoForm(subject: Subject, optOut: OptOut, action: string): Html {
  return html`<form method="post" action="${action}" class="card">
<p>You keep ${optOut.target.kind === 'id' ? nameOf(subject) : `everything in ${optOut.target.value}`}
${untilWords(subject, optOut)}. Was that a mistake?</p>
<input type="hidden" name="scope" value="${optOut.target.kind}">
<button>Take it back</button>
</form>`;
}

function decisionWords(subject: Subject, optOut: OptOut): string {
  const { actor } = optOut;
  const by = actor === subject.claims.owner ? 'by your decision' : `by a decision of ${actor}`;
  return `${whatIsKept(subject, optOut)} ${untilWords(subject, optOut)}, ${by}`;
}

function whatIsKept(subject: Subject, { target }: OptOut): string {
  if (target.kind === 'id' && isOver(subject.ending)) return `Anything of the name ${nameOf(subject)} is kept`;
  return target.kind === 'id' ? `${nameOf(subject)} is kept` : `Everything in ${target.value} is kept`;
}

function untilWords({ timeZone }: Subject, { until }: OptOut): string {
  return until === 'forever' ? 'for ever' : `until ${inWords(until, timeZone)}`;
}

function nameOf({ mark, claims }: Subject): string {
  return mark?.resource.name || claims.id;
}
