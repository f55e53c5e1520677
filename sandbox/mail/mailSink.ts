import { MailFaults } from './faults.ts';
import { listenHttp } from './httpListener.ts';
import { parseMessage, type SunkMessage } from './message.ts';
import { listenSmtp } from './smtpListener.ts';

export interface MailSinkOptions {
  /** Default: loopback, because everyone who reaches it can read the mail. */
  readonly host?: string;
  /** 0, the default: any free port. */
  readonly smtpPort?: number;
  readonly httpPort?: number;
  /** TLS from the first byte, with a certificate that no client should trust. */
  readonly secure?: boolean;
  /** Accepts mail only after this login. */
  readonly login?: { readonly user: string; readonly password: string };
}

export interface MailSink {
  /** `smtp://127.0.0.1:port`, without the login. */
  readonly smtpUrl: string;
  /** The mailbox in a browser; `api/messages` below it is the same as JSON. */
  readonly pageUrl: string;
  readonly faults: MailFaults;
  /** In the order of arrival. */
  messages(): readonly SunkMessage[];
  /** Ends every open SMTP connection at once; accepts new ones. */
  dropConnections(): void;
  close(): Promise<void>;
}

/** A real SMTP server that forwards nothing, with a page to read the received mail. For the demo and for tests. */
export async function startMailSink(options: MailSinkOptions = {}): Promise<MailSink> {
  const { host = '127.0.0.1', smtpPort = 0, httpPort = 0, secure = false, login } = options;
  const messages: SunkMessage[] = [];
  const faults = new MailFaults();
  let count = 0;
  const smtp = await listenSmtp({
    host,
    port: smtpPort,
    secure,
    ...(login === undefined ? {} : { login }),
    faults,
    keep: async (envelope) => {
      messages.push(await parseMessage({ ...envelope, number: ++count, receivedAt: Date.now() }));
    },
  });
  const http = await listenHttp(host, httpPort, () => messages).catch(async (error: unknown) => {
    await smtp.close();
    throw error;
  });
  return {
    smtpUrl: `${secure ? 'smtps' : 'smtp'}://${host}:${smtp.port}`,
    pageUrl: `http://${host}:${http.port}/`,
    faults,
    messages: () => [...messages],
    dropConnections: () => smtp.dropConnections(),
    close: async () => {
      await Promise.all([smtp.close(), http.close()]);
    },
  };
}
