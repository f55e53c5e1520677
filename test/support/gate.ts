/** A TCP proxy before a Redis or a Sentinel, which a test closes for some of its callers: a partition of the network. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Who calls, by its first words: another server, a Sentinel, or the user of a client; `''` = it said nothing of that. */
export type Caller = 'replica' | 'sentinel' | (string & {});

const HOST = '127.0.0.1';

interface Call {
  readonly ends: readonly [Socket, Socket];
  caller: Caller;
}

/**
 * What a closed gate holds back is not lost: it arrives when the gate opens again, as TCP would send it again, also from a
 * caller that gave up meanwhile.
 */
export class Gate {
  readonly #server: Server;
  readonly #calls = new Set<Call>();
  #closedFor: (caller: Caller) => boolean = () => false;

  private constructor(target: number) {
    this.#server = createServer((client) => this.#take(client, connect(target, HOST)));
  }

  static async before(target: number): Promise<Gate> {
    const gate = new Gate(target);
    gate.#server.listen(0, HOST);
    await once(gate.#server, 'listening');
    return gate;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  closeFor(isClosed: (caller: Caller) => boolean): void {
    this.#closedFor = isClosed;
    for (const call of this.#calls) this.#turn(call);
  }

  open(): void {
    this.closeFor(() => false);
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const { ends } of this.#calls) for (const socket of ends) socket.destroy();
    await closed;
  }

  #take(client: Socket, redis: Socket): void {
    const call: Call = { ends: [client, redis], caller: '' };
    this.#calls.add(call);
    for (const socket of call.ends) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#calls.delete(call);
        client.destroy();
        redis.destroy();
      });
    }
    client.on('data', (bytes) => {
      if (call.caller === '') call.caller = callerIn(bytes.toString('latin1'));
      redis.write(bytes);
      this.#turn(call);
    });
    redis.on('data', (bytes) => void client.write(bytes));
  }

  #turn({ ends, caller }: Call): void {
    for (const socket of ends) {
      if (this.#closedFor(caller)) socket.pause();
      else socket.resume();
    }
  }
}

/** A replica says REPLCONF, a Sentinel gives its connections a name, a client its user. */
export function callerIn(words: string): Caller {
  if (/\r\nREPLCONF\r\n/i.test(words)) return 'replica';
  if (/\r\nsentinel-[0-9a-f]+-/.test(words)) return 'sentinel';
  return (
    /\r\nauth\r\n\$\d+\r\n(\w+)\r\n/i.exec(words)?.[1] ??
    (/\r\nget-master-addr-by-name\r\n/i.test(words) ? 'client' : '')
  );
}
