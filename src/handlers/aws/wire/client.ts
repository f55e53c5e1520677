import type { AwsCredentialIdentityProvider, HttpHandlerOptions, NodeHttpHandlerOptions } from '@smithy/types';
import type { Call, Input, Method, Output } from '../calls/call.ts';
import { type Client, LOADERS, type Service } from '../calls/services.ts';
import { settingsOf } from './accountSettings.ts';
import { credentialsOf } from './credentials.ts';
import { requestHandler } from './requestHandler.ts';
import { type CallScope, roleOf } from './target.ts';
import { onWire, wirePlugin } from './wire.ts';

/** The clients of one target. */
export type AwsClients = { readonly [S in Service]: Promise<Client<S>> };

/**
 * Sends one call of a table.
 * @param as a dry run carries `DryRun`: it needs no permit, and leaves only with that flag
 * @throws the SDK's own errors; `PermitError` when it may not leave; the signal's reason when it is aborted
 */
export function send<S extends Service, M extends Method<S>>(
  target: CallScope,
  { api, service, method }: Call<S, M>,
  input: Input<S, M>,
  as?: 'dryRun',
): Promise<Output<S, M>> {
  type Send = (input: Input<S, M>, options: HttpHandlerOptions) => Promise<Output<S, M>>;
  const sendNow = async (_clients: AwsClients, options: HttpHandlerOptions) => {
    const client = await clientOf(target, service);
    return (client[method] as Send).call(client, input, options);
  };
  return call(target, api, sendNow, as);
}

/** {@link send} where nothing of the answer matters but AWS's request id. */
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
 * The floor under {@link send}, with whole clients: for what no table can say.
 * @param api service and operation as IAM spells them: `ec2:DescribeImages`
 * @param as a dry run carries `DryRun`: it needs no permit, and leaves only with that flag
 * @throws the SDK's own errors; `PermitError` when it may not leave; the signal's reason when it is aborted
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

/** Each is made when it is first asked for. */
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
}

// biome-ignore lint/suspicious/noExplicitAny: the SDK's own way to say "any client's stack"
type AnyClient = { middlewareStack: { use(plugin: any): void; remove(name: string): boolean }; destroy(): void };

/**
 * A request that may change something is never repeated by the SDK: whether to try again is the lifecycle's to decide. Reads are, in the
 * SDK's standard mode; what adapts to throttling is the pacer, for every instance and not for this client alone.
 */
async function clientOf<S extends Service>(target: CallScope, service: S): Promise<Client<S>> {
  const Client = (await LOADERS[service]()) as unknown as new (settings: Settings) => Client<S> & AnyClient;
  const { account, region, identity, io } = target;
  // A reloaded configuration may give the account another role.
  const as = `${roleOf(target)}/${settingsOf(account).externalId}`;
  return io.clients.get(`aws/${account.name}/${region}/${identity}/${service}/${as}`, () => {
    const credentials = credentialsOf(target);
    const client = new Client({
      region,
      requestHandler: requestHandler(identity),
      ...(credentials === undefined ? {} : { credentials }),
      ...(identity === 'reader' ? {} : { maxAttempts: 1 }),
    });
    client.middlewareStack.use(wirePlugin(identity));
    // It copies every answer for a logger that there is not.
    client.middlewareStack.remove('loggerMiddleware');
    return client;
  });
}
