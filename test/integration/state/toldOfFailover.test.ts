/** A Sentinel tells of a failover just when the client asks it for the new primary (redis/ioredis issue 1683). */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Redis } from 'ioredis';
import { connectQueue, disconnect } from '../../../src/queue/connection.ts';
import { RedisConnection } from '../../../src/state/redis/connection.ts';
import { RedisServer } from '../../support/redisTopologies.ts';
import { until } from '../../support/until.ts';
import { LogBook } from './support.ts';

let redis: RedisServer;
let sentinel: LateSentinel;
beforeEach(async () => {
  redis = await RedisServer.start();
  sentinel = await LateSentinel.start(redis.port);
});
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  await sentinel.stop();
  await redis.stop();
});

const clients: [string, (url: string) => readonly Redis[]][] = [
  [
    'the client of the state',
    (url) => {
      const connection = new RedisConnection({ url, log: new LogBook() });
      closers.push(() => connection.close());
      return [connection.client];
    },
  ],
  [
    'that of the queue, and its duplicate',
    (url) => {
      const client = connectQueue(url, () => undefined);
      const blocking = client.duplicate();
      blocking.on('error', () => undefined);
      const both = [client, blocking];
      closers.push(() => Promise.all(both.map(disconnect)));
      return both;
    },
  ],
];

test.each(clients)(
  'L70 told of a failover while it asks for the new primary, %s connects again',
  async (_what, open) => {
    for (const client of open(sentinel.url)) {
      await until('it is ready', async () => client.status === 'ready');
      await until('it listens', async () => sentinel.listeners > 0);
      sentinel.tellsWhenAsked = true;
      const closed = once(client, 'close');
      await redis.ask((other) => other.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'));
      await closed;
      await until('it is ready again', async () => client.status === 'ready');
      expect(await client.ping()).toBe('PONG');
      expect(sentinel.told).toBeGreaterThan(0);
    }
  },
);

/** Before it answers who the primary is, it tells everybody who listens of a failover, and waits until nobody does. */
class LateSentinel {
  tellsWhenAsked = false;
  told = 0;
  readonly #listening = new Set<Socket>();
  readonly #open = new Set<Socket>();
  readonly #server: Server;
  readonly #primary: number;

  private constructor(primary: number) {
    this.#primary = primary;
    this.#server = createServer((socket) => {
      this.#open.add(socket);
      socket.on('error', () => undefined);
      socket.on('data', (data) => void this.#answer(socket, data.toString()));
      socket.on('close', () => [this.#open, this.#listening].map((all) => all.delete(socket)));
    });
  }

  static async start(primary: number): Promise<LateSentinel> {
    const made = new LateSentinel(primary);
    await once(made.#server.listen(0, '127.0.0.1'), 'listening');
    return made;
  }

  get url(): string {
    return `redis+sentinel://127.0.0.1:${(this.#server.address() as AddressInfo).port}/mymaster`;
  }

  get listeners(): number {
    return this.#listening.size;
  }

  async stop(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #answer(socket: Socket, asked: string): Promise<void> {
    const port = String(this.#primary);
    for (const command of asked.split(/^\*\d+\r\n/m).filter((one) => one !== '')) {
      if (/subscribe/i.test(command)) {
        this.#listening.add(socket);
        socket.write('*3\r\n$9\r\nsubscribe\r\n$14\r\n+switch-master\r\n:1\r\n');
      } else if (/get-master-addr-by-name/.test(command)) {
        if (this.tellsWhenAsked) await this.#tell();
        socket.write(`*2\r\n$9\r\n127.0.0.1\r\n$${port.length}\r\n${port}\r\n`);
      } else if (/sentinels/.test(command)) socket.write('*0\r\n');
      else socket.write('+OK\r\n');
    }
  }

  async #tell(): Promise<void> {
    this.told++;
    for (const one of this.#listening) {
      const what = `mymaster 127.0.0.1 1 127.0.0.1 ${this.#primary}`;
      one.write(`*3\r\n$7\r\nmessage\r\n$14\r\n+switch-master\r\n$${what.length}\r\n${what}\r\n`);
    }
    await until('nobody listens', async () => this.#listening.size === 0);
  }
}
