/** What the pages behind a link have in common. */

import { isHastened } from '../../core/hearing.ts';
import { type Html, html } from '../../core/html.ts';
import type { OptOut } from '../../core/optOut.ts';
import { shorten } from '../../core/visible.ts';
import type { Catalogue } from '../../notify/texts/catalogue.ts';
import type { KeptThing } from '../../notify/texts/pages/texts.ts';
import { inWords, timeTag } from '../pages/dates.tsx';
import { note, renderPage } from '../pages/layout.tsx';
import { CHOICES, MAX_REASON_LENGTH } from './choice.ts';
import { isOver, type Subject } from './subject.ts';

/** Names are written by strangers: in a heading a longer one would hide what it is about. */
const LONGEST_NAME = 120;

export function page({ language }: Catalogue, title: string, body: Html): string {
  return renderPage({ title, width: 'narrow', language, body: html`<h1>${title}</h1>\n${body}` });
}

export function nameOf({ mark, claims }: Pick<Subject, 'mark' | 'claims'>): string {
  return shorten(mark?.resource.name || claims.id, LONGEST_NAME);
}

export function timeOf({ timeZone, catalogue }: Pick<Subject, 'timeZone' | 'catalogue'>, at: number): Html {
  return timeTag(at, timeZone, catalogue);
}

/** How a deletion that had begun came out (L65). */
export function endingNote(subject: Subject): Html | undefined {
  const { ending, decisions, now } = subject;
  if (!ending) return undefined;
  const texts = subject.catalogue.pages.resource;
  const at = timeOf(subject, ending.at);
  const { restorableUntil: until = 0 } = ending;
  if (until > now) return note('bad', html`<p>${texts.restorable(at, timeOf(subject, until))}</p>`);
  if (ending.kind === 'deleted') return note('bad', html`<p>${texts.deleted(at)}</p>`);
  if (ending.kind === 'gone') return note('bad', html`<p>${texts.gone(at)}</p>`);
  if (decisions.length === 0) return undefined;
  return note('good', html`<p>${texts.survived(at)}</p>`);
}

/** What is planned for it, as far as a decision to keep it leaves anything planned. */
export function planNote(subject: Subject): Html | undefined {
  const { mark, held, decisions, ending, now, claims } = subject;
  const { relative, resource: texts } = subject.catalogue.pages;
  if (mark?.state === 'deleting' && mark.intent?.to === undefined) return note('bad', html`<p>${texts.begun}</p>`);
  if (decisions.length > 0 || isOver(ending)) return undefined;
  if (!mark) return note('plain', html`<p>${texts.nothingPlanned}</p>`);
  const { projectedDeletionAt: at } = mark;
  const early = isHastened(mark) ? (claims.owner === mark.owner ? 'you' : 'owner') : undefined;
  const ahead = at <= now ? undefined : relative(at - now);
  const date = timeOf(subject, at);
  return note(
    'warn',
    html`<p>${held ? html`${texts.held} ${texts.wouldBe(date)}` : texts.planned(date, ahead, early)}</p>
${quarantineWords(subject)}`,
  );
}

function quarantineWords({ quarantine, held, resourceType, timeZone, catalogue }: Subject): Html | undefined {
  if (!quarantine) return undefined;
  const { since, deletionAt } = quarantine;
  const words = (at: number) => inWords(at, timeZone, catalogue);
  const begun = since === undefined ? undefined : words(since);
  return html`<p>${catalogue.quarantine(resourceType, begun, words(deletionAt), held)}</p>`;
}

/** Everybody who keeps it, longest first. */
export function keptNote(subject: Subject): Html {
  const { reasonIs } = subject.catalogue.pages.resource;
  return note(
    'good',
    html`${subject.decisions.map(
      (optOut) => html`<p>${decisionWords(subject, optOut)}.${
        optOut.reason === undefined ? undefined : ` ${reasonIs(optOut.reason)}`
      }</p>
`,
    )}`,
  );
}

export function decisionWords(subject: Subject, optOut: OptOut): string {
  const { actor } = optOut;
  const by = actor === subject.claims.owner ? 'you' : { actor };
  return subject.catalogue.pages.resource.isKept(thingOf(subject, optOut), endOf(subject, optOut), by);
}

export function thingOf(subject: Subject, { target }: OptOut): KeptThing {
  if (target.kind === 'group') return { kind: 'group', name: target.value };
  return { kind: isOver(subject.ending) ? 'over' : 'id', name: nameOf(subject) };
}

/** In words; `undefined` = for ever. */
export function endOf(
  { timeZone, catalogue }: Pick<Subject, 'timeZone' | 'catalogue'>,
  { until }: Pick<OptOut, 'until'>,
): string | undefined {
  return until === 'forever' ? undefined : inWords(until, timeZone, catalogue);
}

/** A field, and a button for each length of time. */
export function reasonField({ pages: { resource } }: Catalogue): Html {
  return html`<label for="reason">${resource.reason} <span class="quiet">${resource.optional}</span></label>
<textarea id="reason" name="reason" rows="2" maxlength="${MAX_REASON_LENGTH}"></textarea>`;
}

export function keepButtons({ pages: { resource } }: Catalogue, label: string): Html {
  const buttons = CHOICES.map(
    ({ value, days }) => html`<button name="keep" value="${value}">${resource.keepFor(days)}</button>\n`,
  );
  return html`<div class="buttons" role="group" aria-label="${label}">
${buttons}</div>`;
}
