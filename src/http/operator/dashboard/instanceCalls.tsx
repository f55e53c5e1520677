import type { Language } from '../../../core/common/language.ts';
import type { InstanceFigures } from '../../../core/policy/instanceFigures.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { relative } from '../../page/dates.tsx';
import { ScrollTable, Tag } from '../../page/layout.tsx';
import type { KnownInstance } from '../api/instances.ts';
import { instancesTexts } from '../texts/instances.ts';
import { numbersIn } from '../texts/texts.ts';

const LONGEST = 100;

interface Calls {
  readonly instances: readonly KnownInstance[];
  readonly now: number;
  readonly language: Language;
}

/** The calls of each instance by service, and how many of them the provider throttled. */
export function InstanceCalls({ instances, now, language }: Calls): Html {
  const texts = instancesTexts[language];
  const calling = instances.flatMap(({ name, figures }) =>
    figures && figures.calls.length > 0 ? [{ name: shorten(name, LONGEST), figures }] : [],
  );
  return (
    <>
      <h2>{texts.calls}</h2>
      {calling.length === 0 && <p class="quiet">{texts.noCalls}</p>}
      {calling.map(({ name, figures }) => (
        <CallTable
          name={texts.callsOf(name, relative(figures.startedAt, now, language))}
          figures={figures}
          language={language}
        />
      ))}
    </>
  );
}

interface Table {
  readonly name: string;
  readonly figures: InstanceFigures;
  readonly language: Language;
}

function CallTable({ name, figures: { calls, moreServices }, language }: Table): Html {
  const texts = instancesTexts[language];
  const { number } = numbersIn(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <>
      <ScrollTable
        label={name}
        caption={name}
        columns={[texts.service, texts.sent, texts.throttled, texts.share]}
        numbers={[texts.sent, texts.throttled, texts.share]}
      >
        {calls.map(({ service, sent, throttled }) => (
          <tr>
            <td class="id">{shorten(service, LONGEST)}</td>
            <td class="number" data-label={texts.sent}>
              {number(sent)}
            </td>
            <td class="number" data-label={texts.throttled}>
              {throttled === 0 ? number(0) : <Tag tone="warn">{number(throttled)}</Tag>}
            </td>
            <td class="number" data-label={texts.share}>
              {percent.format(sent === 0 ? 0 : throttled / sent)}
            </td>
          </tr>
        ))}
      </ScrollTable>
      {moreServices !== undefined && <p class="quiet">{texts.more(moreServices)}</p>}
    </>
  );
}
