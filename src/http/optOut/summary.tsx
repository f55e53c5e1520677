/** All that is known about one resource. */
import { type Html, html } from '../../core/html.ts';
import type { KnownUse } from '../../core/verdict.ts';
import { shorten } from '../../core/visible.ts';
import type { FactName } from '../../notify/texts/pages/texts.ts';
import { iso } from '../pages/dates.tsx';
import { facts, inEnglish, reasonList } from '../pages/layout.tsx';
import { timeOf } from './parts.tsx';
import { groupOf, type Subject } from './subject.ts';
import { knownUse, wasReadDetails } from './wasRead.tsx';

const LONGEST_TEXT = 1000;

/** Without a date where a decision just made or in force takes it away. */
export function summary(subject: Subject, decided = subject.decisions.length > 0): Html {
  const { mark, held, claims, account, location, resourceType, cost, timeZone, wasRead, catalogue } = subject;
  const texts = catalogue.pages.resource;
  const deletionAt = decided ? undefined : mark?.projectedDeletionAt;
  const createdAt = mark?.resource.createdAt;
  const lastUse = mark && knownUse(mark.resource);
  const short = (text: string | undefined) => text && shorten(text, LONGEST_TEXT);
  const english = (text: Html | string) => inEnglish(catalogue.language, text);
  const time = (at: number) => timeOf(subject, at);
  const rows: readonly (readonly [FactName, Html | string | undefined])[] = [
    ['name', short(mark?.resource.name)],
    ['id', html`<span class="id">${claims.id}</span>`],
    ['type', resourceType],
    ['account', account],
    ['location', location],
    ['group', short(groupOf(subject))],
    ['created', createdAt === undefined ? mark && texts.unknown : timeWithAge(subject, createdAt)],
    ['lastUse', mark && (lastUse ? lastUseOf(subject, lastUse) : texts.noUse)],
    ['cost', cost],
    ['why', mark && english(reasonList(mark.reasons.map((reason) => shorten(reason, LONGEST_TEXT))))],
    ['usedBy', mark && texts.usedByNobody],
    ['read', wasRead && wasReadDetails(catalogue, wasRead, timeZone)],
    ['asked', mark && html`${mark.owner ?? texts.nobody} <span lang="en">(${short(mark.ownerVia)})</span>`],
    ['chosen', mark && time(mark.markedAt)],
    ['told', mark?.notice && time(mark.notice.acceptedAt)],
    ['lastAttempt', mark?.problem === undefined ? undefined : english(shorten(mark.problem, LONGEST_TEXT))],
    [
      'deletion',
      deletionAt === undefined
        ? undefined
        : html`${held ? `${texts.heldUntil} ` : undefined}${time(deletionAt)} <span class="iso quiet">${iso(deletionAt)}</span>`,
    ],
  ];
  return html`<section class="card" id="why" aria-label="${texts.theResource}">${facts(
    rows.map(([name, value]) => [texts.facts[name], value] as const),
  )}</section>`;
}

function timeWithAge(subject: Subject, at: number): Html {
  return html`${timeOf(subject, at)}, ${subject.catalogue.pages.relative(at - subject.now)}`;
}

function lastUseOf(subject: Subject, { at, by }: KnownUse): Html {
  if (by === undefined) return timeWithAge(subject, at);
  return html`${timeWithAge(subject, at)} <span lang="en">(${shorten(by, LONGEST_TEXT)})</span>`;
}
