import type {
  AwsCredentialIdentityProvider,
  HttpHandlerOptions,
  NodeHttpHandlerOptions,
  RetryStrategyV2,
} from '@smithy/types';
import type { Call, Input, Method, Output } from '../calls/call.ts';
import { type Client, LOADERS, type Service } from '../calls/services.ts';
import { settingsOf } from './accountSettings.ts';
import { credentialsOf } from './credentials.ts';
import { requestHandler } from './requestHandler.ts';
import { provingRetries } from './retries.ts';
import { type CallScope, roleOf } from './target.ts';
import { onWire, wirePlugin } from './wire.ts';

/** The clients of one target. */
export type AwsClients = { readonly [S in Service]: Promise<Client<S>> };

/**
 * Sends one call of a table.
 * @param as a dry run carries `DryRun`: it needs no permit, and is sent only with that flag
 * @throws the SDK's own errors; `PermitError` when it may not be sent; the signal's reason when it is aborted
 */
export function send<S extends Service, M extends Method<S>>(
  target: CallScope,
  { api, service, method }: Call<S, M>,
  input: Input<S, M>,
  as?: 'dryRun',
): Promise<Output<S, M>> {
  type Send = (input: Input<S, M>, options: HttpHandlerOptions) => Promise<Output<S, M>>;
  const sendNow = async () => {
    const { signal } = target.io;
    signal.throwIfAborted();
    const client = await clientOf(target, service);
    return (client[method] as Send).call(client, input, { abortSignal: signal });
  };
  return onWire(target, api, sendNow, as);
}

/** {@link send} for callers that need only AWS's request id. */
export async function sendForId<S extends Service, M extends Method<S>>(
  target: CallScope,
  call: Call<S, M>,
  input: Input<S, M>,
): Promise<string> {
  return requestIdOf(await send(target, call, input));
}

/** AWS's request id of an answer. */
export function requestIdOf(answer: unknown): string {
  const { $metadata } = answer as { readonly $metadata?: { readonly requestId?: string } };
  return $metadata?.requestId ?? 'unknown';
}

/**
 * The lower level of {@link send}, with whole clients, for requests that no table can describe.
 * @param api service and operation as IAM spells them: `ec2:DescribeImages`
 * @param as a dry run carries `DryRun`: it needs no permit, and is sent only with that flag
 * @throws the SDK's own errors; `PermitError` when it may not be sent; the signal's reason when it is aborted
 */
export function call<T>(
  target: CallScope,
  api: string,
  send: (clients: AwsClients, options: HttpHandlerOptions) => Promise<T>,
  as?: 'dryRun',
): Promise<T> {
  const sendNow = async () => {
    target.io.signal.throwIfAborted();
    return send(clientsOf(target), { abortSignal: target.io.signal });
  };
  return onWire(target, api, sendNow, as);
}

/** Each client is created at its first use. */
function clientsOf(target: CallScope): AwsClients {
  const clients = {};
  for (const service of Object.keys(LOADERS) as Service[]) {
    Object.defineProperty(clients, service, { get: () => clientOf(target, service) });
  }
  return clients as AwsClients;
}

interface Settings {
  readonly region: string;
  readonly credentials?: AwsCredentialIdentityProvider;
  readonly requestHandler: NodeHttpHandlerOptions;
  readonly maxAttempts?: number;
  readonly retryStrategy?: RetryStrategyV2;
}

// biome-ignore lint/suspicious/noExplicitAny: the SDK's own way to say "any client's stack"
type AnyClient = { middlewareStack: { use(plugin: any): void; remove(name: string): boolean }; destroy(): void };

/**
 * The SDK never retries a request that may change something: the lifecycle decides about retries. The SDK retries reads
 * in its standard mode; the pacer adapts to throttling, for every instance and not only for this client.
 */
async function clientOf<S extends Service>(target: CallScope, service: S): Promise<Client<S>> {
  const Client = (await LOADERS[service]()) as unknown as new (settings: Settings) => Client<S> & AnyClient;
  const { account, region, identity, io, isProving } = target;
  const retryStrategy = isProving && (await provingRetries());
  // A reloaded configuration may give the account another role.
  const as = `${roleOf(target)}/${settingsOf(account).externalId}`;
  return io.clients.get(
    `aws/${account.name}/${region}/${identity}/${service}/${as}${isProving ? '/proving' : ''}`,
    () => {
      const credentials = credentialsOf(target);
      const client = new Client({
        region,
        requestHandler: requestHandler(identity),
        ...(credentials === undefined ? {} : { credentials }),
        ...(identity === 'reader' ? {} : { maxAttempts: 1 }),
        ...(retryStrategy ? { retryStrategy } : {}),
      });
      client.middlewareStack.use(wirePlugin(identity));
      // It copies every answer for a logger, and there is none.
      client.middlewareStack.remove('loggerMiddleware');
      return client;
    },
  );
}
