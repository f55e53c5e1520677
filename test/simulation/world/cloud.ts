/** AWS: the sandbox in this process, behind two hops of the network. A request leaves after the check of its connection. */
import { Duplex, Readable } from 'node:stream';
import type { HttpHandlerOptions, HttpRequest, HttpResponse } from '@smithy/types';
import { type RunningSandbox, startSandbox, WireRequest } from '../../../sandbox/aws/index.ts';
import type { Machine } from '../kernel/machine.ts';
import type { Simulation } from '../kernel/simulation.ts';
import type { CheckedAgent } from './edges.ts';
import { deletedBy } from './families.ts';

export const ACCOUNT = '111111111111';

/** What happens to a call: its request or its answer is lost. */
export type CallFault = 'requestLost' | 'answerLost';

/** The world sees each request that deletes when it leaves, and when AWS carried it out. */
export interface CloudWatcher {
  callFault(machine: Machine, action: string): CallFault | undefined;
  onDeletion(machine: Machine, id: string, isForced: boolean): Promise<void>;
  onDeleted(id: string): void;
  /** Any other request was carried out. */
  onDone(machine: Machine, action: string, body: string): void;
}

/** A call without an answer ends after this time: the deleter's time limit, ms. */
const LOST_MS = 8_000;
/** A request and its answer take up to so long each, ms. */
const FAR_MS = 60;
const FORCED = /(?:DeleteAssociatedSnapshots|ForceDelete)=true/;

export class Cloud {
  readonly #simulation: Simulation;
  readonly #world: Machine;
  readonly #sandbox: RunningSandbox;
  readonly #watcher: CloudWatcher;
  readonly #farMs: number;
  calls = 0;

  constructor(
    simulation: Simulation,
    world: Machine,
    sandbox: RunningSandbox,
    watcher: CloudWatcher,
    farMs: number = FAR_MS,
  ) {
    this.#farMs = farMs;
    this.#simulation = simulation;
    this.#world = world;
    this.#sandbox = sandbox;
    this.#watcher = watcher;
  }

  get control() {
    return this.#sandbox.control;
  }

  /** For the environment of the program. */
  get credentials() {
    const [key] = this.control.accounts()[0]?.accessKeys ?? [];
    return { AWS_ACCESS_KEY_ID: key?.accessKeyId, AWS_SECRET_ACCESS_KEY: key?.secretAccessKey };
  }

  async call(
    machine: Machine,
    request: HttpRequest,
    options: HttpHandlerOptions,
    agent: CheckedAgent | undefined,
  ): Promise<{ response: HttpResponse }> {
    const simulation = this.#simulation;
    if (agent && simulation.random() < 0.5) await opened(agent, request);
    throwIfAborted(options);
    this.calls++;
    simulation.busy();
    const wire = wireRequest(request);
    const action =
      /(?:^|&)Action=(\w+)/.exec(wire.body)?.[1] ?? lowerCased(request.headers)['x-amz-target'] ?? wire.path;
    const ids = deletedBy(action, wire.body);
    for (const id of ids) await this.#watcher.onDeletion(machine, id, FORCED.test(wire.body));
    return new Promise((resolve, reject) => {
      const lost = () =>
        simulation.in(LOST_MS, machine, `aws!${action}`, () =>
          reject(Object.assign(new Error('socket hang up'), { name: 'TimeoutError' })),
        );
      const arrive = async () => {
        const fault = this.#watcher.callFault(machine, action);
        if (fault === 'requestLost') return lost();
        const answer = await this.#sandbox.answerHere(wire);
        if (!answer) throw new Error('the sandbox is closed');
        if (answer.status === 200) {
          for (const id of ids) this.#watcher.onDeleted(id);
          this.#watcher.onDone(machine, action, wire.body);
        }
        if (fault === 'answerLost') return lost();
        const headers = {
          date: new Date().toUTCString(),
          'content-type': answer.contentType,
          'content-length': String(answer.body.length),
          ...lowerCased(answer.headers ?? {}),
          'x-amzn-requestid': answer.requestId,
        };
        return simulation.in(this.#hopMs(), machine, `aws<${action}`, () => {
          simulation.busy();
          resolve({
            response: { statusCode: answer.status, headers, body: Readable.from([answer.body], { objectMode: false }) },
          });
        });
      };
      simulation.in(this.#hopMs(), this.#world, `${machine.name}>aws:${action}`, arrive);
    });
  }

  #hopMs(): number {
    return 2 + this.#simulation.random() * this.#farMs;
  }
}

/** A connection that opens after a hop, and then only stands for the request that the simulation sends itself. */
export class ProviderSocket extends Duplex {
  connecting = true;

  constructor(simulation: Simulation, machine: Machine) {
    super();
    simulation.in(2 + simulation.random() * FAR_MS, machine, 'aws opens', () => {
      this.connecting = false;
      this.emit('connect');
    });
  }

  override _read(): void {}
}

export async function sandboxOf(simulation: Simulation): Promise<RunningSandbox> {
  const accounts = [{ id: ACCOUNT, alias: 'acme-test', roles: ['reader', 'deleter'] }];
  return startSandbox({ now: () => simulation.now, accounts });
}

function opened(agent: CheckedAgent, { headers }: HttpRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    agent.createConnection({ headers }, (error) => (error ? reject(error) : resolve()));
  });
}

function throwIfAborted({ abortSignal }: HttpHandlerOptions): void {
  if (abortSignal?.aborted) throw Object.assign(new Error('Request aborted'), { name: 'AbortError' });
}

function wireRequest({ method, path, query = {}, headers, body }: HttpRequest): WireRequest {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const each of [value].flat()) parameters.append(name, each ?? '');
  return new WireRequest(
    method,
    parameters.size > 0 ? `${path}?${parameters}` : path,
    lowerCased(headers),
    textOf(body),
  );
}

function textOf(body: HttpRequest['body']): string {
  if (body === undefined || typeof body === 'string') return body ?? '';
  const { buffer, byteOffset, byteLength } = body as Uint8Array;
  return Buffer.from(buffer, byteOffset, byteLength).toString('utf8');
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
