import type { MonotonicClock } from '../../core/common/clock.ts';
import type { PermitGate } from '../../core/ports/permitGate.ts';
import type { Lease } from '../../core/ports/ports.ts';
import type { DeleteGate } from '../fleet/stageBrake.ts';

/** No single request to a provider may take longer; a permit ends this long before the lock does. */
const REQUEST_TIMEOUT_MS = 10_000;

/**
 * The permit as the wire sees it: open between {@link grant} and {@link revoke}, and never longer than the lock and
 * the evidence hold, nor against the fleet's brake. Everything is monotonic, so a process that was stopped in between finds it closed (L59).
 */
export class DeletePermitGate implements PermitGate {
  readonly #monotonic: MonotonicClock;
  readonly #lease: Lease;
  readonly #brake: DeleteGate;
  #close: (() => void) | undefined;
  #validUntil = 0;
  #granted = false;

  constructor(monotonic: MonotonicClock, lease: Lease, brake: DeleteGate) {
    this.#monotonic = monotonic;
    this.#lease = lease;
    this.#brake = brake;
  }

  /**
   * Several permits of one request hold as long as the shortest of them.
   * @param askedAt when the permit was asked for, monotonic ms: the lock's remaining time counts from before that
   * @param lockRemainingMs what the permit script read of the lock
   * @param evidenceUntil when the evidence is too old, monotonic ms
   */
  grant(askedAt: number, lockRemainingMs: number, evidenceUntil: number): void {
    const until = Math.min(askedAt + lockRemainingMs - REQUEST_TIMEOUT_MS, evidenceUntil, this.#brake.aliveUntil);
    this.#validUntil = this.#granted ? Math.min(this.#validUntil, until) : until;
    this.#granted = true;
    this.#close ??= this.#brake.open();
  }

  revoke(): void {
    this.#granted = false;
    this.#close?.();
    this.#close = undefined;
  }

  denies(): string | undefined {
    if (!this.#granted) return 'no permit was granted';
    const stopped = this.#brake.denies();
    if (stopped !== undefined) return stopped;
    if (this.#lease.signal.aborted) return 'the lock of the namespace is lost';
    if (this.#monotonic.monotonicMs() >= this.#validUntil) return 'the permit has expired: lock or evidence is too old';
    return undefined;
  }
}
