/** The SMTP side of the sink: accepts every message for every address, except for faults. */
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import type { MailFaultKind, MailFaults } from './faults.ts';

interface Envelope {
  readonly sender: string;
  readonly recipients: readonly string[];
  readonly raw: string;
}

export interface SmtpListenerOptions {
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  /** TLS from the first byte, with the test certificate of smtp-server. */
  readonly secure: boolean;
  /** Requires this login; absent: offers no login. */
  readonly login?: { readonly user: string; readonly password: string };
  readonly faults: MailFaults;
  /** Resolves when the message is stored. */
  readonly keep: (envelope: Envelope) => Promise<void>;
}

export interface SmtpListener {
  readonly port: number;
  dropConnections(): void;
  close(): Promise<void>;
}

type Answer = (error?: Error | null) => void;

/** Larger than any digest; some limit is necessary. */
const MAX_BYTES = 20 * 1024 * 1024;

export async function listenSmtp(options: SmtpListenerOptions): Promise<SmtpListener> {
  const { host, port, secure, login, faults, keep } = options;
  const sockets = new Map<number, Socket>();
  const delays = new Set<NodeJS.Timeout>();
  const track = (socket: Socket, port: number) => {
    sockets.set(port, socket);
    socket.once('close', () => sockets.delete(port));
  };
  const drop = (session: SMTPServerSession) => sockets.get(session.remotePort)?.destroy();

  const afterwards = (ms: number, then: () => void): void => {
    const timer = setTimeout(() => {
      delays.delete(timer);
      then();
    }, ms);
    delays.add(timer);
  };

  const answer = (fault: MailFaultKind | undefined, session: SMTPServerSession, done: Answer): void => {
    if (fault === undefined) done();
    else if (fault.kind === 'delay') afterwards(fault.ms, () => done());
    else if (fault.kind === 'refuse') done(refusal(fault.code, fault.text));
    else drop(session);
  };

  const server = new SMTPServer({
    secure,
    logger: false,
    size: MAX_BYTES,
    disableReverseLookup: true,
    closeTimeout: 100,
    allowInsecureAuth: true,
    authOptional: login === undefined,
    disabledCommands: [...(secure ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    // Not the underlying socket: destroying that during a handshake crashes Node 20.20 (measured).
    onSecure(socket, session, done) {
      track(socket, session.remotePort);
      done();
    },
    onConnect: (session, done) => answer(faults.take('connection'), session, done),
    onAuth({ username, password }, _session, done) {
      if (username === login?.user && password === login?.password) done(null, { user: username });
      else done(refusal(535, `authentication failed for ${username} with ${password}`));
    },
    onMailFrom: (_address, session, done) => answer(faults.take('sender'), session, done),
    onRcptTo: ({ address }, session, done) => answer(faults.take('recipient', [address]), session, done),
    onData(stream, session, done) {
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      const sender = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address;
      const fault = faults.take('data', recipients);
      const kept = async () => {
        const raw = Buffer.concat(await stream.toArray()).toString();
        if (fault === undefined || fault.kind === 'delay' || fault.kind === 'keepAndDrop') {
          await keep({ sender, recipients, raw });
        }
      };
      kept().then(
        () => answer(fault, session, done),
        (error: Error) => done(error),
      );
    },
  });

  const dropConnections = () => {
    for (const socket of sockets.values()) socket.destroy();
  };

  server.on('error', () => undefined);
  const { server: listener } = server;
  if (!secure) listener.on('connection', (socket) => track(socket, socket.remotePort ?? 0));
  server.listen(port, host);
  await once(listener, 'listening');

  return {
    port: (listener.address() as AddressInfo).port,
    dropConnections,
    async close() {
      for (const timer of delays) clearTimeout(timer);
      dropConnections();
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };
}

function refusal(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}
