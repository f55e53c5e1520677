/**
 * The cut below ioredis. What a client writes becomes a step of the simulation; that step sends the same bytes to the real
 * server and waits for its answers; another step delivers them. Only BZPOPMIN is replaced: ZPOPMIN at once, again after
 * each script of the queue, and no answer when its simulated time is over.
 */
import type { Machine } from '../kernel/machine.ts';
import type { Simulation } from '../kernel/simulation.ts';
import type { Backend } from './backend.ts';
import { ClientSocket } from './clientSocket.ts';
import { type Command, readValue, writeCommand } from './resp.ts';
import { isWork, nameOf } from './scripts.ts';
import type { Server } from './server.ts';

/** Commands that came together. */
export interface Request {
  readonly commands: readonly Command[];
  /** One for each command. */
  readonly names: readonly string[];
}

/** What a happening does to a request. */
export interface Fault {
  /** This in the place of the server's answer; the command is not carried out. */
  readonly error?: string;
  readonly lateMs?: number;
  /** Just before the server carries it out. */
  readonly before?: () => Promise<void>;
  /** Once the server carried it out. */
  readonly after?: (socket: ClientSocket) => void;
}

/** The world sees each request, and each answer. */
export interface Watcher {
  faultOf(machine: Machine, what: string): Fault | undefined;
  onAnswer(machine: Machine, request: Request, answer: Buffer, sentAt: number): void;
}

interface Blocked {
  readonly socket: ClientSocket;
  readonly key: Buffer;
}

const NOTHING = Buffer.from('*-1\r\n');

export class Connections {
  readonly #simulation: Simulation;
  readonly #server: Server;
  readonly #world: Machine;
  readonly #watcher: Watcher;
  readonly #sockets = new Set<ClientSocket>();
  readonly #backends = new Map<ClientSocket, Promise<Backend>>();
  readonly #blocked = new Set<Blocked>();
  /** The error of its clock, ms. */
  aheadMs = 0;
  isDown = false;
  commands = 0;
  readonly counts = new Map<string, number>();

  constructor(simulation: Simulation, server: Server, world: Machine, watcher: Watcher) {
    this.#simulation = simulation;
    this.#server = server;
    this.#world = world;
    this.#watcher = watcher;
  }

  get sockets(): readonly ClientSocket[] {
    return [...this.#sockets];
  }

  open(machine: Machine): ClientSocket {
    const socket: ClientSocket = new ClientSocket(this.#simulation, machine, {
      isRefused: () => this.isDown,
      request: (commands) => this.#request(socket, commands),
      closed: () => this.#forget(socket),
    });
    this.#sockets.add(socket);
    return socket;
  }

  /** The connections of a process that died, or of all. */
  close(machine?: Machine): void {
    for (const socket of this.#sockets) if (machine === undefined || socket.machine === machine) this.#forget(socket);
  }

  /** A question of the world itself. */
  async do(...words: readonly (string | number)[]) {
    this.#server.setClock(this.#simulation.now + this.aheadMs);
    return this.#simulation.awaiting(this.#server.do(...words));
  }

  #request(socket: ClientSocket, commands: readonly Command[]): void {
    const names = commands.map(nameOf);
    const what = names.join('+');
    const isIdle = !names.some(isWork);
    if (!isIdle) this.#simulation.busy();
    for (const name of names) this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    const at = socket.nextOut(this.#simulation.now + this.#simulation.latencyMs());
    const sentAt = this.#simulation.now;
    const run = () => this.#carryOut(socket, { commands, names }, what, isIdle, sentAt);
    this.#simulation.at(at, this.#world, `${socket.machine.name}>${what}`, run, {
      skip: isIdle ? 'stands' : undefined,
    });
  }

  async #carryOut(
    socket: ClientSocket,
    request: Request,
    what: string,
    isIdle: boolean,
    sentAt: number,
  ): Promise<void> {
    if (socket.isGone) return;
    const { machine } = socket;
    const fault = this.#watcher.faultOf(machine, what);
    await fault?.before?.();
    this.commands += request.commands.length;
    const answer =
      fault?.error === undefined
        ? await this.#answer(socket, request)
        : Buffer.from(`-${fault.error}\r\n`.repeat(request.commands.length));
    if (answer) this.#watcher.onAnswer(machine, request, answer, sentAt);
    fault?.after?.(socket);
    if (answer) socket.deliver(answer, fault?.lateMs ?? 0, isIdle);
  }

  async #answer(socket: ClientSocket, { commands, names }: Request): Promise<Buffer | undefined> {
    const simulation = this.#simulation;
    this.#server.setClock(simulation.now + this.aheadMs);
    const [only] = commands;
    if (only && names.length === 1 && names[0] === 'BZPOPMIN') return this.#waitForItem(socket, only);
    const backend = await simulation.awaiting(this.#backendOf(socket));
    const bytes = Buffer.concat(commands.map((command) => command.bytes));
    const answer = await simulation.awaiting(backend.ask(bytes, commands.length));
    if (this.#blocked.size > 0 && names.includes('bull')) await this.#wake();
    return answer.length > 0 ? answer : undefined;
  }

  async #waitForItem(socket: ClientSocket, { words: [, key, timeoutS] }: Command): Promise<Buffer | undefined> {
    if (!key) throw new Error('BZPOPMIN without a key');
    const found = await this.#pop(key);
    if (found) return found;
    const blocked: Blocked = { socket, key };
    this.#blocked.add(blocked);
    const end = () => {
      if (this.#blocked.delete(blocked)) socket.deliver(NOTHING, 0, true);
    };
    this.#simulation.in(Number(timeoutS) * 1_000, this.#world, 'BZPOPMIN ends', end, { skip: 'stands' });
    return undefined;
  }

  async #pop(key: Buffer): Promise<Buffer | undefined> {
    const asked = this.#server.admin.ask(writeCommand(['ZPOPMIN', key, '1']), 1);
    const found = readValue(await this.#simulation.awaiting(asked)) as readonly string[];
    return found.length === 0 ? undefined : writeCommand([key, ...found]);
  }

  async #wake(): Promise<void> {
    for (const blocked of [...this.#blocked]) {
      const found = await this.#pop(blocked.key);
      if (!found) return;
      this.#blocked.delete(blocked);
      blocked.socket.deliver(found, 0, true);
    }
  }

  #backendOf(socket: ClientSocket): Promise<Backend> {
    let backend = this.#backends.get(socket);
    if (!backend) {
      backend = this.#server.connect();
      this.#backends.set(socket, backend);
    }
    return backend;
  }

  #forget(socket: ClientSocket): void {
    socket.isGone = true;
    this.#sockets.delete(socket);
    for (const blocked of this.#blocked) if (blocked.socket === socket) this.#blocked.delete(blocked);
    const backend = this.#backends.get(socket);
    this.#backends.delete(socket);
    void backend?.then((opened) => opened.close());
  }
}
