import { z } from 'zod';

/** With its angle brackets or without; the handler gets them. */
const MessageId = z
  .string()
  .regex(/^(<[^<>\s]{3,500}>|[^<>\s]{3,500})$/, { error: 'a Message-ID, with or without its angle brackets' })
  .transform((text) => (text.startsWith('<') ? text : `<${text}>`));

export const ByMessageId = z.object({ messageId: MessageId });
