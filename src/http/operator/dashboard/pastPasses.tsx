/** The last passes of one namespace. */
import type { PastPass } from '../../../core/policy/pastPass.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { shortTime } from '../../page/dates.tsx';
import { ScrollTable } from '../../page/layout.tsx';
import { namespacesTexts } from '../texts/namespaces.ts';
import { number } from '../texts/numbers.ts';
import { sharedWords } from '../texts/words.ts';

interface PastProps {
  /** Newest first. */
  readonly past: readonly PastPass[];
}

/** `null` while there is no past pass. Equal passes in a row are one line, with `times`. */
export function PastPasses({ past }: PastProps): Html | null {
  if (past.length === 0) return null;
  const texts = namespacesTexts.past;
  const { actions, outcomes } = sharedWords;
  return (
    <ScrollTable
      label={texts.label}
      caption={texts.caption}
      columns={[texts.ended, texts.pass, texts.outcome, texts.times, texts.counts, texts.problem]}
      numbers={[texts.times]}
    >
      {past.map(({ endedAt, action, outcome, times, counts, problem }) => (
        <tr>
          <td data-label={texts.ended}>{shortTime(endedAt)}</td>
          <td data-label={texts.pass}>{actions[action]}</td>
          <td data-label={texts.outcome}>{outcomes[outcome]}</td>
          <td data-label={texts.times} class="number">
            {times}
          </td>
          <td class="small" data-label={texts.counts}>
            {countWords({ counts })}
          </td>
          <td data-label={texts.problem}>{shorten(problem ?? '', 300)}</td>
        </tr>
      ))}
    </ScrollTable>
  );
}

/** `listed 304, candidate 4`: in the words of the API and of the log, without the zeros. */
function countWords({ counts }: Pick<PastPass, 'counts'>): string {
  return Object.entries(counts)
    .filter(([, count]) => count !== 0)
    .map(([name, count]) => `${name} ${number(count)}`)
    .join(', ');
}
