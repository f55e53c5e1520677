/** A process that is busy while its connections open: what came meanwhile is not late. */
import { once } from 'node:events';
import { type Agent, createServer, request } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { readingAgents } from '../../../src/handlers/aws/wire/checkingAgents.ts';
import { afterLooking } from '../../../src/handlers/http/afterLooking.ts';

const OPENING_MS = 50;

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0).reverse()) close();
});

/** Blocks this process: no timer and no connection gets a turn. */
function busy(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

async function serverOn(): Promise<number> {
  const server = createServer((_request, answer) => answer.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

function agent(): Agent {
  const { httpAgent, httpsAgent } = readingAgents(OPENING_MS);
  closers.push(
    () => httpAgent.destroy(),
    () => httpsAgent.destroy(),
  );
  return httpAgent;
}

function answerFrom(port: number, by: Agent): Promise<unknown> {
  const sent = request({ host: '127.0.0.1', port, agent: by });
  sent.end();
  return once(sent, 'response').then(([answer]) => answer.resume().statusCode);
}

test('the process is busy for longer than a connection may take → the read is answered all the same', async () => {
  const answer = answerFrom(await serverOn(), agent());
  busy(4 * OPENING_MS);
  expect(await answer).toBe(200);
});

test('a hundred reads wait for fifty connections, and the process is busy → every read is answered', async () => {
  const [port, by] = [await serverOn(), agent()];
  const answers = Array.from({ length: 100 }, () => answerFrom(port, by));
  setImmediate(() => busy(2 * OPENING_MS));
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
});

test('a connection that does not open in its time is given up as the SDK does it, so a read is sent again', async () => {
  const { httpsAgent } = readingAgents(OPENING_MS);
  // It accepts, and never says a word of TLS.
  const server = createTcpServer((socket) => closers.push(() => socket.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => server.close());
  const { request: safely } = await import('node:https');
  const sent = safely({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, agent: httpsAgent });
  sent.end();
  const [error] = await once(sent, 'error');
  expect(error).toMatchObject({ name: 'TimeoutError', code: 'ETIMEDOUT', message: 'no connection within 0.05 s' });
});

test('a wait that is ended calls nobody, whether its timer or its look comes next', async () => {
  let late = 0;
  const end = afterLooking(10, () => late++);
  busy(20);
  await new Promise((resolve) => setTimeout(resolve, 0));
  end();
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(late).toBe(0);
});
