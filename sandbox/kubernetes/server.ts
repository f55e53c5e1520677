/**
 * An API server of Kubernetes with the calls of Holystone: discovery, lists in pages, reads, deletions, apply. Its
 * answers are those of kube-apiserver 1.36.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { forbidden, verbOf } from './authorization.ts';
import { aggregated, apiVersionOf, legacy, type SandboxKind } from './kinds.ts';
import { matchesSelector } from './selector.ts';
import { type Answer, failure, noObject, status } from './status.ts';
import { ObjectStore, type SandboxObject } from './store.ts';
import type { AskedOfCluster, ClusterSwitches } from './switches.ts';
import { write } from './writes.ts';

export type { SandboxObject } from './store.ts';
export type { AskedOfCluster } from './switches.ts';

export class SandboxCluster {
  readonly uid = randomUUID();
  readonly switches: ClusterSwitches;
  readonly requests: AskedOfCluster[] = [];
  readonly store = new ObjectStore();
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  constructor(switches: Partial<ClusterSwitches> = {}) {
    this.switches = {
      ...{ aggregated: true, stale: new Set(), pageSize: 500, expired: 0, denied: new Set(), token: undefined },
      ...{ unnamed: new Set() },
      ...{ users: undefined },
      ...{
        busy: { times: 0, status: 429 },
        controllers: true,
        readOnly: new Set(),
        onWrite: undefined,
        onRead: undefined,
        now: Date.now,
      },
      ...switches,
    };
    this.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'kube-system', uid: this.uid } });
  }

  get kinds(): SandboxKind[] {
    return this.store.kinds;
  }

  /** Starts to listen on loopback. @returns its address */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this.url;
  }

  /** Its address, while it listens. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  /** Creates or replaces an object. @returns it as the server has it */
  apply(object: SandboxObject): SandboxObject {
    return this.store.put(object);
  }

  /** Removes an object at once. */
  remove(apiVersion: string, kind: string, namespace: string | undefined, name: string): void {
    const metadata = { name, ...(namespace === undefined ? {} : { namespace }) };
    if (!this.store.remove({ apiVersion, kind, metadata })) throw new Error(`there is no ${kind} ${name}`);
  }

  /** `group/Kind/namespace/name` of the object at a path; `undefined` = it names none. */
  idOf(path: string): string | undefined {
    const { kind, namespace = '', name } = this.#named(path.split('?')[0] ?? '') ?? {};
    return kind && name !== undefined ? [kind.group, kind.kind, namespace, name].join('/') : undefined;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request;
    const { authorization, accept } = headers;
    const impersonates = headers['impersonate-user'] as string | undefined;
    const body = await text(request);
    if (this.switches.busy.times > 0 && this.switches.busy.retryAfter !== undefined) {
      response.setHeader('retry-after', this.switches.busy.retryAfter);
    }
    const received = { method, url, authorization, accept, impersonates, body, status: 0, at: this.switches.now() };
    const [code, answer] = this.#answerTo(received, headers);
    this.requests.push({ ...received, status: code });
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  }

  #answerTo(received: AskedOfCluster, headers: IncomingHttpHeaders): Answer {
    const { busy, token, controllers, users } = this.switches;
    if (busy.times > 0) {
      busy.times--;
      return failure(busy.status, 'TooManyRequests', 'slow down');
    }
    if (token !== undefined && received.authorization !== `Bearer ${token}`) {
      return failure(401, 'Unauthorized', 'Unauthorized');
    }
    if (controllers) this.store.settle(received.at);
    const url = new URL(received.url, 'http://sandbox');
    const refusal = users && this.#refusal(users, url.pathname, received);
    if (refusal) return refusal;
    if (received.method === 'GET') this.switches.onRead?.(received.url);
    if (received.method === 'GET') return this.#read(url, headers.accept ?? '');
    return this.switches.onWrite?.(received) ?? this.#write(url, received, headers['content-type'] ?? '');
  }

  /** Every known user may list the kinds. */
  #refusal(users: ReadonlyMap<string, string>, pathname: string, { method, authorization }: AskedOfCluster) {
    const user = users.get((authorization ?? '').replace('Bearer ', ''));
    if (user === undefined) return failure(401, 'Unauthorized', 'Unauthorized');
    const named = this.#named(pathname);
    return named && forbidden(this.store, { user, verb: verbOf(method, named.name), ...named });
  }

  #write({ pathname, searchParams: query }: URL, { method, body, at }: AskedOfCluster, contentType: string): Answer {
    const named = this.#named(pathname);
    if (!named) return failure(404, 'NotFound', 'the server could not find the requested resource');
    const { kind } = named;
    if (this.switches.stale.has(kind.group)) return unavailable();
    if (this.switches.readOnly.has(kind.resource)) {
      return failure(403, 'Forbidden', `${kind.resource} is forbidden: User "reader" cannot ${method} resource`);
    }
    return write(this.store, { method, ...named, query, contentType, body }, at);
  }

  #named(pathname: string) {
    const { core, group = '', version, namespace, resource, name } = PATH.exec(pathname)?.groups ?? {};
    const kind = this.kinds.find(
      (one) => one.resource === resource && one.group === (core ? '' : group) && one.version === version,
    );
    const decoded = (part: string | undefined) => (part === undefined ? undefined : decodeURIComponent(part));
    return kind && { kind, namespace: kind.namespaced ? decoded(namespace) : undefined, name: decoded(name) };
  }

  #read({ pathname, searchParams }: URL, accept: string): Answer {
    const { aggregated: isAggregated, stale, unnamed } = this.switches;
    const kinds = this.kinds.filter(({ group }) => !unnamed.has(group));
    if (pathname === '/api' || pathname === '/apis') {
      const isWanted = isAggregated && accept.includes('APIGroupDiscoveryList');
      return [200, isWanted ? aggregated(kinds, pathname === '/api', stale) : (legacy(kinds, pathname) ?? {})];
    }
    const { group = '', resource } = PATH.exec(pathname)?.groups ?? {};
    if (resource === undefined) return this.#groupVersion(pathname);
    if (stale.has(group)) return unavailable();
    const named = this.#named(pathname);
    if (!named) return failure(404, 'NotFound', 'the server could not find the requested resource');
    const { kind, namespace, name } = named;
    if (this.switches.denied.has(resource)) {
      return failure(403, 'Forbidden', `${resource} is forbidden: User "reader" cannot list resource`);
    }
    if (name === undefined) return this.#list(kind, namespace, searchParams, accept);
    const object = this.store.get(kind, namespace, name);
    return object ? [200, object] : noObject(resource, name);
  }

  #groupVersion(pathname: string): Answer {
    const group = /^\/apis\/([^/]+)\//.exec(pathname)?.[1] ?? '';
    if (this.switches.stale.has(group)) return unavailable();
    const found = legacy(this.kinds, pathname);
    return found ? [200, found] : failure(404, 'NotFound', 'the server could not find the requested resource');
  }

  #list(kind: SandboxKind, namespace: string | undefined, query: URLSearchParams, accept: string): Answer {
    const from = Number(query.get('continue') ?? 0);
    if (from > 0 && this.switches.expired > 0) {
      this.switches.expired--;
      const expired = status(410, 'Expired', 'The provided continue parameter is too old');
      return [410, { ...expired, metadata: { continue: 'inconsistent' } }];
    }
    const limit = Math.min(Number(query.get('limit') ?? Number.POSITIVE_INFINITY), this.switches.pageSize);
    const all = this.store
      .list(kind, namespace)
      .filter(({ metadata }) => matchesSelector(query.get('labelSelector') ?? '', metadata.labels ?? {}));
    const items = all.slice(from, from + limit);
    const isPartial = accept.includes('PartialObjectMetadataList');
    const rest = from + limit < all.length ? { continue: String(from + limit) } : {};
    return [
      200,
      {
        kind: isPartial ? 'PartialObjectMetadataList' : `${kind.kind}List`,
        apiVersion: isPartial ? 'meta.k8s.io/v1' : apiVersionOf(kind),
        metadata: { resourceVersion: this.store.version, ...rest },
        items: isPartial ? items.map(({ metadata }) => ({ metadata })) : items.map(withoutKind),
      },
    ];
  }
}

/** `/api/v1/…` or `/apis/<group>/<version>/…`, with `namespaces/<name>/` where one is asked for. */
const PATH =
  /^(?:(?<core>\/api)|\/apis\/(?<group>[^/]+))\/(?<version>[^/]+)(?:\/namespaces\/(?<namespace>[^/]+))?\/(?<resource>[a-z][a-z0-9-]*)(?:\/(?<name>[^/]+))?$/;

/** The items of a list have neither kind nor version. */
function withoutKind({ kind: _kind, apiVersion: _version, ...rest }: SandboxObject): object {
  return rest;
}

function unavailable(): Answer {
  return failure(503, 'ServiceUnavailable', 'service unavailable');
}

async function text(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
