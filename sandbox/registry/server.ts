/**
 * A registry that speaks the OCI distribution API, with the differences between real ones as switches. Measured on
 * Debian's docker-registry 2.8.2, distribution 3.1.2 and go-containerregistry.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, type Content, deleteManifest, error, noManifest, putManifest, referrers } from './manifests.ts';
import { RegistryStore, type Repository } from './store.ts';

/** May be changed while it runs. */
export interface Switches {
  /** `link`: pages with `Link`; `last`: pages without; `whole`: everything at once, unsorted. */
  paging: 'link' | 'last' | 'whole';
  /** The largest page. */
  pageSize: number;
  /** Does it say when a tag was pushed? */
  pushDates: boolean;
  /** The password of `user`; absent = every client may read. */
  password: string | undefined;
  /** `basic`: it asks for the password itself; `bearer`: its token service does. */
  scheme: 'basic' | 'bearer';
  /** How many requests a token is good for. */
  tokenUses: number;
  /** The next so many requests (of this method) are answered with 429, or this status, and this `Retry-After`. */
  busy: { times: number; retryAfter?: string; method?: string; status?: number };
  /**
   * Does it delete by tag? `withDigest`: yes, and all other tags of the digest with it, against the specification;
   * `withLast`: yes, and the manifest goes with the last of its tags.
   */
  deletesTags: boolean | 'withDigest' | 'withLast';
  /** Does it delete by digest? `keepsTags`: yes, and the tags stay readable, like go-containerregistry. */
  deletesDigests: boolean | 'keepsTags';
  /** Does it list referrers? */
  referrers: boolean;
  /** How long each deletion takes. */
  slowMs: number;
  /** Called before each answer, for changes in between. */
  before: ((received: RegistryRequest) => void) | undefined;
  /** Blobs are on another host: where the answer sends the client. */
  blobsAt: string | undefined;
  /** Answers for these paths (without the query), instead of the real ones; status 0: the connection breaks. */
  faults: Map<string, { status: number; body?: string; headers?: Readonly<Record<string, string>> }>;
}

export interface RegistryRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly cacheControl: string | undefined;
  /** ms since the epoch. */
  readonly at: number;
  /** Of the answer; 0 = not answered yet. */
  status: number;
}

export interface RunningRegistry {
  readonly url: string;
  readonly store: RegistryStore;
  readonly switches: Switches;
  /** Every request so far, those for tokens included. */
  readonly requests: RegistryRequest[];
  close(): Promise<void>;
}

