/** The sections of the file for the whole process. */
import { z } from 'zod';
import { hasScheme, name, readText, uniqueList, WEB_URL_PATTERN } from '../../core/common/textSettings.ts';
import { parseRedisUrl } from '../../state/redis/redisUrl.ts';
import { calendarSetting, refuseLongClosure, WEEKDAYS } from './calendar.ts';
import { CRON_PATTERN, cronProblem } from './cron.ts';
import { addressRange, count, endOfTime, exactDuration, share, timeOfDay, timeZone } from './scalars.ts';
import { isBare, oidcSection, operatedAccounts, originSetting } from './signInSection.ts';

export const redisSection = z.strictObject({
  url: readText(
    '"embedded", or a URL that begins with redis://, rediss://, redis+sentinel:// or redis+cluster://',
    (text) => (text === 'embedded' || isRedisUrl(text) ? text : undefined),
    ['redis://localhost:6379', 'redis+sentinel://localhost:26379/mymaster', 'embedded'],
    '^(?:embedded|\\s*[Rr][Ee][Dd][Ii][Ss][Ss]?(?:\\+(?:sentinel|cluster))?:)',
  )
    .prefault('embedded')
    .describe(
      'The address of the state: `redis://host:port/database`, `redis+sentinel://host:port,host:port/master`, `redis+cluster://host:port,host:port` (`rediss` for TLS), or `embedded` for the demo, tests and dry runs (a private redis-server as child process).',
    ),
  singleInstance: z
    .boolean()
    .default(false)
    .describe('Promises that only one instance will ever run; only then may a live type use `embedded`.'),
  durability: z
    .enum(['checked', 'trusted'])
    .default('checked')
    .describe(
      '`checked`: Holystone deletes only if Redis has `appendonly yes`, `appendfsync always` and `maxmemory-policy noeviction`. `trusted`: Holystone does not check the settings, for a managed Redis that hides them and is known to keep acknowledged writes.',
    ),
  replicas: count(0, 10)
    .default(0)
    .describe(
      'The number of replicas that must have an opt-out, an unmark, a change of control or a permit before it counts. Set it if a replica may be promoted.',
    ),
  markIndex: z
    .boolean()
    .default(true)
    .describe(
      'A table of all marks in the memory of each instance whose API or console somebody uses, about 500 bytes per mark and at most a tenth of the heap: it gives the order of all marks, their number and the owners of many marks. `false` also switches off the money of the months. No decision reads it.',
    ),
  beatFile: name('a file')
    .optional()
    .describe(
      'The file in which each instance remembers the state of Redis, to detect lost data; default: `redis-beat.json` in `definitions.dir`.',
    ),
});

const CRON = 'a cron expression in quotes, such as "* * * * *"';
const port = count(0, 65_535);
const bind = name('an address of this machine, such as 127.0.0.1');
const token = z.strictObject({
  name: name('a name').describe('The name of its user; the actor in the audit log.'),
  token: secret('a token', 16).describe('The token itself, at least 16 characters; best from a variable.'),
});

export const httpSection = z.strictObject({
  public: z
    .strictObject({
      port: port.default(8080).describe('0 takes any free port.'),
      bind: bind.default('0.0.0.0').describe('The address to listen on.'),
      url: readText(
        'a URL that begins with https:// or http://, without user, password and query',
        (text) =>
          hasScheme(text, ['https:', 'http:']) && isBare(new URL(text)) ? text.replace(/\/+$/, '') : undefined,
        ['https://holystone.example.com'],
        WEB_URL_PATTERN,
      )
        .optional()
        .describe('The public address; opt-out links begin with it. Required as soon as a type is live.'),
      trustedProxies: uniqueList(addressRange, 'addresses or networks')
        .default([])
        .describe(
          'The reverse proxies in front of it: rate limits then count the client that `X-Forwarded-For` names, and not the proxy. Holystone ignores the header from any other peer.',
        ),
    })
    .prefault({})
    .describe('Opt-out pages and health checks.'),
  operator: z
    .strictObject({
      port: port.default(8081).describe('0 takes any free port.'),
      bind: bind.default('127.0.0.1').describe('The address to listen on; without tokens and `oidc` only loopback.'),
      url: originSetting
        .optional()
        .describe('Its address as browsers see it, behind a reverse proxy the address of that; needed for `oidc`.'),
      trustedProxies: uniqueList(addressRange, 'addresses or networks')
        .default([])
        .describe('The reverse proxies in front of it, as for `http.public`.'),
      readerTokens: z.array(token).default([]).describe('Tokens that may read.'),
      operatorTokens: z
        .array(token.extend({ accounts: operatedAccounts }))
        .default([])
        .describe('Tokens that may read and change.'),
      oidc: oidcSection.optional().describe('Signing in through an identity provider, beside the tokens.'),
    })
    .prefault({})
    .describe('API, metrics and the operator page.'),
});

