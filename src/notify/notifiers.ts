/** All transports as one: one of them decides whether the owner was told, the others do what they can. */
import type { Digest, Room, SendResult } from '../core/notice/digest.ts';
import type { Notifier } from '../core/notice/notifier.ts';
import type { Transport } from './message/transport.ts';

export interface NotifiersOptions {
  /** What it takes counts as notice. */
  readonly required: Transport;
  /** Best effort: one attempt at each digest, after its notice is on record. */
  readonly others: readonly Transport[];
  /** To whoever reads along. Never rejects. */
  readonly copy?: ((digest: Digest) => Promise<void>) | undefined;
  /** By mail. Absent where no mail server is configured. */
  readonly tellHaste?: Notifier['tellHaste'] | undefined;
  /** Told of everything that was sent or was not, for metrics. */
  readonly onNotice?: (transport: string, end: SendResult['kind']) => void;
}

export interface Notifiers extends Notifier {
  copy(digest: Digest): Promise<void>;
  close(): Promise<void>;
}

const EVERYTHING: Room = { takes: () => true };

export function createNotifiers({ required, others, copy, tellHaste, onNotice }: NotifiersOptions): Notifiers {
  const sendBy = async (transport: Transport, digest: Digest): Promise<SendResult> => {
    const result = await transport.send(digest);
    onNotice?.(transport.name, result.kind);
    return result;
  };
  return {
    room: (preparedAt) => required.room?.(preparedAt) ?? EVERYTHING,
    send: (digest) => sendBy(required, digest),
    ...(tellHaste ? { tellHaste } : {}),
    async copy(digest) {
      await Promise.allSettled([...others.map((transport) => sendBy(transport, digest)), copy?.(digest)]);
    },
    async close() {
      await Promise.allSettled([required, ...others].map((transport) => transport.close()));
    },
  };
}
