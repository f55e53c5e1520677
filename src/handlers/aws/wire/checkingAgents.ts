/**
 * Agents that check a request again when its connection is open. To open one may take seconds, and longer still in a
 * process that is stopped meanwhile: the SDK has written its request by then, and Node sends it as soon as it can.
 */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { whenOpen } from '../../http/whenOpen.ts';

/** The check of the request with these headers, which asks for a connection; it throws to stop the request. */
export type CheckOf = (headers: object | undefined) => () => void;
type Given = (error: Error | null, socket: Duplex) => void;

/**
 * Node gives a kept connection to a request in the same moment. A queue for connections would be another delay, and the
 * connection for a request in it would have the headers of another.
 */
const OPTIONS = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };

/** @param openingMs a connection that is not open by then is given up */
export function checkingAgents(checkOf: CheckOf, openingMs: number): { httpAgent: HttpAgent; httpsAgent: HttpsAgent } {
  const checking = <A extends HttpAgent>(agent: A): A => {
    const open: HttpAgent['createConnection'] = agent.createConnection.bind(agent);
    agent.createConnection = (options, given?: Given) => {
      const { headers } = options as { readonly headers?: object };
      const check = checkOf(headers);
      checked(open(options), check, openingMs, given);
      return undefined;
    };
    return agent;
  };
  return { httpAgent: checking(new HttpAgent(OPTIONS)), httpsAgent: checking(new HttpsAgent(OPTIONS)) };
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
