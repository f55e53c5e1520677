/** The keys that the import does not convert, and the reasons. */
import { canonical } from './relaxed.ts';
import type { Source } from './source.ts';

/** The keys that other files read. */
export const READ = {
  swabbie: ['dryRun', 'outOfUseThresholdDays', 'providers', 'schedule', 'enabled', 'work', 'resource'],
  provider: [
    'name',
    'locations',
    'accounts',
    'exclusions',
    'resourceTypes',
    'maxItemsProcessedPerCycle',
    'itemsProcessedBatchSize',
    'deleteSpreadMs',
  ],
  resourceType: [
    'name',
    'enabled',
    'dryRun',
    'retention',
    'maxAge',
    'enabledActions',
    'exclusions',
    'notification',
    'enabledRules',
  ],
  notification: [
    'enabled',
    'types',
    'optOutBaseUrl',
    'itemsPerMessage',
    'resourceUrl',
    'defaultDestination',
    'docsUrl',
  ],
  work: ['enabled'],
  schedule: ['enabled', 'startTime', 'endTime', 'allowedDaysOfWeek', 'defaultTimeZone'],
} as const;

/** Keys of Swabbie that have a specific reason. */
const REASONS: Readonly<Record<string, string>> = {
  minImagesUsedByLC:
    'absence of use needs complete evidence, and `tripwires.shrunkBy` stops a pass whose evidence shrank',
  minImagesUsedByInst:
    'absence of use needs complete evidence, and `tripwires.shrunkBy` stops a pass whose evidence shrank',
  maxUnmarkedPerCycle: 'Swabbie no longer read it; `tripwires.unmarkedShare` does its work',
  testing: 'nothing here cleans whatever its exclusions say',
  intervalMs: 'each action has its own `every`',
  queue: 'each action has its own `every`',
  notification: 'each action has its own `every`',
  clean: 'Swabbie no longer read it',
  repository: 'Redis keeps data as long as it is needed',
  state: 'Redis keeps data as long as it is needed',
  agents: 'deletions are followed until the cloud says that they are done',
  locking: 'each namespace has its own lock',
  entityTaggingEnabled: 'no tags are written for Spinnaker; marks are on the page of marks and in the API',
  resourcesPerNotification: 'Swabbie did not read it either; it is `itemsPerMessage`',
};

/** Reports every key that is not read, with its reason. */
export function reportUnread(source: Source, where: keyof typeof READ): void {
  const read = READ[where].map(canonical);
  for (const key of source.keys().filter((found) => !read.includes(canonical(found)))) {
    const known = Object.keys(REASONS).find((name) => canonical(name) === canonical(key));
    source.get(key).lost(known === undefined ? 'no counterpart' : `no counterpart: ${REASONS[known]}`);
  }
}

const PER_NAMESPACE = ['maxitemsprocessedpercycle', 'deletespreadms'];

/** Keys other than `swabbie:`: other parts of Spinnaker, and Swabbie's overrides of a namespace. */
export function reportBeside(top: Source): readonly string[] {
  const others = top.keys().filter((key) => canonical(key) !== 'swabbie');
  const overrides = others.filter((key) => {
    const { data } = top.get(key);
    return (
      typeof data === 'object' && data !== null && Object.keys(data).some((k) => PER_NAMESPACE.includes(canonical(k)))
    );
  });
  for (const key of overrides) top.get(key).lost('limits of one namespace: say `pace` in an entry of its own');
  return others.filter((key) => !overrides.includes(key));
}
