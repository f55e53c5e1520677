import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The fate of an answer: it is passed on, the connection falls silent for good, or it breaks. */
export type Fate = 'pass' | 'silence' | 'break';

export interface LossyProxy {
  readonly url: string;
  /** Bytes of this text in a request decide the fate of Redis's answers from then on. */
  onRequest(text: string, fates: readonly Fate[]): void;
  /** How many requests held the text so far. */
  readonly seen: number;
  /** Their commands, in order; of a script also its hash. A pipeline counts as its first command. */
  readonly commands: readonly string[];
  close(): Promise<void>;
}

/** A TCP proxy before a real Redis: requests always arrive there, answers may get lost. */
export async function startLossyProxy(port: number): Promise<LossyProxy> {
  const sockets = new Set<Socket>();
  let wanted: string | undefined;
  let fates: Fate[] = [];
  const commands: string[] = [];
  const server = createServer((client) => {
    const redis = connect(port, '127.0.0.1');
    let fate: Fate = 'pass';
    for (const socket of [client, redis]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        redis.destroy();
      });
    }
    client.on('data', (bytes) => {
      if (wanted !== undefined && bytes.includes(wanted)) {
        commands.push(commandOf(bytes));
        fate = fates.shift() ?? fate;
      }
      redis.write(bytes);
    });
    redis.on('data', (bytes) => {
      if (fate === 'pass') client.write(bytes);
      if (fate === 'break') client.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    onRequest(text, next) {
      wanted = text;
      fates = [...next];
      commands.length = 0;
    },
    get seen() {
      return commands.length;
    },
    get commands() {
      return [...commands];
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** `*3 $7 evalsha $40 <hash> …` → `evalsha <hash>`; `*2 $3 get …` → `get`. */
function commandOf(request: Buffer): string {
  const [, , command = '', , argument = ''] = request.toString('latin1').split('\r\n');
  return command === 'evalsha' ? `${command} ${argument}` : command;
}
