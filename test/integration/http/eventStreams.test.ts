/** Live streams to real clients, by a clock of their own. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Logger } from '../../../src/core/common/logger.ts';
import type { FleetEvent } from '../../../src/core/ports/events.ts';
import { EventStreams } from '../../../src/http/operator/api/eventStreams.ts';
import { until } from '../../support/until.ts';
import { NOW } from './fixture.ts';

const MINUTE = 60_000;
const silent: Logger = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent };
const large = (cursor: string): FleetEvent => ({
  cursor,
  entry: { at: NOW, namespace: 'fleet', event: 'control', actor: 'ann', reason: 'x'.repeat(200_000) },
});

let server: Server;
let streams: EventStreams;
let now: number;
let mayRead: boolean;
let events: readonly FleetEvent[];
const clients: Socket[] = [];

beforeEach(async () => {
  now = 0;
  mayRead = true;
  events = [];
  streams = new EventStreams({
    log: silent,
    events: { after: async () => ({ events }) },
    monotonic: { monotonicMs: () => now },
  });
  server = createServer((_request, response) => {
    response.writeHead(200, { connection: 'close' });
    const who = { actor: 'ann', mayRead: async () => mayRead };
    streams.add(response, { cursor: '1-1', filter: {}, hasGap: false, ...who });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  streams.close();
  for (const client of clients.splice(0)) client.destroy();
  await new Promise((done) => server.close(done));
});

/** Takes the first bytes of the answer, and nothing more if it does not read. */
async function client({ reads }: { readonly reads: boolean }): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  clients.push(socket);
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(socket, 'data');
  if (reads) socket.resume();
  else socket.pause();
  return socket;
}

/** Streams that this person may still open. */
const isFull = () => streams.fullFor('ann') !== undefined;
const fill = async (reads: boolean) => {
  for (let count = 0; count < 6; count++) await client({ reads });
  expect(isFull()).toBe(true);
};

describe('a live stream', () => {
  test('P12 whose client takes nothing for half a minute gives its place and its connection back', async () => {
    await fill(false);
    // More than the buffers of the kernel hold, and less than what ends a slow client at once.
    events = Array.from({ length: 4 }, (_, index) => large(`2-${index}`));
    const open = () => new Promise<number>((done) => server.getConnections((_error, count) => done(count)));
    await until('the places are free', () => {
      now += 10_000;
      return !isFull();
    });
    await until('the connections are closed', async () => (await open()) === 0);
  });

  test('P12 whose client reads keeps its place, however long it takes', async () => {
    await fill(true);
    for (let minute = 1; minute < 10; minute++) now += MINUTE;
    await streams.recheck();
    expect(isFull()).toBe(true);
  });

  test('P11 ends within a minute and a second after its reader lost the right', async () => {
    await fill(true);
    mayRead = false;
    now += MINUTE + 1;
    await until('the places are free', () => !isFull());
  });

  test('P11 ends when nobody can say whether its reader has the right', async () => {
    const socket = await client({ reads: true });
    const ended = once(socket, 'end');
    mayRead = Promise.reject(new Error('Redis does not answer')) as never;
    await streams.recheck();
    await ended;
  });
});
