/** The smallest worlds that show something: surveyed at once, told at noon, due a day later, gone at 18:00 of the second day. */
import { SCALE, type Scale, type Settings } from '../../simulation/world/scale.ts';

export const DAY = 86_400_000;
const HOUR_S = 3_600;

export const SHORT: Scale = { ...SCALE, days: 2.2, resources: 2, retentionDays: 1 };
/** A minute before the first delete pass with something to do. */
export const BEFORE_MS = 1.75 * DAY - 60_000;

export const short = (settings: Settings, days: number = SHORT.days): Scale => ({ ...SHORT, settings, days });
/** Tags of ECR, which carry no keep tag, and whose name may go to another image. */
export const TAGS: Scale = {
  ...SHORT,
  types: ['ecrTag'],
  everyS: { mark: 6 * HOUR_S, notify: 12 * HOUR_S, delete: 6 * HOUR_S },
};
/** One instance, whose surveys are more frequent. */
export const ALONE: Scale = { ...SHORT, instances: 1 };
