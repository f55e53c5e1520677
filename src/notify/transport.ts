import type { Digest, SendResult } from '../core/digest.ts';

/** A way to an owner. */
export interface Transport {
  /** As the configuration calls it; in logs and metrics. */
  readonly name: string;
  /** How many resources fit one notice, the first to be deleted first. Absent: as many as there are. */
  room?(digest: Digest): number;
  /** Does not reject for anything that the other side does. */
  send(digest: Digest): Promise<SendResult>;
  /** Waits for what is on its way, at most a time-out. */
  close(): Promise<void>;
}