export const workSection = z.strictObject({
  tick: z
    .string({ error: CRON })
    .meta({ pattern: CRON_PATTERN, examples: ['* * * * *'] })
    .superRefine((text, context) => {
      const why = cronProblem(text);
      if (why !== undefined) context.addIssue({ code: 'custom', message: `${why}; allowed: ${CRON}` });
    })
    .default('* * * * *')
    .describe('When every instance looks for due work: cron, five fields, or six with seconds first.'),
  capacity: count(0, 1000)
    .default(8)
    .describe('Work items at once over the whole fleet; 0 pauses. Can be changed at run time.'),
  concurrency: count(1, 1000).default(2).describe('Work items at once per instance.'),
  budget: exactDuration
    .prefault('250s')
    .describe(
      'A pass that takes longer ends `unfinished` and continues later. A survey then starts from the beginning, with twice the time, up to eight times this.',
    ),
  deadline: exactDuration
    .prefault('10m')
    .describe(
      'Holystone gives up a work item that runs longer; must be longer than `budget`. It grows with the time of a survey.',
    ),
  callRateShare: share.prefault('25%').describe("The share of a provider's published rate of calls that may be used."),
});

export const windowSection = z
  .strictObject({
    days: uniqueList(z.enum(WEEKDAYS), 'days, Mon to Sun').describe('Days on which it opens.'),
    from: timeOfDay.describe('When it opens, in quotes.'),
    to: endOfTime.describe('When it closes, in quotes; not after `from` = on the following day.'),
    timeZone: timeZone.describe('The IANA time zone of days and times.'),
    calendar: calendarSetting
      .optional()
      .describe(
        'Days on which it does not open: a date (`2026-12-24`), `--12-25` for every year, a region (`US`, `US-CA`, `DE-BY`: its public holidays and their substitute days until 2045), the path of an iCalendar file (`./holidays.ics`, relative to the working directory of Holystone, read at the start and when the configuration is read again), or a list of these. Events that repeat otherwise than `FREQ=YEARLY`, and a calendar that closes it for more than 92 days, are errors.',
      ),
  })
  .superRefine(refuseLongClosure);

export const optOutSection = z.strictObject({
  keys: z
    .array(rotatingKey('every link'))
    .default([])
    .describe('Keys of the opt-out links: the first signs, all verify. Needed as soon as a type is live.'),
  validFor: exactDuration
    .prefault('90d')
    .describe('How long a link works; for live types at least until the deletion.'),
});

export const logSection = z.strictObject({
  level: z.enum(['trace', 'debug', 'info', 'warn', 'error']).default('info').describe('The lowest level to log.'),
});

/**
 * An HMAC key, with an id that each of its signatures contains.
 * @param where the place of the id, in the words of the description
 */
export function rotatingKey(where: 'every link' | 'every checksum' | 'each request') {
  return z.strictObject({
    id: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,32}$/, { error: 'letters, digits, "_" and "-", at most 32' })
      .describe(`Names the key in ${where}, so that keys can be rotated.`),
    secret: secret('a secret', 32).describe('At least 32 characters; best from a variable.'),
  });
}

/** A text with a minimum length; error messages never contain its value. */
function secret(what: string, minimum: number) {
  return z
    .string({ error: `${what} of at least ${minimum} characters` })
    .min(minimum, { error: `${what} of at least ${minimum} characters` });
}

function isRedisUrl(text: string): boolean {
  try {
    parseRedisUrl(text);
    return true;
  } catch {
    return false;
  }
}
