/**
 * The APIs of Harbor, GitLab, Quay and GitHub that delete tags, over the repositories of a sandbox registry: the requests
 * that Holystone needs, refused in the ways in which the real ones refuse.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RegistryStore } from '../../../sandbox/registry/store.ts';
import { type Api, paged } from './api.ts';
import { harbor } from './harborApi.ts';

type Kind = 'harbor' | 'gitlab' | 'quay' | 'github';

export interface RunningDeletionApi {
  readonly url: string;
  /** `DELETE /api/…`, in order. */
  readonly asked: string[];
  /** When somebody pulled, by tags and digests; only Harbor says it. */
  readonly pulls: Map<string, Date>;
  /** Called before each read, for changes in between. */
  beforeRead: ((path: string) => void) | undefined;
  /** Tags that it protects. */
  readonly protected: Set<string>;
  /** Answers every request with it, once for each element. */
  readonly faults: number[];
  /** Called before each deletion, for changes in between. */
  before: (() => void) | undefined;
  close(): Promise<void>;
}

/** The token that GitLab, Quay and GitHub know; Harbor knows every user with the password `secret`. */
export const API_TOKEN = 'token-of-the-api';

export async function startDeletionApi(kind: Kind, store: RegistryStore): Promise<RunningDeletionApi> {
  const faults: number[] = [];
  const running = {
    asked: [] as string[],
    pulls: new Map<string, Date>(),
    beforeRead: undefined as ((path: string) => void) | undefined,
    protected: new Set<string>(),
    faults,
    before: undefined as (() => void) | undefined,
  };
  const server = createServer(({ method = 'GET', url = '/', headers }, response) => {
    const at = new URL(url, 'http://api');
    running.asked.push(`${method} ${at.pathname}`);
    if (method === 'DELETE') running.before?.();
    else running.beforeRead?.(url);
    const fault = faults.shift();
    const asked = { method, path: at.pathname, page: Number(at.searchParams.get('page') ?? 1), headers };
    const [status, body] = fault
      ? [fault]
      : APIS[kind](asked, store, (tag) => running.protected.has(tag), running.pulls);
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
    created_at: (found.manifests.get(digest)?.pushedAt ?? new Date(0)).toISOString(),
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
