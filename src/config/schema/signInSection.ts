/** Signing in at the operator's listener through an identity provider. */
import { z } from 'zod';
import { DAY_MS } from '../../core/common/duration.ts';
import { hasScheme, name, readText, uniqueList } from '../../core/common/textSettings.ts';
import { isLoopbackHost } from '../../core/text/loopback.ts';
import { durationUpTo } from './scalars.ts';

const LONGEST_SESSION_MS = 7 * DAY_MS;

/** The accounts that an operator may change. */
export const operatedAccounts = uniqueList(name('the name of an account'), 'names of accounts')
  .optional()
  .describe(
    'The accounts that it may change: names, with `*` for any characters. Without it: all, and the switches of the fleet.',
  );

/** For JSON Schemas: `https`, or `http` for this machine. */
const SAFE_URL = '^\\s*(?:[Hh][Tt][Tt][Pp][Ss]:|[Hh][Tt][Tt][Pp]://(?:localhost|127\\.\\d|\\[::1\\]))';
/** The same without a path. */
const SAFE_ORIGIN = `${SAFE_URL}[^?#@\\s]*$`;

const WEB_ADDRESS = 'a URL that begins with https:// (http:// only for this machine)';

/** An address without path, as browsers send it in `Origin`. */
export const originSetting = readText(
  `${WEB_ADDRESS}, without a path`,
  (text) => {
    const url = isSafeUrl(text) ? new URL(text) : undefined;
    return url && url.pathname === '/' && isBare(url) ? url.origin : undefined;
  },
  ['https://holystone.example.com'],
  SAFE_ORIGIN,
);

export const oidcSection = z.strictObject({
  issuer: readText(
    `${WEB_ADDRESS}, without user, password and query`,
    (text) => (isSafeUrl(text) && isBare(new URL(text)) ? text.trim() : undefined),
    ['https://login.example.com/realms/main'],
    `${SAFE_URL}[^?#]*$`,
  ).describe('The issuer of the identity provider; `/.well-known/openid-configuration` below it describes the rest.'),
  clientId: name('a client id').describe('The id with which Holystone is registered there.'),
  clientSecret: name('a secret').optional().describe('Its secret; best from a variable. Without one: a public client.'),
  clientSecretFile: name('a file').optional().describe('The file with the secret, instead of `clientSecret`.'),
  scopes: uniqueList(name('a scope'), 'scopes')
    .default(['openid', 'profile', 'email'])
    .describe('The scopes to ask for; `openid` is one of them.'),
  groupsClaim: name('a claim')
    .default('groups')
    .describe('The claim with the groups of a person; dots go deeper (`resource_access.holystone`).'),
  trustEmail: z
    .boolean()
    .default(false)
    .describe(
      'Take the address of a person as the actor though the provider does not say that it verified it. Only where people cannot choose their address themselves.',
    ),
  readers: uniqueList(name('a group'), 'groups').optional().describe('Groups whose members may read.'),
  operators: z
    .array(
      z.strictObject({
        group: name('a group').describe('Its name in the claim.'),
        accounts: operatedAccounts,
      }),
    )
    .default([])
    .describe('Groups whose members may read and change.'),
  idle: durationUpTo(LONGEST_SESSION_MS).prefault('1h').describe('A session ends after this time without a request.'),
  lifetime: durationUpTo(LONGEST_SESSION_MS)
    .prefault('8h')
    .describe(
      'A session ends after this time in any case. Then Holystone asks the provider again: a person who left a group has its rights for at most this long.',
    ),
});

/** Mails, pages, logs and the provider's own documents repeat the address. */
export function isBare({ username, password, search, hash }: URL): boolean {
  return [username, password, search, hash].every((part) => part === '');
}

function isSafeUrl(text: string): boolean {
  if (!hasScheme(text, ['https:', 'http:'])) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || isLoopbackHost(hostname);
}
