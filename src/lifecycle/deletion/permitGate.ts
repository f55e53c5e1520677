import type { MonotonicClock } from '../../core/common/clock.ts';
import type { PermitGate } from '../../core/ports/permitGate.ts';
import type { Lease } from '../../core/ports/ports.ts';
import type { DeleteGate } from '../fleet/stageGate.ts';

/** Upper limit of one request to a provider; a permit ends this long before the lock does. */
const REQUEST_TIMEOUT_MS = 10_000;

/**
 * The permit that the HTTP client checks: open between {@link grant} and {@link revoke}, never longer than the lock and
 * the evidence are valid, and never against the fleet's gate, nor once the store may have forgotten the permit. All times
 * are the longest that may have passed, so a process that was stopped in between, or whose machine slept, finds it closed
 * (L59).
 */
export class DeletePermitGate implements PermitGate {
  readonly #monotonic: MonotonicClock;
  readonly #lease: Lease;
  readonly #fleetGate: DeleteGate;
  #close: (() => void) | undefined;
  #validUntil = 0;
  /** Of each permit: may the store have forgotten it? */
  readonly #doubts: (() => boolean)[] = [];
  /** The resources with a permit. */
  readonly #granted = new Set<string>();

  constructor(monotonic: MonotonicClock, lease: Lease, fleetGate: DeleteGate) {
    this.#monotonic = monotonic;
    this.#lease = lease;
    this.#fleetGate = fleetGate;
  }

  /**
   * Several permits of one request last as long as the shortest of them.
   * @param id the resource that may be deleted
   * @param askedAt when the permit was requested, monotonic ms: the lock's remaining time counts from before that
   * @param lockRemainingMs the remaining time of the lock that the permit script read
   * @param evidenceUntil when the evidence becomes too old, monotonic ms
   * @param mayBeForgotten by the store
   */
  grant(
    id: string,
    askedAt: number,
    lockRemainingMs: number,
    evidenceUntil: number,
    mayBeForgotten: () => boolean = () => false,
  ): void {
    this.#doubts.push(mayBeForgotten);
    const until = Math.min(askedAt + lockRemainingMs - REQUEST_TIMEOUT_MS, evidenceUntil, this.#fleetGate.aliveUntil);
    this.#validUntil = this.#granted.size > 0 ? Math.min(this.#validUntil, until) : until;
    this.#granted.add(id);
    this.#close ??= this.#fleetGate.open();
  }

  revoke(): void {
    this.#granted.clear();
    this.#doubts.length = 0;
    this.#close?.();
    this.#close = undefined;
  }

  denies(ids: readonly string[] = []): string | undefined {
    if (this.#granted.size === 0) return 'no permit was granted';
    const without = ids.find((id) => !this.#granted.has(id));
    if (without !== undefined) return `it would also delete ${without}, which has no permit`;
    const stopped = this.#fleetGate.denies();
    if (stopped !== undefined) return stopped;
    if (this.#doubts.some((mayBeForgotten) => mayBeForgotten())) {
      return 'the connection to Redis broke after the permit: another Redis may not know it';
    }
    if (this.#lease.signal.aborted) return 'the lock of the namespace is lost';
    if (this.#monotonic.monotonicMs() >= this.#validUntil) return 'the permit has expired: lock or evidence is too old';
    return undefined;
  }
}
