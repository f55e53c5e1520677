import type { Digest, Room, SendResult } from './digest.ts';
import type { HasteReport } from './hasteReport.ts';

export interface Notifier {
  /** By mail, at once. Absent where no mail server is configured. Does not reject for anything a mail server does. */
  tellHaste?(report: HasteReport): Promise<SendResult>;
  /** How much one notice, composed at `preparedAt`, holds; the next one tells the others (L45). Absent: everything. */
  room?(preparedAt: number): Room;
  /** By the transport that counts: what it accepted is a notice. */
  send(digest: Digest): Promise<SendResult>;
  /** By all others, once the notice is on record; nothing depends on it. Never rejects. Absent where there are none. */
  copy?(digest: Digest): Promise<void>;
}
