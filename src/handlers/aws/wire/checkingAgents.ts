/**
 * Agents that check a request again when its connection is open. To open one may take seconds, and longer still in a
 * process that is stopped meanwhile: the SDK has written its request by then, and Node sends it as soon as it can.
 */
import { type ClientRequestArgs, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent, type RequestOptions } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { whenOpen } from '../../http/whenOpen.ts';

/** The check of the request that asks for a connection; the check throws to stop the request. */
export type CheckOf = () => () => void;
type Given = (error: Error | null, socket: Duplex) => void;

/** Node gives a kept connection to a request in the same moment; a queue for connections would be another delay. */
const OPTIONS = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };

export class CheckingHttpAgent extends HttpAgent {
  readonly #checkOf: CheckOf;
  readonly #openingMs: number;

  /** @param openingMs a connection that is not open by then is given up */
  constructor(checkOf: CheckOf, openingMs: number) {
    super(OPTIONS);
    this.#checkOf = checkOf;
    this.#openingMs = openingMs;
  }

  override createConnection(options: ClientRequestArgs, given?: Given): undefined {
    checked(super.createConnection(options), this.#checkOf(), this.#openingMs, given);
  }
}

export class CheckingHttpsAgent extends HttpsAgent {
  readonly #checkOf: CheckOf;
  readonly #openingMs: number;

  /** @param openingMs a connection that is not open by then is given up */
  constructor(checkOf: CheckOf, openingMs: number) {
    super(OPTIONS);
    this.#checkOf = checkOf;
    this.#openingMs = openingMs;
  }

  override createConnection(options: RequestOptions, given?: Given): undefined {
    checked(super.createConnection(options), this.#checkOf(), this.#openingMs, given);
  }
}

function checked(made: Duplex | null | undefined, check: () => void, openingMs: number, given?: Given): void {
  const socket = made as Socket;
  const timer = setTimeout(() => socket.destroy(new Error(`no connection within ${openingMs / 1000} s`)), openingMs);
  const fail = (error: Error) => {
    clearTimeout(timer);
    given?.(error, socket);
  };
  socket.once('error', fail);
  whenOpen(socket, () => {
    clearTimeout(timer);
    socket.off('error', fail);
    try {
      check();
    } catch (error) {
      socket.destroy();
      given?.(error as Error, socket);
      return;
    }
    given?.(null, socket);
  });
}
