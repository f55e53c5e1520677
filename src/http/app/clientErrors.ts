import type { Socket } from 'node:net';
import { Problem, problemDocument } from './problem.ts';

/**
 * Answers a request that Node.js could not read as HTTP, before any route or hook sees it: RFC 9457 as for each other
 * refusal, and the end of the connection.
 */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  // The client has left.
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = problemOf(error.code);
  const body = JSON.stringify(problemDocument(problem, 'none'));
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** @param code of Node.js, see https://nodejs.org/api/http.html#event-clienterror */
function problemOf(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new Problem('headersTooLarge', 'The address and the headers have more than 16 KiB.');
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Problem('timeout', 'The request did not arrive in time.');
  return new Problem('badRequest', 'This is not an HTTP request.');
}
