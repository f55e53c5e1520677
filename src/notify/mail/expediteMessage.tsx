/** The message to the fallback when an owner requests an early deletion of a resource. */

import type { ExpediteReport } from '../../core/notice/expediteReport.ts';
import { KEEP_TAG } from '../../core/owner/optOut.ts';
import { renderHtml } from '../../core/text/html.ts';
import { unlinked, unlinkedId, unlinkedName } from '../../core/text/unlinked.ts';
import { isolated, shorten, visible } from '../../core/text/visible.ts';
import { ownerDate } from '../message/dates.ts';
import type { Catalogue } from '../texts/common/catalogue.ts';
import type { RenderedDigest } from './renderDigest.ts';

const SHORT_NAME = 60;
const LONGEST = 1_000;

/** Names, reasons and addresses are data: they are on their own lines and escaped. */
export function renderExpedited(report: ExpediteReport, catalogue: Catalogue): RenderedDigest {
  const { expedited } = catalogue;
  const { owner, namespace, id, reason, keepUrl, timeZone } = report;
  const date = (at: number) => {
    const { words, timeZone: zone } = ownerDate(at, timeZone, catalogue);
    return `${words} (${zone})`;
  };
  const name = unlinkedName(shorten(report.name, SHORT_NAME));
  const intro = expedited.intro(visible(owner), date(report.deletionAt), date(report.insteadOfAt));
  const facts = [
    isolated(unlinkedName(shorten(report.name, LONGEST))),
    isolated(unlinkedId(shorten(id, LONGEST))),
    visible(namespace),
    ...(reason === undefined ? [] : [`${expedited.reason}: ${isolated(unlinked(shorten(reason, LONGEST)))}`]),
  ];
  const { keepKey = KEEP_TAG } = report;
  const ways = expedited.ways(keepKey ?? undefined);
  const link = keepUrl === undefined ? '' : visible(keepUrl);
  const html = (
    <html lang={catalogue.language}>
      <body>
        <p>{intro}</p>
        <ul>
          {facts.map((fact) => (
            <li>{fact}</li>
          ))}
        </ul>
        <p>{ways}</p>
        {link !== '' && (
          <p>
            <a href={link}>{expedited.keepIt}</a>
          </p>
        )}
      </body>
    </html>
  );
  return {
    subject: expedited.subject(isolated(name)),
    text: `${[intro, facts.join('\n'), ways, ...(link === '' ? [] : [link])].join('\n\n')}\n`,
    html: `<!doctype html>${renderHtml(html)}`,
    attachments: [],
  };
}
