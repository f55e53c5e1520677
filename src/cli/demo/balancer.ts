import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** One address in front of several instances, like a real load balancer: links outlive an instance. */
export interface Balancer {
  readonly url: string;
  close(): Promise<void>;
}

/** @param targets ports on loopback to try, in this order, at each connection */
export async function startBalancer(targets: () => readonly number[]): Promise<Balancer> {
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((client) => {
    track(client).once('error', () => client.destroy());
    forward(client, targets(), track);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function forward(client: Socket, [port, ...others]: readonly number[], track: (socket: Socket) => Socket): void {
  if (port === undefined || client.destroyed) {
    client.destroy();
    return;
  }
  const target = track(connect({ host: '127.0.0.1', port }));
  const next = () => forward(client, others, track);
  target.once('error', next);
  target.once('connect', () => {
    target.removeListener('error', next);
    target.once('error', () => client.destroy());
    client.once('close', () => target.destroy());
    target.once('close', () => client.destroy());
    client.pipe(target).pipe(client);
  });
}
