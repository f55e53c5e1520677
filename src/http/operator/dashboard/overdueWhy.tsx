import type { Mark } from '../../../core/mark/mark.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { relative } from '../../page/dates.tsx';
import { overdueTexts } from '../texts/overdue.ts';
import { type OverdueFacts, whyOverdue } from './overdue.ts';

interface OverdueWhy {
  readonly mark: Mark;
  /** Absent: the namespace is not in the configuration of this instance. */
  readonly facts: OverdueFacts | undefined;
}

/** In a sentence why the mark waits although its date has passed, or will wait then; nothing where it need not. */
export function OverdueWhy({ mark, facts }: OverdueWhy): Html | null {
  const why = facts && whyOverdue(mark, facts);
  if (!why) return null;
  const { waits, again } = overdueTexts;
  const { kind, reported, at } = why;
  return (
    <>
      {waits[kind]}
      {reported !== undefined && (
        <>
          {': '}
          {shorten(reported, 300)}
        </>
      )}
      {at !== undefined && <>; {again(relative(at, facts.now))}</>}
    </>
  );
}
