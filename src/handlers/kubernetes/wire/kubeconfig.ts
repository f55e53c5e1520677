/** A kubeconfig file: the address of a cluster and the credentials of one context. Pure. */
import { parse } from 'yaml';
import { z } from 'zod';
import { ReadError } from '../../../core/common/errors.ts';

const text = z.string().min(1);

const cluster = z.object({
  server: z.url({ protocol: /^https?$/ }),
  'certificate-authority': text.optional(),
  'certificate-authority-data': text.optional(),
  'tls-server-name': text.optional(),
  'insecure-skip-tls-verify': z.boolean().optional(),
  'proxy-url': text.optional(),
});

const exec = z.object({
  apiVersion: z.enum(['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1']),
  command: text,
  args: z.array(z.string()).nullish(),
  env: z.array(z.object({ name: text, value: z.string() })).nullish(),
  provideClusterInfo: z.boolean().optional(),
});

const user = z.object({
  token: text.optional(),
  tokenFile: text.optional(),
  'client-certificate': text.optional(),
  'client-certificate-data': text.optional(),
  'client-key': text.optional(),
  'client-key-data': text.optional(),
  username: text.optional(),
  'auth-provider': z.unknown().optional(),
  as: text.optional(),
  'as-groups': z.array(text).nullish(),
  'as-uid': text.optional(),
  exec: exec.optional(),
});

const named = <T extends z.ZodType>(key: string, value: T) => z.array(z.object({ name: z.string(), [key]: value }));

const file = z.object({
  'current-context': z.string().optional(),
  clusters: named('cluster', z.unknown()).nullish(),
  contexts: named('context', z.unknown()).nullish(),
  users: named('user', z.unknown()).nullish(),
});

const context = z.object({ cluster: text, user: z.string().optional() });

/** Either the content in PEM, or the path of a file that is read again when it changes. */
export type Pem = { readonly pem: string } | { readonly path: string };

/** A program that prints credentials, as the client authentication API of Kubernetes has it. */
export interface ExecPlugin {
  readonly apiVersion: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly provideClusterInfo: boolean;
}

/** How to reach one cluster as one user. */
export interface ClusterAccess {
  readonly server: string;
  readonly ca?: Pem;
  readonly servername?: string;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly certificate?: Pem;
  readonly key?: Pem;
  readonly exec?: ExecPlugin;
  /** Headers that ask the API server to take the request for another user's. */
  readonly impersonate: Readonly<Record<string, string | string[]>>;
}

/**
 * @param path of the file, for messages
 * @param wanted the context; absent = the current one
 * @throws ReadError that names the part, never its value
 */
export function readKubeconfig(content: string, path: string, wanted: string | undefined): ClusterAccess {
  const all = valid(file, parsed(content, path), path, 'the whole');
  const contextName = wanted ?? all['current-context'];
  if (contextName === undefined || contextName === '') {
    throw problem(path, 'it has no `current-context`: name one as `context`');
  }
  const { cluster: clusterName, user: userName } = valid(
    context,
    find(all.contexts, 'context', contextName, path),
    path,
    `the context ${contextName}`,
  );
  const at = valid(cluster, find(all.clusters, 'cluster', clusterName, path), path, `the cluster ${clusterName}`);
  const who =
    userName === undefined || userName === ''
      ? {}
      : valid(user, find(all.users, 'user', userName, path), path, `the user ${userName}`);
  return access(at, who, path);
}

function access(at: z.infer<typeof cluster>, who: z.infer<typeof user>, path: string): ClusterAccess {
  if (at['insecure-skip-tls-verify']) {
    throw problem(
      path,
      '`insecure-skip-tls-verify` would let any server answer for the cluster: give its certificate authority',
    );
  }
  if (at['proxy-url']) throw problem(path, '`proxy-url` is not supported');
  if (who['auth-provider'] !== undefined)
    throw problem(path, '`auth-provider` is no longer a part of Kubernetes: use `exec`');
  if (who.username !== undefined) throw problem(path, 'no API server takes a user name with a password any more');
  const ca = pem(at['certificate-authority-data'], at['certificate-authority']);
  const certificate = pem(who['client-certificate-data'], who['client-certificate']);
  const key = pem(who['client-key-data'], who['client-key']);
  return {
    server: at.server,
    ...(ca ? { ca } : {}),
    ...(at['tls-server-name'] ? { servername: at['tls-server-name'] } : {}),
    // A file with a token wins over the token itself, as in kubectl.
    ...(who.tokenFile ? { tokenFile: who.tokenFile } : who.token ? { token: who.token } : {}),
    ...(certificate ? { certificate } : {}),
    ...(key ? { key } : {}),
    ...(who.exec ? { exec: plugin(who.exec) } : {}),
    impersonate: {
      ...(who.as ? { 'impersonate-user': who.as } : {}),
      ...(who['as-groups']?.length ? { 'impersonate-group': who['as-groups'] } : {}),
      ...(who['as-uid'] ? { 'impersonate-uid': who['as-uid'] } : {}),
    },
  };
}

function plugin({ apiVersion, command, args, env, provideClusterInfo }: z.infer<typeof exec>): ExecPlugin {
  return {
    apiVersion,
    command,
    args: args ?? [],
    env: Object.fromEntries((env ?? []).map(({ name, value }) => [name, value])),
    provideClusterInfo: provideClusterInfo ?? false,
  };
}

/** The data in the file wins over the path, as in kubectl. */
function pem(data: string | undefined, path: string | undefined): Pem | undefined {
  if (data !== undefined) return { pem: Buffer.from(data, 'base64').toString('utf8') };
  return path === undefined ? undefined : { path };
}

function find(
  entries: readonly Readonly<Record<string, unknown>>[] | null | undefined,
  key: string,
  wanted: string,
  path: string,
): unknown {
  const entry = entries?.find(({ name }) => name === wanted);
  if (entry) return entry[key];
  const known = (entries ?? []).map(({ name }) => String(name)).join(', ');
  throw problem(path, `it has no ${key} "${wanted}"${known === '' ? '' : `; it has ${known}`}`);
}

function parsed(content: string, path: string): unknown {
  try {
    return parse(content, { maxAliasCount: 100 });
  } catch {
    // The error of the parser quotes the text, which has secrets.
    throw problem(path, 'it is not YAML');
  }
}

function valid<T extends z.ZodType>(schema: T, value: unknown, path: string, part: string): z.infer<T> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const where = issue && issue.path.length > 0 ? ` at ${issue.path.join('.')}` : '';
  throw problem(path, `${part} is not as Kubernetes has it${where}`);
}

function problem(path: string, why: string): ReadError {
  return new ReadError(`the kubeconfig ${path}: ${why}`, { problem: 'credentials' });
}
