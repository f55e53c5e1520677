import type { InstanceFigures } from '../../../core/policy/instanceFigures.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { relative } from '../../page/dates.tsx';
import { ScrollTable, Tag } from '../../page/layout.tsx';
import type { KnownInstance } from '../api/instances.ts';
import { instancesTexts } from '../texts/instances.ts';
import { number } from '../texts/numbers.ts';

const LONGEST = 100;

interface Calls {
  readonly instances: readonly KnownInstance[];
  readonly now: number;
}

/** The calls of each instance by service, and how many of them the provider throttled. */
export function InstanceCalls({ instances, now }: Calls): Html {
  const calling = instances.flatMap(({ name, figures }) =>
    figures && figures.calls.length > 0 ? [{ name: shorten(name, LONGEST), figures }] : [],
  );
  return (
    <>
      <h2>{instancesTexts.calls}</h2>
      {calling.length === 0 && <p class="quiet">{instancesTexts.noCalls}</p>}
      {calling.map(({ name, figures }) => (
        <CallTable name={instancesTexts.callsOf(name, relative(figures.startedAt, now))} figures={figures} />
      ))}
    </>
  );
}

interface Table {
  readonly name: string;
  readonly figures: InstanceFigures;
}

function CallTable({ name, figures: { calls, moreServices } }: Table): Html {
  const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
  return (
    <>
      <ScrollTable
        label={name}
        caption={name}
        columns={[instancesTexts.service, instancesTexts.sent, instancesTexts.throttled, instancesTexts.share]}
        numbers={[instancesTexts.sent, instancesTexts.throttled, instancesTexts.share]}
      >
        {calls.map(({ service, sent, throttled }) => (
          <tr>
            <td class="id">{shorten(service, LONGEST)}</td>
            <td class="number" data-label={instancesTexts.sent}>
              {number(sent)}
            </td>
            <td class="number" data-label={instancesTexts.throttled}>
              {throttled === 0 ? number(0) : <Tag tone="warn">{number(throttled)}</Tag>}
            </td>
            <td class="number" data-label={instancesTexts.share}>
              {percent.format(sent === 0 ? 0 : throttled / sent)}
            </td>
          </tr>
        ))}
      </ScrollTable>
      {moreServices !== undefined && <p class="quiet">{instancesTexts.more(moreServices)}</p>}
    </>
  );
}
