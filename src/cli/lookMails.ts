/** The mail that each owner of a look would get, by the code that writes the real one. */
import { previewLinks } from '../composition/links.ts';
import type { Configuration } from '../config/load/configuration.ts';
import { defined } from '../core/common/defined.ts';
import { dateToShow } from '../core/mark/retention.ts';
import type { Digest, DigestRow } from '../core/notice/digest.ts';
import type { WorkConfiguration } from '../core/policy/workConfiguration.ts';
import type { MonthlyCost } from '../core/resource/prices.ts';
import { renderDigest } from '../notify/mail/renderDigest.ts';
import { NOBODY_ADDRESS } from './look/configurationText.ts';
import type { Cost, Mail, Wasted } from './look/look.ts';
import { sumsBy } from './look/sums.ts';

/** Owners whose mail is shown, those with the highest cost first. */
const MOST = 20;

/** Resources that a shown mail names; a real one names as many as `notice.itemsPerMessage` says. */
const ITEMS = 10;

/** Nothing is sent or stored; the links decide nothing. @param now ms since the epoch */
export async function mailsOf(
  rows: readonly Wasted[],
  configuration: Configuration,
  now: number,
): Promise<readonly Mail[]> {
  const links = previewLinks(configuration);
  const wcs = new Map(configuration.workConfigurations.map((wc) => [keyOf(wc.resourceType, wc.location), wc]));
  const owners = sumsBy(rows, ({ owner }) => owner ?? '').slice(0, MOST);
  const mails: Mail[] = [];
  for (const { title } of owners) {
    const owner = title === '' ? null : title;
    const digest: Digest = {
      messageId: `<look@${links.mailDomain}>`,
      owner: owner ?? NOBODY_ADDRESS,
      preparedAt: now,
      rows: rows.flatMap((row) => {
        const wc = row.owner === owner ? wcs.get(keyOf(row.type, row.location)) : undefined;
        return wc ? [rowOf(row, wc, links.keepUrl, now)] : [];
      }),
      itemsPerMessage: ITEMS,
      ...defined({ prices: configuration.workConfigurations.find(({ prices }) => prices)?.prices }),
      ...links.messageUrls({ messageId: '', owner: '' }),
    };
    const { subject, text } = await renderDigest(digest, { from: FROM, language: 'en' });
    mails.push({ owner, resources: digest.rows.length, subject, text });
  }
  return mails;
}

const FROM = 'holystone@look.invalid';

function keyOf(type: string, location: string): string {
  return JSON.stringify([type, location]);
}

function rowOf(
  { id, name, type, owner, createdAt, monthlyCost, reasons, after }: Wasted,
  wc: WorkConfiguration,
  keepUrl: (about: {
    namespace: WorkConfiguration['namespace'];
    id: string;
    owner: string;
    generation: string;
  }) => string,
  now: number,
): DigestRow {
  const { namespace, account, location } = wc;
  return {
    ...{ namespace, id, name, generation: 'look', resourceType: type, account: account.name, location, reasons },
    ...defined({ called: wc.called, keepKey: wc.keepKey }),
    ...(createdAt === null ? {} : { createdAt: Date.parse(createdAt) }),
    deletionAt: dateToShow(wc, now, owner === null),
    ...defined({ monthlyCost: monthlyCost === null ? undefined : costOf(monthlyCost) }),
    ...(after ? { afterUsers: true as const } : {}),
    ...(owner === null ? { unowned: true as const } : {}),
    timeZone: wc.window?.timeZone ?? 'UTC',
    keepUrl: keepUrl({ namespace, id, owner: owner ?? NOBODY_ADDRESS, generation: 'look' }),
  };
}

function costOf({ amount, upTo, stays }: Cost): MonthlyCost {
  return { amount, ...(upTo ? { upTo: true } : {}), ...(stays ? { stays } : {}) };
}
