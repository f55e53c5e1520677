/** The links of a message: where the public pages are, and what its reader may do there. */
import type { Configuration } from './config/configuration.ts';
import type { Clock } from './core/clock.ts';
import { sign, signMessage } from './core/optOutToken.ts';
import type { Links } from './lifecycle/index.ts';

type Settings = Pick<Configuration, 'http' | 'mail' | 'optOut'>;

export function linksOf({ http, mail, optOut }: Settings, clock: Clock): Links {
  const [key] = optOut.keys;
  const base = http.public.url;
  const needed = () => {
    if (!key || base === undefined) throw new Error('optOut.keys and http.public.url are needed for links');
    return { key, base };
  };
  const language = mail?.language ?? 'en';
  return {
    mailDomain: mailDomainOf(mail),
    keepUrl({ group, ...row }) {
      const { key, base } = needed();
      const claims = { ...row, language, expiresAt: clock.now() + optOut.validFor };
      try {
        return `${base}/o/${sign({ ...claims, ...(group === undefined ? {} : { group }) }, key)}`;
      } catch (error) {
        // A group too long for a link can be kept by nobody; the resource itself must be.
        if (!(error instanceof RangeError) || group === undefined) throw error;
        return `${base}/o/${sign(claims, key)}`;
      }
    },
    messageUrls(message) {
      const { key, base } = needed();
      const token = signMessage({ ...message, language, expiresAt: clock.now() + optOut.validFor }, key);
      return { keepAllUrl: `${base}/m/${token}`, preferencesUrl: `${base}/preferences?t=${token}` };
    },
  };
}

/** Links that decide nothing: whoever looks at a message is not its owner. */
export function previewLinks({ http, mail }: Settings): Links {
  const base = http.public.url ?? 'https://holystone.invalid';
  const messageUrls = () => ({ keepAllUrl: `${base}/m/preview`, preferencesUrl: `${base}/preferences?t=preview` });
  return { mailDomain: mailDomainOf(mail), keepUrl: () => `${base}/o/preview`, messageUrls };
}

/** The right-hand side of a Message-ID. */
function mailDomainOf(mail: Configuration['mail']): string {
  return /@([^>\s]+)>?$/.exec(mail?.from ?? '')?.[1] ?? 'holystone.invalid';
}
