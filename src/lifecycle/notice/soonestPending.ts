/** The rows that a message shows first, however many marks wait for its owner. */

import { turn } from '../../core/common/steps.ts';
import type { Mark } from '../../core/mark/mark.ts';
import { reminderDate } from '../../core/mark/reminder.ts';
import { dateToShow } from '../../core/mark/retention.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';

/** A mark that waits for a notice or a reminder, and its configuration. */
export interface PendingNotice {
  readonly wc: WorkConfiguration;
  readonly mark: Mark;
  /** The owner already has a notice, and gets a reminder. */
  readonly reminder?: true;
  /** Nothing happens to it on its date, by its stage or its entry. */
  readonly notifyOnly?: true;
}

/** A mark that waits for its notice, with the date by which it is sorted. */
export interface DatedPending extends PendingNotice {
  /** The date that the message shows, ms since the epoch. */
  readonly at: number;
}

/** More than fit the attached list of any message, in which a resource takes at least about 300 bytes. */
const MOST = 20_000;

/**
 * Keeps the marks with the soonest dates. A page is sorted alone and merged into the kept ones: no step takes longer
 * than that, however many pages there are.
 */
export class SoonestPending {
  readonly #preparedAt: number;
  readonly #dates = new Map<string, number>();
  #kept: readonly DatedPending[] = [];

  /** @param preparedAt of the message, ms since the epoch */
  constructor(preparedAt: number) {
    this.#preparedAt = preparedAt;
  }

  async add(page: readonly PendingNotice[]): Promise<void> {
    if (page.length === 0) return;
    const dated = page.map((one) => ({ ...one, at: this.#dateOf(one) })).sort(bySoonest);
    this.#kept = merged(this.#kept, dated);
    await turn();
  }

  /** The soonest deletion first. */
  all(): readonly DatedPending[] {
    return this.#kept;
  }

  /** New notices of a namespace all show one date, which needs a calendar computation. */
  #dateOf({ wc, mark, reminder }: PendingNotice): number {
    if (reminder) return reminderDate(wc, mark);
    const unowned = mark.unowned ?? false;
    const key = `${unowned} ${wc.namespace}`;
    const date = this.#dates.get(key) ?? dateToShow(wc, this.#preparedAt, unowned);
    this.#dates.set(key, date);
    return Math.max(mark.projectedDeletionAt, date);
  }
}

function merged(a: readonly DatedPending[], b: readonly DatedPending[]): readonly DatedPending[] {
  const all: DatedPending[] = [];
  for (let i = 0, j = 0; all.length < MOST; ) {
    const [left, right] = [a[i], b[j]];
    if (left && (!right || bySoonest(left, right) <= 0)) {
      all.push(left);
      i++;
    } else if (right) {
      all.push(right);
      j++;
    } else break;
  }
  return all;
}

function bySoonest(a: DatedPending, b: DatedPending): number {
  return a.at - b.at || compare(a.mark.namespace, b.mark.namespace) || compare(a.mark.id, b.mark.id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
