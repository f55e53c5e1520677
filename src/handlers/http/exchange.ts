/** One HTTP request and its whole answer, over kept connections. Knows no provider. */
import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { afterLooking } from './afterLooking.ts';
import { whenOpen } from './whenOpen.ts';

/** The methods that the clients of providers without an SDK send. */
export type Method = 'GET' | 'HEAD' | 'DELETE' | 'PATCH' | 'POST' | 'PUT';

/** One exchange without redirects; the connection is checked before the first byte. */
export interface WireRequest {
  readonly method: Method;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body?: string;
  /** A longer body of the answer ends the request. */
  readonly maxBytes: number;
}

/** Any status, also an error; only a broken exchange throws. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** No byte for so long means that no server answers. */
const SILENCE_MS = 30_000;
/** A permit ends this long before the lock of its namespace: a request that changes something waits no longer. */
const CHANGE_MS = 10_000;

/** The body is longer than the caller takes. */
export class TooLongError extends Error {
  override readonly name = 'TooLongError';
}

/** The server is there, and no byte of its answer comes. */
export class SilenceError extends Error {
  override readonly name = 'SilenceError';
}

/** How a server is recognised, and how this side identifies itself; everything in PEM. */
export interface TlsIdentity {
  /** In place of the certificates that Node trusts. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  /** The name in the server's certificate, where it is not the one in its address. */
  readonly servername?: string;
}

/** Connections to one server and to the hosts that it names. */
export class Connections {
  readonly #http = new HttpAgent({ keepAlive: true });
  readonly #https: HttpsAgent;

  constructor({ ca, cert, key, servername }: TlsIdentity = {}) {
    this.#https = new HttpsAgent({
      keepAlive: true,
      ...(ca === undefined ? {} : { ca }),
      ...(cert === undefined ? {} : { cert }),
      ...(key === undefined ? {} : { key }),
      ...(servername === undefined ? {} : { servername }),
    });
  }

  /**
   * @param check runs when the connection is open, directly before the first byte; an error of it stops the request. To
   *   open a connection may take minutes, and longer still in a process that is stopped meanwhile
   * @throws Node's own errors, `TooLongError`, the signal's reason, and the errors of `check`
   */
  send(
    { method, url, headers: given, body, maxBytes }: WireRequest,
    signal: AbortSignal,
    check: () => void = () => undefined,
  ): Promise<WireAnswer> {
    // Without it Node sends the body of a DELETE unframed: a server reads a request without a body, and garbage after it.
    const headers = body === undefined ? given : { ...given, 'content-length': String(Buffer.byteLength(body)) };
    return new Promise((resolve, reject) => {
      const isSafe = url.protocol === 'https:';
      const options = { method, headers, signal, agent: isSafe ? this.#https : this.#http };
      const sent = (isSafe ? httpsRequest : httpRequest)(url, options, (answer) => {
        whole(answer, maxBytes).then(resolve, (error: unknown) => {
          sent.destroy();
          reject(error);
        });
      });
      const silenceMs = method === 'GET' || method === 'HEAD' ? SILENCE_MS : CHANGE_MS;
      sent.setTimeout(silenceMs, () => sent.destroy(new SilenceError(`no answer within ${silenceMs / 1000} s`)));
      sent.on('error', (error) => reject(signal.aborted ? signal.reason : error));
      const late = () => sent.destroy(new Error(`no connection within ${silenceMs / 1000} s`));
      const opened = afterLooking(silenceMs, late);
      sent.once('close', opened);
      sent.once('socket', (socket) =>
        whenOpen(socket, () => {
          opened();
          try {
            check();
          } catch (error) {
            sent.destroy(error as Error);
            return;
          }
          sent.end(body);
        }),
      );
    });
  }

  destroy(): void {
    this.#http.destroy();
    this.#https.destroy();
  }
}

async function whole(answer: IncomingMessage, maxBytes: number): Promise<WireAnswer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new TooLongError(`the answer has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) };
}
