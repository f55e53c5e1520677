/** All transports as one: one of them decides whether the owner has the notice, the others do their best. */
import type { Digest, Room, SendResult } from '../core/notice/digest.ts';
import type { Notifier } from '../core/notice/notifier.ts';
import type { Transport } from './message/transport.ts';

/** {@link createNotifiers} gets the transports open; its `close` ends all of them. */
export interface NotifiersOptions {
  /** Only its acceptance counts as notice. */
  readonly required: Transport;
  /** Best effort: one attempt per digest, after its notice is on record. */
  readonly others: readonly Transport[];
  /** Sends a copy to the configured readers. Never rejects. */
  readonly copy?: ((digest: Digest) => Promise<void>) | undefined;
  /** By mail. Absent without a mail server in the configuration. */
  readonly notifyExpedited?: Notifier['notifyExpedited'] | undefined;
  /** The notifiers call it for every attempt, sent or not, for metrics. */
  readonly onNotice?: (transport: string, end: SendResult['kind']) => void;
}

/** All transports of the configuration as one. */
export interface Notifiers extends Notifier {
  copy(digest: Digest): Promise<void>;
  close(): Promise<void>;
}

const EVERYTHING: Room = { takes: () => true };

/**
 * `required` alone decides whether a message counts as a notice; the others get copies, and their failures change
 * nothing.
 */
export function createNotifiers({ required, others, copy, notifyExpedited, onNotice }: NotifiersOptions): Notifiers {
  const sendBy = async (transport: Transport, digest: Digest): Promise<SendResult> => {
    const result = await transport.send(digest);
    onNotice?.(transport.name, result.kind);
    return { ...result, transport: transport.name };
  };
  return {
    room: (preparedAt) => required.room?.(preparedAt) ?? EVERYTHING,
    send: (digest) => sendBy(required, digest),
    ...(notifyExpedited ? { notifyExpedited } : {}),
    async copy(digest) {
      await Promise.allSettled([...others.map((transport) => sendBy(transport, digest)), copy?.(digest)]);
    },
    async close() {
      await Promise.allSettled([required, ...others].map((transport) => transport.close()));
    },
  };
}

/** Without a transport that counts there are no notices; then the loader allows nothing live unless notices are off. */
export const NO_NOTIFIER: Notifier = {
  send: async () => ({
    kind: 'failed',
    why: 'the transport for notices is not configured; set mail.smtp and mail.from, or notify.required',
  }),
};
