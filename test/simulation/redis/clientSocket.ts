import { Duplex } from 'node:stream';
import type { Machine } from '../kernel/machine.ts';
import type { Simulation } from '../kernel/simulation.ts';
import { type Command, readCommands } from './resp.ts';

/** The other end. */
export interface Peer {
  readonly isRefused: () => boolean;
  readonly request: (commands: readonly Command[]) => void;
  readonly closed: () => void;
}

/** What `net.createConnection` gives a client: its bytes arrive in order, late, or from some moment on not at all. */
export class ClientSocket extends Duplex {
  readonly machine: Machine;
  connecting = true;
  isGone = false;
  /** Silent from now on: nothing arrives any more, in either direction, and nobody says so. */
  isSilent = false;
  readonly remoteAddress = '127.0.0.1';
  readonly remotePort = 6_379;
  readonly #simulation: Simulation;
  readonly #peer: Peer;
  #rest: Buffer = Buffer.alloc(0);
  #lastOut = 0;
  #lastIn = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(simulation: Simulation, machine: Machine, peer: Peer) {
    super({ autoDestroy: true, emitClose: true });
    this.#simulation = simulation;
    this.machine = machine;
    this.#peer = peer;
    simulation.in(simulation.latencyMs(), machine, 'connect', () => this.#open(), { skip: 'stands' });
  }

  /** Not before what was sent earlier. */
  nextOut(at: number): number {
    this.#lastOut = Math.max(at, this.#lastOut);
    return this.#lastOut;
  }

  deliver(answer: Buffer, lateMs: number, isIdle: boolean): void {
    if (this.isSilent) return;
    const simulation = this.#simulation;
    this.#lastIn = Math.max(simulation.now + simulation.latencyMs() + lateMs, this.#lastIn);
    const push = () => {
      if (!this.isGone && !this.isSilent) this.push(Buffer.from(answer));
    };
    simulation.at(this.#lastIn, this.machine, 'answer', push, { skip: isIdle ? 'stands' : undefined });
  }

  /** The connection breaks, and the client notices. */
  cut(): void {
    this.isGone = true;
    const broken = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    this.#simulation.in(this.#simulation.latencyMs(), this.machine, 'cut', () => this.destroy(broken));
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  setTimeout(ms: number, call?: () => void): this {
    clearTimeout(this.#idle);
    if (ms > 0 && call) this.#idle = setTimeout(call, ms);
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#send(chunk);
    done();
  }

  override _writev(chunks: { readonly chunk: Buffer }[], done: () => void): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    done();
  }

  override _final(done: () => void): void {
    done();
    this.push(null);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#idle);
    this.#peer.closed();
    done(error);
  }

  #open(): void {
    this.connecting = false;
    if (!this.#peer.isRefused()) this.emit('connect');
    else this.destroy(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
  }

  #send(bytes: Buffer): void {
    const { commands, rest } = readCommands(Buffer.concat([this.#rest, bytes]));
    this.#rest = rest;
    if (commands.length > 0 && !this.isSilent && !this.isGone) this.#peer.request(commands);
  }
}
