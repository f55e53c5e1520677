import type { Digest, Room, SendResult } from '../../core/notice/digest.ts';
import type { WeeklyReport } from '../../core/notice/weekly.ts';

/** A channel to an owner. */
export interface Transport {
  /** The name in the configuration; in logs and metrics. */
  readonly name: string;
  /** The size limit of one notice. Absent: no limit. */
  room?(preparedAt: number): Room;
  /** Does not reject for any failure of the receiver. */
  send(digest: Digest): Promise<SendResult>;
  /** Sends the message about a week, at once. Absent: it has no form for it. Does not reject either. */
  weekly?(report: WeeklyReport): Promise<SendResult>;
  /** Waits for messages under way, at most a time-out. */
  close(): Promise<void>;
}
