import type { Digest, Room, SendResult } from './digest.ts';
import type { ExpediteReport } from './expediteReport.ts';

/** The port to the transports. An expected refusal is a value of {@link SendResult}. */
export interface Notifier {
  /** Sends by mail, at once. Absent without a configured mail server. No answer of a mail server makes it reject. */
  notifyExpedited?(report: ExpediteReport): Promise<SendResult>;
  /** The room in one notice composed at `preparedAt`; the next notice contains the rest (L45). Absent: no limit. */
  room?(preparedAt: number): Room;
  /** Sends by the main transport: a message that it accepts is a notice. */
  send(digest: Digest): Promise<SendResult>;
  /** Sends by all other transports, after the notice is stored; nothing depends on it. Never rejects. Absent = none. */
  copy?(digest: Digest): Promise<void>;
}
