import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerControl, CONTROL_PATH } from './controlHttp.ts';
import { type Answer, dispatch, type Wait } from './dispatch.ts';
import type { Repeats } from './repeats.ts';
import { createSandbox, type SandboxOptions } from './sandbox.ts';
import type { SandboxControl } from './store/control.ts';
import { WireRequest } from './wire/format.ts';

export interface RunningSandbox {
  /** For `AWS_ENDPOINT_URL`: `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly control: SandboxControl;
  /**
   * Answers a client in the same process without a socket. `undefined` = this needs a socket: a fault of the connection
   * is set, or the sandbox is closed.
   */
  answerHere(request: WireRequest): Promise<AnswerHere> | undefined;
  readonly repeats: Repeats;
  /** Aborts all open answers. */
  close(): Promise<void>;
}

/** An answer with the bytes that arrive of its body. */
export interface AnswerHere extends Omit<Answer, 'body' | 'delivery'> {
  readonly body: Buffer;
}

export interface ServerOptions extends SandboxOptions {
  readonly host?: string;
  /** 0, the default: any free port. */
  readonly port?: number;
}

export async function startSandbox({
  host = '127.0.0.1',
  port = 0,
  ...options
}: ServerOptions = {}): Promise<RunningSandbox> {
  const sandbox = createSandbox(options);
  const waits = new Waits();
  let isOpen = true;
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request);
    if (request.url?.startsWith(CONTROL_PATH)) return answerControl(sandbox.control, request, body, response);
    const { method = 'POST', url = '/', headers } = request;
    deliver(await dispatch(sandbox, new WireRequest(method, url, headers, body), waits.wait), response);
  };
  // Longer than any client keeps an idle connection; otherwise a request may use a socket that is being closed.
  server.keepAliveTimeout = 120_000;
  server.listen(port, host);
  await once(server, 'listening');
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    control: sandbox.control,
    repeats: sandbox.repeats,
    answerHere: (request) =>
      isOpen && !sandbox.faults.needSocket() ? dispatch(sandbox, request, waits.wait).then(arriving) : undefined,
    async close() {
      isOpen = false;
      waits.end();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function deliver({ status, body, headers, contentType, requestId, delivery }: Answer, response: ServerResponse): void {
  if (delivery === 'never') return;
  if (delivery === 'dropped') {
    response.destroy();
    return;
  }
  const whole = Buffer.from(body);
  const part = sentOf(whole, delivery);
  response.writeHead(status, {
    'content-type': contentType,
    'content-length': delivery === 'cutOff' ? whole.length : part.length,
    // The answer to HEAD has the length that the body would have.
    ...headers,
    'x-amzn-requestid': requestId,
  });
  if (delivery === 'cutOff') response.write(part, () => response.destroy());
  else response.end(part);
}

const SHARE_SENT = { whole: 1, truncated: 0.5, cutOff: 0.5, blank: 0, dropped: 0, never: 0 } as const;

function sentOf(whole: Buffer, delivery: Answer['delivery']): Buffer {
  return whole.subarray(0, Math.floor(whole.length * SHARE_SENT[delivery]));
}

function arriving({ body, delivery, ...answer }: Answer): AnswerHere {
  return { ...answer, body: sentOf(Buffer.from(body), delivery) };
}

/** Delays that end with the sandbox. */
class Waits {
  readonly #pending = new Map<NodeJS.Timeout, () => void>();

  readonly wait: Wait = (ms) =>
    new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#pending.delete(timer);
        resolve();
      }, ms);
      this.#pending.set(timer, resolve);
    });

  end(): void {
    for (const [timer, resolve] of this.#pending) {
      clearTimeout(timer);
      resolve();
    }
    this.#pending.clear();
  }
}
