/**
 * The APIs of Harbor, GitLab, Quay and GitHub that delete tags, over the repositories of a sandbox registry: the requests
 * that Holystone needs, refused in the ways in which the real ones refuse.
 */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RegistryStore } from './store.ts';

type Kind = 'harbor' | 'gitlab' | 'quay' | 'github';
type Answer = readonly [status: number, body?: object];

export interface RunningDeletionApi {
  readonly url: string;
  /** `DELETE /api/…`, in order. */
  readonly asked: string[];
  /** Tags that it protects. */
  readonly protected: Set<string>;
  /** Answers every request with it, once for each element. */
  readonly faults: number[];
  /** Called before each deletion, for changes in between. */
  before: (() => void) | undefined;
  close(): Promise<void>;
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly page: number;
  readonly headers: IncomingHttpHeaders;
}

type Api = (asked: Asked, store: RegistryStore, refuses: (tag: string) => boolean) => Answer;

const PAGE = 2;
/** The token that GitLab, Quay and GitHub know; Harbor knows `user` with the password `secret`. */
export const API_TOKEN = 'token-of-the-api';

export async function startDeletionApi(kind: Kind, store: RegistryStore): Promise<RunningDeletionApi> {
  const faults: number[] = [];
  const running = {
    asked: [] as string[],
    protected: new Set<string>(),
    faults,
    before: undefined as (() => void) | undefined,
  };
  const server = createServer(({ method = 'GET', url = '/', headers }, response) => {
    const at = new URL(url, 'http://api');
    running.asked.push(`${method} ${at.pathname}`);
    if (method === 'DELETE') running.before?.();
    const fault = faults.shift();
    const asked = { method, path: at.pathname, page: Number(at.searchParams.get('page') ?? 1), headers };
    const [status, body] = fault ? [fault] : APIS[kind](asked, store, (tag) => running.protected.has(tag));
    response.writeHead(status, {
      'content-type': 'application/json',
      'x-request-id': `request-${running.asked.length}`,
    });
    response.end(body === undefined ? '' : JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(running, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

const paged = <T>(items: readonly T[], page: number) => items.slice((page - 1) * PAGE, page * PAGE);

/** 404 where the tag is on another artifact, 412 where a rule makes it immutable. */
const harbor: Api = ({ method, path, headers }, { repositories }, refuses) => {
  if (headers.authorization !== `Basic ${Buffer.from('user:secret').toString('base64')}`)
    return [401, failure('UNAUTHORIZED')];
  const [, project = '', name = '', digest, tag = ''] =
    /^\/api\/v2\.0\/projects\/([^/]+)\/repositories\/([^/]+)\/artifacts\/([^/]+)\/tags\/([^/]+)$/.exec(path) ?? [];
  const found = repositories.get(`${project}/${decodeURIComponent(decodeURIComponent(name))}`);
  if (method !== 'DELETE' || found?.tags.get(tag)?.digest !== digest) return [404, failure('NOT_FOUND')];
  if (refuses(tag)) return [412, failure('PRECONDITION')];
  found?.tags.delete(tag);
  return [200];
};

function failure(code: string) {
  return { errors: [{ code, message: code }] };
}

/** A project is the first two parts of a repository; each repository has a number. */
const gitlab: Api = ({ method, path, page, headers }, { repositories }, refuses) => {
  if (headers['private-token'] !== API_TOKEN) return [401, { message: '401 Unauthorized' }];
  const all = [...repositories].map(([name, repository], index) => ({ name, repository, id: index + 1 }));
  const listed = /^\/api\/v4\/projects\/([^/]+)\/registry\/repositories$/.exec(path)?.[1];
  if (listed !== undefined) {
    const project = decodeURIComponent(listed);
    const those = all.filter(({ name }) => name.split('/').slice(0, 2).join('/') === project);
    if (those.length === 0) return [404, { message: '404 Project Not Found' }];
    return [
      200,
      paged(
        those.map(({ id, name }) => ({ id, project_id: 7, path: name })),
        page,
      ),
    ];
  }
  const [, id, tag = ''] = /^\/api\/v4\/projects\/7\/registry\/repositories\/(\d+)\/tags\/([^/]+)$/.exec(path) ?? [];
  const found = all.find((one) => one.id === Number(id))?.repository;
  if (method !== 'DELETE' || !found?.tags.has(tag)) return [404, { message: '404 Tag Not Found' }];
  if (refuses(tag)) return [403, { message: '403 Forbidden' }];
  found.tags.delete(tag);
  return [200];
};

const quay: Api = ({ method, path, headers }, { repositories }, refuses) => {
  if (headers.authorization !== `Bearer ${API_TOKEN}`) return [401, { error_type: 'invalid_token' }];
  const [, name = '', tag = ''] = /^\/api\/v1\/repository\/(.+)\/tag\/([^/]+)$/.exec(path) ?? [];
  const found = repositories.get(name);
  if (method !== 'DELETE' || !found?.tags.has(tag)) return [404, { error_type: 'not_found' }];
  if (refuses(tag)) return [400, { error_type: 'invalid_request' }];
  found.tags.delete(tag);
  return [204];
};

/** A version is a digest, with or without tags; an owner is an organization or a user. */
const github: Api = ({ method, path, page, headers }, { repositories }, refuses) => {
  if (headers['user-agent'] === undefined) return [403, { message: 'Request forbidden by administrative rules' }];
  if (headers.authorization !== `Bearer ${API_TOKEN}`) return [401, { message: 'Bad credentials' }];
  const [, owners, owner = '', name = '', id] =
    /^\/(orgs|users)\/([^/]+)\/packages\/container\/([^/]+)\/versions(?:\/(\d+))?$/.exec(path) ?? [];
  const found = repositories.get(`${owner}/${decodeURIComponent(name)}`);
  if (owners === undefined || !found) return [404, { message: 'Package not found.' }];
  const versions = [...found.manifests.keys()].map((digest, index) => ({
    id: index + 1,
    name: digest,
    metadata: { container: { tags: [...found.tags].filter(([, tag]) => tag.digest === digest).map(([tag]) => tag) } },
  }));
  if (id === undefined) return [200, paged(versions, page)];
  const version = versions.find((one) => one.id === Number(id));
  if (method !== 'DELETE' || !version) return [404, { message: 'Not Found' }];
  if (version.metadata.container.tags.some(refuses)) return [400, { message: 'more than 5000 downloads' }];
  RegistryStore.deleteDigest(found, version.name);
  return [204];
};

const APIS: Readonly<Record<Kind, Api>> = { harbor, gitlab, quay, github };
