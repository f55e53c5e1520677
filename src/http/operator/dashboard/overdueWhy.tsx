import type { Language } from '../../../core/common/language.ts';
import type { Mark } from '../../../core/mark/mark.ts';
import type { Html } from '../../../core/text/html.ts';
import { relative } from '../../page/dates.tsx';
import { overdueTexts } from '../texts/overdue.ts';
import { Reported } from './operatorParts.tsx';
import { type OverdueFacts, whyOverdue } from './overdue.ts';

interface OverdueWhy {
  readonly mark: Mark;
  /** Absent: the namespace is not in the configuration of this instance. */
  readonly facts: OverdueFacts | undefined;
  readonly language: Language;
}

/** In a sentence why the mark waits although its date has passed; nothing before its date. */
export function OverdueWhy({ mark, facts, language }: OverdueWhy): Html | null {
  const why = facts && whyOverdue(mark, facts);
  if (!why) return null;
  const { waits, again } = overdueTexts[language];
  const { kind, reported, at } = why;
  return (
    <>
      {waits[kind]}
      {reported !== undefined && (
        <>
          {': '}
          <Reported on={language} text={reported} longest={300} />
        </>
      )}
      {at !== undefined && <>; {again(relative(at, facts.now, language))}</>}
    </>
  );
}
