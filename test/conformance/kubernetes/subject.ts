/** An API server, real or the sandbox's, and plain requests to it. */
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { SandboxCluster, type SandboxObject } from '../../../sandbox/kubernetes/server.ts';

/** The users of both, with their tokens; `admin` may do everything, the others only as a binding allows. */
export const USERS = {
  admin: 'token-of-admin',
  reader: 'token-of-reader',
  deleter: 'token-of-deleter',
  stranger: 'token-of-stranger',
} as const;

export type User = keyof typeof USERS;

export interface ClusterHere {
  readonly url: string;
  /** PEM; absent = it is not encrypted. */
  readonly certificates?: string;
  close(): Promise<void>;
}

export async function startSandboxCluster(): Promise<ClusterHere & { readonly cluster: SandboxCluster }> {
  const users = new Map(Object.entries(USERS).map(([user, token]) => [token, user]));
  const cluster = new SandboxCluster({ users });
  return { cluster, url: await cluster.listen(), close: () => cluster.close() };
}

// biome-ignore lint/suspicious/noExplicitAny: an answer of any shape, which each assertion names
type Json = any;

export interface Answered {
  readonly status: number;
  readonly json: Json;
}

export interface Asking {
  readonly user?: User;
  readonly accept?: string;
  readonly body?: object;
  readonly type?: string;
}

/** One request, by default the administrator's. */
export async function ask(
  { url, certificates }: ClusterHere,
  method: string,
  path: string,
  { user = 'admin', accept = 'application/json', body, type = 'application/json' }: Asking = {},
): Promise<Answered> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const content = body === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(text) };
  const headers = { authorization: `Bearer ${USERS[user]}`, accept, ...content };
  const { request } = certificates === undefined ? http : https;
  const sent = request(url + path, { method, headers, agent: false, ...(certificates ? { ca: certificates } : {}) });
  sent.end(text);
  const [response] = (await once(sent, 'response')) as [http.IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  return { status: response.statusCode ?? 0, json: JSON.parse(Buffer.concat(chunks).toString('utf8')) };
}

/** Creates objects as qbec does; `path` is that of their kind. @throws unless each is there */
export async function create(here: ClusterHere, path: string, ...objects: readonly SandboxObject[]): Promise<void> {
  for (const body of objects) {
    const { status, json } = await ask(here, 'POST', `${path}?fieldManager=qbec`, { body });
    if (status !== 201) throw new Error(`POST ${path}: ${status} ${json.message}`);
  }
}

/** Server-side apply by a manager. */
export function apply(
  here: ClusterHere,
  path: string,
  body: SandboxObject,
  manager = 'test',
  query = '',
): Promise<Answered> {
  const type = 'application/apply-patch+yaml';
  return ask(here, 'PATCH', `${path}/${body.metadata.name}?fieldManager=${manager}${query}`, { body, type });
}

/** A kubeconfig that reaches the cluster as a user. */
export function kubeconfigOf({ url: server, certificates }: ClusterHere, user: User): string {
  const authority =
    certificates === undefined ? {} : { 'certificate-authority-data': Buffer.from(certificates).toString('base64') };
  return JSON.stringify({
    'current-context': 'here',
    clusters: [{ name: 'here', cluster: { server, ...authority } }],
    contexts: [{ name: 'here', context: { cluster: 'here', user } }],
    users: [{ name: user, user: { token: USERS[user] } }],
  });
}
