import type { Digest, Room, SendResult } from '../../core/notice/digest.ts';

/** A way to an owner. */
export interface Transport {
  /** As the configuration calls it; in logs and metrics. */
  readonly name: string;
  /** How much one notice holds. Absent: it holds everything. */
  room?(preparedAt: number): Room;
  /** Does not reject for anything that the other side does. */
  send(digest: Digest): Promise<SendResult>;
  /** Waits for what is on its way, at most a time-out. */
  close(): Promise<void>;
}
