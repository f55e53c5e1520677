/**
 * The way of every request to a registry, token services and redirects included:
 *
 *   call ─► sign ─► redirects ─┬─► pace ─► guard ─► HTTP
 *     ▲                        └── 401: a new token, once
 *     └── reads only: 429, 5xx and broken connections again, after Retry-After where that is short
 *
 * Nothing is sent but GET and HEAD; POST to the token service of the registry, with an identity token; DELETE under
 * permits, valid at that moment, for every tag that may go with it, also to the API in `deletesThrough`; PUT by `holystone
 * restore` alone.
 */
import { createHash } from 'node:crypto';
import { PermitError, ReadError } from '../../../core/common/errors.ts';
import { readPlainFile, utf8 } from '../../../documents/plainFile.ts';
import { Connections, type Method, type WireAnswer, type WireRequest } from '../../http/exchange.ts';
import { sendAgain } from '../../http/sendAgain.ts';
import { bucketOf, type RegistrySettings, settingsOf } from './account.ts';
import type { Call, CallScope } from './call.ts';
import { credentialsOf } from './credentials.ts';
import { readError } from './readError.ts';
import { redirected } from './redirects.ts';
import { SignIn } from './signIn.ts';

/**
 * The answer, whatever its status.
 * @throws ReadError when there is none; `PermitError` when it may not be sent; the signal's reason when it is aborted
 */
export async function call(target: CallScope, request: Call): Promise<WireAnswer> {
  const { url } = settingsOf(target.account);
  const opening = sharedOf(target);
  return again(target, { what: request.what, url, isRead: isRead(request.method) }, async () => {
    const answer = await signed(target, await opening.get(), request);
    if (answer.status === 401) opening.forget();
    refuseStale(target, request, answer);
    return answer;
  });
}

/** A cache says how old its answer is (RFC 9111, 5.1): before a deletion it counts for nothing. */
function refuseStale({ isNow }: CallScope, { method, isFixed }: Call, { headers }: WireAnswer): void {
  const seconds = Number(headers.age ?? 0);
  if (!isNow || isFixed || !isRead(method) || seconds === 0) return;
  const why = `a cache answers in the place of the registry, ${headers.age} s late: let Holystone reach the registry itself`;
  throw new ReadError(why, { problem: 'malformed' });
}

/**
 * A GET to another server that knows the registry: its own credentials, none of the registry's.
 * @throws as {@link call}
 */
export async function fetchOther(
  target: CallScope,
  url: URL,
  headers: Readonly<Record<string, string>>,
  what: string,
): Promise<WireAnswer> {
  const opening = sharedOf(target);
  const request = {
    method: 'GET',
    url,
    headers: { accept: 'application/json', ...headers },
    maxBytes: MAX_OTHER_BYTES,
  };
  return again(target, { what, url: url.origin, isRead: true }, async () => {
    const { connections } = await opening.get();
    return attempt(target, connections, request as WireRequest, () => undefined);
  });
}

const MAX_OTHER_BYTES = 16 * 1024 * 1024;

/**
 * A DELETE to another server that deletes for the registry. It is sent once, and no redirect is followed.
 * @param deletes every tag that may go with it: each needs a permit
 * @throws as {@link call}
 */
export async function deleteElsewhere(
  target: CallScope,
  {
    url,
    headers,
    what,
    deletes,
  }: Pick<WireRequest, 'url' | 'headers'> & { readonly what: string; readonly deletes: readonly string[] },
): Promise<WireAnswer> {
  const opening = sharedOf(target);
  const method = 'DELETE';
  const request: WireRequest = {
    method,
    url,
    headers: { accept: 'application/json', ...headers },
    maxBytes: MAX_OTHER_BYTES,
  };
  return again(target, { what, url: url.origin, isRead: false }, async () => {
    const { connections } = await opening.get();
    return attempt(target, connections, request, () => refusal(method, target.io, deletes));
  });
}

/** Reads are tried again where that may help. */
async function again(
  { io, account }: CallScope,
  operation: { readonly what: string; readonly url: string; readonly isRead: boolean },
  once: () => Promise<WireAnswer>,
): Promise<WireAnswer> {
  try {
    const { signal, pacer } = io;
    const throttled = () => pacer.throttled(bucketOf(account));
    return await sendAgain({ isRead: operation.isRead, signal, throttled }, once);
  } catch (error) {
    if (io.signal.aborted) throw io.signal.reason;
    throw readError(error, operation.what, operation.url);
  }
}

