import type { Clock } from '../core/common/clock.ts';
import { HOUR_MS } from '../core/common/duration.ts';
import { messageOf } from '../core/common/errors.ts';
import type { Logger } from '../core/common/logger.ts';
import { reportOf, type StateOfUnit, WEEK_MS, type WeeklyReport, weekOf } from '../core/notice/weekly.ts';
import type { Control, ControlState } from '../core/policy/fleet.ts';
import { nothingHappensNowBecause } from '../core/policy/rollout.ts';
import type { WorkConfiguration } from '../core/policy/workConfiguration.ts';
import type { Months } from '../core/ports/months.ts';
import type { MarkStore, PassStore } from '../core/ports/ports.ts';
import type { Weeks } from '../core/ports/weeks.ts';
import type { Transport } from '../notify/message/transport.ts';

/** A failed message is tried again once in each of these, by one instance. */
const SLOT_MS = HOUR_MS;
/** No attempt begins later in its slot: it would not end before the next. */
const LAST_START_MS = SLOT_MS - 5 * 60_000;
/** Namespaces read at the same time. */
const AT_ONCE = 16;

interface Deps {
  readonly marks: Pick<MarkStore, 'count'>;
  readonly passes: Pick<PassStore, 'last'>;
  readonly months: Pick<Months, 'read'>;
  readonly control: Pick<Control, 'read'>;
  readonly weeks: Weeks;
  readonly workConfigurations: () => readonly WorkConfiguration[];
  /** The types of all providers. */
  readonly handlers: readonly { readonly provider: string; readonly resourceType: string; readonly stops?: true }[];
  readonly claimSlot: (name: string, at: number) => Promise<boolean>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly channel: Pick<Transport, 'weekly' | 'close'>;
  /** From this hour of Monday on, UTC. */
  readonly hour: number;
}

/** Tells a channel about the week before, once, on one instance of the fleet (ADR 171). */
export class WeeklyMessage {
  readonly #deps: Deps;
  /** Acknowledged, as this process knows it. */
  #told: number | undefined;
  /** The last slot that it looked at. */
  #slot = Number.NaN;
  #looking: Promise<void> | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** At every tick. Never rejects; nobody needs to wait for it. */
  look(): Promise<void> {
    this.#looking ??= this.#look()
      .catch((error: unknown) => {
        this.#slot = Number.NaN;
        this.#deps.log.warn({ problem: messageOf(error) }, 'the message of the week is not sent yet');
      })
      .finally(() => {
        this.#looking = undefined;
      });
    return this.#looking;
  }

  /** Waits for a message under way. */
  async close(): Promise<void> {
    await Promise.all([this.#deps.channel.close(), this.#looking]);
  }

  async #look(): Promise<void> {
    const { clock, workConfigurations, weeks, claimSlot, hour } = this.#deps;
    const now = clock.now();
    const week = weekOf(now) - WEEK_MS;
    const slot = Math.floor(now / SLOT_MS) * SLOT_MS;
    const isDue = now >= weekOf(now) + hour * HOUR_MS && now - slot <= LAST_START_MS;
    // A dry run tells nobody anything.
    if (slot === this.#slot || !isDue || !workConfigurations().some(({ live }) => live)) return;
    const isTold = async () => ((await weeks.told()) ?? Number.NEGATIVE_INFINITY) >= week;
    const stored = await isTold();
    // It was acknowledged, and Redis did not take that.
    if (!stored && this.#told === week) await weeks.storeTold(week);
    const mine = !stored && this.#told !== week && (await claimSlot('weekly', slot));
    // Another instance may have sent it between the question and the claim.
    if (mine && !(await isTold())) await this.#send(week, now);
    this.#slot = slot;
  }

  async #send(week: number, now: number): Promise<void> {
    const { channel, weeks, log } = this.#deps;
    const result = await channel.weekly?.(await this.#reportOf(week, now));
    if (result === undefined) return;
    if (result.kind !== 'accepted') {
      log.warn({ why: result.why }, 'the message of the week was not sent; an instance tries again within an hour');
      return;
    }
    this.#told = week;
    await weeks.storeTold(week);
    log.info({ week: new Date(week).toISOString().slice(0, 10), response: result.response }, 'the week was told');
  }

  async #reportOf(week: number, now: number): Promise<WeeklyReport> {
    const { weeks, months, control, workConfigurations, handlers: types } = this.#deps;
    const [gone, since, money, stages] = await Promise.all([
      weeks.read(week),
      weeks.since(now),
      months.read(),
      control.read(),
    ]);
    const states: StateOfUnit[] = [];
    const wcs = workConfigurations();
    for (let from = 0; from < wcs.length; from += AT_ONCE)
      states.push(...(await Promise.all(wcs.slice(from, from + AT_ONCE).map((wc) => this.#stateOf(wc, stages, now)))));
    return reportOf({ week, now, gone, since, months: money, types, states });
  }

  async #stateOf(wc: WorkConfiguration, stages: ControlState, now: number): Promise<StateOfUnit> {
    const { marks, passes } = this.#deps;
    const [{ marked }, last] = await Promise.all([marks.count(wc.namespace, now), passes.last(wc.namespace)]);
    return { wc, marked, isIdle: nothingHappensNowBecause(stages, wc) !== undefined, last };
  }
}

/** @param channel the one of `notify.weekly` */
export function openWeekly(
  { notify }: { readonly notify: { readonly weekly?: { readonly hour: number } | undefined } },
  channel: Deps['channel'],
  deps: Omit<Deps, 'channel' | 'hour'>,
): WeeklyMessage | undefined {
  return notify.weekly && new WeeklyMessage({ ...deps, channel, hour: notify.weekly.hour });
}
