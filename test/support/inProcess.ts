/**
 * AWS without sockets: the SDK's clients pass their requests to a sandbox in the same process. Both sides still write
 * and read the bytes of the wire; only HTTP in between, the most expensive part of a call, is skipped. Requests use
 * HTTP again while a fault is set that breaks the connection, or delays or withholds the answer.
 */
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { HttpHandlerOptions, HttpRequest, HttpResponse } from '@smithy/types';
import { type RunningSandbox, WireRequest } from '../../sandbox/aws/index.ts';
import { SharedClientPool } from '../../src/handlers/contract/clientPool.ts';

type Handle = (request: HttpRequest, options?: HttpHandlerOptions) => Promise<{ response: HttpResponse }>;
type Send = (command: { readonly input: object }, ...options: readonly unknown[]) => Promise<object>;
export interface SdkClient {
  readonly config: { readonly requestHandler: { handle: Handle } };
  send: Send;
}

export class InProcessClients extends SharedClientPool {
  readonly #sandbox: RunningSandbox;
  readonly #host: string;

  readonly #onNew: (key: string, client: SdkClient) => void;

  /** @param onNew called once for each new SDK client */
  constructor(sandbox: RunningSandbox, onNew: (key: string, client: SdkClient) => void = () => {}) {
    super();
    this.#sandbox = sandbox;
    this.#onNew = onNew;
    this.#host = new URL(sandbox.url).host;
  }

  override get<T extends { destroy(): void }>(key: string, make: () => T): T {
    return super.get(key, () => {
      const made = make();
      if (isSdkClient(made)) {
        this.#shorten(made.config.requestHandler);
        this.#onNew(key, made);
      }
      return made;
    });
  }

  #shorten(handler: { handle: Handle }): void {
    const overHttp = handler.handle.bind(handler);
    handler.handle = async (request, options = {}) => {
      if (`${request.hostname}:${request.port}` !== this.#host) return overHttp(request, options);
      // As on a socket, other code gets a turn before and after.
      await setImmediate();
      throwIfAborted(options);
      const answer = await this.#sandbox.answerHere(wireRequest(request));
      if (!answer) return overHttp(request, options);
      await setImmediate();
      throwIfAborted(options);
      const { status, body, contentType, requestId } = answer;
      const headers = {
        'content-type': contentType,
        'content-length': String(body.length),
        ...lowerCased(answer.headers ?? {}),
        'x-amzn-requestid': requestId,
      };
      // The content of an object is a stream for the SDK; all else it reads at once.
      const content = request.query?.['x-id'] === 'GetObject' ? Readable.from([body], { objectMode: false }) : body;
      return { response: { statusCode: status, headers, body: content } };
    };
  }
}

/** A pool also contains other objects: credentials, account checks. */
function isSdkClient(made: object): made is SdkClient {
  return 'config' in made && 'middlewareStack' in made;
}

/** As the SDK's handler of requests does. */
export function throwIfAborted({ abortSignal }: HttpHandlerOptions): void {
  if (abortSignal?.aborted) throw Object.assign(new Error('Request aborted'), { name: 'AbortError' });
}

function wireRequest({ method, path, query = {}, headers, body }: HttpRequest): WireRequest {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value].flat()) parameters.append(name, each ?? '');
  }
  const url = parameters.size > 0 ? `${path}?${parameters}` : path;
  return new WireRequest(method, url, lowerCased(headers), textOf(body));
}

function textOf(body: HttpRequest['body']): string {
  if (body === undefined || typeof body === 'string') return body ?? '';
  const { buffer, byteOffset, byteLength } = body as Uint8Array;
  return Buffer.from(buffer, byteOffset, byteLength).toString('utf8');
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
