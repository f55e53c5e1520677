import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type Balancer, startBalancer } from '../../../src/cli/demo/balancer.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function page(text: string): Promise<{ server: Server; port: number }> {
  const server = createServer((_request, response) => response.end(text)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    server.close();
  };
  open.push({ close });
  return { server, port: (server.address() as AddressInfo).port };
}

async function balance(targets: () => readonly number[]): Promise<Balancer> {
  const balancer = await startBalancer(targets);
  open.push(balancer);
  return balancer;
}

const read = async (url: string) => (await fetch(url, { headers: { connection: 'close' } })).text();

describe('the balancer in front of the instances', () => {
  test('asks the first', async () => {
    const [a, b] = [await page('a'), await page('b')];
    const { url } = await balance(() => [a.port, b.port]);
    expect(await read(url)).toBe('a');
  });

  test('and the next when that one is gone', async () => {
    const [a, b] = [await page('a'), await page('b')];
    const { url } = await balance(() => [a.port, b.port]);
    a.server.close();
    await once(a.server, 'close');
    expect(await read(url)).toBe('b');
  });

  test('hangs up when there is none', async () => {
    const { url } = await balance(() => []);
    await expect(read(url)).rejects.toThrow('fetch failed');
  });
});
