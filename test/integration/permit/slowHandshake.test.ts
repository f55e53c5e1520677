/** A permit that ends while client and server of an HTTPS connection still agree on their keys (L59). */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:https';
import { type AddressInfo, connect, createServer as createRelay, type Server } from 'node:net';
import { resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { checkingAgents } from '../../../src/handlers/aws/wire/checkingAgents.ts';
import { Connections } from '../../../src/handlers/http/exchange.ts';

const CA = readFileSync(resolve('test/fixtures/smtp/certificate.pem'), 'utf8');
const KEY = readFileSync(resolve('test/fixtures/smtp/key.pem'));

let closers: (() => void)[];
/** The requests that arrived. */
let asked: string[];
/** Of the relay, which holds back the first bytes of each connection. */
let url: URL;
/** Resolves when a client has connected and begun the handshake. */
let begun: Promise<unknown>;
let release: () => void;
let permit: 'valid' | 'over';

const check = () => {
  if (permit === 'over') throw new Error('the permit is over');
};

beforeEach(async () => {
  closers = [];
  asked = [];
  permit = 'valid';
  const server = createServer({ cert: CA, key: KEY }, ({ method = '' }, answer) => {
    asked.push(method);
    answer.end('{}');
  });
  const end = await listening(server);
  const released = new Promise<void>((done) => {
    release = done;
  });
  let began: () => void = () => undefined;
  begun = new Promise<void>((done) => {
    began = done;
  });
  const relay = createRelay((client) => {
    client.once('readable', async () => {
      began();
      await released;
      const target = connect(end, '127.0.0.1');
      for (const socket of [client, target]) socket.on('error', () => undefined);
      client.pipe(target).pipe(client);
      client.once('close', () => target.destroy());
    });
  });
  url = new URL(`https://localhost:${await listening(relay)}/`);
});
afterEach(() => {
  for (const close of closers.reverse()) close();
});

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** A request with a body, by the client of registries and clusters. */
async function byConnections(): Promise<unknown> {
  const connections = new Connections({ ca: CA });
  closers.push(() => connections.destroy());
  const asking = { method: 'DELETE', url, headers: {}, body: '{}', maxBytes: 100 } as const;
  return connections.send(asking, new AbortController().signal, check);
}

/** The same by the agents of the SDK's clients, which write a request at once. */
async function bySdkAgents(): Promise<unknown> {
  const { httpAgent, httpsAgent } = checkingAgents(() => check, 60_000);
  closers.push(
    () => httpAgent.destroy(),
    () => httpsAgent.destroy(),
  );
  const sent = request(url, { method: 'DELETE', agent: httpsAgent, ca: CA });
  sent.end('{}');
  const [answer] = await once(sent, 'response');
  return answer.resume();
}

const CLIENTS = { 'a registry or a cluster': byConnections, AWS: bySdkAgents } as const;

test.each(Object.entries(CLIENTS))(
  'L59 the permit ends in the handshake with %s → no request leaves',
  async (_of, send) => {
    const failure = send().then(
      () => 'it was sent',
      (error: Error) => error.message,
    );
    await begun;
    permit = 'over';
    release();
    expect(await failure).toBe('the permit is over');
    expect(asked).toEqual([]);
  },
);

test.each(Object.entries(CLIENTS))(
  'L59 the permit is valid after the handshake with %s → one request leaves',
  async (_of, send) => {
    const answer = send();
    await begun;
    release();
    await answer;
    expect(asked).toEqual(['DELETE']);
  },
);