async function signed(target: CallScope, { connections, signIn }: Shared, request: Call): Promise<WireAnswer> {
  const { method, path, scope, accept, content, maxBytes } = request;
  const url = new URL(path, settingsOf(target.account).url);
  const once = (sent: WireRequest) =>
    attempt(target, connections, sent, () => refusal(sent.method, target.io, request.deletes));
  const token = (sent: WireRequest) => attempt(target, connections, sent, () => signInRefusal(sent.method));
  const send = (authorization: string | undefined) => {
    const headers = {
      ...(accept ? { accept } : {}),
      ...(content ? { 'content-type': content.type } : {}),
      ...(target.isNow && isRead(method) && !request.isFixed ? { 'cache-control': 'no-cache' } : {}),
      ...(authorization ? { authorization } : {}),
    };
    return redirected({ method, url, headers, ...(content ? { body: content.body } : {}), maxBytes }, once);
  };
  const answer = await send(await signIn.header(scope, token));
  return answer.status === 401 ? send(await signIn.again(answer, scope, token)) : answer;
}

/** If it throws `PermitError`, the request was not sent. */
async function attempt(
  { account, io }: CallScope,
  connections: Connections,
  request: WireRequest,
  refused: () => string | undefined,
): Promise<WireAnswer> {
  const bucket = bucketOf(account);
  await io.pacer.take(bucket, io.signal);
  io.signal.throwIfAborted();
  const check = () => {
    const why = refused();
    if (why !== undefined) throw new PermitError(`${request.method} was stopped before it was sent: ${why}`);
  };
  check();
  const send = () => connections.send(request, io.signal, check);
  return io.pacer.around?.({ ...bucket, api: `registry:${request.method}` }, send) ?? send();
}

/** Why this must not be sent now; `undefined`: it may. */
function refusal(
  method: Method,
  { permit, mayRestore }: CallScope['io'],
  deletes: readonly string[] = [],
): string | undefined {
  if (isRead(method)) return undefined;
  if (method === 'PUT') return mayRestore ? undefined : 'only `holystone restore --yes` may restore';
  if (method !== 'DELETE' || deletes.length === 0) return 'no such request is known';
  return permit === undefined ? 'this pass may not delete' : permit.denies(deletes);
}

/** A token service is asked for a token, and for nothing else. */
function signInRefusal(method: Method): string | undefined {
  return isRead(method) || method === 'POST' ? undefined : 'no such request is known';
}

function isRead(method: Method): boolean {
  return method === 'GET' || method === 'HEAD';
}

interface Shared {
  readonly connections: Connections;
  readonly signIn: SignIn;
}

/** The client that all passes share; another address, file or password makes another. */
function sharedOf({ account, io }: CallScope): Opening {
  const settings = settingsOf(account);
  const key = createHash('sha256').update(JSON.stringify(settings)).digest('hex');
  return io.clients.get(`registry/${account.name}/${key}`, () => new Opening(settings));
}

async function certificates(path: string): Promise<string> {
  try {
    return utf8(await readPlainFile(path, { maxBytes: MAX_OTHER_BYTES }));
  } catch (error) {
    throw new ReadError(`the certificates in ${path} cannot be read`, { problem: 'credentials', cause: error });
  }
}

/** Opens at the first use, and anew after a failure. */
class Opening {
  readonly #settings: RegistrySettings;
  readonly #ending = new AbortController();
  #connections: Promise<Connections> | undefined;
  #signIn: Promise<SignIn> | undefined;

  constructor(settings: RegistrySettings) {
    this.#settings = settings;
  }

  async get(): Promise<Shared> {
    this.#connections ??= this.#connect().catch((error: unknown) => {
      this.#connections = undefined;
      throw error;
    });
    const connections = await this.#connections;
    this.#signIn ??= this.#credentials().catch((error: unknown) => {
      this.#signIn = undefined;
      throw error;
    });
    return { connections, signIn: await this.#signIn };
  }

  /** The registry does not take the credentials: those of a file or a program may be others by now. */
  forget(): void {
    if (this.#settings.credentials?.dockerConfig !== undefined) this.#signIn = undefined;
  }

  async #connect(): Promise<Connections> {
    const { ca } = this.#settings;
    return new Connections(ca === undefined ? {} : { ca: await certificates(ca) });
  }

  async #credentials(): Promise<SignIn> {
    const credentials = await credentialsOf(this.#settings, this.#ending.signal);
    return new SignIn(new URL(this.#settings.url), credentials, this.#settings);
  }

  destroy(): void {
    this.#ending.abort(new Error('the process ends'));
    this.#connections?.then((connections) => connections.destroy()).catch(() => undefined);
  }
}
