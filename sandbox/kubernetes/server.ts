/**
 * An API server of Kubernetes with what Holystone asks of one: discovery, lists in pages, reads. Its answers are those of
 * kube-apiserver 1.36.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aggregated, apiVersionOf, BUILT_IN, legacy, type SandboxKind } from './kinds.ts';
import { matchesSelector } from './selector.ts';

/** Its status and its body. */
type Answer = readonly [number, object];
type Labels = Readonly<Record<string, string>>;

export interface SandboxObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid?: string;
    readonly labels?: Labels;
    readonly annotations?: Labels;
    readonly [other: string]: unknown;
  };
  readonly [other: string]: unknown;
}

/** May be changed while it runs. */
export interface ClusterSwitches {
  /** Does it answer discovery in one call? */
  aggregated: boolean;
  /** Groups whose server does not answer. */
  stale: Set<string>;
  /** The largest page. */
  pageSize: number;
  /** The next so many pages after the first are answered with 410. */
  expired: number;
  /** Resources that the user may not list: `secrets`. */
  denied: Set<string>;
  /** The token that it takes; absent = everybody may read. */
  token: string | undefined;
  /** The next so many requests are answered with this status and `Retry-After`. */
  busy: { times: number; status: number; retryAfter?: string };
}

export interface AskedOfCluster {
  readonly method: string;
  /** With its query. */
  readonly url: string;
  readonly authorization: string | undefined;
  readonly accept: string | undefined;
  readonly impersonates: string | undefined;
}

export class SandboxCluster {
  readonly uid = randomUUID();
  readonly switches: ClusterSwitches;
  readonly kinds: SandboxKind[] = [...BUILT_IN];
  readonly asked: AskedOfCluster[] = [];
  readonly #objects = new Map<string, SandboxObject>();
  readonly #server = createServer((request, response) => this.#answer(request, response));
  #version = 100;

