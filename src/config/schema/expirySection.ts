import { z } from 'zod';
import { name } from '../../core/common/textSettings.ts';
import { contradictionOf, expiryFormat, NAMED_FORMATS } from '../../core/resource/expiryFormats.ts';
import { didYouMean } from '../yaml/nearest.ts';

const ALLOWED = `${NAMED_FORMATS.join(', ')}, or a pattern of a date such as YYYY/MM/DD`;

const keys = z
  .array(name('the key of a tag'), { error: 'a list of tag keys' })
  .min(1, { error: 'at least one tag key' })
  .superRefine((all, context) => {
    const plain = all.map((one) => one.toLowerCase());
    plain.forEach((one, index) => {
      if (plain.indexOf(one) < index)
        context.addIssue({ code: 'custom', path: [index], message: 'it is listed twice' });
    });
  });

const formats = z
  .array(z.string({ error: ALLOWED }), { error: `a list of formats: ${ALLOWED}` })
  .min(1, { error: `at least one format: ${ALLOWED}` })
  .superRefine((all, context) => {
    const known = all.map(expiryFormat);
    known.forEach((format, index) => {
      if (format) return;
      const near = didYouMean(all[index] ?? '', [...NAMED_FORMATS, 'YYYY/MM/DD']);
      context.addIssue({ code: 'custom', path: [index], message: `${near}allowed: ${ALLOWED}` });
    });
    const pair = contradictionOf(known.flatMap((format) => format ?? []));
    if (pair) {
      const message = `${pair.join(' and ')} read one value as different dates; name one of them`;
      context.addIssue({ code: 'custom', path: [all.lastIndexOf(pair[1])], message });
    }
  });

/** Whole in an entry, or key by key over the general one. */
export const expirySection = z
  .strictObject({
    keys: keys
      .optional()
      .describe(
        'Tag keys; `expiration_time`, `expires` and `ttl` unless given. With keys of your own those three still keep, and no longer nominate.',
      ),
    formats: formats
      .optional()
      .describe(
        'How values are read: `date` (2026-10-28, all of that day in UTC), `instant` (with a time), `epoch` (seconds; 13 digits are milliseconds), `duration-since-created` (`30min`, `48h`, `10d`, `2w`, `6mo`, `1y`; `m` is refused), `delete@date` (as Cloud Custodian marks; any other word too), or a pattern of `YYYY`, `MM`, `DD`, `HH`, `mm`, `ss`. Unless given: date, instant, and `10d`, `2w`, `1m` (month), `1y` since creation. `never` is always understood.',
      ),
  })
  .meta({ minProperties: 1 })
  .refine((given) => given.keys !== undefined || given.formats !== undefined, { error: 'keys, formats, or both' });
