/** All known facts about one resource. */

import type { KnownUse } from '../../../core/evaluation/verdict.ts';
import { inUseWords } from '../../../core/mark/patience.ts';
import { whyMarked } from '../../../core/mark/whyMarked.ts';
import type { Html, HtmlContent } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import type { FactName } from '../../../notify/texts/common/pageTexts.ts';
import { Facts, InEnglish } from '../../page/layout.tsx';
import { Reasons } from '../../page/reasons.tsx';
import { EvidenceSummaryDetails, knownUse } from './evidenceSummary.tsx';
import { knownName, timeOf } from './parts.tsx';
import { groupOf, type Subject } from './subject.ts';

const LONGEST_TEXT = 1000;

interface Summary {
  readonly subject: Subject;
  /** A new decision, or one in force, removes its date. */
  readonly decided?: boolean;
}

/** Facts that the mark lacks are left out; after a decision the date of the deletion is, too. */
export function Summary({ subject, decided = subject.decisions.length > 0 }: Summary): Html {
  const { mark, notifyOnly, claims, account, location, type, cost, timeZone, evidenceSummary, catalogue } = subject;
  const texts = catalogue.pages.resource;
  const deletionAt = decided ? undefined : mark?.projectedDeletionAt;
  const createdAt = mark?.resource.createdAt;
  const lastUse = mark && knownUse(mark.resource);
  const usedBy = (mark?.waitsFor ?? []).map(({ by }) => by).join(', ');
  const short = (text: string | undefined) => text && shorten(text, LONGEST_TEXT);
  const english = (text: HtmlContent) => <InEnglish on={catalogue.language}>{text}</InEnglish>;
  const time = (at: number) => timeOf(subject, at);
  const rows: readonly (readonly [FactName, HtmlContent])[] = [
    ['name', short(knownName(subject))],
    ['id', <span class="id">{claims.id}</span>],
    ['type', type],
    ['account', account],
    ['location', location],
    ['group', short(groupOf(subject))],
    ['created', createdAt === undefined ? mark && texts.unknown : <TimeWithAge subject={subject} at={createdAt} />],
    ['lastUse', mark && (lastUse ? <LastUse subject={subject} use={lastUse} /> : texts.noUse)],
    ['cost', cost],
    ['why', mark && <Reasons catalogue={catalogue} reasons={whyMarked(mark)} longest={LONGEST_TEXT} />],
    ['usedBy', mark && (usedBy.length === 0 ? texts.noUser : <span lang="en">{short(usedBy)}</span>)],
    [
      'read',
      evidenceSummary && <EvidenceSummaryDetails catalogue={catalogue} summary={evidenceSummary} timeZone={timeZone} />,
    ],
    [
      'owner',
      mark && (
        <>
          {mark.owner ?? texts.noOwner} <span lang="en">({short(mark.ownerVia)})</span>
        </>
      ),
    ],
    ['chosen', mark && time(mark.markedAt)],
    ['notified', mark?.notice && time(mark.notice.acceptedAt)],
    [
      'lastAttempt',
      mark?.problem === undefined ? undefined : english(shorten(inUseWords(mark) ?? mark.problem, LONGEST_TEXT)),
    ],
    [
      'deletion',
      deletionAt === undefined ? undefined : (
        <>
          {notifyOnly && `${texts.notifyOnlyUntil} `}
          {time(deletionAt)}
        </>
      ),
    ],
  ];
  return (
    <section class="card" id="why" aria-label={texts.theResource}>
      <Facts rows={rows.map(([name, value]) => [texts.facts[name], value] as const)} />
    </section>
  );
}

function TimeWithAge({ subject, at }: { readonly subject: Subject; readonly at: number }): Html {
  return (
    <>
      {timeOf(subject, at)}, {subject.catalogue.pages.relative(at - subject.now)}
    </>
  );
}

function LastUse({ subject, use: { at, by } }: { readonly subject: Subject; readonly use: KnownUse }): Html {
  if (by === undefined) return <TimeWithAge subject={subject} at={at} />;
  return (
    <>
      <TimeWithAge subject={subject} at={at} /> <span lang="en">({shorten(by, LONGEST_TEXT)})</span>
    </>
  );
}
