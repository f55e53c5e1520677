/** Where the program reaches out of a machine: the run that is under way answers. Installed once, before the program is imported. */
import { Agent } from 'node:http';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { Duplex } from 'node:stream';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { HttpHandlerOptions, HttpRequest, HttpResponse } from '@smithy/types';
import { installClocks } from '../kernel/clocks.ts';
import { here } from '../kernel/current.ts';
import type { Machine } from '../kernel/machine.ts';
import { installRandomness } from '../kernel/randomness.ts';
import { installTimers } from '../kernel/timers.ts';
import type { Files } from './files.ts';

/** The agent with the check of a request, where its client deletes. */
export interface CheckedAgent {
  createConnection(options: object, given: (error: Error | null, socket?: Duplex) => void): unknown;
}

/** What a run gives its machines. */
export interface Edges {
  /** A connection to Redis. */
  redis(machine: Machine): Duplex;
  /** A connection to the provider, which is not open yet. */
  provider(machine: Machine): Duplex;
  call(
    machine: Machine,
    request: HttpRequest,
    options: HttpHandlerOptions,
    agent: CheckedAgent | undefined,
  ): Promise<{ response: HttpResponse }>;
  readonly files: Files;
}

/** The port of Redis in the configuration. */
export const REDIS_PORT = 6_399;
/** Files below it are in memory. */
export const FILES = '/simulation/';

let edges: Edges | undefined;

export function useEdges(next: Edges | undefined): void {
  edges = next;
}

const require = createRequire(import.meta.url);

installClocks();
installRandomness();
installTimers();
installNet();
installFiles();
installCalls();
syncBuiltinESMExports();

function installNet(): void {
  const net = require('node:net');
  const connect = net.createConnection;
  const created = (...given: unknown[]) => {
    const [options] = given as [{ readonly port?: unknown }];
    const at = here();
    return at && edges && Number(options?.port) === REDIS_PORT ? edges.redis(at.machine) : connect(...given);
  };
  Object.assign(net, { createConnection: created, connect: created });
  const { createConnection } = Agent.prototype;
  Agent.prototype.createConnection = function (this: Agent, ...given) {
    const at = here();
    return at && edges ? edges.provider(at.machine) : createConnection.apply(this, given);
  };
}

function installFiles(): void {
  const fs = require('node:fs/promises');
  for (const name of ['mkdir', 'open', 'readFile', 'readdir', 'rename', 'rm'] as const) {
    const real = fs[name];
    fs[name] = async (path: string, ...rest: unknown[]) =>
      edges && here() && String(path).startsWith(FILES)
        ? (edges.files[name] as (...given: unknown[]) => unknown)(path, ...rest)
        : real(path, ...rest);
  }
}

function installCalls(): void {
  const { handle } = NodeHttpHandler.prototype;
  NodeHttpHandler.prototype.handle = async function (request, options = {}) {
    const at = here();
    if (!at || !edges) return handle.call(this, request, options);
    const own = this as unknown as { readonly configProvider: Promise<{ readonly httpAgent?: CheckedAgent }> };
    const { httpAgent } = await own.configProvider;
    // Only the agent of a client that deletes checks its requests: it has a `createConnection` of its own.
    const agent = httpAgent && Object.hasOwn(httpAgent, 'createConnection') ? httpAgent : undefined;
    return edges.call(at.machine, request as HttpRequest, options, agent) as ReturnType<typeof handle>;
  };
}
