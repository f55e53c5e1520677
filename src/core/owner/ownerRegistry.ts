import type { Clock, MonotonicClock } from '../common/clock.ts';
import type { Logger } from '../common/logger.ts';
import { keyAsSeen } from '../common/seen.ts';
import type { RegistrySettings } from '../policy/ownerSettings.ts';

/** The application registry at one moment, the same for all resources of one evaluation. */
export type RegistryReading =
  /** Application, in lower case → the owner in its entry; empty where entries contradict each other. */
  | { readonly kind: 'read'; readonly owners: ReadonlyMap<string, string> }
  /** `why`: the problem, for people. */
  | { readonly kind: 'unread'; readonly why: string };

/** Monotonic instants. */
export interface RegistryBounds {
  /** A reading from before this instant is read again. */
  readonly refreshBefore: number;
  /** A reading from before this instant is not used, even if the registry does not answer. */
  readonly notBefore: number;
}

/** The effects of reading the registry of applications: time, log, and the end of the pass. */
export interface RegistryIo {
  readonly clock: Clock;
  readonly monotonic: MonotonicClock;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** An external registry of applications and their owners. */
export interface OwnerRegistry {
  /** Rejects only when the signal aborts. */
  read(settings: RegistrySettings, bounds: RegistryBounds, io: RegistryIo): Promise<RegistryReading>;
}

/** The key of an application: without case and outer spaces. */
export function applicationKey(name: string): string {
  return keyAsSeen(name);
}
