/**
 * Backups whose own program deletes them on a day that their tag says: its owner was told to have them until then. Programs of
 * that kind are many, each with a tag of its own, and most look for the tag of the day: one whose day has passed was forgotten.
 *
 * Sources: `DeleteOn: MM-DD-YYYY` of the Lambda backups of images, https://gist.github.com/bkozora/724e01903a9ad481d21e, and with
 * `YYYY-MM-DD` those of snapshots, https://serverlesscode.com/post/lambda-schedule-ebs-snapshot-backups-2; `PurgeAfterFE`, seconds since
 * 1970, of https://github.com/colinbjohnson/aws-missing-tools (ec2-automate-backup).
 */
import { some } from '../../../core/common/defined.ts';
import { oncePerText } from '../../../core/common/oncePer.ts';
import type { Safeguard } from '../../../core/evaluation/rule.ts';
import { type Expiry, readExpiry } from '../../../core/resource/expiry.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { listed } from './safeguards.ts';

/** The letters of the key. */
const KEYS =
  /^(?:(?:delete|purge|remove|deregister|expire)s?(?:on|after|afterfe|date|at|by)|(?:deletion|expiration|expiry|purge)(?:date|time)|(?:keep|retain|retention)(?:until|till))$/;
/** The later day counts where two orders give one each. */
const ORDERS: readonly (readonly string[])[] = [
  ['date', 'instant', 'epoch', 'YYYY/MM/DD', 'YYYYMMDD'],
  ['MM-DD-YYYY', 'MM/DD/YYYY'],
  ['DD-MM-YYYY', 'DD/MM/YYYY', 'DD.MM.YYYY'],
];

/** Keeps a backup until that day; where the entry's `expiry.keys` has the tag, that says what it means. */
export const backupDay: Safeguard<Resource> = {
  name: 'backupDay',
  summary:
    'A tag of its backup program (`DeleteOn`, `PurgeAfterFE`, `delete-after`, `keep-until`, …) says a day that has not passed, or one that cannot be read.',
  keeps({ tags }, _parameters, { createdAt, now, expiry }) {
    const words: string[] = [];
    // Without a list of the tags: a survey asks this of each resource.
    for (const key in tags) {
      if (!namesADay(key) || expiry?.keys?.some((one) => one.toLowerCase() === key.toLowerCase())) continue;
      const tag = `${key}=${tags[key]}`;
      const one = { [key]: tags[key] as string };
      const days = ORDERS.flatMap((formats) => at(readExpiry(one, createdAt, { keys: [key], formats })));
      if (days.length === 0) words.push(`${tag}, which is no day that can be read`);
      else if (now <= Math.max(...days)) words.push(tag);
    }
    return listed(some(words), 'its backup program keeps it until the day of its tag');
  },
};

const namesADay = oncePerText((key) => KEYS.test(key.toLowerCase().replace(/[^a-z]/g, '')));

function at(expiry: Expiry): readonly number[] {
  if (expiry.kind === 'never') return [Number.POSITIVE_INFINITY];
  return expiry.kind === 'at' ? [expiry.at] : [];
}
