/** The last passes of one namespace. */
import type { Language } from '../../../core/common/language.ts';
import type { PastPass } from '../../../core/policy/pastPass.ts';
import type { Html } from '../../../core/text/html.ts';
import { shortTime } from '../../page/dates.tsx';
import { ScrollTable } from '../../page/layout.tsx';
import { namespacesTexts } from '../texts/namespaces.ts';
import { numbersIn } from '../texts/texts.ts';
import { sharedWords } from '../texts/words.ts';
import { English, Reported } from './operatorParts.tsx';

interface PastProps {
  /** Newest first. */
  readonly past: readonly PastPass[];
  readonly language: Language;
}

/** `null` while there is no past pass. Equal passes in a row are one line, with `times`. */
export function PastPasses({ past, language }: PastProps): Html | null {
  if (past.length === 0) return null;
  const texts = namespacesTexts[language].past;
  const { actions, outcomes } = sharedWords[language];
  return (
    <ScrollTable
      label={texts.label}
      caption={texts.caption}
      columns={[texts.ended, texts.pass, texts.outcome, texts.times, texts.counts, texts.problem]}
      numbers={[texts.times]}
    >
      {past.map(({ endedAt, action, outcome, times, counts, problem }) => (
        <tr>
          <td data-label={texts.ended}>{shortTime(endedAt, language)}</td>
          <td data-label={texts.pass}>{actions[action]}</td>
          <td data-label={texts.outcome}>{outcomes[outcome]}</td>
          <td data-label={texts.times} class="number">
            {times}
          </td>
          <td class="small" data-label={texts.counts}>
            <CountWords counts={counts} language={language} />
          </td>
          <td data-label={texts.problem}>
            <Reported on={language} text={problem ?? ''} longest={300} />
          </td>
        </tr>
      ))}
    </ScrollTable>
  );
}

/** `listed 304, candidate 4`: in the words of the API and of the log, without the zeros. */
function CountWords({ counts, language }: Pick<PastPass, 'counts'> & { readonly language: Language }): Html | null {
  const { number } = numbersIn(language);
  const words = Object.entries(counts)
    .filter(([, count]) => count !== 0)
    .map(([name, count]) => `${name} ${number(count)}`)
    .join(', ');
  return words === '' ? null : <English on={language}>{words}</English>;
}
