import { setImmediate } from 'node:timers/promises';
import type {
  AwsCredentialIdentityProvider,
  HttpHandlerOptions,
  NodeHttpHandlerOptions,
  RetryStrategyV2,
} from '@smithy/types';
import type { Call, Input, Method, Output } from '../calls/call.ts';
import { settingsOf } from './accountSettings.ts';
import { closeKept } from './checkingAgents.ts';
import { credentialsOf } from './credentials.ts';
import { requestHandler } from './requestHandler.ts';
import { provingRetries } from './retries.ts';
import { type CallScope, roleOf } from './target.ts';
import { checkAgain, onWire, wirePlugin } from './wire.ts';
import type { Protocol } from './xml/protocol.ts';

type Load<T> = () => Promise<T>;

const loads = new WeakMap<Load<unknown>, Promise<unknown>>();
let before: Promise<unknown> = Promise.resolve();

/**
 * Loads the parts of the SDK one after the other, with a turn of the event loop between two: all those of a first survey
 * at once would look as if Redis did not answer.
 * @param load the same function gives the same part; one that failed is called again
 */
export function loadInTurn<T>(load: Load<T>): Promise<T> {
  const known = loads.get(load) as Promise<T> | undefined;
  if (known) return known;
  const loaded = before.then(load);
  const turn = () => setImmediate();
  before = loaded.then(turn, () => {
    loads.delete(load);
    return turn();
  });
  loads.set(load, loaded);
  return loaded;
}

/**
 * Sends one call of a table.
 * @param as a dry run carries `DryRun`: it needs no permit, and is sent only with that flag
 * @throws the SDK's own errors; `PermitError` when it may not be sent; the signal's reason when it is aborted
 */
export async function send<C extends object, M extends Method<C>>(
  target: CallScope,
  { api, service, load, method, decoded }: Call<C, M>,
  input: Input<C, M>,
  as?: 'dryRun',
): Promise<Output<C, M>> {
  type Send = (input: Input<C, M>, options: HttpHandlerOptions) => Promise<Output<C, M>>;
  const { signal } = target.io;
  signal.throwIfAborted();
  const own = onWire(target, api, input, as, decoded);
  const client = await clientOf(target, { service, load });
  return (client[method] as Send).call(client, own, { abortSignal: signal });
}

/** {@link send} for callers that need only AWS's request id. */
export async function sendForId<C extends object, M extends Method<C>>(
  target: CallScope,
  call: Call<C, M>,
  input: Input<C, M>,
): Promise<string> {
  return requestIdOf(await send(target, call, input));
}

/** AWS's request id of an answer. */
export function requestIdOf(answer: unknown): string {
  const { $metadata } = answer as { readonly $metadata?: { readonly requestId?: string } };
  return $metadata?.requestId ?? 'unknown';
}

interface Settings {
  readonly region: string;
  readonly credentials?: AwsCredentialIdentityProvider;
  readonly requestHandler: NodeHttpHandlerOptions;
  readonly maxAttempts?: number;
  readonly retryStrategy?: RetryStrategyV2;
}

// biome-ignore lint/suspicious/noExplicitAny: the SDK's own way to say "any client's stack"
type AnyStack = { use(plugin: any): void; remove(name: string): boolean };

interface AnyClient {
  readonly middlewareStack: AnyStack;
  /** `protocol`: an option of every client, and the default of its service where none is given. */
  readonly config: { protocol: Protocol };
  destroy(): void;
}

/**
 * The client of a service for a target, created at its first use, and again after passes: an idle one costs memory and
 * connections.
 *
 * The SDK never retries a request that may change something: the lifecycle decides about retries. The SDK retries reads
 * in its standard mode; the pacer adapts to throttling, for every instance and not only for this client.
 */
export async function clientOf<C extends object>(
  target: CallScope,
  { service, load }: Pick<Call<C>, 'service' | 'load'>,
): Promise<C> {
  // With the first part of the SDK: a command that sends nothing needs neither.
  const [loaded, { readingXml }] = await Promise.all([loadInTurn(load), import('./xml/protocol.ts')]);
  const Client = loaded as unknown as new (settings: Settings) => C & AnyClient;
  const { account, region, identity, io, isProving } = target;
  const retryStrategy = isProving && (await provingRetries());
  // A reloaded configuration may give the account another role.
  const as = `${roleOf(target)}/${settingsOf(account).externalId}`;
  return io.clients.get(
    `aws/${account.name}/${region}/${identity}/${service}/${as}${isProving ? '/proving' : ''}`,
    () => {
      const credentials = credentialsOf(target);
      const connections = requestHandler(identity, identity === 'reader' ? undefined : checkAgain);
      const client = new Client({
        region,
        requestHandler: connections,
        ...(credentials === undefined ? {} : { credentials }),
        ...(identity === 'reader' ? {} : { maxAttempts: 1 }),
        ...(retryStrategy ? { retryStrategy } : {}),
      });
      client.config.protocol = readingXml(client.config.protocol);
      client.middlewareStack.use(wirePlugin(identity));
      // It copies every answer for a logger, and there is none.
      client.middlewareStack.remove('loggerMiddleware');
      return Object.assign(client, { afterPasses: () => closeKept(connections) });
    },
  );
}
