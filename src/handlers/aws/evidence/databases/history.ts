/**
 * What the events of a database instance say about it. Pure. An event names no actor: only what RDS alone does is its own, by
 * the text of the event. The texts are those of
 * https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/USER_Events.Messages.html, as `DescribeEvents` answers them.
 */
import type { Event } from '@aws-sdk/client-rds';
import { HOUR_MS } from '../../../../core/common/duration.ts';

/**
 * - `stop`: it was stopped; by whom is not said
 * - `startOfRds`: RDS started it, because it may be stopped for seven days only
 * - `ofRds`: nobody did anything
 * - `act`: somebody did something: started it, restarted it, changed it, …
 * - `unknown`: this version does not know what that is
 */
export type Happened = 'stop' | 'startOfRds' | 'ofRds' | 'act' | 'unknown';

export interface Happening {
  readonly happened: Happened;
  /** ms since the epoch, of AWS's clock; `undefined`: AWS does not say. */
  readonly at: number | undefined;
  /** As AWS writes it. */
  readonly text: string;
}

const STOPPED = 'db instance stopped';
const STARTED = 'db instance started';
/** RDS-EVENT-0154; no request of anybody makes RDS write it. */
const DUE = 'db instance is being started due to it exceeding the maximum allowed time being stopped';
/** Of a start and of a stop, but of a restart by a person as well. */
const [SHUTDOWN, RESTARTED] = ['db instance shutdown', 'db instance restarted'] as const;

/** Automated backups. Those that a person asks for look the same, and outlive the instance. */
const BACKUPS: ReadonlySet<string> = new Set([
  ...['backing up db instance', 'finished db instance backup'],
  ...['creating automated cluster snapshot', 'automated cluster snapshot created'],
  ...['creating manual cluster snapshot', 'manual cluster snapshot created'],
]);

const CATEGORIES_OF_ACTS: ReadonlySet<string> = new Set([
  ...['configuration change', 'creation', 'deletion', 'read replica', 'restoration'],
]);

/** A start that takes longer passes for one by a person: RDS may have failed, and a person may have done it. */
const STARTS_WITHIN_MS = HOUR_MS;

/** In their order; those without an instant come first. */
export function historyOf(events: readonly Event[]): readonly Happening[] {
  const sorted = events
    .map((event) => ({ event, at: instantOf(event), words: wordsOf(event) }))
    .toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0));
  // The instant at which RDS began to start it; nothing else has happened since.
  let due: number | undefined;
  return sorted.map(({ event, at, words }, index) => {
    const next = sorted.slice(index + 1).find((later) => !BACKUPS.has(later.words));
    const happened = at === undefined ? 'unknown' : what(at, words, event, next?.words);
    if (words === DUE) due = at;
    else if (happened !== 'ofRds') due = undefined;
    return { happened, at, text: event.Message ?? '' };
  });

  function what(at: number, words: string, event: Event, next: string | undefined): Happened {
    const isOfStart = due !== undefined && at - due <= STARTS_WITHIN_MS;
    if (words === STOPPED) return 'stop';
    if (words === DUE) return 'startOfRds';
    if (words === STARTED) return isOfStart ? 'startOfRds' : 'act';
    if (words === RESTARTED) return isOfStart ? 'ofRds' : 'act';
    if (words === SHUTDOWN) return next === STOPPED ? 'ofRds' : 'act';
    if (BACKUPS.has(words)) return 'ofRds';
    return (event.EventCategories ?? []).some((one) => CATEGORIES_OF_ACTS.has(one.toLowerCase())) ? 'act' : 'unknown';
  }
}

function instantOf({ Date: at }: Event): number | undefined {
  const time = at?.getTime();
  return time === undefined || Number.isNaN(time) ? undefined : time;
}

/** The texts about a cluster are those about an instance: `DB cluster stopped`. */
function wordsOf({ Message = '' }: Event): string {
  return Message.trim()
    .replace(/\.$/, '')
    .toLowerCase()
    .replace(/^db cluster /, 'db instance ');
}

/** Did RDS start it, and nobody else, since it was stopped? What is not certain was somebody. */
export function isStartOfRds(history: readonly Happening[]): boolean {
  const stop = history.findLastIndex(({ happened }) => happened === 'stop');
  const since = history.slice(stop + 1);
  const isOnlyRds = since.every(({ happened }) => happened === 'startOfRds' || happened === 'ofRds');
  const isDated = history.every(({ at }) => at !== undefined);
  return stop >= 0 && isDated && isOnlyRds && since.some(({ happened }) => happened === 'startOfRds');
}