export async function startRegistry(given: Partial<Switches> = {}): Promise<RunningRegistry> {
  const switches: Switches = {
    paging: 'link',
    pageSize: 1000,
    pushDates: false,
    password: undefined,
    scheme: 'basic',
    tokenUses: Number.POSITIVE_INFINITY,
    busy: { times: 0 },
    deletesTags: true,
    deletesDigests: true,
    referrers: true,
    slowMs: 0,
    before: undefined,
    blobsAt: undefined,
    faults: new Map(),
    ...given,
  };
  const registry = new Registry(switches);
  const server = createServer((request, response) => registry.answer(request, response));
  server.keepAliveTimeout = 120_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  registry.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: registry.url,
    store: registry.store,
    switches,
    requests: registry.requests,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function whole(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

class Registry {
  url = '';
  readonly store = new RegistryStore();
  readonly requests: RegistryRequest[] = [];
  readonly #switches: Switches;
  readonly #tokens = new Map<string, { uses: number; scope: string }>();

  constructor(switches: Switches) {
    this.#switches = switches;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = request;
    const at = new URL(request.url ?? '/', this.url);
    const sent = await whole(request);
    const path = `${at.pathname}${at.search}`;
    const { authorization, 'cache-control': cacheControl } = headers;
    const received: RegistryRequest = { method, path, authorization, cacheControl, at: Date.now(), status: 0 };
    this.requests.push(received);
    this.#switches.before?.(received);
    if (method === 'DELETE' && this.#switches.slowMs > 0) await delay(this.#switches.slowMs, undefined, { ref: false });
    const content = { type: headers['content-type'] ?? '', body: sent };
    const [status, body = '', more = {}] = this.#choose(method, at, headers.authorization, content);
    received.status = status;
    if (status === 0) {
      response.destroy();
      return;
    }
    response.writeHead(status, { 'docker-distribution-api-version': 'registry/2.0', ...more });
    response.end(method === 'HEAD' ? undefined : body);
  }

  #choose(method: string, at: URL, authorization: string | undefined, content: Content): Answer {
    const { busy, faults } = this.#switches;
    const fault = faults.get(`${method} ${at.pathname}`) ?? faults.get(at.pathname);
    if (fault) return [fault.status, fault.body ?? '', fault.headers ?? {}];
    if (busy.times > 0 && (busy.method ?? method) === method) {
      busy.times--;
      const { status = 429, retryAfter } = busy;
      return [status, error('TOOMANYREQUESTS'), retryAfter === undefined ? {} : { 'retry-after': retryAfter }];
    }
    if (at.pathname === '/token')
      return this.#token(method === 'POST' ? new URLSearchParams(content.body) : undefined, at, authorization);
    return this.#refusal(method, at, authorization) ?? this.#route(method, at, content);
  }

  #refusal(method: string, at: URL, authorization: string | undefined): Answer | undefined {
    const { password, scheme } = this.#switches;
    if (password === undefined) return undefined;
    if (scheme === 'basic') {
      if (authorization === basic(password)) return undefined;
      return [401, error('UNAUTHORIZED'), { 'www-authenticate': 'Basic realm="sandbox"' }];
    }
    const scope = scopeOf(method, at.pathname);
    const token = this.#tokens.get(authorization?.replace(/^Bearer /, '') ?? '');
    if (token && token.uses-- > 0 && (scope === '' || token.scope === scope)) return undefined;
    const challenge = `Bearer realm="${this.url}/token",service="sandbox"${scope === '' ? '' : `,scope="${scope}"`}`;
    return [401, error('UNAUTHORIZED'), { 'www-authenticate': challenge }];
  }

  /** @param form of a POST, which has an identity token; a GET has the password */
  #token(form: URLSearchParams | undefined, at: URL, authorization: string | undefined): Answer {
    const { password = '', tokenUses: uses } = this.#switches;
    const isKnown = form ? form.get('refresh_token') === `identity-${password}` : authorization === basic(password);
    if (!isKnown) return [401, error('UNAUTHORIZED')];
    const token = `token-${this.#tokens.size}`;
    this.#tokens.set(token, { uses, scope: (form ?? at.searchParams).get('scope') ?? '' });
    return [200, JSON.stringify({ [form ? 'access_token' : 'token']: token, expires_in: 300 })];
  }

  #route(method: string, at: URL, content: Content): Answer {
    if (at.pathname === '/v2/') return [200, '{}'];
    if (at.pathname === '/v2/_catalog')
      return this.#page(at, 'repositories', [...this.store.repositories.keys()].sort());
    const [, name = '', kind, reference = ''] =
      /^\/v2\/(.+)\/(tags|manifests|blobs|referrers)\/([^/]+)$/.exec(at.pathname) ?? [];
    const repository = this.store.repositories.get(name);
    if (!repository) return [404, error('NAME_UNKNOWN')];
    if (kind === 'manifests' && method === 'DELETE') return deleteManifest(this.#switches, repository, reference);
    if (kind === 'manifests' && method === 'PUT') return putManifest(this.store, { name, tag: reference }, content);
    if (method !== 'GET' && method !== 'HEAD') return [405, error('UNSUPPORTED')];
    if (kind === 'referrers')
      return this.#switches.referrers ? referrers(repository, reference) : [404, error('UNSUPPORTED')];
    if (kind === 'tags') return this.#page(at, 'tags', [...repository.tags.keys()].sort());
    return kind === 'blobs' ? this.#blob(repository, reference) : this.#manifest(repository, name, reference);
  }

  #manifest(repository: Repository, name: string, reference: string): Answer {
    const { tags, manifests } = repository;
    const tag = tags.get(reference);
    const digest = tag?.digest ?? reference;
    const manifest = manifests.get(digest);
    if (!manifest || (tag === undefined && manifest.isOnlyTagged)) {
      return noManifest(repository, name, tag?.digest, digest);
    }
    const dates = this.#switches.pushDates && tag?.pushedAt ? { 'last-modified': tag.pushedAt.toUTCString() } : {};
    return [200, manifest.body, { 'content-type': manifest.mediaType, 'docker-content-digest': digest, ...dates }];
  }

  #blob({ blobs }: Repository, digest: string): Answer {
    const blob = blobs.get(digest);
    if (!blob) return [404, error('BLOB_UNKNOWN')];
    const { blobsAt } = this.#switches;
    return blobsAt === undefined ? [200, blob] : [307, '', { location: `${blobsAt}/${digest}` }];
  }

  #page(at: URL, key: string, all: readonly string[]): Answer {
    const { paging, pageSize } = this.#switches;
    // Debian's answers everything, in the order of its folders.
    if (paging === 'whole') return [200, JSON.stringify({ [key]: all.length === 0 ? null : [...all].reverse() })];
    const last = at.searchParams.get('last') ?? '';
    const size = Math.min(Number(at.searchParams.get('n') ?? pageSize), pageSize);
    const after = all.filter((name) => name > last);
    const names = after.slice(0, size);
    // distribution: a last page that is full links to an empty one.
    const isLinked = paging === 'link' && names.length === size;
    const next = `<${at.pathname}?n=${size}&last=${encodeURIComponent(names.at(-1) ?? '')}>; rel="next"`;
    return [200, JSON.stringify({ [key]: names }), isLinked ? { link: next } : {}];
  }
}

function scopeOf(method: string, path: string): string {
  const name = /^\/v2\/(.+)\/(?:tags|manifests|blobs|referrers)\//.exec(path)?.[1];
  const right = { DELETE: 'delete', PUT: 'pull,push' }[method] ?? 'pull';
  if (name !== undefined) return `repository:${name}:${right}`;
  return path === '/v2/_catalog' ? 'registry:catalog:*' : '';
}

function basic(password: string): string {
  return `Basic ${Buffer.from(`user:${password}`).toString('base64')}`;
}