  constructor(switches: Partial<ClusterSwitches> = {}) {
    this.switches = {
      ...{ aggregated: true, stale: new Set(), pageSize: 500, expired: 0, denied: new Set(), token: undefined },
      busy: { times: 0, status: 429 },
      ...switches,
    };
    this.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'kube-system', uid: this.uid } });
  }

  /** Starts to listen on loopback. @returns its address */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
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
    const kind = this.kinds.find((one) => apiVersionOf(one) === object.apiVersion && one.kind === object.kind);
    if (!kind) throw new Error(`the sandbox serves no ${object.apiVersion} ${object.kind}`);
    const { namespace, name } = object.metadata;
    const key = keyOf(kind, kind.namespaced ? (namespace ?? 'default') : undefined, name);
    const before = this.#objects.get(key);
    const stored: SandboxObject = {
      ...object,
      metadata: {
        uid: before?.metadata.uid ?? randomUUID(),
        creationTimestamp: '2026-01-01T00:00:00Z',
        ...(kind.namespaced ? { namespace: 'default' } : {}),
        ...object.metadata,
        resourceVersion: String(++this.#version),
      },
    };
    this.#objects.set(key, stored);
    return stored;
  }

  /** Removes an object at once. */
  remove(apiVersion: string, kindName: string, namespace: string | undefined, name: string): void {
    const kind = this.kinds.find((one) => apiVersionOf(one) === apiVersion && one.kind === kindName);
    if (!kind || !this.#objects.delete(keyOf(kind, namespace, name)))
      throw new Error(`there is no ${kindName} ${name}`);
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { method = 'GET', url = '/', headers } = request;
    const { authorization, accept } = headers;
    const impersonates = headers['impersonate-user'] as string | undefined;
    this.asked.push({ method, url, authorization, accept, impersonates });
    if (this.switches.busy.times > 0 && this.switches.busy.retryAfter !== undefined) {
      response.setHeader('retry-after', this.switches.busy.retryAfter);
    }
    const [code, body] = this.#answerTo(method, new URL(url, 'http://sandbox'), headers);
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  #answerTo(method: string, url: URL, { authorization, accept = '' }: IncomingHttpHeaders): Answer {
    const { busy, token } = this.switches;
    if (busy.times > 0) {
      busy.times--;
      return [busy.status, status(busy.status, 'TooManyRequests', 'slow down')];
    }
    if (token !== undefined && authorization !== `Bearer ${token}`) {
      return [401, status(401, 'Unauthorized', 'Unauthorized')];
    }
    if (method !== 'GET') return [405, status(405, 'MethodNotAllowed', `${method} is not served`)];
    return this.#read(url, accept);
  }

  #read({ pathname, searchParams }: URL, accept: string): Answer {
    const { aggregated: isAggregated, stale } = this.switches;
    if (pathname === '/api' || pathname === '/apis') {
      const isWanted = isAggregated && accept.includes('APIGroupDiscoveryList');
      return [
        200,
        isWanted ? aggregated(this.kinds, pathname === '/api', stale) : (legacy(this.kinds, pathname) ?? {}),
      ];
    }
    const path = PATH.exec(pathname)?.groups;
    const { core, group = '', version, namespace, resource, name } = path ?? {};
    if (resource === undefined) return this.#groupVersion(pathname);
    if (stale.has(group)) return unavailable();
    const kind = this.kinds.find(
      (one) => one.resource === resource && one.group === (core ? '' : group) && one.version === version,
    );
    if (!kind) return [404, status(404, 'NotFound', 'the server could not find the requested resource')];
    if (this.switches.denied.has(resource)) {
      return [403, status(403, 'Forbidden', `${resource} is forbidden: User "reader" cannot list resource`)];
    }
    const ns = namespace === undefined ? undefined : decodeURIComponent(namespace);
    if (name === undefined) return this.#list(kind, ns, searchParams, accept);
    const wanted = decodeURIComponent(name);
    const object = this.#objects.get(keyOf(kind, kind.namespaced ? ns : undefined, wanted));
    if (object) return [200, object];
    const message = `${resource} "${wanted}" not found`;
    return [404, { ...status(404, 'NotFound', message), details: { name: wanted, kind: resource } }];
  }

  #groupVersion(pathname: string): Answer {
    const group = /^\/apis\/([^/]+)\//.exec(pathname)?.[1] ?? '';
    if (this.switches.stale.has(group)) return unavailable();
    const found = legacy(this.kinds, pathname);
    return found ? [200, found] : [404, status(404, 'NotFound', 'the server could not find the requested resource')];
  }

  #list(kind: SandboxKind, namespace: string | undefined, query: URLSearchParams, accept: string): Answer {
    const from = Number(query.get('continue') ?? 0);
    if (from > 0 && this.switches.expired > 0) {
      this.switches.expired--;
      const expired = status(410, 'Expired', 'The provided continue parameter is too old');
      return [410, { ...expired, metadata: { continue: 'inconsistent' } }];
    }
    const limit = Math.min(Number(query.get('limit') ?? Number.POSITIVE_INFINITY), this.switches.pageSize);
    const all = [...this.#objects.entries()]
      .filter(([key]) => key.startsWith(prefixOf(kind, namespace)))
      .map(([, object]) => object)
      .filter(({ metadata }) => matchesSelector(query.get('labelSelector') ?? '', metadata.labels ?? {}));
    const items = all.slice(from, from + limit);
    const isPartial = accept.includes('PartialObjectMetadataList');
    const rest = from + limit < all.length ? { continue: String(from + limit) } : {};
    return [
      200,
      {
        kind: isPartial ? 'PartialObjectMetadataList' : `${kind.kind}List`,
        apiVersion: isPartial ? 'meta.k8s.io/v1' : apiVersionOf(kind),
        metadata: { resourceVersion: String(this.#version), ...rest },
        items: isPartial ? items.map(({ metadata }) => ({ metadata })) : items.map(withoutKind),
      },
    ];
  }
}

/** `/api/v1/…` or `/apis/<group>/<version>/…`, with `namespaces/<name>/` where one is asked for. */
const PATH =
  /^(?:(?<core>\/api)|\/apis\/(?<group>[^/]+))\/(?<version>[^/]+)(?:\/namespaces\/(?<namespace>[^/]+))?\/(?<resource>[a-z]+)(?:\/(?<name>[^/]+))?$/;

/** The items of a list have neither kind nor version. */
function withoutKind({ kind: _kind, apiVersion: _version, ...rest }: SandboxObject): object {
  return rest;
}

function prefixOf({ group, resource }: SandboxKind, namespace: string | undefined): string {
  return namespace === undefined ? `${group}/${resource}/` : `${group}/${resource}/${namespace}/`;
}

function keyOf(kind: SandboxKind, namespace: string | undefined, name: string): string {
  return `${prefixOf(kind, namespace ?? '')}${name}`;
}

function unavailable(): Answer {
  return [503, status(503, 'ServiceUnavailable', 'service unavailable')];
}

function status(code: number, reason: string, message: string): object {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, code };
}
