/** The links of a message: the address of the public pages, and the reader's rights there. */
import type { Configuration } from '../config/load/configuration.ts';
import type { Clock } from '../core/common/clock.ts';
import { sign, signButton, signMessage } from '../core/owner/optOutToken.ts';
import type { Links } from '../lifecycle/index.ts';

type Settings = Pick<Configuration, 'http' | 'mail' | 'optOut'>;

/** Making a link throws where `optOut.keys` or `http.public.url` is missing. */
export function linksOf({ http, mail, optOut }: Settings, clock: Clock): Links {
  const [key] = optOut.keys;
  const base = http.public.url;
  const needed = () => {
    if (!key || base === undefined) throw new Error('optOut.keys and http.public.url are needed for links');
    return { key, base };
  };
  const language = mail?.language ?? 'en';
  const worksUntil = (until: number) => Math.max(until, clock.now() + optOut.validFor);
  return {
    mailDomain: mailDomainOf(mail),
    worksUntil,
    keepUrl({ namespace, id, owner, generation, group }, expiresAt = worksUntil(0)) {
      const { key, base } = needed();
      const claims = { namespace, id, owner, generation, language, expiresAt };
      try {
        return `${base}/o/${sign({ ...claims, ...(group === undefined ? {} : { group }) }, key)}`;
      } catch (error) {
        // A group too long for a link cannot be kept as a whole; the resource itself must be.
        if (!(error instanceof RangeError) || group === undefined) throw error;
        return `${base}/o/${sign(claims, key)}`;
      }
    },
    messageUrls({ messageId, owner }, expiresAt = worksUntil(0)) {
      const { key, base } = needed();
      const claims = { messageId, owner, language, expiresAt };
      const token = signMessage(claims, key);
      const button = signButton(claims, key);
      return { keepAllUrl: `${base}/m/${token}`, preferencesUrl: `${base}/preferences?t=${token}`, button };
    },
  };
}

/** Links that decide nothing: the viewer of a preview is not the owner. */
export function previewLinks({ http, mail }: Settings): Links {
  const base = http.public.url ?? 'https://holystone.invalid';
  const messageUrls = () => ({ keepAllUrl: `${base}/m/preview`, preferencesUrl: `${base}/preferences?t=preview` });
  const keepUrl = () => `${base}/o/preview`;
  return { mailDomain: mailDomainOf(mail), worksUntil: (until) => until, keepUrl, messageUrls };
}

/** The right-hand side of a Message-ID. */
function mailDomainOf(mail: Configuration['mail']): string {
  return /@([^>\s]+)>?$/.exec(mail?.from ?? '')?.[1] ?? 'holystone.invalid';
}
