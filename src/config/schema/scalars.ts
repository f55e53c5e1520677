/** The scalar values of the configuration. Each describes the allowed values; a schema never accepts more than that. */
import { isIP } from 'node:net';
import { z } from 'zod';
import { DAY_MS, type Duration, formatMs, parseDuration } from '../../core/common/duration.ts';
import { durationPattern } from '../../core/common/durationPattern.ts';
import { readText } from '../../core/common/textSettings.ts';
import { readWrittenDate } from '../../core/common/writtenDate.ts';
import { STAGES } from '../../core/policy/stage.ts';
import { isTimeZone } from '../../core/policy/window.ts';
import { didYouMean } from '../yaml/nearest.ts';

const EXACT = 'a span of time above zero: 90s, 15m, 36h, 10d, 2w';

/** A span of exact time, in ms. */
export const exactDuration = readText(EXACT, exactMs, ['90s', '15m', '36h', '10d', '2w'], durationPattern());

/** A span of exact time, or business days of the window (`10bd`). */
export const duration = readText<Duration>(
  `${EXACT}, or 10bd (business days)`,
  parseDuration,
  ['10d', '36h', '10bd'],
  durationPattern({ businessDays: true }),
);

/** A span of exact time up to a maximum, in ms. */
export function durationUpTo(maximumMs: number) {
  return readText(
    `${EXACT}; at most ${formatMs(maximumMs)}`,
    (text) => {
      const ms = exactMs(text);
      return ms !== undefined && ms <= maximumMs ? ms : undefined;
    },
    ['5m'],
    durationPattern({ maximumMs }),
  );
}

/** A span of exact time in ms, or a word that means no span. */
export function durationOr<W extends string>(word: W) {
  return readText<number | W>(
    `${EXACT}, or "${word}"`,
    (text) => (text === word ? word : exactMs(text)),
    ['14d', word],
    durationPattern({ word }),
  );
}

function exactMs(text: string): number | undefined {
  const read = parseDuration(text);
  return read && 'ms' in read ? read.ms : undefined;
}

const SHARE = 'a share above zero: 25% or 0.25, up to 100%';

/** `0.1%` to `100%`, or `0.001` to `1`, also with more digits. */
const SHARE_PATTERN =
  '^\\s*(?:(?=[^%]*[1-9])0*(?:100(?:\\.0+)?|\\d{1,2}(?:\\.\\d+)?)\\s*%|0*1(?:\\.0+)?|0+\\.\\d*[1-9]\\d*)\\s*$';

/** A fraction above 0, at most 1. */
export const share = z
  .union([z.string(), z.number()], { error: SHARE })
  .meta({ examples: ['25%', 0.25], pattern: SHARE_PATTERN, exclusiveMinimum: 0, maximum: 1 })
  .transform((value, context): number => {
    const match = /^(\d+(?:\.\d+)?)\s*(%?)$/.exec(String(value).trim());
    const fraction = match ? Number(match[1]) / (match[2] === '%' ? 100 : 1) : Number.NaN;
    if (fraction > 0 && fraction <= 1) return fraction;
    context.addIssue({ code: 'custom', message: `allowed: ${SHARE}` });
    return z.NEVER;
  });

/** A whole number from `minimum` to `maximum`. */
export function count(minimum = 1, maximum = 1_000_000_000) {
  const words = `a whole number from ${minimum}${maximum < 1_000_000_000 ? ` to ${maximum}` : ' on'}`;
  return z.int({ error: words }).min(minimum, { error: words }).max(maximum, { error: words });
}

/** An IP address, or a network in CIDR notation. */
export const addressRange = readText(
  'an IP address, or a network such as 10.0.0.0/8',
  (text) => (isAddressRange(text) ? text : undefined),
  ['10.0.0.0/8', '192.0.2.7'],
  '^[0-9A-Fa-f:.]+(?:/(?!0+$)\\d{1,3})?$',
);

function isAddressRange(text: string): boolean {
  const [, host = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(host);
  if (family === 0 || host.includes('%')) return false;
  // With prefix 0 every client would be a trusted proxy, and could choose the address for its rate limits.
  return prefix === undefined || (Number(prefix) > 0 && Number(prefix) <= (family === 4 ? 32 : 128));
}

const ZONE = 'a time zone of the IANA database, such as Europe/Berlin or UTC';

/** Minutes since midnight. */
export const timeOfDay = readText(
  'a time of day in quotes, "00:00" to "23:59"',
  (text) => {
    const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
    return match ? Number(match[1]) * 60 + Number(match[2]) : undefined;
  },
  ['09:00'],
  '^(?:[01]\\d|2[0-3]):[0-5]\\d$',
);

/** As {@link timeOfDay}; `24:00` is the end of the day. */
export const endOfTime = readText(
  'a time of day in quotes, "00:00" to "24:00"',
  (text) => {
    if (text === '24:00') return 24 * 60;
    const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
    return match ? Number(match[1]) * 60 + Number(match[2]) : undefined;
  },
  ['17:00'],
  '^(?:24:00|(?:[01]\\d|2[0-3]):[0-5]\\d)$',
);

/** An IANA name; offsets such as `+02:00` have no daylight saving and are no time zones. */
export const timeZone = z
  .string({ error: ZONE })
  .meta({ examples: ['America/Los_Angeles', 'UTC'], pattern: '^[A-Za-z][A-Za-z0-9_+/-]*$' })
  .superRefine((text, context) => {
    if (/^[A-Za-z]/.test(text) && isTimeZone(text)) return;
    const message = `${didYouMean(text, Intl.supportedValuesOf('timeZone'))}allowed: ${ZONE}`;
    context.addIssue({ code: 'custom', message });
  });

const DATE_OR_INSTANT =
  '^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])(?:T\\d{2}:\\d{2}(?::\\d{2})?(?:Z|[+-]\\d{2}:\\d{2}))?$';

/** The end of a date (UTC), or an instant; ms since the epoch. */
export const dateOrInstant = readText(
  'a date such as 2027-03-31, or an instant such as 2027-03-31T17:00:00Z',
  (text) => {
    const written = new RegExp(DATE_OR_INSTANT).test(text) ? readWrittenDate(text) : undefined;
    return written?.isWholeDay ? written.at + DAY_MS - 1 : written?.at;
  },
  [],
  DATE_OR_INSTANT,
);

/** In order: plan, notify, canary, live. */
export const rolloutSetting = z.enum(STAGES);
