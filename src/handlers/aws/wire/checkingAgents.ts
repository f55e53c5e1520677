/**
 * Agents that check a request again when its connection is open. To open one may take seconds, and longer still in a
 * process that is stopped meanwhile: the SDK has written its request by then, and Node sends it as soon as it can.
 */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterLooking } from '../../http/afterLooking.ts';
import { whenOpen } from '../../http/whenOpen.ts';

/** The check of the request with these headers, which asks for a connection; it throws to stop the request. */
export type CheckOf = (headers: object | undefined) => () => void;
type Given = (error: Error | null, socket: Duplex) => void;

/** Of one client. */
export interface Agents {
  readonly httpAgent: HttpAgent;
  readonly httpsAgent: HttpsAgent;
}

/**
 * Node gives a kept connection to a request in the same moment. A queue for connections would be another delay, and the
 * connection for a request in it would have the headers of another.
 * @param openingMs a connection that is not open by then is given up
 */
export function checkingAgents(checkOf: CheckOf, openingMs: number): Agents {
  return agents(checkOf, openingMs, Number.POSITIVE_INFINITY);
}

/**
 * For reads, which need no check. A request that waits for one of so many connections is not late: `openingMs` begins
 * with its connection. (The SDK's own time-out begins with the request.)
 */
export function readingAgents(openingMs: number): Agents {
  return agents(() => () => undefined, openingMs, READING_SOCKETS);
}

/** Closes the connections that no request has; the others are closed at the end of theirs. */
export function closeKept({ httpAgent, httpsAgent }: Agents): void {
  for (const agent of [httpAgent, httpsAgent]) {
    agent.maxFreeSockets = 0;
    for (const sockets of Object.values(agent.freeSockets)) for (const socket of [...(sockets ?? [])]) socket.destroy();
  }
}

/** As the SDK's own agents. */
const READING_SOCKETS = 50;

function agents(checkOf: CheckOf, openingMs: number, maxSockets: number): Agents {
  const options = { keepAlive: true, maxSockets };
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
  return { httpAgent: checking(new HttpAgent(options)), httpsAgent: checking(new HttpsAgent(options)) };
}

function checked(made: Duplex | null | undefined, check: () => void, openingMs: number, given?: Given): void {
  const socket = made as Socket;
  const late = () => socket.destroy(noConnection(openingMs));
  const opened = afterLooking(openingMs, late);
  const fail = (error: Error) => {
    opened();
    given?.(error, socket);
  };
  socket.once('error', fail);
  whenOpen(socket, () => {
    opened();
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

/** As the SDK names it, so that it sends a read again. */
function noConnection(openingMs: number): Error {
  const error = new Error(`no connection within ${openingMs / 1000} s`);
  return Object.assign(error, { name: 'TimeoutError', code: 'ETIMEDOUT' });
}
