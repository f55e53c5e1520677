import type { Clock, MonotonicClock } from '../common/clock.ts';
import type { Logger } from '../common/logger.ts';
import type { RegistrySettings } from '../policy/workConfiguration.ts';

/** What the application registry said, as one moment's truth for one judgement. */
export type RegistryReading =
  /** Application, in lower case → what its entry says of the owner; empty where entries contradict each other. */
  | { readonly kind: 'read'; readonly owners: ReadonlyMap<string, string> }
  /** `why` says what is wrong with it, for people. */
  | { readonly kind: 'unread'; readonly why: string };

/** Monotonic instants. */
export interface RegistryBounds {
  /** What was read before it is read again. */
  readonly refreshBefore: number;
  /** What was read before it counts for nothing, however long the registry does not answer. */
  readonly notBefore: number;
}

export interface RegistryIo {
  readonly clock: Clock;
  readonly monotonic: MonotonicClock;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** Applications and who owns them, kept by somebody else. */
export interface OwnerRegistry {
  /** Rejects only when the signal aborts. */
  read(settings: RegistrySettings, bounds: RegistryBounds, io: RegistryIo): Promise<RegistryReading>;
}

/** The same application, however it is written. */
export function applicationKey(name: string): string {
  return name.trim().toLowerCase();
}
