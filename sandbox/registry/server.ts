/**
 * A registry that speaks the OCI distribution API, with the differences between real ones as switches. Measured on
 * Debian's docker-registry 2.8.2, distribution 3.1.2 and go-containerregistry.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RegistryStore, type Repository } from './store.ts';

/** May be changed while it runs. */
export interface Switches {
  /** `link`: pages with `Link`; `last`: pages without; `whole`: everything at once, unsorted. */
  paging: 'link' | 'last' | 'whole';
  /** The largest page. */
  pageSize: number;
  /** Does it say when a tag was pushed? */
  pushDates: boolean;
  /** The password of `user`; absent = everybody may read. */
  password: string | undefined;
  /** `basic`: it asks for the password itself; `bearer`: its token service does. */
  scheme: 'basic' | 'bearer';
  /** How many requests a token is good for. */
  tokenUses: number;
  /** The next so many requests are answered with 429 and this `Retry-After`. */
  busy: { times: number; retryAfter?: string };
  /** Blobs are on another host: where the answer sends the client. */
  blobsAt: string | undefined;
  /** Answers for these paths (without the query), instead of the real ones. */
  faults: Map<string, { status: number; body?: string }>;
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
}

export interface RunningRegistry {
  readonly url: string;
  readonly store: RegistryStore;
  readonly switches: Switches;
  /** Every request so far, those for tokens included. */
  readonly asked: Asked[];
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
    asked: registry.asked,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

type Answer = readonly [status: number, body?: string | Buffer, headers?: Record<string, string>];

class Registry {
  url = '';
  readonly store = new RegistryStore();
  readonly asked: Asked[] = [];
  readonly #switches: Switches;
  readonly #tokens = new Map<string, { uses: number; scope: string }>();

  constructor(switches: Switches) {
    this.#switches = switches;
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    const { method = 'GET', headers } = request;
    const at = new URL(request.url ?? '/', this.url);
    this.asked.push({ method, path: `${at.pathname}${at.search}`, authorization: headers.authorization });
    const [status, body = '', more = {}] = this.#choose(method, at, headers.authorization);
    response.writeHead(status, { 'docker-distribution-api-version': 'registry/2.0', ...more });
    response.end(method === 'HEAD' ? undefined : body);
  }

  #choose(method: string, at: URL, authorization: string | undefined): Answer {
    const { busy, faults } = this.#switches;
    const fault = faults.get(at.pathname);
    if (fault) return [fault.status, fault.body ?? ''];
    if (busy.times > 0) {
      busy.times--;
      return [429, error('TOOMANYREQUESTS'), busy.retryAfter === undefined ? {} : { 'retry-after': busy.retryAfter }];
    }
    if (at.pathname === '/token') return this.#token(at, authorization);
    return this.#refusal(at, authorization) ?? this.#route(method, at);
  }

  #refusal(at: URL, authorization: string | undefined): Answer | undefined {
    const { password, scheme } = this.#switches;
    if (password === undefined) return undefined;
    if (scheme === 'basic') {
      if (authorization === basic(password)) return undefined;
      return [401, error('UNAUTHORIZED'), { 'www-authenticate': 'Basic realm="sandbox"' }];
    }
    const scope = scopeOf(at.pathname);
    const token = this.#tokens.get(authorization?.replace(/^Bearer /, '') ?? '');
    if (token && token.uses-- > 0 && (scope === '' || token.scope === scope)) return undefined;
    const challenge = `Bearer realm="${this.url}/token",service="sandbox"${scope === '' ? '' : `,scope="${scope}"`}`;
    return [401, error('UNAUTHORIZED'), { 'www-authenticate': challenge }];
  }

  #token(at: URL, authorization: string | undefined): Answer {
    if (authorization !== basic(this.#switches.password ?? '')) return [401, error('UNAUTHORIZED')];
    const token = `token-${this.#tokens.size}`;
    this.#tokens.set(token, { uses: this.#switches.tokenUses, scope: at.searchParams.get('scope') ?? '' });
    return [200, JSON.stringify({ token, expires_in: 300 })];
  }

  #route(method: string, at: URL): Answer {
    if (at.pathname === '/v2/') return [200, '{}'];
    if (at.pathname === '/v2/_catalog')
      return this.#page(at, 'repositories', [...this.store.repositories.keys()].sort());
    const [, name = '', kind, reference = ''] = /^\/v2\/(.+)\/(tags|manifests|blobs)\/([^/]+)$/.exec(at.pathname) ?? [];
    const repository = this.store.repositories.get(name);
    if (!repository) return [404, error('NAME_UNKNOWN')];
    if (method !== 'GET' && method !== 'HEAD') return [405, error('UNSUPPORTED')];
    if (kind === 'tags') return this.#page(at, 'tags', [...repository.tags.keys()].sort());
    return kind === 'blobs' ? this.#blob(repository, reference) : this.#manifest(repository, reference);
  }

  #manifest({ tags, manifests }: Repository, reference: string): Answer {
    const tag = tags.get(reference);
    const digest = tag?.digest ?? reference;
    const manifest = manifests.get(digest);
    if (!manifest) return [404, error('MANIFEST_UNKNOWN')];
    const said = this.#switches.pushDates && tag?.pushedAt ? { 'last-modified': tag.pushedAt.toUTCString() } : {};
    return [200, manifest.body, { 'content-type': manifest.mediaType, 'docker-content-digest': digest, ...said }];
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

function scopeOf(path: string): string {
  const name = /^\/v2\/(.+)\/(?:tags|manifests|blobs)\//.exec(path)?.[1];
  if (name !== undefined) return `repository:${name}:pull`;
  return path === '/v2/_catalog' ? 'registry:catalog:*' : '';
}

function basic(password: string): string {
  return `Basic ${Buffer.from(`user:${password}`).toString('base64')}`;
}

function error(code: string): string {
  return JSON.stringify({ errors: [{ code, message: code }] });
}
