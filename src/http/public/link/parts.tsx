/** The common parts of the pages behind a link. */

import { isExpedited } from '../../../core/mark/ownerResponse.ts';
import { nameIn, type OptOut } from '../../../core/owner/optOut.ts';
import type { Html, HtmlContent } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import type { Catalogue } from '../../../notify/texts/common/catalogue.ts';
import type { KeptThing } from '../../../notify/texts/common/pageTexts.ts';
import { inWords, timeTag } from '../../page/dates.tsx';
import { Line, Note, renderReading } from '../../page/layout.tsx';
import { CHOICES, MAX_REASON_LENGTH } from './choice.ts';
import { isOver, type Subject } from './subject.ts';

/** Strangers write the names: in a heading, a longer one would hide the subject of the page. */
const LONGEST_NAME = 120;

/** A whole document in the language of the catalogue. @param title is escaped */
export function page({ language }: Catalogue, title: string, body: HtmlContent): string {
  return renderReading(title, language, body);
}

/** In headings and sentences. */
export function nameOf(subject: Subject): string {
  return shorten(knownName(subject) ?? subject.claims.id, LONGEST_NAME);
}

/** In its mark, or else in the decision that removed the mark, or in the record of its end. */
export function knownName({ mark, decisions, ending }: Subject): string | undefined {
  return mark?.resource.name || nameIn(decisions) || ending?.name;
}

/** In the time zone of the account, and in the language of the message. @param at ms since the epoch */
export function timeOf({ timeZone, catalogue }: Pick<Subject, 'timeZone' | 'catalogue'>, at: number): Html {
  return timeTag(at, timeZone, catalogue);
}

interface About {
  readonly subject: Subject;
}

/** The outcome of a deletion that had begun (L65). */
export function EndingNote({ subject }: About): Html | null {
  const { ending, decisions, now } = subject;
  if (!ending) return null;
  const texts = subject.catalogue.pages.resource;
  const at = timeOf(subject, ending.at);
  const { restorableUntil: until = 0 } = ending;
  if (until > now) return <Line tone="bad">{texts.restorable(at, timeOf(subject, until))}</Line>;
  if (ending.kind === 'deleted') return <Line tone="bad">{texts.deleted(at)}</Line>;
  if (ending.kind === 'gone') return <Line tone="bad">{texts.gone(at)}</Line>;
  return decisions.length === 0 ? null : <Line tone="good">{texts.survived(at)}</Line>;
}

/** The plan for the resource, unless a decision to keep it cancels the plan. */
export function PlanNote({ subject }: About): Html | null {
  const { mark, notifyOnly, decisions, ending, now, claims } = subject;
  const { relative, resource: texts } = subject.catalogue.pages;
  if (mark?.state === 'deleting' && mark.intent?.to === undefined) return <Line tone="bad">{texts.begun}</Line>;
  if (decisions.length > 0 || isOver(ending)) return null;
  if (!mark) return <Line tone="plain">{texts.nothingPlanned}</Line>;
  const { projectedDeletionAt: at } = mark;
  const early = isExpedited(mark) ? (claims.owner === mark.owner ? 'you' : 'owner') : undefined;
  const ahead = at <= now ? undefined : relative(at - now);
  const date = timeOf(subject, at);
  return (
    <Note tone="warn">
      <p>
        {notifyOnly ? (
          <>
            {texts.notifyOnly} {texts.wouldBe(date)}
          </>
        ) : (
          texts.planned(date, ahead, early)
        )}
      </p>
      <QuarantineWords {...subject} />
    </Note>
  );
}

function QuarantineWords({ quarantine, notifyOnly, resourceType, timeZone, catalogue }: Subject): Html | null {
  if (!quarantine) return null;
  const { since, deletionAt } = quarantine;
  const words = (at: number) => inWords(at, timeZone, catalogue);
  const begun = since === undefined ? undefined : words(since);
  return <p>{catalogue.quarantine(resourceType, begun, words(deletionAt), notifyOnly)}</p>;
}

/** All persons who keep it, longest first. */
export function KeptNote({ subject }: About): Html {
  const { reasonIs } = subject.catalogue.pages.resource;
  return (
    <Note tone="good">
      {subject.decisions.map((optOut) => (
        <p>
          {decisionWords(subject, optOut)}.{optOut.reason !== undefined && ` ${reasonIs(optOut.reason)}`}
        </p>
      ))}
    </Note>
  );
}

/** A sentence; it says "you" where the owner of the link decided. */
export function decisionWords(subject: Subject, optOut: OptOut): string {
  const { actor } = optOut;
  const by = actor === subject.claims.owner ? 'you' : { actor };
  return subject.catalogue.pages.resource.isKept(thingOf(subject, optOut), endOf(subject, optOut), by);
}

/** `over` = the decision came too late for this resource, and is about its name. */
export function thingOf(subject: Subject, { target }: OptOut): KeptThing {
  if (target.kind !== 'id') return { kind: target.kind, name: target.value };
  return { kind: isOver(subject.ending) ? 'over' : 'id', name: nameOf(subject) };
}

/** As text; `undefined` = for ever. */
export function endOf(
  { timeZone, catalogue }: Pick<Subject, 'timeZone' | 'catalogue'>,
  { until }: Pick<OptOut, 'until'>,
): string | undefined {
  return until === 'forever' ? undefined : inWords(until, timeZone, catalogue);
}

interface Spoken {
  readonly catalogue: Catalogue;
}

/** A field, and a button for each duration. */
export function ReasonField({ catalogue }: Spoken): Html {
  const texts = catalogue.pages.resource;
  return (
    <>
      <label for="reason">
        {texts.reason} <span class="quiet">{texts.optional}</span>
      </label>
      <textarea id="reason" name="reason" rows={2} maxlength={MAX_REASON_LENGTH} />
    </>
  );
}

/** Buttons of a form; their field is `keep`, and beside the last one is the field of a last day. @param label for screen readers */
export function KeepButtons({ catalogue, label }: Spoken & { readonly label: string }): Html {
  return (
    <div class="buttons" role="group" aria-label={label}>
      {CHOICES.map(({ value, days }) => (
        <button name="keep" value={value}>
          {catalogue.pages.resource.keepFor(days)}
        </button>
      ))}
      <label class="day">
        {catalogue.pages.message.lastDay} <input type="date" name="until" autocomplete="off" />
      </label>
      <button name="keep" value="day">
        {catalogue.pages.resource.keepUntilDay}
      </button>
    </div>
  );
}

/** @param to relative to the page */
export function BackLink({ catalogue, to }: Spoken & { readonly to: string }): Html {
  return (
    <p>
      <a href={to}>{catalogue.pages.resource.back}</a>
    </p>
  );
}
